import Database from 'libsql'
import { describe, expect, it } from 'vitest'
import { sqliteStorage } from '../../../../src/storage/sqlite/index.js'

describe.each([3, 5, 99, null])('sqliteStorage, on a database of version %s', (version) => {
  it('rejects it and names both versions', () => {
    const database = new Database(':memory:')
    sqliteStorage(database)
    database.exec(`
      drop table quotewright_schema;
      create table quotewright_schema (version integer);
      insert into quotewright_schema values (${version})`)
    expect(() => sqliteStorage(database)).toThrow(
      expect.objectContaining({
        code: 'storage_schema_mismatch',
        details: { found: `schema version ${version}`, supported: 'schema version 4' },
      }),
    )
    database.close()
  })
})

describe('sqliteStorage, while another process opens the file', () => {
  const busyTimes = (times: number) => {
    const database = new Database(':memory:')
    const exec = database.exec.bind(database)
    let left = times
    database.exec = (sql) => {
      if (sql !== 'pragma journal_mode = wal' || left === 0) return exec(sql)
      left -= 1
      throw Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' })
    }
    return database
  }

  it('tries once more if SQLite does not wait for its lock', () => {
    const database = busyTimes(1)
    sqliteStorage(database)
    const row = database.prepare('select version from quotewright_schema').get()
    expect(row).toMatchObject({ version: 4 })
    database.close()
  })

  it('rejects it if the lock is still held', () => {
    const database = busyTimes(2)
    const code = 'storage_failed'
    expect(() => sqliteStorage(database)).toThrow(expect.objectContaining({ code }))
    database.close()
  })
})
