import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { createConnection, createPool } from 'mysql2/promise'
import pg from 'pg'
import type { StoragePort } from '../../../src/ports/storage.js'
import type { RecordCommit } from '../../../src/record/commit.js'
import { type MysqlStorage, mysqlStorage } from '../../../src/storage/mysql/index.js'
import { type PostgresStorage, postgresStorage } from '../../../src/storage/postgres/index.js'
import { sqliteStorage } from '../../../src/storage/sqlite/index.js'
import { type QuoteJson, readStored, type StoredQuote } from './stored-quotes.js'

/** A separate database for one test, which writer processes share. */
export interface TestStore {
  /** Arguments of `openStorage`: the kind, and the file or schema. */
  readonly address: readonly [kind: string, place: string]
  commit(commits: readonly RecordCommit[]): Promise<void>
  /** Opens the store as a starting host does, and reads all quotes in one snapshot. */
  read(): Promise<StoredQuote[]>
  remove(): Promise<void>
}

export interface TestStoreKind {
  readonly name: string
  /** Why tests on this kind of store are skipped, if they are. */
  readonly skipReason: string | undefined
  create(name: string): TestStore
}

const url = process.env.QUOTEWRIGHT_POSTGRES_URL

export const sqliteKind: TestStoreKind = {
  name: 'a SQLite file',
  skipReason: undefined,
  create: sqliteFile,
}

export const postgresKind: TestStoreKind = {
  name: 'a PostgreSQL server',
  skipReason: url === undefined ? 'QUOTEWRIGHT_POSTGRES_URL is not set' : undefined,
  create: postgresSchema,
}

const mariadbUrl = process.env.QUOTEWRIGHT_MARIADB_URL ?? ''

export const mariadbKind: TestStoreKind = {
  name: 'a MariaDB server',
  skipReason: mariadbUrl === '' ? 'QUOTEWRIGHT_MARIADB_URL is not set' : undefined,
  create: mariadbDatabase,
}

export const testStoreKinds: readonly TestStoreKind[] = [sqliteKind, postgresKind, mariadbKind]

/** Selects from quotes and history, to find a history without a record. */
const selectQuotes = (prefix: string, json: string) =>
  `select quote_id, max(quote) as quote from (
     select quote_id, ${json} as quote from ${prefix}current_quotes
     union all select id as quote_id, null as quote from ${prefix}history where kind = 'quote'
   ) as quotes group by quote_id order by quote_id`

function sqliteFile(name: string): TestStore {
  const folder = mkdtempSync(join(tmpdir(), `quotewright-${name}-`))
  const file = join(folder, 'quotes.sqlite')
  async function withStorage<T>(
    use: (storage: StoragePort, database: Database.Database) => Promise<T>,
  ): Promise<T> {
    const database = new Database(file)
    try {
      return await use(sqliteStorage(database), database)
    } finally {
      database.close()
    }
  }
  return {
    address: ['sqlite', file],
    commit: (commits) => withStorage((storage) => commitAll(storage, commits)),
    read: () =>
      withStorage(async (storage, database) => {
        const check = database.prepare('pragma integrity_check').get()
        if (Object(check).integrity_check !== 'ok')
          throw new Error(`the SQLite file is corrupt: ${JSON.stringify(check)}`)
        const sql = selectQuotes('quotewright_', 'quote')
        return readStored(storage, database.prepare(sql).all() as QuoteJson[])
      }),
    remove: async () => rmSync(folder, { recursive: true }),
  }
}

function postgresSchema(name: string): TestStore {
  const schema = `quotewright_${name.replaceAll('-', '_')}_${process.pid}`
  async function withStorage<T>(use: (storage: PostgresStorage, client: pg.Client) => Promise<T>) {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      return await use(postgresStorage(client, { schema }), client)
    } finally {
      await client.end()
    }
  }
  return {
    address: ['postgres', schema],
    commit: (commits) =>
      withStorage(async (storage) => {
        await storage.migrate()
        await commitAll(storage, commits)
      }),
    read: () =>
      withStorage(async (storage, client) => {
        await storage.migrate()
        // A killed client's statement may still be running; it must not commit between two reads.
        await client.query('begin isolation level repeatable read, read only')
        const sql = selectQuotes(`${schema}.`, 'quote::text')
        const { rows } = await client.query<QuoteJson>(sql)
        return readStored(storage, rows)
      }),
    remove: () =>
      withStorage(async (_, client) => {
        await client.query(`drop schema if exists ${schema} cascade`)
      }),
  }
}

function mariadbDatabase(name: string): TestStore {
  const database = `quotewright_${name.replaceAll('-', '_')}_${process.pid}`
  async function withStorage<T>(use: (storage: MysqlStorage) => Promise<T>) {
    const pool = createPool({ uri: mariadbUrl, connectionLimit: 2 })
    try {
      const storage = mysqlStorage(pool, { database })
      await storage.migrate()
      return await use(storage)
    } finally {
      await pool.end()
    }
  }
  return {
    address: ['mariadb', database],
    commit: (commits) => withStorage((storage) => commitAll(storage, commits)),
    read: () =>
      withStorage(async (storage) => {
        // A killed client's statement may still be running; it must not commit between two reads.
        const connection = await createConnection(mariadbUrl)
        try {
          await connection.query('set transaction isolation level repeatable read')
          await connection.beginTransaction()
          const prefix = `${database}.quotewright_`
          const [rows] = await connection.query(
            `select convert(quote_id using utf8mb4) as quote_id, quote
             from (${selectQuotes(prefix, 'quote')}) as stored`,
          )
          return await readStored(storage.using(connection), rows as QuoteJson[])
        } finally {
          await connection.end()
        }
      }),
    async remove() {
      const connection = await createConnection(mariadbUrl)
      await connection.query(`drop database if exists ${database}`)
      await connection.end()
    },
  }
}

async function commitAll(storage: StoragePort, commits: readonly RecordCommit[]): Promise<void> {
  for (const commit of commits) {
    if ((await storage.commit('store-1', commit)) !== 'committed')
      throw new Error('expected an empty store, but a commit conflicted')
  }
}
