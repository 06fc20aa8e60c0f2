import Database from 'libsql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FindQuery } from '../../../../src/ports/storage.js'
import { memoryStorage } from '../../../../src/storage/memory/index.js'
import { type SqliteStorage, sqliteStorage } from '../../../../src/storage/sqlite/index.js'
import { createSample } from '../../../../src/testing/samples.js'

/** So many terms that a segment without the others is left out before they are looked up. */
const days = Array.from({ length: 30 }, (_, index) => `day ${index}`)

const page: FindQuery = {
  kind: 'sample',
  deleted: false,
  terms: [],
  words: [],
  times: {},
  order: 'newest',
  after: undefined,
  limit: 500,
  maxBytes: 2 ** 20,
}

describe('find and count of sqliteStorage with a group of many terms', () => {
  const database = new Database(':memory:')
  const memory = memoryStorage()
  let sqlite: SqliteStorage

  beforeAll(async () => {
    sqlite = sqliteStorage(database)
    const changes = Array.from({ length: 200 }, (_, number) =>
      createSample(`${number}`.padStart(4, '0'), {
        created: number,
        now: number,
        terms: ['all', ...(number % 2 === 0 ? ['even'] : []), `day ${number % 60}`],
        words: ['word'],
      }),
    )
    for (const storage of [memory, sqlite])
      await Promise.all(changes.map((change) => storage.commit('store-1', { changes: [change] })))
  })
  afterAll(() => database.close())

  it.each([
    ['alone', [days], 110],
    ['beside one that all have', [['all'], days], 110],
    ['beside one that half of them have', [['even'], days], 55],
    ['beside one that none has', [['none'], days], 0],
    ['beside several', [['none', 'all'], ['even'], days], 55],
    ['beside another one', [days, days.map((day) => `${day}0`)], 7],
  ])('returns what the memory returns: %s', async (_, terms, expected) => {
    for (const order of ['newest', 'oldest', 'updated'] as const) {
      const query = { ...page, terms, order }
      const [found, wanted] = await Promise.all(
        [sqlite, memory].map(async (storage) => {
          const { items, hasMore } = await storage.find('store-1', query)
          return [items.map(({ id }) => id), hasMore]
        }),
      )
      expect(found).toEqual(wanted)
    }
    expect(await sqlite.count('store-1', { ...page, terms }, 1_000)).toBe(expected)
    expect(await memory.count('store-1', { ...page, terms }, 1_000)).toBe(expected)
  })
})
