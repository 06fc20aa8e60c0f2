import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { getAcceptedQuote } from '../../../src/quote/selection/select-quote.js'
import { explainQuote, type PriceStep } from '../../../src/quote/verify/explain-quote.js'
import { quoteArbitraries } from '../../../src/testing/arbitraries/index.js'
import { exact, total } from '../pricing/oracle.js'
import { pricedQuotes } from '../pricing/random-priced-quotes.js'

const { quote: lived } = quoteArbitraries(fc)
/** Quotes of any arithmetic, and of any way of life. */
const quotes = fc.oneof(
  { weight: 4, arbitrary: pricedQuotes.map(({ quote }) => quote) },
  { weight: 1, arbitrary: lived },
)

/** Expects that each step leads to the next, from 0 to the total. */
function expectSteps(steps: readonly PriceStep[], sum: string): void {
  let left = exact(0)
  for (const { before, change, after } of steps) {
    expect(exact(before).equals(left)).toBe(true)
    left = left.plus(change)
    expect(exact(after).equals(left)).toBe(true)
  }
  expect(exact(sum).equals(left)).toBe(true)
}

describe('explainQuote', () => {
  it('leads from 0 to the total of each line, of shipping and of the quote, step by step', () => {
    fc.assert(
      fc.property(quotes, (quote) => {
        const { lines, shipping, steps, total: sum } = explainQuote(quote)
        for (const line of lines) expectSteps(line.steps, line.total)
        if (shipping !== undefined) expectSteps(shipping.steps, shipping.total)
        expectSteps(steps, sum)
      }),
    )
  })

  it('returns lines, charges and shipping that sum to the total', () => {
    fc.assert(
      fc.property(quotes, (quote) => {
        const { lines, charges = [], shipping, total: sum } = explainQuote(quote)
        const parts = [...lines, ...charges].map((part) => part.total)
        parts.push(shipping?.total ?? '0')
        expect(total(parts).equals(sum)).toBe(true)
      }),
    )
  })

  it('returns the total that the quote shows, unless its taxes are stale', () => {
    fc.assert(
      fc.property(quotes, (quote) => {
        fc.pre(quote.taxes?.stale !== true)
        const { amounts, quote_total: sum } = getAcceptedQuote(quote)
        expect(explainQuote(quote).total).toBe(amounts?.total ?? sum)
      }),
    )
  })

  it('returns what leads from the total to what is paid', () => {
    fc.assert(
      fc.property(quotes, (quote) => {
        const { payable, total: sum } = explainQuote(quote)
        expect(payable?.total).toBe(getAcceptedQuote(quote).amounts?.payable)
        const changes = payable?.steps.map(({ change }) => change) ?? []
        expect(total([sum, ...changes]).equals(payable?.total ?? sum)).toBe(true)
      }),
    )
  })

  it('returns totals with the decimals of the quote', () => {
    fc.assert(
      fc.property(quotes, (quote) => {
        const { decimals, lines, shipping, total: sum } = explainQuote(quote)
        for (const shown of [...lines.map((line) => line.total), shipping?.total ?? sum, sum])
          expect(shown.split('.')[1]?.length ?? 0).toBe(decimals)
      }),
    )
  })

  it('includes the taxes that prices include, and adds all others', () => {
    fc.assert(
      fc.property(quotes, (offer) => {
        const quote = getAcceptedQuote(offer)
        const { taxes } = quote
        fc.pre(taxes !== undefined && taxes.stale !== true)
        const explained = explainQuote(offer)
        const { lines, charges = [], shipping } = explained
        const parts = [...lines, ...charges, ...(shipping ? [shipping] : [])]
        const steps = parts.flatMap((part) => part.steps).filter(({ type }) => type === 'tax')
        const shown = steps.map(({ change, included }) => included ?? change)
        expect(total(shown).equals(quote.amounts?.taxes ?? '')).toBe(true)
        for (const { change, included } of steps) {
          if (!taxes?.rates.some(({ added }) => added))
            expect(included !== undefined).toBe(taxes?.inclusive)
          if (included !== undefined) expect(exact(change).isZero()).toBe(true)
        }
      }),
    )
  })
})
