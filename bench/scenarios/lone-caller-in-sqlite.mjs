import { sqliteStorage } from 'quotewright/sqlite'
import { sequential } from '../harness/workloads.mjs'
import { sampleEngine } from '../subjects/sample-engine.mjs'
import { sampleRequest, storeId } from '../subjects/sample-store.mjs'
import { sqliteFiles } from '../subjects/sqlite-files.mjs'

/** @typedef {import('../harness/scenario.js').Measure} Measure */

/** @type {import('../harness/scenario.js').Scenario} */
export const scenario = {
  prepare(onCleanUp) {
    const openFile = sqliteFiles(onCleanUp)
    const engine = sampleEngine(sqliteStorage(openFile('quotes')))
    const request = sampleRequest()
    const create = () => engine.createQuote({ storeId }, request)
    return {
      comparisons: [
        {
          benchmark: 'createQuote, 10 lines, durable SQLite, one caller',
          baseline: 'the same without batching',
          measure: sequential(create),
          measureBaseline: withoutBatching(sequential(create)),
          target: 0.9,
        },
      ],
    }
  },
}

/**
 * The storage commits at the end of the event loop's turn. Replacing setImmediate ends each turn at
 * once, so that every write has its own transaction.
 *
 * @param {Measure} measure
 * @returns {Measure}
 */
function withoutBatching(measure) {
  return async () => {
    const { setImmediate } = globalThis
    Object.assign(globalThis, { setImmediate: queueMicrotask })
    try {
      return await measure()
    } finally {
      globalThis.setImmediate = setImmediate
    }
  }
}
