import fc from 'fast-check'
import { expect, it } from 'vitest'
import { explainQuote } from '../../../src/quote/verify/explain-quote.js'
import { verifyQuote } from '../../../src/quote/verify/verify-quote.js'
import { oracleQuotes } from './oracle-quotes.js'
import { amountsOf, priceByLibrary } from './price-by-library.js'
import { computeByRules } from './quote-oracle.js'

it('a quote costs what the oracle computes, and verifyQuote and explainQuote agree', () => {
  fc.assert(
    fc.property(oracleQuotes, (quote) => {
      const result = priceByLibrary(quote)
      expect(amountsOf(result)).toEqual(computeByRules(quote))
      expect(verifyQuote(result)).toEqual([])
      expect(explainQuote(result).total).toBe(result.amounts?.total ?? result.quote_total)
    }),
    // The rules are many, and each run is short.
    { numRuns: Math.max(fc.readConfigureGlobal().numRuns ?? 100, 10) * 10 },
  )
})
