import { concurrent } from '../harness/workloads.mjs'
import { createPlainTable, insertPlainRow, plainRows } from '../subjects/plain-rows.mjs'
import { postgresServer } from '../subjects/postgres-server.mjs'
import { sampleEngine } from '../subjects/sample-engine.mjs'
import { sampleRequest, storeId } from '../subjects/sample-store.mjs'

const callers = 64

/** Suffixes of the benchmark's name, with the options of storage and engine, and the target. */
const variants = [
  { name: '', storage: {}, engine: {}, target: 0.6 },
  { name: ', prepared statements', storage: { preparedStatements: true }, engine: {} },
  {
    name: ', prepared statements, cached records',
    storage: { preparedStatements: true },
    engine: { recordCacheSize: callers },
  },
]

/** @type {import('../harness/scenario.js').Scenario} */
export const scenario = {
  needsPostgres: true,
  async prepare(onCleanUp) {
    const { pool, newStorage } = postgresServer(onCleanUp)
    const comparisons = variants.map(async ({ name, storage: options, engine, target }) => {
      const { schema, storage } = await newStorage(options)
      const { record, update } = await quotesToUpdate(sampleEngine(storage, engine))
      return {
        benchmark: `updateQuote, 10 lines, PostgreSQL, 64 callers${name}`,
        baseline: 'single-row compare-and-set updates, same pool',
        measure: concurrent(callers, update),
        measureBaseline: concurrent(callers, await plainUpdate(pool, `${schema}.plain`, record)),
        ...(target === undefined ? undefined : { target }),
      }
    })
    return { comparisons: await Promise.all(comparisons) }
  },
}

/**
 * Creates a quote for each caller, and returns a function that updates it.
 *
 * @param {import('quotewright').QuoteEngine} engine
 */
async function quotesToUpdate(engine) {
  const request = sampleRequest()
  const create = () => engine.createQuote({ storeId }, request)
  const record = await create()
  const records = [record, ...(await Promise.all(Array.from({ length: callers - 1 }, create)))]
  let updates = 0
  const update = (/** @type {number} */ caller) => {
    updates += 1
    const changes = { customer: { city: `City ${updates}` } }
    return engine.updateQuote({ storeId }, records[caller]?.quoteId ?? '', changes)
  }
  return { record, update }
}

/**
 * Inserts a row for each caller, and returns a function that updates it.
 *
 * @param {import('pg').Pool} pool
 * @param {string} table
 * @param {import('quotewright').QuoteRecord} record
 */
async function plainUpdate(pool, table, record) {
  await pool.query(createPlainTable(table))
  const rows = Array.from({ length: callers }, plainRows(record))
  for (const row of rows) await pool.query(insertPlainRow(table), row)
  const update = `update ${table} set version = $3, updated = $4, quote = $5
    where store_id = $1 and quote_id = $2 and version = $6`
  return async (/** @type {number} */ caller) => {
    const row = /** @type {(typeof rows)[number]} */ (rows[caller])
    const version = row[2]
    row[2] += 1
    const { rowCount } = await pool.query(update, [...row, version])
    if (rowCount !== 1) throw new Error('expected to update one row, but its version had changed')
  }
}
