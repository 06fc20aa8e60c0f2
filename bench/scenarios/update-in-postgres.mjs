import { sideBySide } from '../harness/sides.mjs'
import { createPlainTable, insertPlainRow, plainRows } from '../subjects/plain-rows.mjs'
import { postgresServer } from '../subjects/postgres-server.mjs'
import { sampleEngine } from '../subjects/sample-engine.mjs'
import { sampleRequest, storeId } from '../subjects/sample-store.mjs'

const callers = 64

/** @type {import('../harness/scenario.js').Scenario} */
export const scenario = {
  needsPostgres: true,
  async prepare(afterwards) {
    const { pool, newStorage } = postgresServer(afterwards)
    const { schema, storage } = await newStorage()
    const engine = sampleEngine(storage)
    const record = await engine.createQuote({ storeId }, sampleRequest())
    const quoteIds = [record.quoteId]
    while (quoteIds.length < callers)
      quoteIds.push((await engine.createQuote({ storeId }, sampleRequest())).quoteId)

    let updates = 0
    const update = (/** @type {number} */ caller) => {
      updates += 1
      const changes = { customer: { city: `City ${updates}` } }
      return engine.updateQuote({ storeId }, quoteIds[caller] ?? '', changes)
    }
    return {
      comparisons: [
        {
          work: 'updateQuote, 10 lines, PostgreSQL, 64 callers',
          limit: 'compare-and-set updates of one row, through the same pool',
          ours: sideBySide(callers, update),
          theirs: sideBySide(callers, await plainUpdate(pool, `${schema}.plain`, record)),
          target: 0.6,
        },
      ],
    }
  },
}

/**
 * Fills a table with a row for every caller, and gives what updates it.
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
    if (rowCount !== 1) throw new Error('another version was stored')
  }
}
