import { concurrent } from '../harness/workloads.mjs'
import { mariadbMissing, mariadbServer } from '../subjects/mariadb-server.mjs'
import { plainRows } from '../subjects/plain-rows.mjs'
import { sampleEngine } from '../subjects/sample-engine.mjs'
import { sampleRequest, storeId } from '../subjects/sample-store.mjs'

const variants = [
  { name: '64 callers', callers: 64 },
  { name: 'one caller', callers: 1 },
]

/** The baseline's table: rows with the content of the library's, without a history. */
const createTable = (/** @type {string} */ table) => `create table ${table} (
  store_id varchar(255) not null,
  quote_id varchar(255) not null,
  version int not null,
  updated bigint not null,
  quote longtext not null,
  primary key (store_id, quote_id)
)`

/** @type {import('../harness/scenario.js').Scenario} */
export const scenario = {
  async prepare(onCleanUp) {
    if (mariadbMissing !== undefined) return { skipped: mariadbMissing }
    const { pool, newStorage } = mariadbServer(onCleanUp)
    const comparisons = variants.map(async ({ name, callers }) => {
      const { database, storage } = await newStorage()
      const engine = sampleEngine(storage)
      const request = sampleRequest()
      const create = () => engine.createQuote({ storeId }, request)

      const nextRow = plainRows(await create())
      await pool.query(createTable(`${database}.plain`))
      const insert = `insert into ${database}.plain values (?, ?, ?, ?, ?)`
      return {
        benchmark: `createQuote, 10 lines, MariaDB, ${name}`,
        baseline: 'single-row inserts, same pool',
        measure: concurrent(callers, create),
        measureBaseline: concurrent(callers, () => pool.query(insert, nextRow())),
      }
    })
    return { comparisons: await Promise.all(comparisons) }
  },
}
