import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createQuoteEngine } from '../../src/engine/create-quote-engine.js'
import { sqliteStorage } from '../../src/storage/sqlite/index.js'
import { catalog, context, errorOf } from '../engine/ports.js'
import { faultsIn, lostWrites } from './stored-quotes.js'
import { type ProofStore, sqliteKind } from './tested-stores.js'
import { storedValues, writeAccount } from './write-account.js'

const quotes = 3
const colours = { backgroundColor: 'rgba(1%, 2%, 3%, 0.5)', color: 'rgb(1%, 2%, 3%)' }
const locked = {
  code: 'storage_failed',
  cause: { code: 'SQLITE_BUSY', message: 'database is locked' },
}

/** Another process that has the write lock of this file when this resolves. */
async function lock(file: string) {
  const holder = spawn(process.execPath, ['test/fault-injection/lock-holder.mjs', file], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(holder, 'close')
  const refused = ended.then(([code]) => {
    throw new Error(`the holder has ended with ${code}, without the lock`)
  })
  await Promise.race([once(holder.stdout, 'data'), refused])
  return {
    release: () => void holder.stdin.write('release\n'),
    kill: () => void holder.kill('SIGKILL'),
    ended,
  }
}

describe(`on ${sqliteKind.name}`, () => {
  let store: ProofStore
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
    return { engine, account: writeAccount(engine) }
  }

  it.each(['release', 'kill'] as const)(
    'a write lock that another process holds fails writes alone, and after its %s the same engine writes',
    async (way) => {
      const { engine, account } = startEngine()
      database.exec('pragma busy_timeout = 20')
      for (let each = 0; each < quotes; each += 1) await account.create(1)
      await engine.setTag(context, 'vip', colours)
      const { quoteIds } = account
      const readAll = async () => ({
        quotes: await Promise.all(quoteIds.map((quoteId) => engine.getQuote(context, quoteId))),
        histories: await Promise.all(
          quoteIds.map((quoteId) => engine.listHistory(context, quoteId)),
        ),
        tags: await engine.listTags(context),
      })

      for (let round = 0; round < 2; round += 1) {
        const before = await readAll()
        const holder = await lock(store.address[1])
        const errors = await Promise.all([
          account.create(1),
          ...quoteIds.map((quoteId) => account.update(quoteId, 2)),
          errorOf(() => engine.setTag(context, 'new', colours)),
          errorOf(() => engine.removeTag(context, 'vip')),
        ])
        for (const error of errors) expect(error).toMatchObject(locked)
        expect(await readAll()).toEqual(before)
        holder[way]()
        await holder.ended

        const written = await Promise.all([
          account.create(1),
          ...quoteIds.map((quoteId) => account.update(quoteId, 2)),
        ])
        expect(written.filter((error) => error !== undefined)).toEqual([])
        await engine.setTag(context, `after ${round}`, colours)
      }

      const stored = await store.read()
      expect(stored.flatMap(faultsIn)).toEqual([])
      expect(lostWrites(stored, account.acknowledged)).toEqual([])
      expect(storedValues(stored).toSorted()).toEqual(
        account.acknowledged.map(({ value }) => value).toSorted(),
      )
      const others = new Database(store.address[1])
      const tags = await sqliteStorage(others).listTags(context.storeId)
      others.close()
      expect(tags.map(({ value }) => value)).toEqual(['vip', 'after 0', 'after 1'])
    },
  )

  it.each(['release', 'kill'] as const)(
    'a write waits for a lock that another process holds while other commands go on, and is made after its %s',
    async (way) => {
      const { engine, account } = startEngine()
      database.exec('pragma busy_timeout = 600000')
      await account.create(1)
      const [quoteId = ''] = account.quoteIds
      const holder = await lock(store.address[1])
      let isWritten = false
      const writing = Promise.all([account.create(1), account.update(quoteId, 2)]).finally(() => {
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
      expect(stored.flatMap(faultsIn)).toEqual([])
      expect(lostWrites(stored, account.acknowledged)).toEqual([])
    },
  )

  it('a write that has timed out while another process held the lock is not made later', async () => {
    const storage = sqliteStorage(database)
    database.exec('pragma busy_timeout = 600000')
    const hasty = createQuoteEngine({ storage, catalog, timeoutMs: 50 })
    const patient = createQuoteEngine({ storage, catalog, timeoutMs: 600_000 })
    const holder = await lock(store.address[1])
    const request = { customer: {}, products: [{ id: 1, qty: 1 }] }
    const errors = [
      errorOf(() => hasty.createQuote(context, request)),
      errorOf(() => hasty.setTag(context, 'vip', colours)),
    ]
    const made = patient.createQuote(context, request)
    expect(await Promise.all(errors)).toMatchObject([
      { code: 'timeout', details: { operation: 'commit' } },
      { code: 'timeout', details: { operation: 'setTag' } },
    ])
    holder.release()
    const { quoteId } = await made
    await holder.ended
    expect((await store.read()).map((stored) => stored.quoteId)).toEqual([quoteId])
    expect(await storage.listTags(context.storeId)).toEqual([])
  })
})
