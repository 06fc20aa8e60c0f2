import pg from 'pg'
import { postgresStorage } from 'quotewright/postgres'

/**
 * Opens a connection pool, and creates storages that each have a temporary schema.
 *
 * @param {import('../harness/scenario.js').OnCleanUp} onCleanUp
 */
export function postgresServer(
  onCleanUp,
  { connections = 16, connectionString = process.env.QUOTEWRIGHT_POSTGRES_URL } = {},
) {
  const pool = new pg.Pool({ connectionString, max: connections })
  onCleanUp(() => pool.end())
  let schemas = 0

  async function newStorage(
    /** @type {import('quotewright/postgres').PostgresStorageOptions} */ options = {},
  ) {
    schemas += 1
    const schema = `quotewright_bench_${process.pid}_${schemas}`
    onCleanUp(() => pool.query(`drop schema if exists ${schema} cascade`))
    const storage = postgresStorage(pool, { schema, ...options })
    await storage.migrate()
    return { schema, storage }
  }

  /** Does at once what the server does in the background some time after many writes. */
  async function vacuum(/** @type {string} */ schema) {
    const { rows } = await pool.query('select tablename from pg_tables where schemaname = $1', [
      schema,
    ])
    for (const { tablename } of rows) await pool.query(`vacuum analyze ${schema}.${tablename}`)
  }

  return { pool, newStorage, vacuum }
}
