import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isQuoteError } from '../../../src/errors.js'
import { roundingModes } from '../../../src/money/rounding.js'
import type { CatalogProduct } from '../../../src/quote/lines/catalog-product.js'
import { showKeys } from '../../../src/quote/model/line-keys.js'
import type { Quote } from '../../../src/quote/model/quote.js'
import { type QuoteChange, replayQuote } from '../../../src/quote/model/quote-record.js'
import { verifyQuote } from '../../../src/quote/verify/verify-quote.js'
import { applyPatches } from '../../../src/record/history/apply-patches.js'
import { quoteArbitraries } from '../../../src/testing/arbitraries/index.js'
import { changeOf, creationFrom, pricesOf, rules } from '../samples.js'

const everything = quoteArbitraries(fc)
const published = quoteArbitraries(fc, { published: true })

const Oracle = Decimal.clone({ defaults: true, precision: 100, toExpNeg: -100, toExpPos: 200 })
const modes = { 'half-up': Oracle.ROUND_HALF_UP, 'half-even': Oracle.ROUND_HALF_EVEN } as const
const rounding = fc.constantFrom(...roundingModes)

/** A creation and up to four updates after it, with prices that may change in between. */
function history(generate: fc.GeneratorValue, arbitraries = everything) {
  const chosen = generate(() => rounding)
  const products = generate(() => arbitraries.products)
  const first = creationFrom(generate(arbitraries.createRequest, products), pricesOf(products), {
    ...rules,
    rounding: chosen,
  })
  const changes: QuoteChange[] = [first]
  let { record } = first
  const steps = generate(() => fc.integer({ min: 0, max: 4 }))
  for (let step = 0; step < steps; step += 1) {
    const today = generate(() => fc.constantFrom(products, products.toReversed().map(swapPrices)))
    const order = generate(() => fc.boolean())
    const sent = order
      ? { product_order: generate(arbitraries.productOrder, record.value) }
      : generate(arbitraries.changes, record.value, today)
    const change = changeOf(record, sent, { products: pricesOf(today), rounding: chosen })
    if (change === undefined) continue
    changes.push(change)
    record = change.record
  }
  return { changes, record, quote: record.value, rounding: chosen }
}

const swapPrices = (product: CatalogProduct, index: number): CatalogProduct => ({
  id: product.id,
  price: `${index}.0050`,
  salePrice: product.price,
})

/** Stops at the first counterexample: shrinking values drawn inside a property takes hours. */
const law = (check: (generate: fc.GeneratorValue) => void) => {
  fc.assert(
    fc.property(fc.gen(), (generate) => {
      check(generate)
    }),
    { endOnFailure: true },
  )
}

const twoPlaces = /^(?!-0\.00$)-?(0|[1-9][0-9]*)\.[0-9]{2}$/

