import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import Database from 'libsql'
import { expect, it } from 'vitest'
import { sqliteStorage } from '../../../../src/storage/sqlite/index.js'

const run = promisify(execFile)
const processes = 6

it('sqliteStorage creates the tables of a new file once if many processes open it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quotewright-'))
  const file = join(folder, 'quotes.sqlite')
  const open = () => run(process.execPath, ['test/storage/sqlite/schema/opener.mjs', file])
  try {
    await Promise.all(Array.from({ length: processes }, open))
    const database = new Database(file)
    sqliteStorage(database)
    const versions = database.prepare('select version from quotewright_schema').all()
    expect(versions).toMatchObject([{ version: 4 }])
    expect(versions).toHaveLength(1)
    database.close()
  } finally {
    rmSync(folder, { recursive: true })
  }
})
