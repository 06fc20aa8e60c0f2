import { createPool } from 'mysql2/promise'
import { mysqlStorage } from 'quotewright/mysql'

/** Why scenarios on the server cannot run here, if they cannot. */
export const mariadbMissing = process.env.QUOTEWRIGHT_MARIADB_URL
  ? undefined
  : 'QUOTEWRIGHT_MARIADB_URL is not set'

/**
 * Opens a connection pool, and creates storages that each have a temporary database.
 *
 * @param {import('../harness/scenario.js').OnCleanUp} onCleanUp
 */
export function mariadbServer(onCleanUp, { connections = 16 } = {}) {
  const uri = /** @type {string} */ (process.env.QUOTEWRIGHT_MARIADB_URL)
  const pool = createPool({ uri, connectionLimit: connections })
  onCleanUp(() => pool.end())
  let databases = 0

  async function newStorage() {
    databases += 1
    const database = `quotewright_bench_${process.pid}_${databases}`
    onCleanUp(() => pool.query(`drop database if exists ${database}`))
    const storage = mysqlStorage(pool, { database })
    await storage.migrate()
    return { database, storage }
  }

  return { pool, newStorage }
}
