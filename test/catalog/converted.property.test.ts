import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { convertedCatalog } from '../../src/catalog/converted.js'
import { memoryCatalog } from '../../src/catalog/memory.js'
import { quoteArbitraries } from '../../src/testing/arbitraries/index.js'

const Exact = Decimal.clone({ defaults: true, precision: 100 })
const roundings = { 'half-up': Decimal.ROUND_HALF_UP, 'half-even': Decimal.ROUND_HALF_EVEN }

const rates = fc
  .record({ digits: fc.bigInt({ min: 1n, max: 10n ** 15n }), decimals: fc.nat({ max: 12 }) })
  .map(({ digits, decimals }) => new Exact(String(digits)).div(10 ** decimals).toFixed())
  .filter((rate) => /^\d{1,12}(\.\d{1,12})?$/.test(rate) && Number(rate) > 0)

describe('convertedCatalog', () => {
  it('has each price × rate, rounded once, of which only 0 is 0', () =>
    fc.assert(
      fc.asyncProperty(
        quoteArbitraries(fc).products,
        rates,
        fc.constantFrom('half-up' as const, 'half-even' as const),
        fc.integer({ min: 0, max: 10 }),
        async (products, rate, rounding, unitPriceDecimals) => {
          const catalog = convertedCatalog(memoryCatalog({ s: products }), {
            currency: 'EUR',
            rates: () => ({ rate, date: '2026-11-26', source: 'ECB' }),
            rounding,
          })
          const { signal } = new AbortController()
          const call = { signal, currency: 'USD', unitPriceDecimals }
          const convert = (price: unknown) => {
            const exact = new Exact(String(price)).times(rate)
            const places = Math.max(0, Math.min(unitPriceDecimals, 14 - exact.e))
            const rounded = exact.toDecimalPlaces(places, roundings[rounding])
            const least = new Exact(10).pow(-unitPriceDecimals)
            return (rounded.isZero() && !exact.isZero() ? least : rounded).toFixed(
              unitPriceDecimals,
            )
          }
          const found = await catalog.findProducts(
            's',
            products.map(({ id }) => id),
            call,
          )
          expect(found).toHaveLength(products.length)
          for (const [index, { price, salePrice, priceBreaks }] of found.entries()) {
            const source = products[index]
            expect(price).toBe(convert(source?.price))
            if (source?.salePrice != null) expect(salePrice).toBe(convert(source.salePrice))
            const ofSource = new Map(source?.priceBreaks?.map((each) => [each.qty, each.price]))
            for (const each of priceBreaks ?? [])
              expect(each.price).toBe(convert(ofSource.get(each.qty)))
          }
        },
      ),
    ))
})
