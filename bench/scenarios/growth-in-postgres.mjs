import { growthComparisons } from '../harness/growth.mjs'
import { copiedQuotes, copyRows } from '../subjects/copied-quotes.mjs'
import { postgresServer } from '../subjects/postgres-server.mjs'
import { sampleEngine } from '../subjects/sample-engine.mjs'
import { sampleRequest, storeId } from '../subjects/sample-store.mjs'

/** @type {import('../harness/scenario.js').Scenario} */
export const scenario = {
  needsPostgres: true,
  async prepare(onCleanUp) {
    const { pool, newStorage } = postgresServer(onCleanUp)
    return {
      comparisons: await growthComparisons('PostgreSQL', async (quotes) => {
        const { schema, storage } = await newStorage()
        const engine = sampleEngine(storage)
        await engine.createQuote({ storeId }, sampleRequest(1))
        await copyQuote(pool, schema, quotes)
        return copiedQuotes(engine, storeId, quotes)
      }),
    }
  },
}

/**
 * @param {import('pg').Pool} pool
 * @param {string} schema
 * @param {number} copies
 */
async function copyQuote(pool, schema, copies) {
  const numbers = `generate_series(1, ${copies}) as number`
  const id = "'copy-' || lpad(number::text, 8, '0')"
  const tables = await writableColumns(pool, schema)
  for (const [table, columns] of tables)
    if (columns.includes('quote_id'))
      await pool.query(copyRows(`${schema}.${table}`, columns, { numbers, id }))
  // Moves the store's last position, if a row stores it, after those of the copies.
  for (const [table, columns] of tables)
    if (columns.includes('position') && !columns.includes('quote_id'))
      await pool.query(`update ${schema}.${table} set position = position + ${copies}`)
  for (const [table] of tables) await pool.query(`vacuum analyze ${schema}.${table}`)
}

/**
 * @param {import('pg').Pool} pool
 * @param {string} schema
 * @returns {Promise<[table: string, columns: string[]][]>}
 */
async function writableColumns(pool, schema) {
  const { rows } = await pool.query(
    `select table_name as table, array_agg(column_name::text order by ordinal_position) as columns
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = $1 and table_type = 'BASE TABLE' and is_generated = 'NEVER' and is_identity = 'NO'
     group by table_name`,
    [schema],
  )
  return rows.map(({ table, columns }) => [table, columns])
}
