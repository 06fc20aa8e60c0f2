import { memoryStorage } from 'quotewright'
import { sqliteStorage } from 'quotewright/sqlite'
import { isShort } from '../harness/effort.mjs'
import { sequentialOnce } from '../harness/workloads.mjs'
import { postgresServer } from '../subjects/postgres-server.mjs'
import { sampleEngine } from '../subjects/sample-engine.mjs'
import { sampleRequest, storeId } from '../subjects/sample-store.mjs'
import { sqliteFiles } from '../subjects/sqlite-files.mjs'

/** @typedef {import('quotewright').QuoteEngine} QuoteEngine */
/** @typedef {import('quotewright').QuoteRecord} QuoteRecord */
/** @typedef {(engine: QuoteEngine, record: QuoteRecord) => Promise<QuoteRecord>} Step */

const lines = 10
const context = { storeId }
const callers = 64

/** @type {import('../harness/scenario.js').Scenario} */
export const scenario = {
  async prepare(onCleanUp) {
    const places = await openPlaces(onCleanUp)
    return {
      comparisons: places.flatMap(({ name, newEngine }) => stepsIn(name, newEngine)),
      figures: places.flatMap(({ name, newEngine }) => [
        rate(`updateQuote, one store, ${callers} callers, ${name}`, newEngine, update),
        rate(`sendQuote, one store, ${callers} callers, ${name}`, newEngine, send),
      ]),
    }
  },
}

/**
 * Returns the storages to measure. A database keeps its quotes; the memory is emptied, so that the
 * garbage collector has the same work in every round.
 *
 * @param {import('../harness/scenario.js').OnCleanUp} onCleanUp
 */
async function openPlaces(onCleanUp) {
  const inSqlite = sampleEngine(sqliteStorage(sqliteFiles(onCleanUp)('quotes')))
  const places = [
    { name: 'in memory', newEngine: () => sampleEngine(memoryStorage()) },
    { name: 'durable SQLite', newEngine: () => inSqlite },
  ]
  if (!process.env.QUOTEWRIGHT_POSTGRES_URL) return places
  const { storage } = await postgresServer(onCleanUp).newStorage()
  const inPostgres = sampleEngine(storage)
  return [...places, { name: 'PostgreSQL', newEngine: () => inPostgres }]
}

/**
 * Compares the steps of a quote's life with a change of one quantity.
 *
 * @param {string} name
 * @param {() => QuoteEngine} newEngine
 */
function stepsIn(name, newEngine) {
  const measureBaseline = measureOf(newEngine, update)
  return [
    { operation: 'sendQuote', measure: measureOf(newEngine, send) },
    { operation: 'acceptQuote', measure: measureOf(newEngine, accept, send) },
  ].map(({ operation, measure }) => ({
    benchmark: `${operation}, ${lines} lines, ${name}`,
    baseline: 'updateQuote of one quantity',
    measure,
    measureBaseline,
    target: 1,
  }))
}

/**
 * @param {() => QuoteEngine} newEngine
 * @param {Step} step Measured.
 * @param {Step} [before] Makes the step possible. Not measured.
 */
function measureOf(newEngine, step, before) {
  return sequentialOnce(async (count) => {
    const engine = newEngine()
    const records = await createQuotes(engine, count, before)
    return records.map((record) => () => step(engine, record))
  })
}

/**
 * @param {QuoteEngine} engine
 * @param {number} count
 * @param {Step} [next]
 */
async function createQuotes(engine, count, next) {
  const request = sampleRequest(lines)
  const create = async () => {
    const record = await engine.createQuote(context, request)
    return next === undefined ? record : next(engine, record)
  }
  /** @type {QuoteRecord[]} */
  const records = []
  while (records.length < count) {
    const length = Math.min(callers, count - records.length)
    records.push(...(await Promise.all(Array.from({ length }, create))))
  }
  return records
}

/**
 * @param {string} name
 * @param {() => QuoteEngine} newEngine
 * @param {Step} step
 * @returns {import('../harness/scenario.js').Figure}
 */
function rate(name, newEngine, step) {
  return {
    name,
    unit: 'per second',
    async measure() {
      const engine = newEngine()
      const records = await createQuotes(engine, isShort ? callers : 32 * callers)
      const left = [...records]
      const start = performance.now()
      const callRepeatedly = async () => {
        for (let next = left.pop(); next !== undefined; next = left.pop()) await step(engine, next)
      }
      await Promise.all(Array.from({ length: callers }, callRepeatedly))
      return (records.length * 1000) / (performance.now() - start)
    },
  }
}

/** @type {Step} */
function update(engine, { quoteId, quote: { products } }) {
  const changed = products.map(({ id, qty, key }, index) => {
    const line = key === null ? { id } : { id, key }
    return { ...line, qty: index === 4 ? qty + 1 : qty }
  })
  return engine.updateQuote(context, quoteId, { products: changed })
}

/** @type {Step} */
function send(engine, { quoteId }) {
  return engine.sendQuote(context, quoteId)
}

/** @type {Step} */
function accept(engine, { quoteId, quote: { revision = 0, seal } }) {
  return engine.acceptQuote(context, quoteId, { revision, seal })
}
