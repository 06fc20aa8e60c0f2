import { sqliteStorage } from 'quotewright/sqlite'
import { oneAfterAnother } from '../harness/sides.mjs'
import { sampleEngine } from '../subjects/sample-engine.mjs'
import { sampleRequest, storeId } from '../subjects/sample-store.mjs'
import { sqliteFiles } from '../subjects/sqlite-files.mjs'

/** @typedef {import('../harness/scenario.js').Side} Side */

/** @type {import('../harness/scenario.js').Scenario} */
export const scenario = {
  prepare(afterwards) {
    const openFile = sqliteFiles(afterwards)
    const engine = sampleEngine(sqliteStorage(openFile('quotes')))
    const request = sampleRequest()
    const create = () => engine.createQuote({ storeId }, request)
    return {
      comparisons: [
        {
          work: 'createQuote, 10 lines, durable SQLite, one caller',
          limit: 'the same where no commit waits for others',
          ours: oneAfterAnother(create),
          theirs: waitingForNoOthers(oneAfterAnother(create)),
          target: 0.9,
        },
      ],
    }
  },
}

/**
 * The storage commits once the turn of the event loop is over. Where it is made to believe that it is over at once, every write has
 * a transaction of its own.
 *
 * @param {Side} side
 * @returns {Side}
 */
function waitingForNoOthers(side) {
  return async () => {
    const { setImmediate } = globalThis
    Object.assign(globalThis, { setImmediate: queueMicrotask })
    try {
      return await side()
    } finally {
      globalThis.setImmediate = setImmediate
    }
  }
}
