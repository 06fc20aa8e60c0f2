import { loop, sequential } from '../harness/workloads.mjs'
import { sampleEngine } from '../subjects/sample-engine.mjs'
import { sampleBody, sampleRequest, storeId } from '../subjects/sample-store.mjs'

/** @type {import('../harness/scenario.js').Scenario} */
export const scenario = {
  async prepare() {
    const engine = sampleEngine()
    const body = sampleBody()
    const request = sampleRequest()
    const { quote } = await engine.createQuote({ storeId }, request)
    return {
      comparisons: [
        {
          benchmark: 'createQuote, 10 lines, in memory',
          baseline: 'JSON.parse of the request + JSON.stringify of the quote',
          measure: sequential(() => engine.createQuote({ storeId }, request)),
          measureBaseline: loop(() => JSON.stringify(JSON.parse(body) && quote)),
          target: 1 / 2,
        },
      ],
    }
  },
}
