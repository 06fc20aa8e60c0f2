/** Prints results as Markdown tables, which read as well on a terminal. */

/** @typedef {import('./scenario.js').ComparisonResult} ComparisonResult */
/** @typedef {import('./scenario.js').FigureResult} FigureResult */

/** @param {readonly ComparisonResult[]} results */
export function comparisonTable(results) {
  return markdownTable(
    ['work', 'held against', "speed ÷ the limit's speed (quartiles)", 'target', '', 'time each'],
    results.map((result) => [
      result.work,
      result.limit,
      `**${ratioText(result.speed.median)}** (${ratioText(result.speed.lowerQuartile)}–${ratioText(result.speed.upperQuartile)})`,
      result.target === undefined ? '' : `≥ ${ratioText(result.target)}`,
      verdictOf(result),
      `${timeText(result.time.median)} to ${timeText(result.limitTime.median)}`,
    ]),
  )
}

/** @param {readonly FigureResult[]} results */
export function figureTable(results) {
  return markdownTable(
    ['also measured', 'value'],
    results.map(({ name, value, unit }) => [name, `${threeDigits(value)} ${unit}`]),
  )
}

/** @param {Pick<ComparisonResult, 'speed' | 'target'>} result */
export function verdictOf({ speed, target }) {
  if (target === undefined) return ''
  return speed.median >= target ? 'hit' : 'miss'
}

/** @param {number} ratio */
export function ratioText(ratio) {
  return ratio.toFixed(ratio < 10 ? 2 : 1)
}

/** @param {number} microseconds */
function timeText(microseconds) {
  return microseconds < 1000
    ? `${threeDigits(microseconds)} µs`
    : `${threeDigits(microseconds / 1000)} ms`
}

/** @param {number} value */
function threeDigits(value) {
  const decimals = Math.max(0, 2 - Math.floor(Math.log10(Math.max(value, 0.1))))
  return value.toFixed(decimals).replace(/\B(?=(?:\d{3})+$)(?<!\.\d*)/g, ',')
}

/**
 * @param {readonly string[]} headings
 * @param {readonly (readonly string[])[]} rows
 */
export function markdownTable(headings, rows) {
  const widths = headings.map((heading, column) =>
    Math.max(3, heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const drawRow = (/** @type {readonly string[]} */ cells) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const rule = widths.map((width) => '-'.repeat(width))
  return [headings, rule, ...rows].map(drawRow).join('\n')
}
