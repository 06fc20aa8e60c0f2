import { growthComparisons } from '../harness/growth.mjs'
import { copiedQuotes, copyRows, isOfRecords } from '../subjects/copied-quotes.mjs'
import { postgresServer } from '../subjects/postgres-server.mjs'
import { sampleEngine } from '../subjects/sample-engine.mjs'
import { sampleRequest, storeId } from '../subjects/sample-store.mjs'

/** @type {import('../harness/scenario.js').Scenario} */
export const scenario = {
  needsPostgres: true,
  async prepare(onCleanUp) {
    const { pool, newStorage, vacuum } = postgresServer(onCleanUp)
    return {
      comparisons: await growthComparisons('PostgreSQL', async (quotes) => {
        const { schema, storage } = await newStorage()
        const engine = sampleEngine(storage)
        await engine.createQuote({ storeId }, sampleRequest(1))
        await copyQuote(pool, schema, quotes)
        await vacuum(schema)
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
  const dialect = {
    copies: `generate_series(1, ${copies}) as copy`,
    id: "'copy-' || lpad(copy::text, 8, '0')",
  }
  for (const [table, columns] of await writableColumns(pool, schema)) {
    if (isOfRecords(columns)) await pool.query(copyRows(`${schema}.${table}`, columns, dialect))
    // Moves the store's last position after those of the copies.
    else if (columns.includes('position'))
      await pool.query(`update ${schema}.${table} set position = position + ${copies}`)
  }
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
