import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { QuoteStorage } from '../../../src/ports/storage.js'
import type { QuoteCommit } from '../../../src/quote/commit.js'
import {
  type SqliteDatabase,
  type SqliteValue,
  sqliteStorage,
} from '../../../src/storage/sqlite/index.js'
import { keyRecord } from '../../../src/testing/idempotent-commits.js'
import { createCommit } from '../../../src/testing/sample-commits.js'

const tag = { backgroundColor: 'x', color: 'y', label: 'z', value: 'tag' }
const events = { afterPosition: 0, limit: 1_000, maxBytes: 2 ** 30 }

/** Replaces the execution of a statement: it can execute it, throw, or do both. */
type Interception = (sql: string, execute: () => void) => void

let folder: string
let connection: Database.Database
let storage: QuoteStorage
/** A second connection, which sees only what was committed. */
let observer: Database.Database
let intercept: Interception | undefined
let beforeRun: ((sql: string, parameters: readonly SqliteValue[]) => void) | undefined

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quotewright-'))
  const path = join(folder, 'quotes.sqlite')
  connection = new Database(path)
  intercept = undefined
  beforeRun = undefined
  const database: SqliteDatabase = {
    exec(sql) {
      if (intercept === undefined) return connection.exec(sql)
      return intercept(sql, () => connection.exec(sql))
    },
    prepare(sql) {
      const statement = connection.prepare(sql)
      return {
        run(...parameters) {
          beforeRun?.(sql, parameters)
          return statement.run(...parameters)
        },
        get: (...parameters) => statement.get(...parameters),
        all: (...parameters) => statement.all(...parameters),
      }
    },
  }
  storage = sqliteStorage(database)
  observer = new Database(path)
})
afterEach(() => {
  observer.close()
  connection.close()
  rmSync(folder, { recursive: true })
})

const quotesIn = (table: string) =>
  (observer.prepare(`select quote_id from ${table} order by quote_id`).all() as QuoteId[]).map(
    ({ quote_id }) => quote_id,
  )
interface QuoteId {
  readonly quote_id: string
}

/** Returns what is committed. */
function stored() {
  const count = (table: string) =>
    (observer.prepare(`select count(*) as count from ${table}`).get() as { count: number }).count
  return {
    quotes: quotesIn('quotewright_quotes'),
    history: quotesIn('quotewright_history'),
    keys: count('quotewright_idempotency'),
    tags: count('quotewright_tags'),
  }
}
const nothing = { quotes: [], history: [], keys: 0, tags: 0 }

/** Makes every kind of write in one tick. */
function writeEverything() {
  return Promise.allSettled([
    storage.commit(createCommit({ quoteId: 'a' })),
    storage.commit(createCommit({ quoteId: 'b' })),
    storage.setTag('store-1', tag),
    storage.removeTag('store-1', 'other'),
    storage.addIdempotencyRecord('store-1', keyRecord('key-1', { quoteId: 'a', version: 1 })),
  ])
}

/** Returns a commit that fails in its second statement: its history entry is invalid. */
function rejected(change: QuoteCommit): QuoteCommit {
  return { ...change, historyEntry: { ...change.historyEntry, timestamp: Number.NaN } }
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
      connection.exec('rollback')
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
    intercept = failure
    const results = await writeEverything()
    expect(results).toEqual(results.map(() => ({ status: 'rejected', reason: broken })))
    expect(stored()).toEqual(nothing)
  })

  it('rejects a single write, and stores nothing', async () => {
    intercept = failure
    await expect(storage.commit(createCommit())).rejects.toBe(broken)
    expect(stored()).toEqual(nothing)
  })

  it('commits later writes', async () => {
    intercept = failure
    await writeEverything()
    intercept = undefined
    const results = await writeEverything()
    expect(results.map((result) => ('value' in result ? result.value : result.reason))).toEqual([
      'committed',
      'committed',
      undefined,
      false,
      true,
    ])
    expect(stored()).toEqual({ quotes: ['a', 'b'], history: ['a', 'b'], keys: 1, tags: 1 })
    expect((await storage.listEvents('store-1', events)).items).toHaveLength(2)
  })
})

describe('sqliteStorage, if one write fails', () => {
  it('rejects it, stores nothing of it, and commits later writes', async () => {
    await expect(storage.commit(rejected(createCommit()))).rejects.toThrow('NOT NULL')
    expect(stored()).toEqual(nothing)
    expect(await storage.commit(createCommit())).toBe('committed')
    expect(stored().quotes).toEqual(['quote-1'])
  })

  it('resolves the others only after their transaction has committed', async () => {
    const ids = ['a', 'b', 'c', 'd']
    const seen: string[][] = []
    const writes = ids.map((quoteId) => {
      const change = createCommit({ quoteId })
      const outcome = Promise.resolve(storage.commit(quoteId === 'b' ? rejected(change) : change))
      return outcome.finally(() => seen.push(stored().quotes)).catch(() => 'rejected')
    })
    expect(await Promise.all(writes)).toEqual(['committed', 'rejected', 'committed', 'committed'])
    expect(seen).toEqual(ids.map(() => ['a', 'c', 'd']))
  })
})

describe('sqliteStorage, if a transaction fails once', () => {
  it('rejects every write of the batch, and does not retry', async () => {
    let failures = 0
    intercept = (sql, execute) => {
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
    connection.exec('begin')
    beforeRun = (sql, parameters) => {
      if (!sql.includes('quotewright_history') || !parameters.includes('b')) return
      beforeRun = undefined
      connection.exec('rollback')
      throw broken
    }
    const writes = ['a', 'b', 'c'].map((quoteId) => storage.commit(createCommit({ quoteId })))
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
      intercept = failingAt(number)
      const changes = ids.map((quoteId) => createCommit({ quoteId }))
      const results = await Promise.allSettled(
        changes.map((change, index) => storage.commit(index === 1 ? rejected(change) : change)),
      )
      const committed = ids.filter((_, index) => {
        const result = results[index]
        return result?.status === 'fulfilled' && result.value === 'committed'
      })
      expect(results[1]?.status).toBe('rejected')
      expect(stored()).toMatchObject({ quotes: committed, history: committed })
      intercept = undefined
      expect(await storage.commit(createCommit({ quoteId: 'later' }))).toBe('committed')
      expect(stored()).toMatchObject({
        quotes: [...committed, 'later'],
        history: [...committed, 'later'],
      })
    },
  )
})
