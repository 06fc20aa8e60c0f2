import { PGlite } from '@electric-sql/pglite'
import Database from 'libsql'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { QuoteStorage } from '../../src/ports/storage.js'
import type { IdempotencyRecord, QuoteCommit } from '../../src/quote/commit.js'
import { memoryStorage } from '../../src/storage/memory/index.js'
import { type PostgresClient, postgresStorage } from '../../src/storage/postgres/index.js'
import { sqliteStorage } from '../../src/storage/sqlite/index.js'
import { createCommit, updateCommit } from '../../src/testing/sample-commits.js'

interface Opened {
  readonly storage: QuoteStorage
  /** The keys that are there, expired or not, in alphabetical order. */
  keys(storeId: string): Promise<readonly string[]>
  /** Removes the index by age, so that no plan of the database gives an order that was not asked for. */
  dropIndex(): unknown
  /** How many statements an operation sends. */
  statementsOf(operation: () => Promise<unknown>): Promise<number>
  close(): unknown
}

const names = 'abcdefghijklmnopqrstuvwxyz'.split('')

/** Memory gives back every record that it has, expired or not, so its keys can be asked for by name. */
async function openMemory(): Promise<Opened> {
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

async function openSqlite(): Promise<Opened> {
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

let database: PGlite
beforeAll(async () => {
  database = await PGlite.create()
})
afterAll(() => database.close())

/** A schema of its own in the one database, which takes long to start. */
async function openPostgres(): Promise<Opened> {
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
    close: () => database.query(`drop schema ${schema} cascade`),
  }
}

const now = 1_000

function record(key: string, expires: number, time = 0): IdempotencyRecord {
  return {
    key,
    fingerprint: `of ${key}`,
    quoteId: 'quote-1',
    version: 1,
    createdAt: time,
    expiresAt: expires,
  }
}

function withKey(change: QuoteCommit, key: string, time = now): QuoteCommit {
  return { ...change, idempotency: { ...record(key, time + 1_000, time), ...idsOf(change) } }
}

function idsOf({ record: { quoteId, version } }: QuoteCommit) {
  return { quoteId, version }
}

/** Each writes a new key at the time `now`. */
const writes: readonly (readonly [string, (storage: QuoteStorage, key: string) => unknown])[] = [
  [
    'addIdempotencyRecord',
    (storage, key) => storage.addIdempotencyRecord('store-1', record(key, now + 1_000, now)),
  ],
  [
    'commit of a creation',
    (storage, key) => storage.commit(withKey(createCommit({ quoteId: `of ${key}` }), key)),
  ],
  [
    'commit of an update',
    async (storage, key) => {
      const first = createCommit({ quoteId: `of ${key}` })
      await storage.commit(first)
      return storage.commit(withKey(updateCommit(first.record, { tag_list: ['x'] }), key))
    },
  ],
]

/** Keys by when they expire, in the order in which they are added: the last to expire at the time `now`, and one a moment after. */
const byAge = { a: 100, b: 200, c: 300, d: 400, e: 500, f: now, g: now + 1 }
const scrambled = { d: 400, a: 100, g: now + 1, e: 500, b: 200, f: now, c: 300 }
/** The same with other names, so that their alphabetical order is not that of their age. */
const backwards = { c: 500, g: 100, a: now + 1, d: 400, f: 200, b: now, e: 300 }

const storages = [
  ['memoryStorage', openMemory, byAge],
  ['sqliteStorage', openSqlite, scrambled],
  ['sqliteStorage, without its index', openSqlite, backwards],
  ['postgresStorage', openPostgres, scrambled],
  ['postgresStorage, without its index', openPostgres, backwards],
] as const

describe.each(storages)('%s', (name, open, expiries) => {
  let opened: Opened
  beforeEach(async () => {
    opened = await open()
    if (name.endsWith('without its index')) await opened.dropIndex()
    for (const storeId of ['store-1', 'store-2'])
      for (const [key, expires] of Object.entries(expiries))
        await opened.storage.addIdempotencyRecord(storeId, record(key, expires))
  })
  afterEach(() => opened.close())

  const oldest = Object.entries(expiries)
    .toSorted(([, left], [, right]) => left - right)
    .map(([key]) => key)
  /** What is left of the keys once this many of the oldest are removed, and these are added. */
  const left = (removed: number, added: readonly string[]) =>
    [...oldest.slice(removed), ...added].toSorted()

  it.each(writes)('%s: removes the two oldest of the keys that have expired', async (_, write) => {
    const { storage, keys } = opened
    const added: string[] = []
    for (const [key, removed] of [
      ['w', 2],
      ['x', 4],
      ['y', 6],
      ['z', 6],
    ] as const) {
      await write(storage, key)
      added.push(key)
      expect(await keys('store-1')).toEqual(left(removed, added))
    }
    expect(await keys('store-2')).toEqual(left(0, []))
  })

  it.each(writes)('%s: takes over an expired key, and removes two others', async (_, write) => {
    const { storage, keys } = opened
    const [taken = ''] = oldest
    await write(storage, taken)
    expect(await keys('store-1')).toEqual(left(3, [taken]))
    expect(await storage.findIdempotencyRecord('store-1', taken)).toMatchObject({
      createdAt: now,
      expiresAt: now + 1_000,
    })
  })
})

describe.each([
  ['with its index', () => {}],
  ['without its index', ({ dropIndex }: Opened) => dropIndex()],
] as const)('postgresStorage %s, commits that share a statement', (_, prepare) => {
  let opened: Opened
  beforeEach(async () => {
    opened = await openPostgres()
    await prepare(opened)
  })
  afterEach(() => opened.close())

  const oldKeys = Array.from({ length: 70 }, (_, index) => `old ${index}`)
  /** Adds 70 keys that have expired, the last of them at the time `now`, and one that has not. The newest come first. */
  async function addOldKeys(storeId: string) {
    const { storage } = opened
    const records = oldKeys.map((key, index) => record(key, now - 69 + index))
    for (const each of [record('in use', now + 1), ...records.toReversed()])
      await storage.addIdempotencyRecord(storeId, each)
  }
  const commitTogether = (changes: readonly QuoteCommit[]) =>
    opened.statementsOf(() => Promise.all(changes.map((change) => opened.storage.commit(change))))
  const newChange = (quoteId: string) => createCommit({ quoteId, lines: 1 })

  it('commit: removes the 64 oldest of the keys that have expired by the latest of them', async () => {
    const { keys } = opened
    for (const storeId of ['store-1', 'store-2']) await addOldKeys(storeId)
    const first = [
      withKey(newChange('1'), 'new 1', now - 100),
      withKey(newChange('2'), 'new 2', now),
      withKey(newChange('3'), 'new 3', now - 100),
      newChange('4'),
    ]
    expect(await commitTogether(first)).toBe(1)
    const added = ['new 1', 'new 2', 'new 3']
    expect(await keys('store-1')).toEqual(['in use', ...oldKeys.slice(64), ...added].toSorted())
    const second = [withKey(newChange('5'), 'new 4'), newChange('6')]
    expect(await commitTogether(second)).toBe(1)
    expect(await keys('store-1')).toEqual(['in use', ...added, 'new 4'].toSorted())
    expect(await keys('store-2')).toEqual(['in use', ...oldKeys].toSorted())
  })

  it('commit: keeps a key that was in use when its request came, whatever has expired since', async () => {
    const { storage, keys } = opened
    await storage.addIdempotencyRecord('store-1', record('a', now - 50))
    await storage.addIdempotencyRecord('store-1', record('b', now - 50))
    const early = withKey(newChange('1'), 'a', now - 100)
    const late = withKey(newChange('2'), 'z', now)
    let outcomes: readonly unknown[] = []
    const commitBoth = async () => {
      outcomes = await Promise.all([early, late].map((change) => storage.commit(change)))
    }
    expect(await opened.statementsOf(commitBoth)).toBe(1)
    expect(outcomes).toEqual(['conflict', 'committed'])
    expect(await keys('store-1')).toEqual(['a', 'z'])
  })

  it('commit: takes over expired keys, and removes 64 others', async () => {
    const { storage, keys } = opened
    await addOldKeys('store-1')
    const taken = oldKeys.slice(0, 3)
    const changes = taken.map((key) => withKey(newChange(key), key))
    expect(await commitTogether(changes)).toBe(1)
    expect(await keys('store-1')).toEqual(['in use', ...taken, ...oldKeys.slice(67)].toSorted())
    for (const key of taken)
      expect(await storage.findIdempotencyRecord('store-1', key)).toMatchObject({ createdAt: now })
  })
})
