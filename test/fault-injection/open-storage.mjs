import Database from 'libsql'
import pg from 'pg'
import { postgresStorage } from 'quotewright/postgres'
import { sqliteStorage } from 'quotewright/sqlite'

/**
 * The storage of a writer process, opened as a host opens it.
 *
 * @param {string} kind `sqlite` or `postgres`
 * @param {string} place the file, or the schema
 */
export async function openStorage(kind, place) {
  if (kind === 'sqlite') {
    const database = new Database(place)
    // Every few commits, so that processes are killed, and meet each other, in checkpoints too.
    database.exec('pragma wal_autocheckpoint = 50')
    const storage = sqliteStorage(database)
    // Only what hangs takes as long: a busy machine may keep the lock from a writer for more than five seconds.
    database.exec('pragma busy_timeout = 600000')
    return { storage, close: async () => void database.close() }
  }
  const pool = new pg.Pool({ connectionString: process.env.QUOTEWRIGHT_POSTGRES_URL, max: 8 })
  const storage = postgresStorage(pool, { schema: place })
  await storage.migrate()
  return { storage, close: () => pool.end() }
}
