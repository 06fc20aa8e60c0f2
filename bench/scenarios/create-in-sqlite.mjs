import { sqliteStorage } from 'quotewright/sqlite'
import { concurrent, loop } from '../harness/workloads.mjs'
import { createPlainTable, insertPlainRow, plainRows } from '../subjects/plain-rows.mjs'
import { sampleEngine } from '../subjects/sample-engine.mjs'
import { sampleRequest, storeId } from '../subjects/sample-store.mjs'
import { sqliteFiles } from '../subjects/sqlite-files.mjs'

const callers = 64

/** @type {import('../harness/scenario.js').Scenario} */
export const scenario = {
  async prepare(onCleanUp) {
    const openFile = sqliteFiles(onCleanUp)
    const engine = sampleEngine(sqliteStorage(openFile('quotes')))
    const request = sampleRequest()
    const create = () => engine.createQuote({ storeId }, request)
    const record = await create()
    const measure = concurrent(callers, create)
    const benchmark = 'createQuote, 10 lines, durable SQLite, 64 callers'
    return {
      comparisons: [
        {
          benchmark,
          baseline: 'same driver, one row per transaction',
          measure,
          measureBaseline: loop(inserter(openFile('single'), record)),
          target: 5,
        },
        {
          benchmark,
          baseline: 'same driver, 64 rows per transaction',
          measure,
          measureBaseline: batchInserter(openFile('batched'), record),
          target: 0.7,
        },
      ],
    }
  },
}

/**
 * @param {import('libsql').Database} database
 * @param {import('quotewright').QuoteRecord} record
 */
function inserter(database, record) {
  database.exec(createPlainTable('plain'))
  const insert = database.prepare(insertPlainRow('plain').replaceAll(/\$\d/g, '?'))
  const nextRow = plainRows(record)
  return () => insert.run(...nextRow())
}

/**
 * @param {import('libsql').Database} database
 * @param {import('quotewright').QuoteRecord} record
 * @returns {import('../harness/scenario.js').Measure}
 */
function batchInserter(database, record) {
  const insert = inserter(database, record)
  const transaction = loop(() => {
    database.exec('begin immediate')
    for (let row = 0; row < callers; row += 1) insert()
    return database.exec('commit')
  })
  return async () => (await transaction()) / callers
}
