import { spreadOf } from '../harness/statistics.mjs'
import { kinds } from './capacity-model.mjs'

/** @typedef {import('./capacity-model.mjs').Factors} Factors */
/** @typedef {import('./capacity-model.mjs').Kind} Kind */
/** @typedef {import('../harness/scenario.js').FigureResult} FigureResult */
/** @typedef {{ readonly name: string, readonly unit: string }} Text */

/** @type {Readonly<Record<Kind, string>>} */
export const kindNames = {
  create: '`createQuote` with a key',
  change: '`updateQuote`',
  read: '`getQuote`',
  list: '`listQuotes`, 20 quotes',
}

/** Callers for whom commits per second are measured. */
export const callersOfRates = [1, 4, 16, 64, 256]

/**
 * The names and units of everything that is measured to plan with: the factors of the model, and
 * what the page says besides.
 */
const names = {
  engineCpu: ofKinds('CPU of the engine', 'µs'),
  serverCpu: ofKinds('CPU of the server', 'µs'),
  fullEngineCpu: ofKinds('CPU of the engine at full load', 'µs'),
  fullServerCpu: ofKinds('CPU of the server at full load', 'µs'),
  preparedEngineCpu: ofKinds('CPU of the engine, prepared statements', 'µs'),
  preparedServerCpu: ofKinds('CPU of the server, prepared statements', 'µs'),
  connection: ofKinds('time on a connection', 'µs'),
  wal: ofKinds('WAL', 'bytes', ['create', 'change']),
  coldWal: ofKinds('WAL after a checkpoint', 'bytes', ['create', 'change']),
  compressedWal: ofKinds('WAL after a checkpoint, wal_compression', 'bytes', ['create', 'change']),
  bytes: {
    quote: { name: 'a quote of 10 lines as created, packed', unit: 'bytes' },
    firstChange: { name: 'its first change, packed', unit: 'bytes' },
    erased: { name: 'an erased quote with 6 changes, packed', unit: 'bytes' },
    laterChange: { name: 'a later change, packed', unit: 'bytes' },
    key: { name: 'an idempotency key, packed', unit: 'bytes' },
  },
  space: { slack: { name: 'size of the tables ÷ their packed size', unit: '' } },
  store: {
    commits: { name: 'createQuote in one store, each in its own statement', unit: 'a second' },
  },
  idle: { server: { name: 'CPU of a server without calls', unit: 'µs a second' } },
  backend: { bytes: { name: 'private memory of a connection', unit: 'bytes' } },
  inOneStore: ofCallers('in one store'),
  inAStoreEach: ofCallers('in a store each'),
  machine: { otherCores: { name: 'cores busy with other programs', unit: '' } },
}

/** @typedef {{ [Group in keyof typeof names]: Readonly<Record<string, number>> }} Measured */

/**
 * @param {string} name
 * @param {string} unit
 * @param {readonly Kind[]} of
 * @returns {Record<string, Text>}
 */
function ofKinds(name, unit, of = kinds) {
  return Object.fromEntries(of.map((kind) => [kind, { name: `${kindNames[kind]}: ${name}`, unit }]))
}

/**
 * @param {string} where
 * @returns {Record<string, Text>}
 */
function ofCallers(where) {
  const entries = callersOfRates.map((callers) => {
    const name = `createQuote, ${callers} ${callers === 1 ? 'caller' : 'callers'} ${where}`
    return [callers, { name, unit: 'a second' }]
  })
  return Object.fromEntries(entries)
}

const groups = /** @type {[keyof Measured, Record<string, Text>][]} */ (Object.entries(names))

/**
 * Returns the medians of what was measured several times.
 *
 * @param {readonly Measured[]} rounds
 * @returns {FigureResult[]}
 */
export function figuresOf(rounds) {
  return groups.flatMap(([group, members]) =>
    Object.entries(members).flatMap(([member, text]) => {
      const values = rounds.map((measured) => measured[group][member] ?? Number.NaN)
      return { ...text, value: spreadOf(values).median }
    }),
  )
}

/**
 * Returns what was measured from its figures.
 *
 * @param {readonly FigureResult[]} figures
 */
export function measuredFrom(figures) {
  const values = new Map(figures.map(({ name, value }) => [name, value]))
  const measured = groups.map(([group, members]) => {
    const entries = Object.entries(members).map(([member, { name }]) => {
      const value = values.get(name)
      if (value === undefined) throw new Error(`expected a figure "${name}"`)
      return [member, value]
    })
    return [group, Object.fromEntries(entries)]
  })
  return /** @type {Factors & Measured} */ (Object.fromEntries(measured))
}
