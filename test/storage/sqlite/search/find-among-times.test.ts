import Database from 'libsql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FindQuery, StoragePort } from '../../../../src/ports/storage.js'
import { memoryStorage } from '../../../../src/storage/memory/index.js'
import { type SqliteStorage, sqliteStorage } from '../../../../src/storage/sqlite/index.js'
import { createSample } from '../../../../src/testing/samples.js'

/** More than are compared with the matches of a term before any row is read. */
const records = 8_600

const page: FindQuery = {
  kind: 'sample',
  deleted: false,
  terms: [],
  words: [],
  times: {},
  order: 'updated',
  after: undefined,
  limit: 5,
  maxBytes: 2 ** 20,
}

describe('find and count of sqliteStorage', { timeout: 60_000 }, () => {
  const database = new Database(':memory:')
  const memory = memoryStorage()
  let sqlite: SqliteStorage

  beforeAll(async () => {
    sqlite = sqliteStorage(database)
    const changes = Array.from({ length: records }, (_, number) =>
      createSample(`${number}`.padStart(4, '0'), {
        created: number,
        now: number,
        expires: number,
        terms: [
          ...['all'],
          ...(number % 300 === 0 ? ['rare'] : []),
          ...(number < 20 ? ['first'] : []),
          ...(number >= records - 20 ? ['last'] : []),
          ...(number === 4_000 ? ['single'] : []),
        ],
        words: ['word'],
      }),
    )
    for (const storage of [memory, sqlite])
      await Promise.all(changes.map((change) => storage.commit('store-1', { changes: [change] })))
  }, 60_000)
  afterAll(() => database.close())

  const pagesOf = async (storage: StoragePort, query: FindQuery) => {
    const first = await storage.find('store-1', query)
    const last = first.items.at(-1)
    const time = Number(last?.id)
    const after = last && { id: last.id, time }
    const next = await storage.find('store-1', { ...query, after })
    return [first, next].map(({ items, hasMore }) => [items.map(({ id }) => id), hasMore])
  }

  for (const order of ['updated', 'expires'] as const)
    for (const term of ['all', 'rare', 'first', 'last', 'single', 'none'])
      it(`returns the pages of the term ${term} in the order ${order}`, async () => {
        const query = { ...page, order, terms: [[term]] }
        expect(await pagesOf(sqlite, query)).toEqual(await pagesOf(memory, query))
      })

  it('returns the pages of several terms, words and ranges in the order updated', async () => {
    for (const query of [
      { ...page, terms: [['first', 'last'], ['all']] },
      { ...page, terms: [['all']], words: ['wor'] },
      { ...page, terms: [['all']], times: { updated: { from: 10, to: 30 } } },
      { ...page, terms: [['all']], times: { created: { to: 100 } } },
      { ...page, terms: [Array.from({ length: 1_100 }, (_, index) => `none-${index}`), ['all']] },
    ])
      expect(await pagesOf(sqlite, query)).toEqual(await pagesOf(memory, query))
  })

  it.each([
    ['few records', { updated: { from: records - 10 } }],
    ['many records', { updated: { from: 10 } }],
    ['no record', { expires: { from: records } }],
    ['records of a time that many have', { expires: { to: records - 10 } }],
    ['records of two times', { expires: { from: 5 }, updated: { to: 15 } }],
    ['records of the time of creation', { created: { from: 5, to: 15 } }],
  ] as const)('counts in a range of %s', async (_, times) => {
    for (const term of ['all', 'rare', 'first', 'last'])
      for (const max of [3, 10_000]) {
        const filter = { ...page, terms: [[term]], times }
        const expected = await memory.count('store-1', filter, max)
        expect(await sqlite.count('store-1', filter, max)).toBe(expected)
      }
  })
})
