import * as core from 'quotewright'
import { postgresStorage } from 'quotewright/postgres'
import { sqliteStorage } from 'quotewright/sqlite'
import { concurrent } from '../harness/workloads.mjs'
import { baselineRelease, baselines } from '../subjects/baseline-release.mjs'
import { postgresServer } from '../subjects/postgres-server.mjs'
import { sampleProducts, sampleRequest, storeId } from '../subjects/sample-store.mjs'
import { sqliteFiles } from '../subjects/sqlite-files.mjs'

/** @typedef {import('quotewright').StoragePort} StoragePort */

const context = { storeId }

/** @type {import('../harness/scenario.js').Scenario} */
export const scenario = {
  async prepare(onCleanUp) {
    const comparisons = []
    const reasons = []
    for (const baseline of baselines) {
      const release = await baselineRelease(baseline)
      if (release.skipped === undefined)
        comparisons.push(...(await compare(onCleanUp, baseline, release)))
      else reasons.push(release.skipped)
    }
    return comparisons.length > 0 ? { comparisons } : { skipped: reasons.join('; ') }
  },
}

/**
 * @param {import('../harness/scenario.js').OnCleanUp} onCleanUp
 * @param {import('../subjects/baseline-release.mjs').Baseline} baseline
 * @param {{ core: typeof core, sqlite: any, postgres: any }} release
 */
function compare(onCleanUp, { name: baseline, targets }, release) {
  const openFile = sqliteFiles(onCleanUp)
  /** @type {StorageOfBoth[]} */
  const storages = [
    {
      name: 'memory',
      now: async () => core.memoryStorage(),
      before: async () => release.core.memoryStorage(),
    },
    {
      name: 'SQLite',
      now: async (file) => sqliteStorage(openFile(file)),
      before: async (file) => release.sqlite.sqliteStorage(openFile(`${file} before`)),
    },
  ]
  if (process.env.QUOTEWRIGHT_POSTGRES_URL !== undefined)
    storages.push(onPostgres(onCleanUp, release.postgres))
  const comparisons = storages.flatMap(({ name, now, before }) =>
    Object.entries(operations).flatMap(([operation, prepare]) =>
      [1, 64].map(async (callers) => {
        const file = `${operation} ${callers}`
        const engine = engineOf(core, await now(file))
        const old = engineOf(release.core, await before(file))
        return {
          benchmark: `${operation}, 10 lines, ${name}, ${callers} ${callers === 1 ? 'caller' : 'callers'}`,
          baseline,
          measure: concurrent(callers, await prepare(engine, callers)),
          measureBaseline: concurrent(callers, await prepare(old, callers)),
          target: targets[name],
        }
      }),
    ),
  )
  return Promise.all(comparisons)
}

/**
 * @typedef {object} StorageOfBoth
 * @property {keyof import('../subjects/baseline-release.mjs').Baseline['targets']} name
 * @property {(file: string) => Promise<StoragePort>} now
 * @property {(file: string) => Promise<StoragePort>} before
 */

/**
 * @param {import('../harness/scenario.js').OnCleanUp} onCleanUp
 * @param {{ readonly postgresStorage: typeof postgresStorage }} before
 * @returns {StorageOfBoth}
 */
function onPostgres(onCleanUp, before) {
  const { pool, newStorage } = postgresServer(onCleanUp)
  let schemas = 0
  return {
    name: 'PostgreSQL',
    now: async () => (await newStorage()).storage,
    async before() {
      schemas += 1
      const schema = `quotewright_bench_before_${process.pid}_${schemas}`
      onCleanUp(() => pool.query(`drop schema if exists ${schema} cascade`))
      const storage = before.postgresStorage(pool, { schema })
      await storage.migrate()
      return storage
    },
  }
}

function engineOf(
  /** @type {typeof core} */ { createQuoteEngine, memoryCatalog },
  /** @type {StoragePort} */ storage,
) {
  return createQuoteEngine({ storage, catalog: memoryCatalog({ [storeId]: sampleProducts() }) })
}

/** Each returns what a caller repeats. */
const operations = {
  'createQuote and getQuote': async (/** @type {core.QuoteEngine} */ engine) => async () => {
    const { quoteId } = await engine.createQuote(context, sampleRequest())
    return engine.getQuote(context, quoteId)
  },
  'updateQuote, a city and a quantity': repeatUpdates((update) => ({
    customer: { city: `City ${update}` },
    products: [{ id: 1, qty: 1 + (update % 50) }],
  })),
  // Changes nothing that quotes are found by.
  'updateQuote, a quantity': repeatUpdates((update) => ({
    products: [{ id: 1, qty: 1 + (update % 50) }],
  })),
}

function repeatUpdates(/** @type {(update: number) => core.UpdateQuoteRequest} */ changesOf) {
  return async (/** @type {core.QuoteEngine} */ engine, /** @type {number} */ callers) => {
    const create = () => engine.createQuote(context, sampleRequest())
    const records = await Promise.all(Array.from({ length: callers }, create))
    let updates = 0
    return (/** @type {number} */ caller) => {
      updates += 1
      return engine.updateQuote(context, records[caller]?.quoteId ?? '', changesOf(updates))
    }
  }
}
