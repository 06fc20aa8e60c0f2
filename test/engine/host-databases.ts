import Libsql from 'libsql'
import type { StoragePort } from '../../src/ports/storage.js'
import type { QuoteEngine } from '../../src/quote-engine/quote-engine.js'
import { postgresStorage } from '../../src/storage/postgres/index.js'
import { type SqliteDatabase, sqliteStorage } from '../../src/storage/sqlite/index.js'
import { borrowPglite } from '../setup/pglite.js'

/** An engine inside a transaction of the host. */
export type EngineInTransaction = ReturnType<QuoteEngine['using']>

/** A database of the host, with a table of its own and an engine. */
export interface HostDatabase {
  readonly engine: QuoteEngine
  /** Inserts a row and runs a task in one transaction, which commits unless the task throws. */
  insert(id: string, task: (engine: EngineInTransaction) => Promise<unknown>): Promise<void>
  /** Returns the rows that were inserted. */
  rows(): Promise<readonly unknown[]>
  close(): unknown
}

type OpenDatabase = (createEngine: (storage: StoragePort) => QuoteEngine) => Promise<HostDatabase>

const openPglite: OpenDatabase = async (createEngine) => {
  const { database, giveBack } = await borrowPglite()
  const storage = postgresStorage(database)
  await storage.migrate()
  await database.exec('create table host_rows (id text primary key)')
  const engine = createEngine(storage)
  return {
    engine,
    async insert(id, task) {
      await database.transaction(async (tx) => {
        await tx.query('insert into host_rows values ($1)', [id])
        await task(engine.using(tx))
      })
    },
    rows: async () => (await database.query('select id from host_rows order by id')).rows,
    close: giveBack,
  }
}

const openSqlite: OpenDatabase = async (createEngine) => {
  const database = new Libsql(':memory:') as unknown as SqliteDatabase & { close(): void }
  const engine = createEngine(sqliteStorage(database))
  database.exec('create table host_rows (id text primary key)')
  return {
    engine,
    async insert(id, task) {
      database.exec('begin immediate')
      try {
        database.prepare('insert into host_rows values (?)').run(id)
        await task(engine.using(database))
        database.exec('commit')
      } catch (error) {
        database.exec('rollback')
        throw error
      }
    },
    rows: async () => database.prepare('select id from host_rows order by id').all() as unknown[],
    close: () => database.close(),
  }
}

/** Each kind of database with a function that opens it. */
export const hostDatabases = [
  ['PGlite', openPglite],
  ['SQLite', openSqlite],
] as const
