import { inALoop, oneAfterAnother } from '../harness/sides.mjs'
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
          work: 'createQuote, 10 lines, in memory',
          limit: 'JSON.parse of the request + JSON.stringify of the quote',
          ours: oneAfterAnother(() => engine.createQuote({ storeId }, request)),
          theirs: inALoop(() => JSON.stringify(JSON.parse(body) && quote)),
          target: 1 / 2,
        },
      ],
    }
  },
}
