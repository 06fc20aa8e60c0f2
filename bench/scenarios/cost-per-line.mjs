import { sequential } from '../harness/workloads.mjs'
import { sampleEngine } from '../subjects/sample-engine.mjs'
import { sampleRequest, storeId } from '../subjects/sample-store.mjs'

/** @type {import('../harness/scenario.js').Scenario} */
export const scenario = {
  prepare() {
    const ofTen = perLine(10)
    return {
      comparisons: [100, 1_000].map((lines) => ({
        benchmark: `createQuote per line, ${lines.toLocaleString('en')} lines, in memory`,
        baseline: 'createQuote per line, 10 lines',
        measure: perLine(lines),
        measureBaseline: ofTen,
        target: 1 / 1.1,
      })),
    }
  },
}

/**
 * @param {number} lines
 * @returns {import('../harness/scenario.js').Measure}
 */
function perLine(lines) {
  const engine = sampleEngine(undefined, { lines })
  const request = sampleRequest(lines)
  const create = sequential(() => engine.createQuote({ storeId }, request))
  return async () => (await create()) / lines
}
