import { beforeEach, describe, expect, it } from 'vitest'
import { tagsRef } from '../../../../src/features/tags/tags.js'
import { createChange } from '../../../../src/record/change.js'
import { createCommit, keyRecord, type SampleCommit } from '../../../../src/testing/samples.js'
import {
  type InterceptedDatabase,
  type Interception,
  useInterceptedDatabase,
} from './intercepted-database.js'

const tag = { backgroundColor: 'x', color: 'y', label: 'z', value: 'tag' }
const tags = createChange(tagsRef, [tag], { operation: 'setTag', now: 1 })
const key = keyRecord('key-1', { kind: 'quote', id: 'a', version: 1 })
const events = { afterPosition: 0, limit: 1_000, maxBytes: 2 ** 30 }

const { current, stored } = useInterceptedDatabase()
let database: InterceptedDatabase
beforeEach(() => {
  database = current()
})

const nothing = { records: [], history: [], keys: 0 }

/** Makes every kind of write in one tick. */
function writeEverything() {
  return Promise.allSettled([
    database.storage.commit('store-1', createCommit({ quoteId: 'a' })),
    database.storage.commit('store-1', createCommit({ quoteId: 'b' })),
    database.storage.commit('store-1', { changes: [tags] }),
    database.storage.commit('store-1', { changes: [], idempotency: key }),
  ])
}

/** Returns a commit that fails in its second statement: its history entry is invalid. */
function rejected({ changes: [change] }: SampleCommit): SampleCommit {
  const historyEntry = { ...change.historyEntry, time: Number.NaN }
  return { changes: [{ ...change, historyEntry }] }
}

const broken = new Error('disk I/O error')
const fail = () => {
  throw broken
}
const isBegin = (sql: string) => /^begin\b/i.test(sql)
const isCommit = (sql: string) => /^commit\b/i.test(sql)
const isRollback = (sql: string) => /^rollback\b/i.test(sql)

const failures: readonly (readonly [string, Interception])[] = [
  ['begin fails', (sql, execute) => (isBegin(sql) ? fail() : execute())],
  ['commit fails', (sql, execute) => (isCommit(sql) ? fail() : execute())],
  [
    'commit fails and ends the transaction, so that there is nothing to roll back',
    (sql, execute) => {
      if (!isCommit(sql)) return execute()
      database.connection.exec('rollback')
      return fail()
    },
  ],
  [
    'commit fails, and so does the rollback',
    (sql, execute) => {
      if (isCommit(sql)) return fail()
      execute()
      if (isRollback(sql)) throw new Error('cannot rollback - no transaction is active')
    },
  ],
]

describe.each(failures)('sqliteStorage, if %s', (_, failure) => {
  it('rejects every write of the batch with the error of the driver, and stores nothing', async () => {
    database.intercept = failure
    const results = await writeEverything()
    expect(results).toEqual(results.map(() => ({ status: 'rejected', reason: broken })))
    expect(stored()).toEqual(nothing)
  })

  it('rejects a single write, and stores nothing', async () => {
    database.intercept = failure
    await expect(database.storage.commit('store-1', createCommit())).rejects.toBe(broken)
    expect(stored()).toEqual(nothing)
  })

  it('commits later writes', async () => {
    database.intercept = failure
    await writeEverything()
    database.intercept = undefined
    const results = await writeEverything()
    expect(results.map((result) => ('value' in result ? result.value : result.reason))).toEqual([
      'committed',
      'committed',
      'committed',
      'committed',
    ])
    expect(stored()).toEqual({ records: ['a', 'b', 'tags'], history: ['a', 'b', 'tags'], keys: 1 })
    expect((await database.storage.listEvents('store-1', events)).items).toHaveLength(3)
  })
})

describe('sqliteStorage, if one write fails', () => {
  it('rejects it, stores nothing of it, and commits later writes', async () => {
    await expect(database.storage.commit('store-1', rejected(createCommit()))).rejects.toThrow(
      'NOT NULL',
    )
    expect(stored()).toEqual(nothing)
    expect(await database.storage.commit('store-1', createCommit())).toBe('committed')
    expect(stored().records).toEqual(['quote-1'])
  })

  it('resolves the others only after their transaction has committed', async () => {
    const ids = ['a', 'b', 'c', 'd']
    const seen: string[][] = []
    const writes = ids.map((quoteId) => {
      const change = createCommit({ quoteId })
      const outcome = Promise.resolve(
        database.storage.commit('store-1', quoteId === 'b' ? rejected(change) : change),
      )
      return outcome.finally(() => seen.push(stored().records)).catch(() => 'rejected')
    })
    expect(await Promise.all(writes)).toEqual(['committed', 'rejected', 'committed', 'committed'])
    expect(seen).toEqual(ids.map(() => ['a', 'c', 'd']))
  })
})

describe('sqliteStorage, if a transaction fails once', () => {
  it('rejects every write of the batch, and does not retry', async () => {
    let failures = 0
    database.intercept = (sql, execute) => {
      if (isCommit(sql) && failures === 0) {
        failures += 1
        throw broken
      }
      execute()
    }
    const results = await writeEverything()
    expect(results).toEqual(results.map(() => ({ status: 'rejected', reason: broken })))
    expect(stored()).toEqual(nothing)
  })

  it('stores nothing if a write has ended the transaction of the host', async () => {
    database.connection.exec('begin')
    database.beforeRun = (sql, parameters) => {
      if (!sql.includes('quotewright_history') || !parameters.includes('b')) return
      database.beforeRun = undefined
      database.connection.exec('rollback')
      throw broken
    }
    const writes = ['a', 'b', 'c'].map((quoteId) =>
      database.storage.commit('store-1', createCommit({ quoteId })),
    )
    const results = await Promise.allSettled(writes)
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(stored()).toEqual(nothing)
  })
})

describe('sqliteStorage, if any statement of a transaction fails', () => {
  const ids = ['a', 'b', 'c', 'd']
  const statements = Array.from({ length: 16 }, (_, index) => index + 1)

  /** Fails the statement of this number, except a rollback: those fail only without transaction. */
  function failingAt(number: number): Interception {
    let executed = 0
    return (sql, execute) => {
      executed += 1
      if (executed === number && !isRollback(sql)) throw broken
      execute()
    }
  }

  it.each(statements)(
    'stores exactly what it reports as committed: statement %i',
    async (number) => {
      database.intercept = failingAt(number)
      const changes = ids.map((quoteId) => createCommit({ quoteId }))
      const results = await Promise.allSettled(
        changes.map((change, index) =>
          database.storage.commit('store-1', index === 1 ? rejected(change) : change),
        ),
      )
      const committed = ids.filter((_, index) => {
        const result = results[index]
        return result?.status === 'fulfilled' && result.value === 'committed'
      })
      expect(results[1]?.status).toBe('rejected')
      expect(stored()).toMatchObject({ records: committed, history: committed })
      database.intercept = undefined
      expect(await database.storage.commit('store-1', createCommit({ quoteId: 'later' }))).toBe(
        'committed',
      )
      expect(stored()).toMatchObject({
        records: [...committed, 'later'],
        history: [...committed, 'later'],
      })
    },
  )
})
