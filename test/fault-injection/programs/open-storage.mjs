import Database from 'libsql'
import { createPool } from 'mysql2/promise'
import pg from 'pg'
import { mysqlStorage } from 'quotewright/mysql'
import { postgresStorage } from 'quotewright/postgres'
import { sqliteStorage } from 'quotewright/sqlite'

/**
 * Opens the storage of a writer process as a host does.
 *
 * @param {string} kind `sqlite`, `postgres` or `mariadb`
 * @param {string} place the file, the schema, or the database
 */
export async function openStorage(kind, place) {
  if (kind === 'sqlite') {
    const database = new Database(place)
    // Frequent checkpoints, so that kills and concurrent writes also hit checkpoints.
    database.exec('pragma wal_autocheckpoint = 50')
    const storage = sqliteStorage(database)
    // Long enough for any machine: only a lock that is never released takes this long.
    database.exec('pragma busy_timeout = 600000')
    return { storage, close: async () => void database.close() }
  }
  if (kind === 'mariadb') {
    const uri = /** @type {string} */ (process.env.QUOTEWRIGHT_MARIADB_URL)
    const pool = createPool({ uri, connectionLimit: 8 })
    const storage = mysqlStorage(pool, { database: place })
    await storage.migrate()
    return { storage, close: () => pool.end() }
  }
  const pool = new pg.Pool({ connectionString: process.env.QUOTEWRIGHT_POSTGRES_URL, max: 8 })
  const storage = postgresStorage(pool, { schema: place })
  await storage.migrate()
  return { storage, close: () => pool.end() }
}
