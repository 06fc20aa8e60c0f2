import { sqliteStorage } from 'quotewright/sqlite'
import { growthComparisons } from '../harness/growth.mjs'
import { copiedQuotes, copyRows, isOfRecords } from '../subjects/copied-quotes.mjs'
import { sampleEngine } from '../subjects/sample-engine.mjs'
import { sampleRequest, storeId } from '../subjects/sample-store.mjs'
import { sqliteFiles } from '../subjects/sqlite-files.mjs'

/** @type {import('../harness/scenario.js').Scenario} */
export const scenario = {
  async prepare(onCleanUp) {
    const openFile = sqliteFiles(onCleanUp)
    return {
      comparisons: await growthComparisons('durable SQLite', async (quotes) => {
        const database = openFile(`quotes-${quotes}`)
        const storage = sqliteStorage(database)
        const engine = sampleEngine(storage)
        await engine.createQuote({ storeId }, sampleRequest(1))
        copyQuote(database, quotes)
        await storage.rebuildSearch()
        database.exec('pragma wal_checkpoint(truncate)')
        return copiedQuotes(engine, storeId, quotes)
      }),
    }
  },
}

/**
 * @param {import('libsql').Database} database
 * @param {number} copies
 */
function copyQuote(database, copies) {
  const dialect = {
    copies: `(with recursive counted (copy) as
      (select 1 union all select copy + 1 from counted where copy < ${copies})
      select copy from counted)`,
    id: "printf('copy-%08d', copy)",
  }
  database.exec('begin')
  for (const [table, columns] of writableColumns(database))
    if (isOfRecords(columns)) database.exec(copyRows(table, columns, dialect))
  database.exec('commit')
}

/**
 * Returns the columns of each table, without the integer key that SQLite assigns.
 *
 * @param {import('libsql').Database} database
 */
function writableColumns(database) {
  const all = database.prepare(
    `select tables.name as name, columns.name as column
     from sqlite_schema as tables, pragma_table_info(tables.name) as columns
     where tables.type = 'table' and columns.name <> 'number'`,
  )
  const rows = /** @type {{ name: string, column: string }[]} */ (all.all())
  const tables = new Map(rows.map(({ name }) => [name, /** @type {string[]} */ ([])]))
  for (const { name, column } of rows) tables.get(name)?.push(column)
  return tables
}
