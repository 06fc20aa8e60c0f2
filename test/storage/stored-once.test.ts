import { PGlite } from '@electric-sql/pglite'
import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../src/catalog/memory.js'
import { createQuoteEngine } from '../../src/engine/create-quote-engine.js'
import type { QuoteStorage } from '../../src/ports/storage.js'
import { postgresStorage } from '../../src/storage/postgres/index.js'
import { sqliteStorage } from '../../src/storage/sqlite/index.js'
import { createCommit, updateCommit } from '../../src/testing/sample-commits.js'

interface Opened {
  readonly storage: QuoteStorage
  /** What stands before the names of the tables. */
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

async function openPostgres(): Promise<Opened> {
  const database = await PGlite.create()
  const storage = postgresStorage(database)
  await storage.migrate()
  return {
    storage,
    prefix: 'quotewright.',
    select: async (sql) => (await database.query(sql)).rows,
    run: (sql) => database.query(sql),
    close: () => database.close(),
  }
}

describe.each([
  ['SQLite', openSqlite, 'quote'],
  ['PGlite', openPostgres, 'quote::text as quote'],
] as const)('a quote that nobody has changed, on %s', (_, open, text) => {
  let opened: Opened
  beforeEach(async () => {
    opened = await open()
  })
  afterEach(() => opened.close())

  const first = createCommit()
  const second = updateCommit(first.record, { tag_list: ['a \u2028 "b"'] })

  it('is kept once, in the entry that created it', async () => {
    const { storage, prefix, select } = opened
    const kept = () => select(`select quote is null as once from ${prefix}quotes`)
    await storage.commit(first)
    expect(await kept()).toEqual([{ once: expect.toSatisfy(Boolean) }])
    await storage.commit(second)
    expect(await kept()).toEqual([{ once: expect.not.toSatisfy(Boolean) }])
  })

  it('is seen by SQL like any other, byte for byte', async () => {
    const { storage, prefix, select } = opened
    const seen = () => select(`select version, ${text} from ${prefix}current_quotes`)
    await storage.commit(first)
    expect(await seen()).toEqual([{ version: 1, quote: JSON.stringify(first.record.quote) }])
    await storage.commit(second)
    expect(await seen()).toEqual([{ version: 2, quote: JSON.stringify(second.record.quote) }])
  })

  it('is kept by itself where its entry has another one', async () => {
    const { storage } = opened
    const other = createCommit({ customer: { name: 'Grace' } })
    await storage.commit({ ...first, historyEntry: other.historyEntry })
    const loaded = await storage.load('store-1', 'quote-1')
    expect(JSON.stringify(loaded)).toBe(JSON.stringify(first.record))
  })

  it('is one that was never changed: an update that sets the whole of it has its own', async () => {
    const { storage } = opened
    await storage.commit(first)
    const { record, historyEntry: entry } = second
    const whole = { ...entry, patches: [{ op: 'replace' as const, path: [], value: record.quote }] }
    await storage.commit({ ...second, historyEntry: whole })
    expect(JSON.stringify(await storage.load('store-1', 'quote-1'))).toBe(JSON.stringify(record))
  })

  it('is refused alone where somebody has spoilt its entry, and not those that are loaded with it', async () => {
    const { storage, prefix, run } = opened
    await storage.commit(first)
    await storage.commit(createCommit({ quoteId: 'quote-2' }))
    await run(`update ${prefix}history set entry = '{}' where quote_id = 'quote-1'`)
    const engine = createQuoteEngine({ storage, catalog: memoryCatalog({}) })
    const loads = ['quote-1', 'quote-2'].map((id) => engine.getQuote({ storeId: 'store-1' }, id))
    const [spoilt, sound] = await Promise.allSettled(loads)
    expect(spoilt).toMatchObject({ reason: { code: 'storage_invalid_response' } })
    expect(sound).toMatchObject({ value: { quoteId: 'quote-2' } })
  })

  it('is refused where somebody has removed its entry', async () => {
    const { storage, prefix, run } = opened
    await storage.commit(first)
    await run(`delete from ${prefix}history`)
    const engine = createQuoteEngine({ storage, catalog: memoryCatalog({}) })
    await expect(engine.getQuote({ storeId: 'store-1' }, 'quote-1')).rejects.toMatchObject({
      code: 'storage_invalid_response',
      details: { operation: 'load', errors: { '': 'must be an object' } },
    })
  })
})
