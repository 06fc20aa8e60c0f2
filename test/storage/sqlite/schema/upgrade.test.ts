import { readFileSync } from 'node:fs'
import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { HistoryEntry } from '../../../../src/record/history/entry.js'
import { Replay } from '../../../../src/record/history/replay.js'
import { type SqliteStorage, sqliteStorage } from '../../../../src/storage/sqlite/index.js'
import { tagsRef } from '../../../../src/store/tags-record.js'

// Both files come from one run of the release that had schema version 3: the database that it
// wrote, and what its engine returned. Keys of `quotes` are ids after a `=`.
const folder = new URL('../../saved/', import.meta.url)
const savedSql = readFileSync(new URL('sqlite-version-3.sql', folder), 'utf8')
const saved: SavedStores = JSON.parse(
  readFileSync(new URL('sqlite-version-3.json', folder), 'utf8'),
)

interface SavedStores {
  readonly stores: Readonly<Record<string, SavedStore>>
  readonly keys: readonly { readonly store_id: string; readonly key: string }[]
}

interface SavedStore {
  readonly tagOrder: readonly string[]
  readonly tags: Readonly<Record<string, object>>
  readonly quotes: Readonly<Record<string, SavedQuote>>
  readonly events: readonly {
    readonly position: number
    readonly quoteId: string
    readonly version: number
  }[]
}

interface SavedQuote {
  readonly current: { readonly quote: object; readonly version: number; readonly updated: number }
  readonly first: { readonly quote: object }
  readonly history: readonly HistoryEntry[]
}

const everything = { limit: 1_000, maxBytes: 2 ** 30 }

describe('sqliteStorage, on a database of version 3', () => {
  let database: Database.Database
  let storage: SqliteStorage

  beforeEach(() => {
    database = new Database(':memory:')
    database.exec(savedSql)
    storage = sqliteStorage(database)
  })
  afterEach(() => database.close())

  const schemaOf = (of: Database.Database) =>
    of.prepare('select type, name, sql from sqlite_schema order by type, name').all()
  const rowsOf = (table: string) => database.prepare(`select * from ${table}`).all()

  it('has the tables of a new database afterwards', () => {
    const fresh = new Database(':memory:')
    sqliteStorage(fresh)
    expect(schemaOf(database)).toEqual(schemaOf(fresh))
    expect(rowsOf('quotewright_schema')).toMatchObject([{ version: 4 }])
    fresh.close()
  })

  for (const [storeId, { quotes, tags, tagOrder, events }] of Object.entries(saved.stores)) {
    for (const [key, { current, first, history }] of Object.entries(quotes)) {
      const ref = { kind: 'quote', id: key.slice(1) }

      it(`returns the quote ${JSON.stringify(ref.id)} of ${storeId} as before`, async () => {
        const [record] = await storage.load(storeId, [ref])
        const { version, updated, value } = record ?? {}
        expect({ version, updated, value }).toEqual({
          version: current.version,
          updated: current.updated,
          value: current.quote,
        })
      })

      it(`returns the history of ${JSON.stringify(ref.id)} of ${storeId} as before`, async () => {
        const { items } = await storage.listHistory(storeId, ref, {
          afterVersion: 0,
          ...everything,
        })
        expect(items).toEqual(history)
        const replay = new Replay()
        for (const entry of items.slice(0, 1)) replay.apply(entry)
        expect(replay.value).toEqual(first.quote)
      })

      it(`finds ${JSON.stringify(ref.id)} of ${storeId} by its status`, async () => {
        const { items } = await storage.find(storeId, {
          kind: 'quote',
          deleted: false,
          terms: [['status:new']],
          words: [],
          times: {},
          order: 'newest',
          after: undefined,
          ...everything,
        })
        expect(items).toContainEqual(expect.objectContaining({ id: ref.id }))
      })
    }

    it(`adds the tags of ${storeId} as its last event, in the order in which they were set`, async () => {
      const page = await storage.listEvents(storeId, { afterPosition: 0, ...everything })
      const tagsEvent = page.items.at(-1)
      expect(
        page.items
          .slice(0, -1)
          .map(({ position, kind, id, entry }) => [position, kind, id, entry.version]),
      ).toEqual(
        events.map(({ position, quoteId, version }) => [position, 'quote', quoteId, version]),
      )
      expect(tagsEvent).toMatchObject({
        ...tagsRef,
        position: events.length + 1,
        entry: { version: 1, operation: 'setTag' },
      })
      const [record] = await storage.load(storeId, [tagsRef])
      expect(record).toMatchObject({ version: 1, replay: { base: 1, size: 0 } })
      expect(record?.value).toEqual(tagOrder.map((name) => tags[name]))
    })
  }

  it('keeps the idempotency keys', async () => {
    expect(rowsOf('quotewright_idempotency')).toHaveLength(saved.keys.length)
    for (const { store_id: storeId, key } of saved.keys)
      expect(await storage.findIdempotencyRecord(storeId, key)).toMatchObject({
        key,
        kind: 'quote',
      })
  })

  it('is left as it was if the upgrade fails', () => {
    const broken = new Database(':memory:')
    broken.exec(savedSql)
    broken.exec('create table quotewright_records (unexpected)')
    const before = schemaOf(broken)
    expect(() => sqliteStorage(broken)).toThrow(expect.objectContaining({ code: 'storage_failed' }))
    expect(schemaOf(broken)).toEqual(before)
    expect(broken.prepare('select count(*) as count from quotewright_quotes').get()).toMatchObject({
      count: 10,
    })
    broken.close()
  })
})

describe.each([2, 5, 99, null])('sqliteStorage, on a database of version %s', (version) => {
  it('rejects it and names both versions', () => {
    const database = new Database(':memory:')
    sqliteStorage(database)
    database.exec(`
      drop table quotewright_schema;
      create table quotewright_schema (version integer);
      insert into quotewright_schema values (${version})`)
    expect(() => sqliteStorage(database)).toThrow(
      expect.objectContaining({
        code: 'storage_schema_mismatch',
        details: { found: `schema version ${version}`, supported: 'schema version 4' },
      }),
    )
    database.close()
  })
})
