import { oneAfterAnother } from '../harness/sides.mjs'
import { sampleEngine } from '../subjects/sample-engine.mjs'
import { sampleRequest, storeId } from '../subjects/sample-store.mjs'

/** @type {import('../harness/scenario.js').Scenario} */
export const scenario = {
  prepare() {
    const ofTen = perLine(10)
    return {
      comparisons: [100, 1_000].map((lines) => ({
        work: `a line of createQuote with ${lines.toLocaleString('en')} lines, in memory`,
        limit: 'a line of createQuote with 10 lines',
        ours: perLine(lines),
        theirs: ofTen,
        target: 1 / 1.1,
      })),
    }
  },
}

/**
 * @param {number} lines
 * @returns {import('../harness/scenario.js').Side}
 */
function perLine(lines) {
  const engine = sampleEngine(undefined, { lines })
  const request = sampleRequest(lines)
  const create = oneAfterAnother(() => engine.createQuote({ storeId }, request))
  return async () => (await create()) / lines
}
