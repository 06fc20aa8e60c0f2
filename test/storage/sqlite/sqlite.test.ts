import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isQuoteError } from '../../../src/errors.js'
import { sqliteStorage } from '../../../src/storage/sqlite/index.js'
import { createCommit, getRecord, updateCommit } from '../../../src/testing/samples.js'
import { storageSuite } from '../../../src/testing/storage-suite/index.js'
import { type OpenDatabase, sqliteDrivers } from './drivers.js'

const quoteRef = { kind: 'quote', id: 'quote-1' }

for (const { name, missing, open } of sqliteDrivers) {
  describe.skipIf(missing !== undefined)(`sqliteStorage on ${name} (${missing ?? 'here'})`, () => {
    storageSuite({ describe, it }, () => {
      const folder = mkdtempSync(join(tmpdir(), 'quotewright-'))
      const databases: OpenDatabase[] = []
      const reopen = () => {
        const database = open(join(folder, 'quotes.sqlite'))
        databases.push(database)
        return sqliteStorage(database)
      }
      const dispose = () => {
        for (const database of databases) database.close()
        rmSync(folder, { recursive: true })
      }
      return { storage: reopen(), reopen, dispose }
    })

    describe('a database', () => {
      let folder: string
      let database: OpenDatabase

      beforeEach(() => {
        folder = mkdtempSync(join(tmpdir(), 'quotewright-'))
        database = open(join(folder, 'quotes.sqlite'))
      })
      afterEach(() => {
        database.close()
        rmSync(folder, { recursive: true })
      })

      const pragma = (name: string) =>
        Object.values(database.prepare(`pragma ${name}`).get() as object)[0]

      it('uses a write-ahead log and synchronous=full', () => {
        sqliteStorage(database)
        expect(pragma('journal_mode')).toBe('wal')
        expect(pragma('synchronous')).toBe(2)
      })

      it('can contain tables of the host', () => {
        database.exec("create table quotes (id text); insert into quotes values ('mine')")
        sqliteStorage(database)
        expect(database.prepare('select id from quotes').all()).toMatchObject([{ id: 'mine' }])
      })

      it('can return integers as bigints', async () => {
        const configurable = database as { defaultSafeIntegers?: (on: boolean) => unknown }
        configurable.defaultSafeIntegers?.(true)
        const storage = sqliteStorage(database)
        const change = createCommit()
        expect(await storage.commit('store-1', change)).toBe('committed')
        expect(storage.load('store-1', [quoteRef])).toEqual([getRecord(change)])
        expect(sqliteStorage(database).load('store-1', [quoteRef])).toEqual([getRecord(change)])
      })

      it('of another release is rejected with both versions, and is not changed', () => {
        sqliteStorage(database)
        database.exec('update quotewright_schema set version = 99')
        expect(thrownBy(() => sqliteStorage(database))).toMatchObject({
          code: 'storage_schema_mismatch',
          details: { found: 'schema version 99', supported: 'schema version 4' },
        })
        expect(database.prepare('select version from quotewright_schema').all()).toMatchObject([
          { version: 99 },
        ])
      })

      it('with tables of another program under the same names is rejected, and is not changed', () => {
        database.exec(
          "create table quotewright_quotes (id text); insert into quotewright_quotes values ('x')",
        )
        expect(thrownBy(() => sqliteStorage(database))).toMatchObject({
          code: 'storage_schema_mismatch',
          details: { found: 'tables of another program: quotewright_quotes' },
        })
        expect(database.prepare('select * from quotewright_quotes').all()).toMatchObject([
          { id: 'x' },
        ])
      })

      it('that is read-only is rejected with the required privileges', () => {
        database.exec('pragma query_only = on')
        expect(thrownBy(() => sqliteStorage(database))).toMatchObject({
          code: 'storage_permission_denied',
          details: { requiredPrivileges: expect.stringContaining('write access') },
        })
      })

      it('that becomes read-only rejects commits, and can still be read', async () => {
        const storage = sqliteStorage(database)
        const change = createCommit()
        await storage.commit('store-1', change)
        database.exec('pragma query_only = on')
        const next = updateCommit(getRecord(change), { tag_list: ['late'] })
        await expect(storage.commit('store-1', next)).rejects.toMatchObject({
          code: 'storage_permission_denied',
        })
        expect(storage.load('store-1', [quoteRef])).toEqual([getRecord(change)])
      })

      it('that is not a database is rejected with the error of the driver', async () => {
        const { writeFileSync } = await import('node:fs')
        writeFileSync(join(folder, 'letter.txt'), 'Dear Sir or Madam, '.repeat(500))
        const error = thrownBy(() => sqliteStorage(open(join(folder, 'letter.txt'))))
        expect(error).toMatchObject({
          code: 'storage_schema_mismatch',
          details: { supported: 'SQLite 3' },
        })
        expect((error as Error).cause).toBeInstanceOf(Error)
      })
    })
  })
}

function thrownBy(call: () => unknown): unknown {
  try {
    call()
  } catch (error) {
    if (isQuoteError(error)) return error
    throw error
  }
  throw new Error('nothing was thrown')
}
