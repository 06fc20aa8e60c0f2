import { oneAfterAnother } from '../harness/sides.mjs'
import { sampleEngine } from '../subjects/sample-engine.mjs'
import { sampleRequest, storeId } from '../subjects/sample-store.mjs'

/** @type {import('../harness/scenario.js').Scenario} */
export const scenario = {
  async prepare() {
    return {
      comparisons: [
        {
          work: 'a tag set on a quote of 1,000 lines, in memory',
          limit: 'a tag set on a quote of 10 lines',
          ours: await tagging(1_000),
          theirs: await tagging(10),
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
  return oneAfterAnother(() => {
    tags += 1
    return engine.updateQuote({ storeId }, quoteId, { tag_list: [`Tag ${tags}`] })
  })
}
