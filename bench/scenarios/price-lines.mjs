import { deepStrictEqual } from 'node:assert/strict'
import { inALoop } from '../harness/sides.mjs'
import { decimalPricing } from '../pricing/decimal-pricing.mjs'
import { floatPricing } from '../pricing/float-pricing.mjs'
import { libraryPricing } from '../pricing/library-pricing.mjs'
import { sampleLines } from '../pricing/sample-lines.mjs'

/** @type {import('../harness/scenario.js').Scenario} */
export const scenario = {
  async prepare(afterwards) {
    const lines = sampleLines()
    const exactly = await libraryPricing(lines, afterwards)
    const inDecimals = decimalPricing(lines)
    deepStrictEqual(exactly(), inDecimals())

    const work = 'pricing 10 lines exactly'
    const ours = inALoop(exactly)
    return {
      comparisons: [
        {
          work,
          limit: 'the same in floats, which are not exact',
          ours,
          theirs: inALoop(floatPricing(lines)),
          target: 1 / 3,
        },
        {
          work,
          limit: 'the same in plain decimal.js',
          ours,
          theirs: inALoop(inDecimals),
          target: 5,
        },
      ],
    }
  },
}
