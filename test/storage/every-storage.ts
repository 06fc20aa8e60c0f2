import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import type { StoragePort } from '../../src/ports/storage.js'
import { memoryStorage } from '../../src/storage/memory/index.js'
import { mysqlStorage } from '../../src/storage/mysql/index.js'
import { type PostgresClient, postgresStorage } from '../../src/storage/postgres/index.js'
import { sqliteStorage } from '../../src/storage/sqlite/index.js'
import { borrowPglite } from '../setup/pglite.js'
import { createMariadbPool, mariadbMissing, nextDatabase } from './mysql/databases.js'
import { type OpenDatabase, sqliteDrivers } from './sqlite/drivers.js'

/** A storage that the tests of a file share. Each test uses stores of its own. */
export interface OpenStorage {
  readonly storage: StoragePort
  /** The share of the runs of a property to make on this storage: databases are slower. */
  readonly share: number
  /** Rewrites the file of a database that leaves old bytes in the gaps of its pages. */
  vacuum?(): void
  /** Returns everything that the storage holds, as text. */
  dump(): Promise<string>
  close(): Promise<void>
}

/**
 * The share of the runs to make on a database. `npm test`, which makes few, makes fewer there: CI
 * makes more, on all of them.
 */
const databaseShare = (fc.readConfigureGlobal().numRuns ?? 100) < 100 ? 0.1 : 0.2

interface Adapter {
  readonly name: string
  /** Why this adapter is not available, if it is not. */
  readonly missing?: string | undefined
  open(): Promise<OpenStorage>
}

/** The methods that read all that a storage in memory has: a new one must be here, too. */
const dumpedBy = ['findIdempotencyRecord', 'listHistory', 'listIdempotencyRecords', 'listState']
const otherMethods = ['commit', 'count', 'find', 'freezeStore', 'listEvents', 'load', 'loadState']
const knownMethods = [...dumpedBy, ...otherMethods, 'isStoreFrozen', 'saveState', 'unfreezeStore']

/** Remembers the stores that were written to, because a storage does not list them. */
async function openMemory(): Promise<OpenStorage> {
  const inner = memoryStorage()
  expect(Object.keys(inner).sort(), 'what dump reads').toEqual(knownMethods.sort())
  const storeIds = new Set<string>()
  const storage: StoragePort = {
    ...inner,
    commit(storeId, commit) {
      storeIds.add(storeId)
      return inner.commit(storeId, commit)
    },
  }
  const all = { limit: Number.MAX_SAFE_INTEGER, maxBytes: Number.MAX_SAFE_INTEGER }
  const dumpStore = async (storeId: string) => {
    const { items: events } = await inner.listEvents(storeId, { ...all, afterPosition: 0 })
    const refs = events.map(({ kind, id }) => ({ kind, id }))
    const histories = refs.map((ref) =>
      inner.listHistory(storeId, ref, { ...all, afterVersion: 0 }),
    )
    const query = { kind: 'quote', terms: [], words: [], times: {}, order: 'newest' as const }
    const found = [true, false].map((deleted) =>
      inner.find(storeId, { ...all, ...query, deleted, after: undefined }),
    )
    const keys = await inner.listIdempotencyRecords(storeId, {
      ...{ afterKey: '', createdFrom: 0, limit: all.limit },
    })
    const state = await inner.listState(storeId, { afterKey: '', beforeKey: '\uffff', ...all })
    return JSON.stringify([events, await inner.load(storeId, refs), histories, found, keys, state])
  }
  const dump = async () => (await Promise.all([...storeIds].map(dumpStore))).join('\n')
  return { storage, share: 1, dump, close: async () => undefined }
}

/** Blobs as text, so that the strings in them are found. */
function toText(rows: readonly unknown[]): string {
  return JSON.stringify(rows, (_, value) => {
    if (value?.type === 'Buffer') return Buffer.from(value.data).toString('latin1')
    return value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value
  })
}

/** The tables with rows of their own, which include those behind virtual tables. */
function tablesOf(database: OpenDatabase): readonly string[] {
  const sql = `select name from sqlite_master where type = 'table' and sql not like 'create virtual%'`
  return (database.prepare(sql).all() as { readonly name: string }[]).map(({ name }) => name)
}

