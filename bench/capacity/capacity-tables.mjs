/** The tables of docs/operating/capacity.md, from docs/capacity.json and the model. */
import { ratioText, threeDigits } from '../harness/table.mjs'
import { callersOfRates, kindNames, measuredFrom } from './capacity-factors.mjs'
import { kinds, limitNames, planFor } from './capacity-model.mjs'
import { sampleLoad, sampleMachines, sampleNumbers, sampleShops } from './sample-plan.mjs'

/** @typedef {ReturnType<typeof measuredFrom>} Measured */
/**
 * @typedef {object} CapacityRecord
 * @property {string} summary Of the machine.
 * @property {string} measured The day.
 * @property {number} rounds
 * @property {readonly import('../harness/scenario.js').FigureResult[]} figures
 * @property {readonly ForecastResult[]} forecasts
 */

/** @typedef {import('./capacity-model.mjs').Factors} Factors */
/** @typedef {import('./capacity-model.mjs').ShopLoad} ShopLoad */
/** @typedef {import('./capacity-model.mjs').Machines} Machines */
/** @typedef {import('../harness/scenario.js').ForecastResult} ForecastResult */

/**
 * Returns everything of docs/operating/capacity.md that is computed from docs/capacity.json:
 * tables, and lines on the machine and on the forecasts. Each is known by how it begins.
 *
 * @param {CapacityRecord} record
 * @returns {readonly string[]}
 */
export function computedParts(record) {
  const measured = measuredFrom(record.figures)
  return [
    assumptionsTable(),
    planTable(sampleShops, sampleLoad, measured, sampleMachines),
    callsTable(measured),
    storedTable(measured),
    ratesTable(measured),
    replayTable(record.forecasts),
    machineLine(record, measured),
    ratiosLine(record.forecasts),
  ]
}

/**
 * Returns a page whose computed parts are current.
 *
 * @param {string} page
 * @param {CapacityRecord} record
 */
export function replaceComputedParts(page, record) {
  return computedParts(record).reduce((text, part) => {
    const [beginning = ''] = /^\| [^|]* \||^Measured \S+ /.exec(part) ?? []
    const lines = text.split('\n')
    const first = lines.findIndex((line) => line.startsWith(beginning))
    if (first < 0) throw new Error(`expected a line that begins with "${beginning}"`)
    const length = lines.slice(first).indexOf('')
    return lines.toSpliced(first, length, part).join('\n')
  }, page)
}

/**
 * @param {CapacityRecord} record
 * @param {Measured} measured
 */
function machineLine({ summary, measured: day, rounds }, { machine }) {
  const others = `other programs used ${countText(machine.otherCores)} of the cores`
  return `Measured on ${summary}, ${day}, medians of ${rounds} rounds, while ${others}.`
}

/** @param {readonly ForecastResult[]} forecasts */
function ratiosLine(forecasts) {
  const medians = forecasts.map(({ ratio }) => ratio.median)
  const [least, greatest] = [Math.min(...medians), Math.max(...medians)].map(ratioText)
  return `Measured is between ${least} and ${greatest} times what was forecast.`
}

/** @type {Readonly<Record<keyof typeof sampleNumbers, string>>} */
const assumptions = {
  quotesPerDay: 'Quotes that a shop creates a day, on average over all shops',
  changes: 'Changes of a quote',
  reads: 'Reads of a quote',
  lists: 'Lists for each quote, of 20 quotes',
  retentionDays: 'Days that a quote is kept',
  peakFactor: 'Calls a second at the peak ÷ their mean over the day',
  skew: 'Exponent of Zipf’s law, by which stores differ',
  serverCores: 'Cores of a server',
  serverDiskBytes: 'Bytes of a server for tables',
  serverConnections: 'Connections of a server',
  poolSize: 'Connections of a process to each server',
  utilization: 'Share of a core that is planned with',
}

function assumptionsTable() {
  const rows = Object.entries(assumptions).map(([name, text]) => {
    const number = sampleNumbers[/** @type {keyof typeof sampleNumbers} */ (name)]
    return [text, number >= 1e6 ? bytesText(number) : countText(number), `\`--${name}\``]
  })
  return table(['Assumed', '', 'Option'], rows)
}

/**
 * Returns what each kind of call costs.
 *
 * @param {Measured} measured
 */
function callsTable(measured) {
  const { engineCpu, serverCpu, preparedServerCpu, connection } = measured
  const { wal, coldWal, compressedWal } = measured
  return table(
    [
      'One call',
      'CPU of the engine',
      'CPU of the server',
      'with `preparedStatements`',
      'Time on a connection',
      'WAL',
      'after a checkpoint',
      'with `wal_compression`',
    ],
    kinds.map((kind) => [
      kindNames[kind],
      microsecondsText(engineCpu[kind]),
      microsecondsText(serverCpu[kind]),
      microsecondsText(preparedServerCpu[kind]),
      microsecondsText(connection[kind]),
      ...(kind === 'create' || kind === 'change'
        ? [wal, coldWal, compressedWal].map((bytes) => bytesText(bytes[kind]))
        : ['', '', '']),
    ]),
  )
}

/**
 * Returns the bytes of what is stored.
 *
 * @param {Measured} measured
 */
function storedTable({ bytes, space, backend }) {
  return table(
    ['Stored', 'Packed'],
    [
      ['A quote of 10 lines as created, with history and search', bytesText(bytes.quote)],
      ['Its first change', bytesText(bytes.firstChange)],
      ['A later change', bytesText(bytes.laterChange)],
      ['What is left of a quote with 6 changes that was erased', bytesText(bytes.erased)],
      ['An idempotency key, for a day', bytesText(bytes.key)],
      ['Tables in use, by their packed size', `× ${ratioText(space.slack)}`],
      ['Memory of the server for each connection', bytesText(backend.bytes)],
    ],
  )
}

