import { drawSvg, escapeXml } from '../bench/harness/svg.mjs'

/** @typedef {import('../src/quote/model/transitions.ts').Transition} Transition */

/**
 * A row of the diagram: a transition, or what the time does.
 *
 * @typedef {{
 *   label: string, by: string, from: readonly string[], to: string, isDerived?: boolean
 * }} Row
 */

/** The columns, so that as many arrows as possible point to the right. */
const order = [
  'new',
  'draft',
  'sent',
  'expired',
  'revision_requested',
  'declined',
  'accepted',
  'ordered',
  'canceled',
]
const left = 176
const columnWidth = 98
const boxWidth = 88
const boxTop = 14
const boxHeight = 42
const rowHeight = 44
const dotRadius = 5

/**
 * Draws the statuses as columns and each operation as a row, with dots at the statuses from which
 * it is possible and an arrow to the status to which it leads.
 *
 * @param {readonly Transition[]} transitions
 * @param {readonly string[]} editable The statuses in which the content can be changed.
 */
export function drawLifecycle(transitions, editable) {
  const rows = rowsOf(transitions)
  const statuses = statusesOf(rows)
  const firstRow = boxTop + boxHeight + 34
  const bottom = firstRow + (rows.length - 1) * rowHeight + 22
  const legendTop = bottom + 16
  /** @param {string} status */
  const x = (status) => left + (statuses.indexOf(status) + 0.5) * columnWidth
  return drawSvg({
    title: 'The statuses of a quote, and the operations that change them',
    description: rows.map(sentenceOf).join(' '),
    width: left + statuses.length * columnWidth + 8,
    height: legendTop + 26,
    light: rules({ line: '#d1d9e0', box: '#f6f8fa', editable: '#ddf4ff', arrow: '#0969da' }),
    dark: rules({ line: '#3d444d', box: '#151b23', editable: '#12304f', arrow: '#4493f8' }),
    content: [
      ...statuses.flatMap((status) => drawStatus(status, x(status), bottom, editable)),
      ...rows.flatMap((row, index) => drawRow(row, firstRow + index * rowHeight, x)),
      `  <rect class="box editable" x="8" y="${legendTop}" width="22" height="14" rx="3"/>`,
      label(38, legendTop + 11, 'The customer and the lines can be changed.', ' class="muted"'),
      `  <rect class="box derived" x="300" y="${legendTop}" width="22" height="14" rx="3"/>`,
      label(330, legendTop + 11, 'Follows from the time, and is never stored.', ' class="muted"'),
      `  <circle class="tip" cx="602" cy="${legendTop + 7}" r="${dotRadius}"/>`,
      label(
        614,
        legendTop + 11,
        'Possible in this status. The arrow leads to the next.',
        ' class="muted"',
      ),
    ],
  })
}

/**
 * Returns the lines of a Markdown table of the transitions.
 *
 * @param {readonly Transition[]} transitions
 */
export function lifecycleTable(transitions) {
  const rows = transitions.map(
    ({ operation, from, to, by }) =>
      `| \`${operation}\` | ${listOf(from)} | \`${to}\` | ${by.join(', ')} |`,
  )
  return ['| Operation | From | To | By |', '| --- | --- | --- | --- |', ...rows]
}

/** @param {readonly string[]} names */
function listOf(names) {
  return names.map((name) => `\`${name}\``).join(', ')
}

/**
 * @param {readonly Transition[]} transitions
 * @returns {Row[]}
 */
function rowsOf(transitions) {
  const rows = transitions.map(({ operation, from, to, by }) => ({
    label: operation,
    by: by.join(' or '),
    from,
    to,
  }))
  const expiry = { label: 'At the time expires', by: '', from: ['sent'], to: 'expired' }
  return [...rows, { ...expiry, isDerived: true }]
}

/** @param {readonly Row[]} rows */
function statusesOf(rows) {
  const named = [...new Set(rows.flatMap(({ from, to }) => [...from, to]))]
  const unknown = named.filter((status) => !order.includes(status))
  return [...order.filter((status) => named.includes(status)), ...unknown]
}

/** @param {Row} row */
function sentenceOf({ label: name, by, from, to }) {
  const who = by === '' ? '' : ` by ${by}`
  return `${name}${who}: from ${from.join(', ')} to ${to}.`
}

/**
 * @param {string} status
 * @param {number} x
 * @param {number} bottom
 * @param {readonly string[]} editable
 */
function drawStatus(status, x, bottom, editable) {
  const kind = status === 'expired' ? ' derived' : editable.includes(status) ? ' editable' : ''
  const words = status.split(/(?<=_)/)
  const middle = boxTop + boxHeight / 2 + 4.5 - (words.length - 1) * 8
  return [
    `  <path class="line" d="M${x} ${boxTop + boxHeight}V${bottom}"/>`,
    `  <rect class="box${kind}" x="${x - boxWidth / 2}" y="${boxTop}" width="${boxWidth}" height="${boxHeight}" rx="6"/>`,
    ...words.map((word, index) =>
      label(x, middle + index * 16, word, ' class="status" text-anchor="middle"'),
    ),
  ]
}

/**
 * @param {Row} row
 * @param {number} y
 * @param {(status: string) => number} x
 */
function drawRow({ label: name, by, from, to, isDerived }, y, x) {
  const target = x(to)
  const sources = from.map(x)
  const dash = isDerived ? ' dashed' : ''
  /** @param {number[]} side */
  const arrow = (side) => {
    if (side.length === 0) return []
    const isLeft = side.every((source) => source < target)
    const start = isLeft ? Math.min(...side) : Math.max(...side)
    const tip = isLeft ? target - 2 : target + 2
    const back = isLeft ? tip - 9 : tip + 9
    return [
      `  <path class="arrow${dash}" d="M${start} ${y}H${back}"/>`,
      `  <path class="tip" d="M${tip} ${y}L${back} ${y - 5}V${y + 5}Z"/>`,
    ]
  }
  return [
    label(8, by === '' ? y + 4 : y - 2, name, ''),
    ...(by === '' ? [] : [label(8, y + 13, by, ' class="muted"')]),
    ...arrow(sources.filter((source) => source < target)),
    ...arrow(sources.filter((source) => source > target)),
    ...sources.map((source) => `  <circle class="tip" cx="${source}" cy="${y}" r="${dotRadius}"/>`),
  ]
}

/**
 * @param {number} x
 * @param {number} y
 * @param {string} text
 * @param {string} attributes
 */
function label(x, y, text, attributes) {
  return `  <text x="${x}" y="${y}"${attributes}>${escapeXml(text)}</text>`
}

/** @param {{ line: string, box: string, editable: string, arrow: string }} colors */
function rules({ line, box, editable, arrow }) {
  return [
    `.status { font-size: 12px; font-weight: 600 }`,
    `.line { stroke: ${line}; fill: none }`,
    `.box { fill: ${box}; stroke: ${line} }`,
    `.editable { fill: ${editable} }`,
    `.derived, .dashed { stroke-dasharray: 5 4 }`,
    `.arrow { stroke: ${arrow}; stroke-width: 2; fill: none }`,
    `.tip { fill: ${arrow} }`,
  ].join('\n')
}
