import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { createQuoteEngine, memoryCatalog } from 'quotewright'
import { sqliteStorage } from 'quotewright/sqlite'
import { body, products, storeId } from './sample-request.mjs'

const callers = Array.from({ length: 64 })

/** @returns {Promise<import('./measure.mjs').Scenario>} */
export async function createInSqlite() {
  const folder = mkdtempSync(join(tmpdir(), 'quotewright-bench-'))
  const database = new Database(join(folder, 'quotes.sqlite'))
  const engine = createQuoteEngine({
    storage: sqliteStorage(database),
    catalog: memoryCatalog({ [storeId]: products }),
  })
  const request = JSON.parse(body)
  const { quote } = await engine.createQuote({ storeId }, request)
  database.exec('create table plain (id integer primary key, quote text)')
  const insert = database.prepare('insert into plain (quote) values (?)')
  const text = JSON.stringify(quote)
  return {
    name: 'createQuote, 10 lines, durable SQLite, 64 callers',
    limit: 'the same driver and file, one row per transaction',
    target: 0.2,
    batch: 2,
    ours: () => Promise.all(callers.map(() => engine.createQuote({ storeId }, request))),
    theirs: () => callers.map(() => insert.run(text)),
    dispose() {
      database.close()
      rmSync(folder, { recursive: true })
    },
  }
}