/**
 * Returns the commits per second of one engine.
 *
 * @param {Measured} measured
 */
function ratesTable({ inOneStore, inAStoreEach, store }) {
  return table(
    ['Callers', ...callersOfRates.map(String)],
    [
      ['All in one store', ...callersOfRates.map((callers) => countText(inOneStore[callers]))],
      ['Each in a store', ...callersOfRates.map((callers) => countText(inAStoreEach[callers]))],
      [
        'All in one store, each with an engine',
        ...callersOfRates.map((callers) => (callers === 16 ? countText(store.commits) : '')),
      ],
    ],
  )
}

/**
 * Returns what numbers of shops need.
 *
 * @param {readonly number[]} shops
 * @param {ShopLoad} load
 * @param {Factors} factors
 * @param {Machines} machines
 */
export function planTable(shops, load, factors, machines) {
  const plans = shops.map((count) => planFor(count, load, factors, machines))
  /** @type {[name: string, cell: (plan: (typeof plans)[0]) => string][]} */
  const rows = [
    ['Quotes created a day', ({ quotesPerDay }) => countText(quotesPerDay)],
    ['Calls a second at the peak', ({ callsPerSecond }) => countText(callsPerSecond)],
    ['Commits a second at the peak', ({ commitsPerSecond }) => countText(commitsPerSecond)],
    ['Cores of engines', ({ engineCores }) => countText(engineCores)],
    ['Processes', ({ processes }) => countText(processes)],
    ['Cores of servers', ({ serverCores }) => countText(serverCores)],
    ['Connections, open', ({ connections }) => countText(connections)],
    ['Connections, busy', ({ busyConnections }) => countText(busyConnections)],
    ['Memory of connections', ({ connectionBytes }) => bytesText(connectionBytes)],
    [
      'WAL a day',
      ({ walPerDay, coldWalPerDay }) => `${bytesText(walPerDay)} to ${bytesText(coldWalPerDay)}`,
    ],
    ['Tables', ({ diskBytes }) => bytesText(diskBytes)],
    ['Busiest store: share', ({ busiestStore }) => percentText(busiestStore.share)],
    ['— commits a second', ({ busiestStore }) => countText(busiestStore.commitsPerSecond)],
    ['— tables', ({ busiestStore }) => bytesText(busiestStore.diskBytes)],
    ...limitNames.map((name) => {
      const cell = (/** @type {(typeof plans)[0]} */ { limits }) =>
        percentText(limits.find((limit) => limit.name === name)?.used)
      return /** @type {[string, typeof cell]} */ ([`Of one server: ${name}`, cell])
    }),
    ['**First limit**', ({ limits: [first] }) => `**${first?.name}, ${percentText(first?.used)}**`],
    ['**Servers**', ({ servers }) => `**${servers}**`],
    ['Busiest of them, by a hash', ({ busiestServer }) => percentText(busiestServer)],
  ]
  return table(
    ['Plan', ...shops.map((count) => `${countText(count)} shops`)],
    rows.map(([name, cell]) => [name, ...plans.map(cell)]),
  )
}

/**
 * Returns what was measured of each part in each replay, with its ratio to the forecast.
 *
 * @param {readonly ForecastResult[]} forecasts
 */
function replayTable(forecasts) {
  const names = [...new Set(forecasts.map(({ name }) => name))]
  const places = new Map(forecasts.map((each) => [`${each.load}, ${each.part}`, each]))
  return table(
    ['Replay', ...names],
    [...places.values()].map(({ load, part }) => [
      `${load}, ${part}`,
      ...names.map((name) => {
        const found = forecasts.find(
          (each) => each.load === load && each.part === part && each.name === name,
        )
        return found === undefined ? '' : forecastText(found)
      }),
    ]),
  )
}

/** @param {ForecastResult} forecast */
function forecastText({ unit, measured, ratio }) {
  const value = unit === 'bytes' ? bytesText(measured) : `${countText(measured)} ${unit}`.trim()
  return `${value}: **${ratioText(ratio.median)}** (${ratioText(ratio.lowerQuartile)}–${ratioText(ratio.upperQuartile)})`
}

/** @param {number | undefined} microseconds */
function microsecondsText(microseconds = Number.NaN) {
  return `${threeDigits(microseconds)} µs`
}

/** @param {number | undefined} bytes */
function bytesText(bytes = Number.NaN) {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB', 'PB']
  const power = Math.max(0, Math.floor(Math.log10(Math.max(bytes, 1)) / 3))
  const value = bytes / 1_000 ** power
  return `${power === 0 ? Math.round(value) : countText(value)} ${units[power]}`
}

/**
 * Returns a number with two digits, or without decimals if it is 10 or more.
 *
 * @param {number | undefined} value
 */
function countText(value = Number.NaN) {
  if (value >= 10 || Number.isInteger(value))
    return String(Math.round(value)).replace(/\B(?=(?:\d{3})+$)/g, ',')
  return String(Number(value.toPrecision(2)))
}

/** @param {number | undefined} share */
function percentText(share = Number.NaN) {
  return `${countText(share * 100)} %`
}

/**
 * @param {readonly string[]} headings
 * @param {readonly (readonly string[])[]} rows
 */
function table(headings, rows) {
  return [headings, headings.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}
