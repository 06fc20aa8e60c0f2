import Database from 'libsql'
import type { StoragePort } from '../../src/ports/storage.js'
import type { IdempotencyRecord, RecordCommit } from '../../src/record/commit.js'
import { memoryStorage } from '../../src/storage/memory/index.js'
import { type PostgresClient, postgresStorage } from '../../src/storage/postgres/index.js'
import { sqliteStorage } from '../../src/storage/sqlite/index.js'
import { getRecord, type SampleCommit } from '../../src/testing/samples.js'
import { borrowPglite } from '../setup/pglite.js'

export interface OpenStorage {
  readonly storage: StoragePort
  /** Returns the stored keys, expired or not, in alphabetical order. */
  keys(storeId: string): Promise<readonly string[]>
  /** Drops the index by expiry, so that no query returns rows in its order by chance. */
  dropIndex(): unknown
  /** Returns the number of statements that an operation sends. */
  statementsOf(operation: () => Promise<unknown>): Promise<number>
  close(): unknown
}

const names = 'abcdefghijklmnopqrstuvwxyz'.split('')

/** Looks every key up by name: `memoryStorage` also returns expired records. */
export async function openMemory(): Promise<OpenStorage> {
  const storage = memoryStorage()
  return {
    storage,
    keys: async (storeId) =>
      names.filter((key) => storage.findIdempotencyRecord(storeId, key) !== undefined),
    dropIndex() {},
    statementsOf: async () => 0,
    close() {},
  }
}

export async function openSqlite(): Promise<OpenStorage> {
  const database = new Database(':memory:')
  const select = 'select key from quotewright_idempotency where store_id = ? order by key'
  return {
    storage: sqliteStorage(database),
    keys: async (storeId) =>
      (database.prepare(select).all(storeId) as { key: string }[]).map(({ key }) => key),
    dropIndex: () => database.exec('drop index quotewright_idempotency_by_expiry'),
    statementsOf: async () => 0,
    close: () => database.close(),
  }
}

export async function openPostgres(): Promise<OpenStorage> {
  const { database, giveBack } = await borrowPglite()
  const schema = 'quotewright_keys'
  let statements = 0
  const counting: PostgresClient = {
    query(text, values) {
      statements += 1
      return database.query(text, values)
    },
  }
  const storage = postgresStorage(counting, { schema })
  await storage.migrate()
  const select = `select key from ${schema}.idempotency where store_id = $1 order by key`
  return {
    storage,
    keys: async (storeId) =>
      (await database.query<{ key: string }>(select, [storeId])).rows.map(({ key }) => key),
    dropIndex: () => database.query(`drop index ${schema}.idempotency_by_expiry`),
    async statementsOf(operation) {
      statements = 0
      await operation()
      return statements
    },
    close: giveBack,
  }
}

export const now = 1_000

export function createRecord(key: string, expires: number, created = 0): IdempotencyRecord {
  return {
    key,
    fingerprint: `of ${key}`,
    kind: 'quote',
    id: 'quote-1',
    version: 1,
    created,
    expires,
  }
}

/** Returns a commit with a key that was used at this time. */
export function withKey(commit: SampleCommit, key: string, time = now): RecordCommit {
  const { kind, id, version } = getRecord(commit)
  return { ...commit, idempotency: { ...createRecord(key, time + 1_000, time), kind, id, version } }
}
