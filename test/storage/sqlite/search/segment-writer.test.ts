import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FindQuery } from '../../../../src/ports/storage.js'
import {
  type SqliteDatabase,
  type SqliteStorage,
  sqliteStorage,
} from '../../../../src/storage/sqlite/index.js'
import { createSample, type Sample } from '../../../../src/testing/samples.js'

const term = 'status:new'
const query: FindQuery = {
  kind: 'sample',
  deleted: false,
  terms: [[term]],
  words: [],
  times: {},
  order: 'newest',
  after: undefined,
  limit: 100,
  maxBytes: 2 ** 20,
}

describe('createSegmentWriter', () => {
  let database: Database.Database
  let storage: SqliteStorage
  let executed: string[]

  beforeEach(() => {
    database = new Database(':memory:')
    executed = []
    storage = sqliteStorage(recording(database, (sql) => executed.push(sql)))
  })
  afterEach(() => database.close())

  const create = (id: string, sample: Sample = {}) => ({
    changes: [createSample(id, { terms: [term], ...sample })],
  })
  const commit = (id: string, sample?: Sample, storeId = 'store-1') =>
    storage.commit(storeId, create(id, sample))
  const segments = () =>
    database.prepare('select number, records, is_ordered from quotewright_segments').all()
  const found = async () => (await storage.find('store-1', query)).items.map(({ id }) => id)
  const fillSegment = (records: number) =>
    database.exec(`update quotewright_segments set records = ${records}`)

  it('writes a segment once for all records of a transaction', async () => {
    await commit('a')
    executed.length = 0
    await Promise.all(['b', 'c', 'd'].map((id) => commit(id)))
    expect(executed.filter((sql) => sql.includes('quotewright_segments'))).toHaveLength(2)
    expect(segments()).toEqual([{ number: 1, records: 4, is_ordered: 1 }])
    expect(await found()).toEqual(['d', 'c', 'b', 'a'])
  })

  it('reads the segment again in the next transaction', async () => {
    await commit('a')
    database.exec("update quotewright_segments set records = 7, last_id = 'z'")
    await commit('b')
    expect(segments()).toEqual([{ number: 1, records: 8, is_ordered: 0 }])
  })

  it.each([
    [
      'rising ids',
      [
        ['a', 1],
        ['b', 1],
        ['c', 2],
      ],
      1,
    ],
    [
      'an id that falls at the same time',
      [
        ['b', 1],
        ['a', 1],
      ],
      0,
    ],
    [
      'a time that falls',
      [
        ['a', 2],
        ['b', 1],
        ['c', 3],
      ],
      0,
    ],
    [
      'ids that rise in code points, not in code units',
      [
        ['\uffff', 1],
        ['😀', 1],
      ],
      1,
    ],
  ] as const)('knows whether the records are in order: %s', async (_, records, isOrdered) => {
    await Promise.all(records.map(([id, created]) => commit(id, { created })))
    expect(segments()).toEqual([{ number: 1, records: records.length, is_ordered: isOrdered }])
  })

  it('adds to a new segment once the latest is full, in the same transaction', async () => {
    await commit('a')
    fillSegment(16_382)
    await Promise.all(['b', 'c', 'd', 'e'].map((id) => commit(id)))
    expect(segments()).toEqual([
      { number: 1, records: 16_384, is_ordered: 1 },
      { number: 2, records: 2, is_ordered: 1 },
    ])
    expect(await found()).toEqual(['e', 'd', 'c', 'b', 'a'])
  })

  it('separates stores that share a transaction', async () => {
    await Promise.all([commit('a'), commit('b', {}, 'store-2'), commit('c')])
    expect(segments()).toMatchObject([{ records: 2 }, { records: 1 }])
    expect(await found()).toEqual(['c', 'a'])
  })

  it('finds the records beside one whose write was rolled back with a new segment', async () => {
    await commit('a')
    fillSegment(16_384)
    const broken = create('b')
    const historyEntry = { ...broken.changes[0]?.historyEntry, time: Number.NaN }
    const results = await Promise.allSettled([
      storage.commit('store-1', { changes: [{ ...broken.changes[0], historyEntry } as never] }),
      commit('c'),
      commit('d'),
    ])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
    expect(segments()).toMatchObject([{ records: 16_384 }, { records: 2 }])
    expect(await found()).toEqual(['d', 'c', 'a'])
  })

  it('does not count a record that conflicts', async () => {
    await commit('a')
    const results = await Promise.all([commit('a'), commit('b'), commit('a')])
    expect(results).toEqual(['conflict', 'committed', 'conflict'])
    expect(segments()).toEqual([{ number: 1, records: 2, is_ordered: 1 }])
  })

  it('continues with the segments of rebuildSearch in the same transaction', async () => {
    await commit('a')
    await Promise.all([commit('b'), storage.rebuildSearch(), commit('c')])
    // rebuildSearch does not know the search rows of samples, so it removes them.
    expect(segments()).toEqual([{ number: 1, records: 1, is_ordered: 1 }])
    expect(await found()).toEqual(['c'])
  })

  it('counts each commit in a transaction of the host, unless it is rolled back', async () => {
    await commit('a')
    database.exec('begin')
    const inside = storage.using(database)
    await inside.commit('store-1', create('b'))
    database.exec('savepoint host')
    await inside.commit('store-1', create('c'))
    database.exec('rollback to host')
    await inside.commit('store-1', create('d'))
    database.exec('commit')
    expect(segments()).toEqual([{ number: 1, records: 3, is_ordered: 1 }])
    expect(await found()).toEqual(['d', 'b', 'a'])
  })
})

/** Returns the connection. `onRun` is called with the text of each statement that is executed. */
function recording(database: Database.Database, onRun: (sql: string) => void): SqliteDatabase {
  return {
    exec: (sql) => database.exec(sql),
    prepare(sql) {
      const statement = database.prepare(sql)
      const call =
        (method: 'run' | 'get' | 'all') =>
        (...parameters: unknown[]) => {
          onRun(sql)
          return statement[method](...parameters)
        }
      return { run: call('run'), get: call('get'), all: call('all') } as never
    },
  }
}
