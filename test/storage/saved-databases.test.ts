import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'libsql'
import { afterEach, describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../src/catalog/memory.js'
import type { StateStorage } from '../../src/ports/state.js'
import type { StoragePort } from '../../src/ports/storage.js'
import { hideNewKeys } from '../../src/quote/model/line-keys.js'
import type { QuoteRecord } from '../../src/quote/model/quote.js'
import { replayQuote } from '../../src/quote/model/quote-record.js'
import { createQuoteEngine } from '../../src/quote-engine/quote-engine.js'
import { postgresStorage } from '../../src/storage/postgres/index.js'
import { sqliteStorage } from '../../src/storage/sqlite/index.js'
import { createPglite } from '../setup/pglite.js'

// The files come from the release that first had schema version 4: the databases that it wrote,
// and what its engine returned for both of them.
const folder = new URL('saved/', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8')
const stores = JSON.parse(read('version-4.json')) as readonly SavedStore[]

interface SavedStore {
  readonly context: { readonly storeId: string; readonly actor?: string }
  /** Pages of `listQuotes` by the JSON of its options. */
  readonly lists: Readonly<Record<string, readonly object[]>>
  readonly histories: Readonly<Record<string, readonly SavedEntry[]>>
  readonly events: readonly object[]
  readonly tags: readonly object[]
}

interface SavedEntry {
  readonly timestamp: number
  readonly actor?: string
}

/** Returns an entry of that release with the names that its fields have now. */
function renamed({ timestamp: time, actor: by, ...entry }: SavedEntry): object {
  return by === undefined ? { ...entry, time } : { ...entry, time, by }
}

/** Returns a record as that release showed it: new lines had no keys, deleted quotes no time. */
function asSaved({ quote, deleted: _, ...record }: QuoteRecord & { deleted?: number }): object {
  return { ...record, quote: hideNewKeys(quote) }
}

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp()
})

const storages: Readonly<Record<string, () => Promise<StoragePort & StateStorage>>> = {
  async sqliteStorage() {
    const temporary = mkdtempSync(join(tmpdir(), 'quotewright-'))
    cleanups.push(() => rmSync(temporary, { recursive: true }))
    const path = join(temporary, 'quotes.sqlite')
    copyFileSync(fileURLToPath(new URL('sqlite-version-4.db', folder)), path)
    const database = new Database(path)
    cleanups.push(() => database.close())
    return sqliteStorage(database)
  },

  async postgresStorage() {
    const database = await createPglite()
    cleanups.push(() => database.close())
    await database.exec(read('postgres-version-4.sql'))
    const storage = postgresStorage(database)
    await storage.migrate()
    return storage
  },
}

describe.each(Object.keys(storages))('%s, on a saved database of schema version 4', (name) => {
  it('returns every list, history, event and tag as before', async () => {
    const storage = (await storages[name]?.()) as StoragePort
    const engine = createQuoteEngine({ storage, catalog: memoryCatalog({}) })
    for (const { context, lists, histories, events, tags } of stores) {
      for (const [options, records] of Object.entries(lists)) {
        const asked = JSON.parse(options) as { readonly deleted?: boolean }
        const { items } = await engine.listQuotes(context, asked)
        for (const { deleted } of items)
          expect(deleted).toEqual(asked.deleted ? expect.any(Number) : undefined)
        expect(items.map(asSaved)).toEqual(records)
      }
      for (const [quoteId, entries] of Object.entries(histories))
        expect((await engine.listHistory(context, quoteId)).items).toEqual(entries.map(renamed))
      const page = await engine.listEvents(context)
      const shown = page.items.map(({ entry: { version, operation }, ...event }) => ({
        ...event,
        version,
        operation,
      }))
      expect(shown).toEqual(events)
      expect(Object.values(await engine.listTags(context))).toEqual(tags)
    }
  })

  it('replays and erases saved quotes, whose entries keep their times', async () => {
    const storage = (await storages[name]?.()) as StoragePort
    const engine = createQuoteEngine({ storage, catalog: memoryCatalog({}) })
    for (const { context, lists } of stores)
      for (const record of (lists['{}'] ?? []) as readonly QuoteRecord[]) {
        const { quoteId, version, updated } = record
        const { quote } = await engine.getQuote(context, quoteId, { time: updated })
        expect(hideNewKeys(quote)).toEqual(record.quote)
        const { items: entries } = await engine.listHistory(context, quoteId)
        expect(replayQuote(entries)).toEqual(quote)
        await engine.eraseQuote(context, quoteId)
        const { items: events } = await engine.listEvents(context, { limit: 1_000 })
        const erased = events.flatMap((event) => (event.id === quoteId ? [event.entry] : []))
        const kept = entries.map(({ version: each, time, operation }) => ({
          ...{ version: each, time, operation, patches: [] },
        }))
        expect(erased.slice(0, version)).toEqual(kept)
      }
  })

  it('keeps values of background processes, though it was saved without their table', async () => {
    const storage = (await storages[name]?.()) as StateStorage
    const write = { key: 'a', previousVersion: 0, version: 1, value: 1 }
    expect(await storage.saveState('store-1', write)).toBe(true)
    expect(await storage.loadState('store-1', ['a'])).toEqual([{ key: 'a', version: 1, value: 1 }])
  })

  it('takes new quotes after the saved ones', async () => {
    const storage = (await storages[name]?.()) as StoragePort
    const catalog = memoryCatalog({ 'store-1': [{ id: 1, price: 1 }] })
    const engine = createQuoteEngine({ storage, catalog })
    const context = { storeId: 'store-1' }
    const before = (await engine.listEvents(context, { limit: 1_000 })).items.length
    const request = { customer: { name: 'New' }, products: [{ id: 1, qty: 1 }] }
    const { quoteId } = await engine.createQuote(context, request)
    const { items } = await engine.listEvents(context, { after: before })
    expect(items).toMatchObject([{ position: before + 1, id: quoteId }])
    expect((await engine.listQuotes(context, { limit: 1 })).items).toMatchObject([{ quoteId }])
  })
})
