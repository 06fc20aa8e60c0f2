import { createPool, type Pool } from 'mysql2/promise'
import { afterAll, beforeAll, describe } from 'vitest'
import { type MysqlStorage, mysqlStorage } from '../../../src/storage/mysql/index.js'

const url = process.env.QUOTEWRIGHT_MARIADB_URL

/** Why the server is not available, if it is not. */
export const mariadbMissing = url === undefined ? 'QUOTEWRIGHT_MARIADB_URL is not set' : undefined

/** Creates a pool on the server, with tests of its own databases. */
export function createMariadbPool(options: object = {}): Pool {
  return createPool({ uri: url ?? '', connectionLimit: 20, ...options })
}

/** A server, and a new database for each test that asks for one. */
export interface MariadbServer {
  readonly pool: Pool
  /** Returns a name that no other test uses. */
  nextDatabase(): string
  /** Creates a storage in a new database. */
  open(): Promise<{ readonly storage: MysqlStorage; readonly database: string }>
  drop(database: string): Promise<void>
}

let databases = 0

/** Returns a name that no other test uses. */
export function nextDatabase(): string {
  databases += 1
  return `quotewright_${process.pid}_${process.env.VITEST_POOL_ID ?? 0}_${databases}`
}

/** Defines tests that run on a MariaDB server. */
export function describeOnMariadb(title: string, define: (server: MariadbServer) => void): void {
  describe.skipIf(mariadbMissing)(
    `${title} on a MariaDB server (${mariadbMissing ?? 'here'})`,
    () => {
      let pool: Pool
      const opened: string[] = []
      beforeAll(() => {
        pool = createMariadbPool()
      })
      afterAll(async () => {
        for (const database of opened) await pool.query(`drop database if exists ${database}`)
        await pool?.end()
      })
      const server: MariadbServer = {
        get pool() {
          return pool
        },
        nextDatabase() {
          const database = nextDatabase()
          opened.push(database)
          return database
        },
        async open() {
          const database = server.nextDatabase()
          const storage = mysqlStorage(pool, { database })
          await storage.migrate()
          return { storage, database }
        },
        async drop(database) {
          await pool.query(`drop database ${database}`)
        },
      }
      define(server)
    },
  )
}
