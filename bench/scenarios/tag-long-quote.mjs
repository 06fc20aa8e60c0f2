import { sequential } from '../harness/workloads.mjs'
import { sampleEngine } from '../subjects/sample-engine.mjs'
import { sampleRequest, storeId } from '../subjects/sample-store.mjs'

/** @type {import('../harness/scenario.js').Scenario} */
export const scenario = {
  async prepare() {
    return {
      comparisons: [
        {
          benchmark: 'set a tag on a quote of 1,000 lines, in memory',
          baseline: 'set a tag on a quote of 10 lines',
          measure: await tagging(1_000),
          measureBaseline: await tagging(10),
        },
      ],
    }
  },
}

/** @param {number} lines */
async function tagging(lines) {
  const engine = sampleEngine(undefined, { lines })
  const { quoteId } = await engine.createQuote({ storeId }, sampleRequest(lines))
  let tags = 0
  return sequential(() => {
    tags += 1
    return engine.updateQuote({ storeId }, quoteId, { tag_list: [`Tag ${tags}`] })
  })
}
