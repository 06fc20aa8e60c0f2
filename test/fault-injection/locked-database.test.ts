import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createQuoteEngine } from '../../src/quote-engine/quote-engine.js'
import { sqliteStorage } from '../../src/storage/sqlite/index.js'
import { catalog, context, errorOf } from '../engine/ports.js'
import { findInconsistencies, lostWrites } from './stores/stored-quotes.js'
import { sqliteKind, type TestStore } from './stores/test-stores.js'
import { storedValues, writeLog } from './stores/write-log.js'

const quotes = 3
const colours = { backgroundColor: 'rgba(1%, 2%, 3%, 0.5)', color: 'rgb(1%, 2%, 3%)' }
const locked = {
  code: 'storage_failed',
  cause: { code: 'SQLITE_BUSY', message: 'database is locked' },
}

/** Starts a process that holds the write lock of a file. Resolves when the lock is held. */
async function startLockHolder(file: string) {
  const holder = spawn(process.execPath, ['test/fault-injection/programs/lock-holder.mjs', file], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(holder, 'close')
  const exited = ended.then(([code]) => {
    throw new Error(`expected the lock to be held, but the process exited with ${code}`)
  })
  await Promise.race([once(holder.stdout, 'data'), exited])
  return {
    release: () => void holder.stdin.write('release\n'),
    kill: () => void holder.kill('SIGKILL'),
    ended,
  }
}

describe(`on ${sqliteKind.name}`, () => {
  let store: TestStore
  let database: Database.Database
  beforeEach(() => {
    store = sqliteKind.create('locked-database')
    database = new Database(store.address[1])
  })
  afterEach(async () => {
    database.close()
    await store.remove()
  })

  function startEngine() {
    const engine = createQuoteEngine({ storage: sqliteStorage(database), catalog })
    return { engine, log: writeLog(engine) }
  }

  it.each(['release', 'kill'] as const)(
    'a lock of another process fails writes but not reads, and after its %s writes succeed again',
    async (way) => {
      const { engine, log } = startEngine()
      database.exec('pragma busy_timeout = 20')
      for (let count = 0; count < quotes; count += 1) await log.create(1)
      await engine.setTag(context, 'vip', colours)
      const { quoteIds } = log
      const readAll = async () => ({
        quotes: await Promise.all(quoteIds.map((quoteId) => engine.getQuote(context, quoteId))),
        histories: await Promise.all(
          quoteIds.map((quoteId) => engine.listHistory(context, quoteId)),
        ),
        tags: await engine.listTags(context),
      })

      for (let round = 0; round < 2; round += 1) {
        const before = await readAll()
        const holder = await startLockHolder(store.address[1])
        const errors = await Promise.all([
          log.create(1),
          ...quoteIds.map((quoteId) => log.update(quoteId, 2)),
          errorOf(() => engine.setTag(context, 'new', colours)),
          errorOf(() => engine.removeTag(context, 'vip')),
        ])
        for (const error of errors) expect(error).toMatchObject(locked)
        expect(await readAll()).toEqual(before)
        holder[way]()
        await holder.ended

        const written = await Promise.all([
          log.create(1),
          ...quoteIds.map((quoteId) => log.update(quoteId, 2)),
        ])
        expect(written.filter((error) => error !== undefined)).toEqual([])
        await engine.setTag(context, `after ${round}`, colours)
      }

      const stored = await store.read()
      expect(stored.flatMap(findInconsistencies)).toEqual([])
      expect(lostWrites(stored, log.acknowledged)).toEqual([])
      expect(storedValues(stored).toSorted()).toEqual(
        log.acknowledged.map(({ value }) => value).toSorted(),
      )
      const others = new Database(store.address[1])
      const reader = createQuoteEngine({ storage: sqliteStorage(others), catalog })
      const tags = await reader.listTags(context)
      others.close()
      expect(Object.keys(tags)).toEqual(['vip', 'after 0', 'after 1'])
    },
  )

  it.each(['release', 'kill'] as const)(
    'a write waits for a lock of another process without blocking reads, and succeeds after its %s',
    async (way) => {
      const { engine, log } = startEngine()
      database.exec('pragma busy_timeout = 600000')
      await log.create(1)
      const [quoteId = ''] = log.quoteIds
      const holder = await startLockHolder(store.address[1])
      let isWritten = false
      const writing = Promise.all([log.create(1), log.update(quoteId, 2)]).finally(() => {
        isWritten = true
      })
      for (let turn = 0; turn < 100; turn += 1) {
        expect((await engine.getQuote(context, quoteId)).version).toBe(1)
        await nextTurn()
      }
      expect(isWritten).toBe(false)
      holder[way]()
      expect(await writing).toEqual([undefined, undefined])
      await holder.ended
      const stored = await store.read()
      expect(stored.flatMap(findInconsistencies)).toEqual([])
      expect(lostWrites(stored, log.acknowledged)).toEqual([])
    },
  )

  it('a write that timed out while waiting for a lock is not applied later', async () => {
    const storage = sqliteStorage(database)
    database.exec('pragma busy_timeout = 600000')
    const hasty = createQuoteEngine({ storage, catalog, timeoutMs: 50 })
    const patient = createQuoteEngine({ storage, catalog, timeoutMs: 600_000 })
    const holder = await startLockHolder(store.address[1])
    const request = { customer: {}, products: [{ id: 1, qty: 1 }] }
    const errors = [
      errorOf(() => hasty.createQuote(context, request)),
      errorOf(() => hasty.setTag(context, 'vip', colours)),
    ]
    const made = patient.createQuote(context, request)
    expect(await Promise.all(errors)).toMatchObject([
      { code: 'timeout', details: { operation: 'commit' } },
      { code: 'timeout', details: { operation: 'commit' } },
    ])
    holder.release()
    const { quoteId } = await made
    await holder.ended
    expect((await store.read()).map((stored) => stored.quoteId)).toEqual([quoteId])
    expect(await patient.listTags(context)).toEqual({})
  })
})
