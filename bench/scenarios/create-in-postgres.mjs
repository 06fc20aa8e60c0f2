import { concurrent } from '../harness/workloads.mjs'
import { createPlainTable, insertPlainRow, plainRows } from '../subjects/plain-rows.mjs'
import { postgresServer } from '../subjects/postgres-server.mjs'
import { sampleEngine } from '../subjects/sample-engine.mjs'
import { sampleRequest, storeId } from '../subjects/sample-store.mjs'

const variants = [
  { name: '64 callers', callers: 64, options: {}, target: 1.2 },
  {
    name: '64 callers, prepared statements',
    callers: 64,
    options: { preparedStatements: true },
  },
  { name: 'one caller', callers: 1, options: {} },
  { name: 'one caller, prepared statements', callers: 1, options: { preparedStatements: true } },
]

/** @type {import('../harness/scenario.js').Scenario} */
export const scenario = {
  needsPostgres: true,
  async prepare(onCleanUp) {
    const { pool, newStorage } = postgresServer(onCleanUp)
    const comparisons = variants.map(async ({ name, callers, options, target }) => {
      const { schema, storage } = await newStorage(options)
      const engine = sampleEngine(storage)
      const request = sampleRequest()
      const create = () => engine.createQuote({ storeId }, request)

      const nextRow = plainRows(await create())
      await pool.query(createPlainTable(`${schema}.plain`))
      const insert = insertPlainRow(`${schema}.plain`)
      return {
        benchmark: `createQuote, 10 lines, PostgreSQL, ${name}`,
        baseline: 'single-row inserts, same pool',
        measure: concurrent(callers, create),
        measureBaseline: concurrent(callers, () => pool.query(insert, nextRow())),
        ...(target === undefined ? undefined : { target }),
      }
    })
    return { comparisons: await Promise.all(comparisons) }
  },
}
