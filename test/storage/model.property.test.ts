import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { memoryStorage } from '../../src/storage/memory/index.js'
import { mysqlStorage } from '../../src/storage/mysql/index.js'
import { type PostgresClient, postgresStorage } from '../../src/storage/postgres/index.js'
import { sqliteStorage } from '../../src/storage/sqlite/index.js'
import { storageModel } from '../../src/testing/model/index.js'
import type { StorageFixture } from '../../src/testing/storage-suite/fixture.js'
import { borrowPglite } from '../setup/pglite.js'
import { createMariadbPool, mariadbMissing, nextDatabase } from './mysql/databases.js'
import { sqliteDrivers } from './sqlite/drivers.js'

/** A fixture that all runs share; each run uses its own stores. */
interface OpenFixture extends StorageFixture {
  readonly close: () => unknown
}

interface Adapter {
  readonly name: string
  /** Why this adapter is not available, if it is not. */
  readonly missing?: string | undefined
  open(): OpenFixture | Promise<OpenFixture>
}

const memory: Adapter = {
  name: 'memoryStorage',
  open() {
    const storage = memoryStorage()
    return { storage, reopen: () => storage, close: () => undefined }
  },
}

/** Alternates between two connections to one file. */
const sqlite: readonly Adapter[] = sqliteDrivers.map(({ name, missing, open }) => ({
  name: `sqliteStorage on ${name}`,
  missing,
  open() {
    const folder = mkdtempSync(join(tmpdir(), 'quotewright-'))
    const databases = [0, 1].map(() => open(join(folder, 'quotes.sqlite')))
    const storages = databases.map((database) => sqliteStorage(database))
    let turns = 0
    const reopen = () => {
      turns += 1
      return storages[turns % 2] as (typeof storages)[0]
    }
    const close = () => {
      for (const database of databases) database.close()
      rmSync(folder, { recursive: true })
    }
    return { storage: reopen(), reopen, close }
  },
}))

const schema = `quotewright_model_${process.pid}`

async function postgresFixture(
  client: PostgresClient,
  end: () => Promise<void>,
  citus = false,
): Promise<OpenFixture> {
  const storage = postgresStorage(client, { schema, citus })
  await storage.migrate()
  const close = async () => {
    await client.query(`drop schema ${schema} cascade`)
    await end()
  }
  return { storage, reopen: () => postgresStorage(client, { schema, citus }), close }
}

const url = process.env.QUOTEWRIGHT_POSTGRES_URL
const citusUrl = process.env.QUOTEWRIGHT_CITUS_URL

const postgres: readonly Adapter[] = [
  {
    name: 'postgresStorage on PGlite',
    async open() {
      const { database, giveBack } = await borrowPglite()
      return postgresFixture(database, giveBack)
    },
  },
  {
    name: 'postgresStorage on a PostgreSQL server',
    missing: url === undefined ? 'QUOTEWRIGHT_POSTGRES_URL is not set' : undefined,
    open() {
      const pool = new pg.Pool({ connectionString: url, max: 2 })
      return postgresFixture(pool, () => pool.end())
    },
  },
  {
    name: 'postgresStorage on a Citus cluster',
    missing: citusUrl === undefined ? 'QUOTEWRIGHT_CITUS_URL is not set' : undefined,
    open() {
      const pool = new pg.Pool({ connectionString: citusUrl, max: 2 })
      return postgresFixture(pool, () => pool.end(), true)
    },
  },
]

const mariadb: Adapter = {
  name: 'mysqlStorage on a MariaDB server',
  missing: mariadbMissing,
  async open() {
    const database = nextDatabase()
    const pool = createMariadbPool({ connectionLimit: 2 })
    const storage = mysqlStorage(pool, { database })
    await storage.migrate()
    const close = async () => {
      await pool.query(`drop database ${database}`)
      await pool.end()
    }
    return { storage, reopen: () => mysqlStorage(pool, { database }), close }
  },
}

const runs = fc.readConfigureGlobal().numRuns ?? 100
/**
 * The share of the runs to make on a database, because each takes much longer there. `npm test`,
 * which makes few, makes fewer there: CI makes more, on all of them.
 */
const databaseShare = runs < 100 ? 0.1 : 0.25

for (const { name, missing, open } of [memory, ...sqlite, ...postgres, mariadb]) {
  describe.skipIf(missing !== undefined)(`${name} (${missing ?? 'here'})`, () => {
    let fixture: OpenFixture
    beforeAll(async () => {
      fixture = await open()
    })
    afterAll(() => fixture.close())

    it('returns and stores what the model does for every operation', async () => {
      const { storage, reopen } = fixture
      const numRuns = Math.ceil(runs * (name === memory.name ? 1 : databaseShare))
      await fc.assert(
        storageModel(fc, () => ({ storage, reopen })),
        { numRuns },
      )
    })
  })
}
