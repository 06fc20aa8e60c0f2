import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PortCallOptions } from '../../../src/ports/call-options.js'
import { sqliteStorage } from '../../../src/storage/sqlite/index.js'
import { createCommit, updateCommit } from '../../../src/testing/sample-commits.js'
import { catalog, context, engineWith, errorOf, request } from '../../engine/ports.js'
import { type OpenDatabase, sqliteDrivers } from './drivers.js'

const busyMessage = 'database is locked'
const events = { afterPosition: 0, limit: 1_000, maxBytes: 2 ** 30 }

for (const { name, missing, open } of sqliteDrivers) {
  describe.skipIf(missing !== undefined)(`sqliteStorage on ${name} (${missing ?? 'here'})`, () => {
    let folder: string
    let database: OpenDatabase
    /** A second connection: what it locks, it unlocks only if the event loop goes on. */
    let other: OpenDatabase

    beforeEach(() => {
      vi.useFakeTimers()
      folder = mkdtempSync(join(tmpdir(), 'quotewright-'))
      database = open(join(folder, 'quotes.sqlite'))
      other = open(join(folder, 'quotes.sqlite'))
    })
    afterEach(() => {
      vi.useRealTimers()
      for (const each of [database, other]) each.close()
      rmSync(folder, { recursive: true })
    })

    const lock = () => other.exec('begin immediate')
    const unlock = () => other.exec('commit')

    /** A storage, and what became of each of its commits so far. */
    function observedStorage() {
      const storage = sqliteStorage(database)
      const outcomes: Record<string, unknown> = {}
      const commit = (change: Parameters<typeof storage.commit>[0], call?: PortCallOptions) => {
        const { quoteId } = change.record
        Promise.resolve(storage.commit(change, call)).then(
          (outcome) => {
            outcomes[quoteId] = outcome
          },
          (error) => {
            outcomes[quoteId] = error
          },
        )
      }
      const create = (quoteId: string, call?: PortCallOptions) =>
        commit(createCommit({ quoteId }), call)
      const storedIds = async () =>
        (await storage.listEvents('store-1', events)).items.map(({ quoteId }) => quoteId)
      return { storage, outcomes, commit, create, storedIds }
    }

    it('commit waits while another connection holds the write lock, and reads go on', async () => {
      const { storage, outcomes, create, storedIds } = observedStorage()
      create('before')
      await vi.advanceTimersByTimeAsync(0)
      lock()
      create('waits')
      await vi.advanceTimersByTimeAsync(4_999)
      expect(outcomes).toEqual({ before: 'committed' })
      expect(await storage.load('store-1', 'before')).toBeDefined()
      expect(await storage.load('store-1', 'waits')).toBeUndefined()
      unlock()
      await vi.advanceTimersByTimeAsync(1)
      expect(outcomes).toEqual({ before: 'committed', waits: 'committed' })
      expect(await storedIds()).toEqual(['before', 'waits'])
      expect(vi.getTimerCount()).toBe(0)
    })

    it('commits that come while the lock is waited for join in their order', async () => {
      const { outcomes, commit, create, storedIds } = observedStorage()
      lock()
      create('a')
      await vi.advanceTimersByTimeAsync(100)
      create('b')
      await vi.advanceTimersByTimeAsync(100)
      create('c')
      commit(updateCommit(createCommit({ quoteId: 'd' }).record, { tag_list: ['not there'] }))
      unlock()
      await vi.advanceTimersByTimeAsync(50)
      expect(outcomes).toEqual({ a: 'committed', b: 'committed', c: 'committed', d: 'conflict' })
      expect(await storedIds()).toEqual(['a', 'b', 'c'])
    })

    it('more commits than one transaction takes wait, and all are made', async () => {
      const { outcomes, create, storedIds } = observedStorage()
      lock()
      const ids = Array.from({ length: 300 }, (_, index) => `quote-${index}`)
      for (const id of ids) create(id)
      await vi.advanceTimersByTimeAsync(1_000)
      expect(outcomes).toEqual({})
      unlock()
      await vi.advanceTimersByTimeAsync(50)
      expect(Object.values(outcomes)).toEqual(Array(300).fill('committed'))
      expect(await storedIds()).toEqual(ids)
    })

    it('commit fails after five seconds with what the driver threw, each after its own', async () => {
      const { outcomes, create, storedIds } = observedStorage()
      lock()
      create('first')
      await vi.advanceTimersByTimeAsync(2_000)
      create('second')
      await vi.advanceTimersByTimeAsync(3_000)
      expect(outcomes).toEqual({ first: expect.objectContaining({ message: busyMessage }) })
      await vi.advanceTimersByTimeAsync(1_900)
      expect(Object.keys(outcomes)).toEqual(['first'])
      await vi.advanceTimersByTimeAsync(150)
      expect(outcomes).toMatchObject({ second: { message: busyMessage } })
      expect(vi.getTimerCount()).toBe(0)
      unlock()
      create('third')
      await vi.advanceTimersByTimeAsync(0)
      expect(outcomes).toMatchObject({ third: 'committed' })
      expect(await storedIds()).toEqual(['third'])
    })

    it("commit waits as long as the host's busy_timeout says, and leaves it as it is", async () => {
      const { outcomes, create } = observedStorage()
      database.exec('pragma busy_timeout = 20')
      lock()
      create('a')
      await vi.advanceTimersByTimeAsync(19)
      expect(outcomes).toEqual({})
      await vi.advanceTimersByTimeAsync(2)
      expect(outcomes).toMatchObject({ a: { message: busyMessage } })
      unlock()
      expect(database.prepare('pragma busy_timeout').get()).toMatchObject({ timeout: 20 })
    })

    it("the host's own statements are durable on a connection that has met the lock", async () => {
      const { create } = observedStorage()
      other.exec('create table own (id integer)')
      lock()
      create('a')
      await vi.advanceTimersByTimeAsync(100)
      unlock()
      database.exec('insert into own values (1)')
      database.exec('begin immediate; insert into own values (2); commit')
      expect(other.prepare('select count(*) as count from own').get()).toMatchObject({ count: 2 })
      await vi.advanceTimersByTimeAsync(50)
    })

    it('drops a commit whose signal aborts while the lock is waited for, and makes the others', async () => {
      const { outcomes, create, storedIds } = observedStorage()
      const caller = new AbortController()
      lock()
      create('a')
      create('gone', caller)
      create('b')
      await vi.advanceTimersByTimeAsync(100)
      caller.abort('gone home')
      unlock()
      await vi.advanceTimersByTimeAsync(50)
      expect(outcomes).toEqual({ a: 'committed', gone: 'gone home', b: 'committed' })
      expect(await storedIds()).toEqual(['a', 'b'])
    })

    it('stops waiting for the lock once nobody waits for a commit', async () => {
      const { outcomes, create, storedIds } = observedStorage()
      const caller = new AbortController()
      lock()
      create('gone', caller)
      await vi.advanceTimersByTimeAsync(100)
      caller.abort('gone home')
      await vi.advanceTimersByTimeAsync(50)
      expect(outcomes).toEqual({ gone: 'gone home' })
      expect(vi.getTimerCount()).toBe(0)
      unlock()
      create('next')
      await vi.advanceTimersByTimeAsync(0)
      expect(await storedIds()).toEqual(['next'])
    })

    it('does not read the signal of a commit that finds the lock free', async () => {
      const { outcomes, create } = observedStorage()
      const call = {
        get signal(): AbortSignal {
          throw new Error('must not be read')
        },
      }
      create('a', call)
      await vi.advanceTimersByTimeAsync(0)
      expect(outcomes).toEqual({ a: 'committed' })
    })

    it('an engine whose timeoutMs is over before the lock is free rejects with timeout, and nothing is written later', async () => {
      const { storage, storedIds } = observedStorage()
      const engine = engineWith({ storage, catalog, timeoutMs: 700 })
      lock()
      const error = errorOf(() => engine.createQuote(context, request))
      await vi.advanceTimersByTimeAsync(700)
      expect(await error).toMatchObject({ code: 'timeout', details: { operation: 'commit' } })
      unlock()
      await vi.advanceTimersByTimeAsync(5_000)
      expect(await storedIds()).toEqual([])
      expect(vi.getTimerCount()).toBe(0)
    })

    it('every write of an engine waits for the lock, and is made', async () => {
      const { storage } = observedStorage()
      const engine = engineWith({ storage, catalog })
      const colours = { backgroundColor: 'rgba(1%, 2%, 3%, 0.5)', color: 'rgb(1%, 2%, 3%)' }
      const made = Promise.all([
        engine.createQuote(context, request),
        engine.setTag(context, 'x', colours),
      ])
      await vi.advanceTimersByTimeAsync(0)
      const [{ quoteId }] = await made
      lock()
      const keyed = { idempotencyKey: 'key-1' }
      const results = Promise.all([
        engine.createQuote(context, request),
        engine.updateQuote(context, quoteId, {}, keyed),
        engine.setTag(context, 'y', colours),
        engine.removeTag(context, 'x'),
      ])
      await vi.advanceTimersByTimeAsync(1_000)
      unlock()
      await vi.advanceTimersByTimeAsync(50)
      expect(await results).toMatchObject([{ version: 1 }, { version: 1 }, { value: 'y' }, true])
      expect(await storage.findIdempotencyRecord('store-1', 'key-1')).toBeDefined()
      expect((await storage.listTags('store-1')).map(({ value }) => value)).toEqual(['y'])
    })
  })
}
