import type { PGlite } from '@electric-sql/pglite'
import Database from 'libsql'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../src/catalog/memory.js'
import type { StoragePort } from '../../src/ports/storage.js'
import { createQuoteEngine } from '../../src/quote-engine/quote-engine.js'
import { mysqlStorage } from '../../src/storage/mysql/index.js'
import { postgresStorage } from '../../src/storage/postgres/index.js'
import { sqliteStorage } from '../../src/storage/sqlite/index.js'
import { commitOf, createCommit, getRecord, updateCommit } from '../../src/testing/samples.js'
import { type BorrowedPglite, borrowPglite } from '../setup/pglite.js'
import { createMariadbPool, mariadbMissing, nextDatabase } from './mysql/databases.js'

const quoteRef = { kind: 'quote', id: 'quote-1' }

interface Opened {
  readonly storage: StoragePort
  /** Prefix of the table names. */
  readonly prefix: string
  select(sql: string): Promise<readonly unknown[]>
  run(sql: string): Promise<unknown>
  close(): Promise<void>
}

async function openSqlite(): Promise<Opened> {
  const database = new Database(':memory:')
  return {
    storage: sqliteStorage(database),
    prefix: 'quotewright_',
    select: async (sql) => database.prepare(sql).all(),
    run: async (sql) => database.exec(sql),
    close: async () => {
      database.close()
    },
  }
}

/** Created once, because that takes longer than a test. Each test has a schema of its own. */
let borrowed: BorrowedPglite | undefined
let schemas = 0
afterAll(() => borrowed?.giveBack())

async function openPostgres(): Promise<Opened> {
  borrowed ??= await borrowPglite()
  const { database } = borrowed
  const { query } = database
  const client = { query: query.bind(database) as PGlite['query'] }
  schemas += 1
  const schema = `stored_once_${schemas}`
  const storage = postgresStorage(client, { schema })
  await storage.migrate()
  return {
    storage,
    prefix: `${schema}.`,
    select: async (sql) => (await client.query(sql)).rows,
    run: (sql) => client.query(sql),
    close: async () => {
      await client.query(`drop schema ${schema} cascade`)
    },
  }
}

async function openMariadb(): Promise<Opened> {
  const name = nextDatabase()
  const pool = createMariadbPool()
  const storage = mysqlStorage(pool, { database: name })
  await storage.migrate()
  const select = async (sql: string) => (await pool.query(sql))[0] as unknown[]
  return {
    storage,
    prefix: `${name}.quotewright_`,
    select,
    run: select,
    async close() {
      await pool.query(`drop database ${name}`)
      await pool.end()
    },
  }
}

const databases = [
  ['SQLite', undefined, openSqlite, 'quote'],
  ['PGlite', undefined, openPostgres, 'quote::text as quote'],
  ['MariaDB', mariadbMissing, openMariadb, 'quote'],
] as const

for (const [name, missing, open, quoteColumn] of databases)
  describe.skipIf(missing)(`an unchanged quote on ${name} (${missing ?? 'here'})`, () => {
    let opened: Opened
    beforeEach(async () => {
      opened = await open()
    })
    afterEach(() => opened.close())

    const first = createCommit()
    const second = updateCommit(getRecord(first), { tag_list: ['a \u2028 "b"'] })

    it('is stored once, in its first history entry', async () => {
      const { storage, prefix, select } = opened
      const rows = () => select(`select value is null as once from ${prefix}records`)
      await storage.commit('store-1', first)
      expect(await rows()).toEqual([{ once: expect.toSatisfy(Boolean) }])
      await storage.commit('store-1', second)
      expect(await rows()).toEqual([{ once: expect.not.toSatisfy(Boolean) }])
    })

    it('has the same JSON in current_quotes as a changed one', async () => {
      const { storage, prefix, select } = opened
      const rows = () => select(`select version, ${quoteColumn} from ${prefix}current_quotes`)
      await storage.commit('store-1', first)
      expect(await rows()).toEqual([{ version: 1, quote: JSON.stringify(getRecord(first).value) }])
      await storage.commit('store-1', second)
      expect(await rows()).toEqual([{ version: 2, quote: JSON.stringify(getRecord(second).value) }])
    })

    it('is stored in its own column if its entry contains another quote', async () => {
      const { storage } = opened
      const other = createCommit({ customer: { name: 'Grace' } })
      const [{ historyEntry }] = other.changes
      await storage.commit('store-1', commitOf({ ...first.changes[0], historyEntry }))
      const [loaded] = await storage.load('store-1', [quoteRef])
      expect(JSON.stringify(loaded)).toBe(JSON.stringify(getRecord(first)))
    })

    it('is stored in its own column after an update that replaces all of it', async () => {
      const { storage } = opened
      await storage.commit('store-1', first)
      const [change] = second.changes
      const { record, historyEntry: entry } = change
      const historyEntry = {
        ...entry,
        patches: [{ op: 'replace' as const, path: [], value: record.value }],
      }
      await storage.commit('store-1', commitOf({ ...change, historyEntry }))
      const [loaded] = await storage.load('store-1', [quoteRef])
      expect(JSON.stringify(loaded)).toBe(JSON.stringify(record))
    })

    it('is rejected if its entry is corrupted, and quotes loaded in the same batch are not', async () => {
      const { storage, prefix, run } = opened
      await storage.commit('store-1', first)
      await storage.commit('store-1', createCommit({ quoteId: 'quote-2' }))
      await run(`update ${prefix}history set entry = '{}' where id = 'quote-1'`)
      const engine = createQuoteEngine({ storage, catalog: memoryCatalog({}) })
      const loads = ['quote-1', 'quote-2'].map((id) => engine.getQuote({ storeId: 'store-1' }, id))
      const [corrupted, intact] = await Promise.allSettled(loads)
      expect(corrupted).toMatchObject({ reason: { code: 'storage_invalid_response' } })
      expect(intact).toMatchObject({ value: { quoteId: 'quote-2' } })
    })

    it('is rejected if its entry was deleted', async () => {
      const { storage, prefix, run } = opened
      await storage.commit('store-1', first)
      await run(`delete from ${prefix}history`)
      const engine = createQuoteEngine({ storage, catalog: memoryCatalog({}) })
      await expect(engine.getQuote({ storeId: 'store-1' }, 'quote-1')).rejects.toMatchObject({
        code: 'storage_invalid_response',
        details: { operation: 'load', errors: { '[0].value': 'must be an object' } },
      })
    })
  })
