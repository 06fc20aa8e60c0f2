import { loop, sequential, sequentialOnce } from '../harness/workloads.mjs'
import { quotePricing } from '../pricing/quote-pricing.mjs'
import { discounts, pricedEngine } from '../subjects/priced-engine.mjs'
import { sampleEngine } from '../subjects/sample-engine.mjs'
import { sampleRequest, storeId } from '../subjects/sample-store.mjs'

/** @type {import('../harness/scenario.js').Scenario} */
export const scenario = {
  async prepare(onCleanUp) {
    const { plain, priced, perLine } = await quotePricing(onCleanUp)
    const ofTen = perLine(10)
    return {
      comparisons: [
        {
          benchmark: 'price 10 lines with two discounts, tax by line and a currency',
          baseline: 'price 10 lines',
          measure: loop(priced),
          measureBaseline: loop(plain),
          target: 1 / 3,
        },
        {
          benchmark: 'createQuote, 10 lines with two discounts and a currency, in memory',
          baseline: 'createQuote, 10 lines',
          measure: creating(pricedEngine(), {
            ...sampleRequest(),
            currency: 'EUR',
            discounts: discounts.slice(0, 2),
          }),
          measureBaseline: creating(sampleEngine(), sampleRequest()),
          target: 1 / 3,
        },
        {
          benchmark: 'sendQuote with tax by line, 10 lines with two discounts, in memory',
          baseline: 'sendQuote, 10 lines',
          measure: sending(pricedEngine(), {
            ...sampleRequest(),
            currency: 'EUR',
            discounts: discounts.slice(0, 2),
          }),
          measureBaseline: sending(sampleEngine(), sampleRequest()),
          target: 1 / 3,
        },
        ...[100, 1_000, 10_000].map((lines) => ({
          benchmark: `price ${lines.toLocaleString('en')} lines with three discounts, per line`,
          baseline: 'price 10 lines with three discounts, per line',
          measure: perLine(lines),
          measureBaseline: ofTen,
          target: 1 / 1.5,
        })),
      ],
    }
  },
}

/**
 * @param {import('quotewright').QuoteEngine} engine
 * @param {import('quotewright').CreateQuoteRequest} request
 */
function creating(engine, request) {
  return sequential(() => engine.createQuote({ storeId }, request))
}

/**
 * @param {import('quotewright').QuoteEngine} engine
 * @param {import('quotewright').CreateQuoteRequest} request
 */
function sending(engine, request) {
  return sequentialOnce(async (count) => {
    const sends = []
    for (let created = 0; created < count; created += 1) {
      const { quoteId } = await engine.createQuote({ storeId }, request)
      sends.push(() => engine.sendQuote({ storeId }, quoteId))
    }
    return sends
  })
}