describe('amounts of the published interface', () => {
  it('that are strings have two decimals', () => {
    law((generate) => {
      const { quote } = history(generate, published)
      const strings = quote.products.flatMap((line) => [line.quote, line.quote_total])
      for (const amount of [quote.quote_total, quote.price_total, ...strings])
        expect(amount).toMatch(twoPlaces)
    })
  })

  it('are never −0 and never need an exponent', () => {
    law((generate) => {
      const { quote } = history(generate, published)
      for (const line of quote.products)
        for (const value of Object.values(line)) expect(Object.is(value, -0)).toBe(false)
      expect(JSON.stringify(quote.products)).not.toMatch(/[0-9]e[+-]?[0-9]/)
    })
  })

  it('of a line follow from its unit prices exactly', () => {
    law((generate) => {
      const { quote } = history(generate, published)
      for (const line of quote.products) {
        const price = new Oracle(line.price)
        const offered = new Oracle(line.quote)
        expect(new Oracle(line.price_total)).toEqual(price.times(line.qty))
        expect(new Oracle(line.quote_total)).toEqual(offered.times(line.qty))
        expect(new Oracle(line.discount)).toEqual(price.minus(offered))
        expect(new Oracle(line.discount_total)).toEqual(price.minus(offered).times(line.qty))
        expect(new Oracle(line.quote_total).plus(line.discount_total)).toEqual(
          new Oracle(line.price_total),
        )
      }
    })
  })

  it('of the lines add up to the totals, rounded once', () => {
    law((generate) => {
      const { changes, quote, rounding: chosen } = history(generate, published)
      const sum = (field: 'quote_total' | 'price_total') =>
        quote.products.reduce((total, line) => total.plus(line[field]), new Oracle(0))
      expect(changes.length).toBeGreaterThan(0)
      expect(quote.quote_total).toBe(sum('quote_total').toFixed(2))
      expect(quote.price_total).toBe(
        sum('price_total').toDecimalPlaces(2, modes[chosen]).toFixed(2),
      )
    })
  })

  it('of any size are exact, or the line is rejected at its qty', () => {
    const price = fc.bigInt(0n, 10n ** 15n).map((steps) => new Oracle(`${steps}e-4`).toFixed())
    const qty = fc.integer({ min: 1, max: 1_000_000 })
    fc.assert(
      fc.property(fc.array(fc.tuple(price, qty), { minLength: 1, maxLength: 4 }), (lines) => {
        const products = pricesOf(lines.map(([each], index) => ({ id: index + 1, price: each })))
        const request = {
          customer: {},
          products: lines.map(([, each], index) => ({ id: index + 1, qty: each })),
        }
        try {
          const { value: quote } = creationFrom(request, products).record
          const sum = lines.reduce(
            (total, [p, q]) => total.plus(new Oracle(p).times(q)),
            new Oracle(0),
          )
          expect(quote.price_total).toBe(sum.toDecimalPlaces(2, modes['half-up']).toFixed(2))
        } catch (error) {
          if (!isQuoteError(error) || error.code !== 'invalid_request') throw error
          for (const path of Object.keys(error.details.errors)) expect(path).toMatch(/\.qty$/)
        }
      }),
    )
  })
})

describe('records', () => {
  it('are frozen all the way down', () => {
    law((generate) => {
      for (const { record } of history(generate).changes) expectFrozen(record)
    })
  })

  it('count their versions one by one', () => {
    law((generate) => {
      for (const [index, change] of history(generate).changes.entries()) {
        expect(change.previousVersion).toBe(index)
        expect(change.record.version).toBe(index + 1)
      }
    })
  })

  it('give each line a key that no other line had before', () => {
    law((generate) => {
      const seen = new Map<string, number>()
      for (const { record } of history(generate).changes) {
        const keys = record.value.products.flatMap(({ key }) => key ?? [])
        expect(new Set(keys).size).toBe(keys.length)
        for (const key of keys) {
          const last = seen.get(key)
          if (last !== undefined) expect(last).toBe(record.version - 1)
          else expect(key).toMatch(new RegExp(`^(1|${record.version})-[1-9][0-9]*$`))
          seen.set(key, record.version)
        }
      }
    })
  })
})

describe('patches', () => {
  it('lead from each quote to the next, to the byte', () => {
    law((generate) => {
      const { changes } = history(generate)
      let previous: Quote | undefined
      for (const { record, historyEntry: entry } of changes) {
        if (previous !== undefined) {
          const next = applyPatches(previous, entry.patches)
          expect(JSON.stringify(next)).toBe(JSON.stringify(record.value))
        }
        previous = record.value
      }
    })
  })

  it('of every history replay every version, to the byte', () => {
    law((generate) => {
      const { changes } = history(generate)
      const entries = changes.map(({ historyEntry: entry }) => entry)
      for (const { record } of changes)
        expect(JSON.stringify(replayQuote(entries.slice(0, record.version)))).toBe(
          JSON.stringify(showKeys(record.value)),
        )
    })
  })
})

describe('verifyQuote', () => {
  it('has nothing to say, whatever was done to a quote', () => {
    law((generate) => {
      const { changes, rounding: chosen } = history(generate)
      for (const { record } of changes)
        expect(verifyQuote(record.value, { rounding: chosen })).toEqual([])
    })
  })

  it('has nothing to say after a way through JSON', () => {
    law((generate) => {
      const { quote } = history(generate)
      expect(verifyQuote(JSON.parse(JSON.stringify(quote)))).toEqual([])
    })
  })
})

function expectFrozen(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  expect(Object.isFrozen(value)).toBe(true)
  for (const element of Object.values(value)) expectFrozen(element)
}
