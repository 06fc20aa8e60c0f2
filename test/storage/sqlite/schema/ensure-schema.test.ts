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