function openSqlite(open: (path: string) => OpenDatabase) {
  return async (): Promise<OpenStorage> => {
    const folder = mkdtempSync(join(tmpdir(), 'quotewright-'))
    const database = open(join(folder, 'quotes.sqlite'))
    return {
      storage: sqliteStorage(database),
      share: databaseShare,
      vacuum: () => database.exec('vacuum'),
      async dump() {
        database.prepare('pragma wal_checkpoint(truncate)').all()
        const rows = tablesOf(database).map((table) =>
          toText(database.prepare(`select * from "${table}"`).all()),
        )
        const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'))
        return [...rows, ...files].join('\n')
      },
      async close() {
        database.close()
        rmSync(folder, { recursive: true })
      },
    }
  }
}

async function openPostgres(
  client: PostgresClient,
  end: () => Promise<void>,
  citus = false,
): Promise<OpenStorage> {
  const schema = `quotewright_every_${process.pid}`
  const storage = postgresStorage(client, { schema, citus })
  await storage.migrate()
  const rowsOf = async (sql: string) => (await client.query(sql)).rows as { readonly row: string }[]
  return {
    storage,
    share: databaseShare,
    async dump() {
      const tables = await rowsOf(
        `select table_name as row from information_schema.tables where table_schema = '${schema}'`,
      )
      const dumps: string[] = []
      for (const { row: table } of tables)
        dumps.push(JSON.stringify(await rowsOf(`select t::text as row from ${schema}.${table} t`)))
      return dumps.join('\n')
    },
    async close() {
      await client.query(`drop schema ${schema} cascade`)
      await end()
    },
  }
}

async function openMariadb(): Promise<OpenStorage> {
  const database = nextDatabase()
  const pool = createMariadbPool({ connectionLimit: 2 })
  const storage = mysqlStorage(pool, { database })
  await storage.migrate()
  return {
    storage,
    share: databaseShare,
    async dump() {
      const [tables] = await pool.query(`show tables from ${database}`)
      const dumps: string[] = []
      for (const table of (tables as object[]).flatMap((row) => Object.values(row))) {
        const [rows] = await pool.query(`select * from ${database}.${table}`)
        dumps.push(toText(rows as unknown[]))
      }
      return dumps.join('\n')
    },
    async close() {
      await pool.query(`drop database ${database}`)
      await pool.end()
    },
  }
}

const url = process.env.QUOTEWRIGHT_POSTGRES_URL
const citusUrl = process.env.QUOTEWRIGHT_CITUS_URL

const adapters: readonly Adapter[] = [
  { name: 'memoryStorage', open: openMemory },
  ...sqliteDrivers.map(({ name, missing, open }) => ({
    name: `sqliteStorage on ${name}`,
    missing,
    open: openSqlite(open),
  })),
  {
    name: 'postgresStorage on PGlite',
    async open() {
      const { database, giveBack } = await borrowPglite()
      return openPostgres(database, giveBack)
    },
  },
  {
    name: 'postgresStorage on a PostgreSQL server',
    missing: url === undefined ? 'QUOTEWRIGHT_POSTGRES_URL is not set' : undefined,
    open() {
      const pool = new pg.Pool({ connectionString: url, max: 2 })
      return openPostgres(pool, () => pool.end())
    },
  },
  {
    name: 'mysqlStorage on a MariaDB server',
    missing: mariadbMissing,
    open: openMariadb,
  },
  {
    name: 'postgresStorage on a Citus cluster',
    missing: citusUrl === undefined ? 'QUOTEWRIGHT_CITUS_URL is not set' : undefined,
    open() {
      const pool = new pg.Pool({ connectionString: citusUrl, max: 2 })
      return openPostgres(pool, () => pool.end(), true)
    },
  },
]

/** Defines tests that run on each storage. */
export function describeOnEveryStorage(
  title: string,
  defineTests: (opened: () => OpenStorage) => void,
): void {
  for (const { name, missing, open } of adapters)
    describe.skipIf(missing !== undefined)(`${title} on ${name} (${missing ?? 'here'})`, () => {
      let opened: OpenStorage
      beforeAll(async () => {
        opened = await open()
      })
      afterAll(() => opened.close())
      defineTests(() => opened)
    })
}
