import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type SqliteStorage, sqliteStorage } from '../../../src/storage/sqlite/index.js'
import { createCommit } from '../../../src/testing/samples.js'
import { type OpenDatabase, sqliteDrivers } from './drivers.js'

const quoteRef = { kind: 'quote', id: 'quote-1' }

for (const { name, missing, open } of sqliteDrivers) {
  describe.skipIf(missing !== undefined)(`using on ${name} (${missing ?? 'here'})`, () => {
    let folder: string
    let database: OpenDatabase
    /** Sees only what is committed. */
    let reader: OpenDatabase
    let storage: SqliteStorage

    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'quotewright-'))
      database = open(join(folder, 'quotes.sqlite'))
      reader = open(join(folder, 'quotes.sqlite'))
      storage = sqliteStorage(database)
      database.exec('create table orders (id text primary key)')
    })
    afterEach(() => {
      vi.useRealTimers()
      for (const each of [database, reader]) each.close()
      rmSync(folder, { recursive: true })
    })

    const countOf = (connection: OpenDatabase, table: string) => {
      const row = connection.prepare(`select count(*) as count from ${table}`).get()
      return Number((row as { count: number | bigint }).count)
    }
    const stored = () => ({
      orders: countOf(reader, 'orders'),
      quotes: countOf(reader, 'quotewright_current_quotes'),
    })
    const insertOrder = () => database.exec("insert into orders values ('order-1')")

    it('commits a row of the host and a quote together', async () => {
      database.exec('begin immediate')
      insertOrder()
      const bound = storage.using(database)
      expect(await bound.commit('store-1', createCommit())).toBe('committed')
      expect(await bound.load('store-1', [quoteRef])).toMatchObject([{ version: 1 }])
      expect(stored()).toEqual({ orders: 0, quotes: 0 })
      database.exec('commit')
      expect(stored()).toEqual({ orders: 1, quotes: 1 })
    })

    it('rolls back a row of the host and a quote together', async () => {
      database.exec('begin immediate')
      insertOrder()
      await storage.using(database).commit('store-1', createCommit())
      database.exec('rollback')
      expect(stored()).toEqual({ orders: 0, quotes: 0 })
      expect(await storage.load('store-1', [quoteRef])).toEqual([undefined])
    })

    it('works on another connection to the same file', async () => {
      reader.exec('begin immediate')
      await storage.using(reader).commit('store-1', createCommit())
      expect(await storage.load('store-1', [quoteRef])).toEqual([undefined])
      reader.exec('commit')
      expect(await storage.load('store-1', [quoteRef])).toMatchObject([{ version: 1 }])
    })

    it('runs a commit at once, before the call returns', () => {
      database.exec('begin immediate')
      storage.using(database).commit('store-1', createCommit())
      expect(countOf(database, 'quotewright_records')).toBe(1)
      database.exec('rollback')
    })

    it('returns conflict, and the transaction goes on', async () => {
      await storage.commit('store-1', createCommit())
      database.exec('begin immediate')
      insertOrder()
      expect(await storage.using(database).commit('store-1', createCommit())).toBe('conflict')
      database.exec('commit')
      expect(stored()).toEqual({ orders: 1, quotes: 1 })
    })

    it('takes a rejected commit back alone', async () => {
      database.exec('begin immediate')
      insertOrder()
      const {
        changes: [change],
      } = createCommit()
      const historyEntry = { ...change.historyEntry, time: Number.NaN }
      const rejected = storage
        .using(database)
        .commit('store-1', { changes: [{ ...change, historyEntry }] })
      await expect(rejected).rejects.toThrow('NOT NULL')
      database.exec('commit')
      expect(stored()).toEqual({ orders: 1, quotes: 0 })
    })

    it('rejects a commit outside of a transaction, and says to begin one', async () => {
      await expect(storage.using(database).commit('store-1', createCommit())).rejects.toMatchObject(
        {
          code: 'invalid_options',
          details: { errors: { database: expect.stringContaining('begin immediate') } },
        },
      )
      expect(stored()).toEqual({ orders: 0, quotes: 0 })
      database.exec('begin; commit')
    })

    it('rejects what is no connection', () => {
      expect(() => storage.using('quotes.sqlite' as never)).toThrow(
        expect.objectContaining({ code: 'invalid_options' }),
      )
    })

    it('makes other writers wait until the host commits', async () => {
      vi.useFakeTimers()
      const other = sqliteStorage(reader)
      database.exec('begin immediate')
      await storage.using(database).commit('store-1', createCommit())
      let outcome: string | undefined
      const waiting = Promise.resolve(
        other.commit('store-1', createCommit({ quoteId: 'quote-2' })),
      ).then((result) => {
        outcome = result
      })
      await vi.advanceTimersByTimeAsync(1_000)
      expect(outcome).toBeUndefined()
      database.exec('commit')
      await vi.advanceTimersByTimeAsync(50)
      await waiting
      expect(outcome).toBe('committed')
      expect(stored()).toEqual({ orders: 0, quotes: 2 })
    })

    it('prepares no statement again on the same connection', async () => {
      const prepared: string[] = []
      const counting: OpenDatabase = {
        exec: (sql) => database.exec(sql),
        prepare(sql) {
          prepared.push(sql)
          return database.prepare(sql)
        },
        close() {},
      }
      database.exec('begin immediate')
      for (const quoteId of ['quote-1', 'quote-2'])
        await storage.using(counting).commit('store-1', createCommit({ quoteId }))
      const first = prepared.filter((sql) => sql.includes('quotewright_'))
      expect(first.length).toBeGreaterThan(0)
      prepared.length = 0
      await storage.using(counting).commit('store-1', createCommit({ quoteId: 'quote-3' }))
      expect(prepared.filter((sql) => sql.includes('quotewright_'))).toEqual([])
      database.exec('rollback')
    })
  })
}
