import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type SqliteDatabase, sqliteStorage } from '../../../../src/storage/sqlite/index.js'
import { createCommit, type SampleCommit } from '../../../../src/testing/samples.js'

const creations = (count: number) =>
  Array.from({ length: count }, (_, index) => createCommit({ quoteId: `quote-${index}` }))

/** Returns a commit that fails in its second statement: its history entry is invalid. */
function rejected({ changes: [change] }: SampleCommit): SampleCommit {
  const historyEntry = { ...change.historyEntry, time: Number.NaN }
  return { changes: [{ ...change, historyEntry }] }
}

describe('sqliteStorage, commits of one tick', () => {
  let database: Database.Database
  let executed: string[]
  let counting: SqliteDatabase

  beforeEach(() => {
    database = new Database(':memory:')
    executed = []
    counting = {
      exec(sql) {
        executed.push(sql)
        return database.exec(sql)
      },
      prepare: (sql) => database.prepare(sql) as never,
    }
  })
  afterEach(() => database.close())

  const events = { afterPosition: 0, limit: 1_000, maxBytes: 2 ** 30 }

  it('share one transaction', async () => {
    const storage = sqliteStorage(counting)
    executed = []
    const outcomes = await Promise.all(
      creations(64).map((change) => storage.commit('store-1', change)),
    )
    expect(outcomes).toEqual(Array(64).fill('committed'))
    expect(executed).toEqual(['begin', 'commit'])
  })

  it('are at most 128 in a transaction', async () => {
    const storage = sqliteStorage(counting)
    executed = []
    await Promise.all(creations(300).map((change) => storage.commit('store-1', change)))
    expect(executed.filter((sql) => sql === 'commit')).toHaveLength(3)
    expect((await storage.listEvents('store-1', events)).items).toHaveLength(300)
  })

  it('have their own outcomes: one that fails is rolled back alone', async () => {
    const storage = sqliteStorage(counting)
    const changes = creations(5).map((change, index) => (index === 2 ? rejected(change) : change))
    const results = await Promise.allSettled(
      [...changes, createCommit({ quoteId: 'quote-0' })].map((change) =>
        storage.commit('store-1', change),
      ),
    )
    expect(results.map((result) => ('value' in result ? result.value : result.status))).toEqual([
      'committed',
      'committed',
      'rejected',
      'committed',
      'committed',
      'conflict',
    ])
    expect(await storage.load('store-1', [{ kind: 'quote', id: 'quote-2' }])).toEqual([undefined])
    const { items: stored } = await storage.listEvents('store-1', events)
    expect(stored.map(({ position, id }) => [position, id])).toEqual([
      [1, 'quote-0'],
      [2, 'quote-1'],
      [3, 'quote-3'],
      [4, 'quote-4'],
    ])
  })

  it('run in two transactions at most, even if many of them fail', async () => {
    const storage = sqliteStorage(counting)
    executed = []
    const changes = creations(20).map((change, index) =>
      index % 2 === 0 ? change : rejected(change),
    )
    const results = await Promise.allSettled(
      changes.map((change) => storage.commit('store-1', change)),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    expect(executed.filter((sql) => sql === 'begin')).toHaveLength(2)
    expect((await storage.listEvents('store-1', events)).items).toHaveLength(10)
  })

  it('all fail if one of them ends the transaction of the host', async () => {
    const storage = sqliteStorage(database as never)
    database.exec(`create trigger ends before insert on quotewright_records when new.id = 'quote-1'
      begin select raise(rollback, 'ended'); end`)
    database.exec('begin')
    const results = await Promise.allSettled(
      creations(3).map((change) => storage.commit('store-1', change)),
    )
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect((await storage.listEvents('store-1', events)).items).toEqual([])
  })

  it('all fail if their transaction fails, and none is stored', async () => {
    let isLost = false
    const storage = sqliteStorage({
      ...counting,
      exec(sql) {
        if (isLost && sql === 'commit') throw new Error('disk lost')
        return database.exec(sql)
      },
    })
    isLost = true
    const results = await Promise.allSettled(
      creations(3).map((change) => storage.commit('store-1', change)),
    )
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect((await storage.listEvents('store-1', events)).items).toEqual([])
  })

  it('join an open transaction of the host, and are rolled back with it', async () => {
    const storage = sqliteStorage(database as never)
    database.exec('begin')
    expect(await storage.commit('store-1', createCommit())).toBe('committed')
    database.exec('rollback')
    expect(await storage.load('store-1', [{ kind: 'quote', id: 'quote-1' }])).toEqual([undefined])
    expect(await storage.commit('store-1', createCommit())).toBe('committed')
  })
})
