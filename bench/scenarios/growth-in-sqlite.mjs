import { sqliteStorage } from 'quotewright/sqlite'
import { growthComparisons } from '../harness/growth.mjs'
import { copiedQuotes, copyRows } from '../subjects/copied-quotes.mjs'
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
        const engine = sampleEngine(sqliteStorage(database))
        await engine.createQuote({ storeId }, sampleRequest(1))
        copyQuote(database, quotes)
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
  const numbers = `(with recursive counted (number) as
    (select 1 union all select number + 1 from counted where number < ${copies}) select number from counted)`
  const id = "printf('copy-%08d', number)"
  database.exec('begin')
  for (const [table, columns] of tablesOfQuotes(database))
    database.exec(copyRows(table, columns, { numbers, id }))
  database.exec('commit; pragma wal_checkpoint(truncate)')
}

/** @param {import('libsql').Database} database */
function tablesOfQuotes(database) {
  const all = database.prepare(
    `select tables.name as name, columns.name as column
     from sqlite_schema as tables, pragma_table_info(tables.name) as columns where tables.type = 'table'`,
  )
  const rows = /** @type {{ name: string, column: string }[]} */ (all.all())
  const tables = new Map(rows.map(({ name }) => [name, /** @type {string[]} */ ([])]))
  for (const { name, column } of rows) tables.get(name)?.push(column)
  return [...tables].filter(([, columns]) => columns.includes('quote_id'))
}
