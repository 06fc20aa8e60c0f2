import { describe, expect, it, vi } from 'vitest'
import { createCommit, getRecord, updateCommit } from '../../../src/testing/samples.js'
import { sqliteDrivers } from './drivers.js'
import { useLockableDatabase } from './writing/lockable-database.js'

const busyMessage = 'database is locked'

for (const { name, missing, open } of sqliteDrivers) {
  describe.skipIf(missing !== undefined)(`sqliteStorage on ${name} (${missing ?? 'here'})`, () => {
    const { lock, unlock, observedStorage, countAttempts, connections } = useLockableDatabase(open)

    it('commit waits while another connection holds the write lock, and load does not', async () => {
      const { storage, outcomes, create, storedIds } = observedStorage()
      create('before')
      await vi.advanceTimersByTimeAsync(0)
      lock()
      create('waits')
      await vi.advanceTimersByTimeAsync(4_999)
      expect(outcomes).toEqual({ before: 'committed' })
      const refs = ['before', 'waits'].map((id) => ({ kind: 'quote', id }))
      expect(await storage.load('store-1', refs)).toMatchObject([{ id: 'before' }, undefined])
      unlock()
      await vi.advanceTimersByTimeAsync(1)
      expect(outcomes).toEqual({ before: 'committed', waits: 'committed' })
      expect(await storedIds()).toEqual(['before', 'waits'])
    })

    it('commits made while the lock is held are applied in order', async () => {
      const { outcomes, commit, create, storedIds } = observedStorage()
      lock()
      create('a')
      await vi.advanceTimersByTimeAsync(100)
      create('b')
      await vi.advanceTimersByTimeAsync(100)
      create('c')
      commit(updateCommit(getRecord(createCommit({ quoteId: 'd' })), { tag_list: ['not there'] }))
      unlock()
      await vi.advanceTimersByTimeAsync(50)
      expect(outcomes).toEqual({ a: 'committed', b: 'committed', c: 'committed', d: 'conflict' })
      expect(await storedIds()).toEqual(['a', 'b', 'c'])
    })

    it('commits of more than one batch wait, and all are applied', async () => {
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

    it('each commit fails after its own five seconds with the error of the driver', async () => {
      const { outcomes, create, storedIds } = observedStorage()
      const scheduled = countAttempts()
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
      expect(scheduled()).toBe(0)
      unlock()
      create('third')
      await vi.advanceTimersByTimeAsync(0)
      expect(outcomes).toMatchObject({ third: 'committed' })
      expect(await storedIds()).toEqual(['third'])
    })

    it("commit waits for the connection's busy_timeout, and does not change it", async () => {
      const { database } = connections()
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

    it("the host's own statements are committed after a commit found the lock held", async () => {
      const { database, other } = connections()
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

    it('commit rejects when its signal aborts while the lock is held, and others are applied', async () => {
      const { outcomes, create, storedIds } = observedStorage()
      const caller = new AbortController()
      lock()
      create('a')
      create('aborted', caller)
      create('b')
      await vi.advanceTimersByTimeAsync(100)
      caller.abort('no longer needed')
      unlock()
      await vi.advanceTimersByTimeAsync(50)
      expect(outcomes).toEqual({ a: 'committed', aborted: 'no longer needed', b: 'committed' })
      expect(await storedIds()).toEqual(['a', 'b'])
    })

    it('stops retrying once every caller has aborted', async () => {
      const { outcomes, create, storedIds } = observedStorage()
      const caller = new AbortController()
      const scheduled = countAttempts()
      lock()
      create('aborted', caller)
      await vi.advanceTimersByTimeAsync(100)
      caller.abort('no longer needed')
      await vi.advanceTimersByTimeAsync(50)
      expect(outcomes).toEqual({ aborted: 'no longer needed' })
      expect(scheduled()).toBe(0)
      unlock()
      create('next')
      await vi.advanceTimersByTimeAsync(0)
      expect(await storedIds()).toEqual(['next'])
    })

    it('commit does not read the signal if the lock is free', async () => {
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
  })
}
