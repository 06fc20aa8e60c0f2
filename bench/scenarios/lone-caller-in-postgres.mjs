import { oneAfterAnother } from '../harness/sides.mjs'
import { createPlainTable, insertPlainRow, plainRows } from '../subjects/plain-rows.mjs'
import { postgresServer } from '../subjects/postgres-server.mjs'
import { sampleEngine } from '../subjects/sample-engine.mjs'
import { sampleRequest, storeId } from '../subjects/sample-store.mjs'

/** @type {import('../harness/scenario.js').Scenario} */
export const scenario = {
  needsPostgres: true,
  async prepare(afterwards) {
    const { pool, newStorage } = postgresServer(afterwards)
    const { schema, storage } = await newStorage()
    const engine = sampleEngine(storage)
    const request = sampleRequest()
    const create = () => engine.createQuote({ storeId }, request)

    const nextRow = plainRows(await create())
    await pool.query(createPlainTable(`${schema}.plain`))
    const insert = insertPlainRow(`${schema}.plain`)
    return {
      comparisons: [
        {
          work: 'createQuote, 10 lines, PostgreSQL, one caller',
          limit: 'an insert of one row, through the same pool',
          ours: oneAfterAnother(create),
          theirs: oneAfterAnother(() => pool.query(insert, nextRow())),
        },
      ],
    }
  },
}
