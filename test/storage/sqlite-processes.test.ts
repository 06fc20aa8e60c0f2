import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import Database from 'libsql'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sqliteStorage } from '../../src/storage/sqlite.js'
import { creation } from '../../src/testing/sample-changes.js'

const run = promisify(execFile)
const writers = ['ann', 'bob', 'cy', 'dee']
const updates = 40

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quotewright-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (file: string, quoteId: string, writer: string, count: number) =>
  run(process.execPath, ['test/storage/sqlite-writer.mjs', file, quoteId, writer, String(count)])

it('processes that update different fields of one quote at once lose nothing', async () => {
  const file = join(folder, 'quotes.sqlite')
  const database = new Database(file)
  const storage = sqliteStorage(database)
  storage.commit(creation({ customer: {} }))
  await Promise.all(writers.map((writer) => write(file, 'quote-1', writer, updates)))

  const record = await storage.load('store-1', 'quote-1')
  expect(record?.version).toBe(1 + writers.length * updates)
  expect(record?.quote.customer).toEqual(
    Object.fromEntries(writers.map((writer) => [writer, String(updates)])),
  )
  const range = { afterVersion: 0, limit: 1_000 }
  const entries = await storage.listHistory('store-1', 'quote-1', range)
  for (const writer of writers)
    expect(entries.filter(({ actor }) => actor === writer)).toHaveLength(updates)
  database.close()
})

it('processes that open a new file at once create its tables once', async () => {
  const file = join(folder, 'new.sqlite')
  await Promise.all(writers.map((writer) => write(file, 'none', writer, 0)))
  const database = new Database(file)
  sqliteStorage(database)
  expect(database.prepare('select version from quotewright_schema').all()).toMatchObject([
    { version: 1 },
  ])
  database.close()
})
