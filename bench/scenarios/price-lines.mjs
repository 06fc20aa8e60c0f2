import { deepStrictEqual } from 'node:assert/strict'
import { loop } from '../harness/workloads.mjs'
import { decimalPricing } from '../pricing/decimal-pricing.mjs'
import { floatPricing } from '../pricing/float-pricing.mjs'
import { libraryPricing } from '../pricing/library-pricing.mjs'
import { sampleLines } from '../pricing/sample-lines.mjs'

/** @type {import('../harness/scenario.js').Scenario} */
export const scenario = {
  async prepare(onCleanUp) {
    const lines = sampleLines()
    const exactly = await libraryPricing(lines, onCleanUp)
    const inDecimals = decimalPricing(lines)
    deepStrictEqual(exactly(), inDecimals())

    const benchmark = 'price 10 lines exactly'
    const measure = loop(exactly)
    return {
      comparisons: [
        {
          benchmark,
          baseline: 'floating-point numbers (inexact)',
          measure,
          measureBaseline: loop(floatPricing(lines)),
          target: 1 / 3,
        },
        {
          benchmark,
          baseline: 'decimal.js',
          measure,
          measureBaseline: loop(inDecimals),
          target: 5,
        },
      ],
    }
  },
}
