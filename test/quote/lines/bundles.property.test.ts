import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Amount, add, parseAmount, toDecimalString, zero } from '../../../src/money/amount.js'
import { withComponents } from '../../../src/quote/lines/bundles.js'
import {
  type CatalogProduct,
  parseCatalogResponse,
} from '../../../src/quote/lines/catalog-product.js'
import { withKeys } from '../../../src/quote/model/line-keys.js'
import type { Quote } from '../../../src/quote/model/quote.js'
import { splitBundles } from '../../../src/quote/taxes/tax-parts.js'
import { getTaxables } from '../../../src/quote/taxes/taxables.js'
import { verifyQuote } from '../../../src/quote/verify/verify-quote.js'
import { quoteArbitraries } from '../../../src/testing/arbitraries/index.js'
import { creationFrom, pricesOf, updated } from '../samples.js'

const arbitraries = quoteArbitraries(fc)

/** A list of products that ends with a bundle of some of the others. */
const bundled = arbitraries.products.filter((list) => list.at(-1)?.components != null)

const one = 10n ** 30n

/** Returns a decimal number of up to 30 decimals as an integer of its last decimal. */
function exact(value: number | string): bigint {
  const [integer = '', fraction = ''] = String(
    typeof value === 'number' && Math.abs(value) < 1e-6 ? value.toFixed(10) : value,
  ).split('.')
  return BigInt(integer + fraction.padEnd(30, '0'))
}

const round = (value: bigint, decimals: number) => {
  const step = 10n ** BigInt(30 - decimals)
  return ((value + step / 2n) / step) * step
}

/** Returns what one bundle costs at a percentage of its components, exactly. */
function sumOf(
  products: readonly CatalogProduct[],
  { components, componentPercent }: CatalogProduct,
) {
  const sum = (components ?? []).reduce((total, { id, qty }) => {
    const part = products.find((each) => each.id === id)
    const { price, salePrice, priceQuantity: per } = part as CatalogProduct
    const unit = (exact(salePrice ?? price) * one) / exact(per ?? 1)
    return total + (round(unit, 10) * exact(qty)) / one
  }, 0n)
  return (sum * exact(componentPercent ?? 100)) / one / 100n
}

describe('bundles', () => {
  it('cost their components once rounded, for all of the line, if they are summed', () => {
    const summed = bundled.filter((list) => list.at(-1)?.componentPrices === 'summed')
    fc.assert(
      fc.property(summed, fc.integer({ min: 1, max: 1_000 }), (products, qty) => {
        const bundle = products.at(-1) as CatalogProduct
        const unit = sumOf(products, bundle)
        // More than ten decimals, or 15 digits, are not kept.
        fc.pre(round(unit, 8) === unit && unit < 100_000n * one)
        const request = { customer: {}, currency: 'EUR', products: [{ id: bundle.id, qty }] }
        const { value } = creationFrom(request, pricesOf(products)).record
        expect(exact(value.quote_total)).toBe(round(unit * BigInt(qty), 2))
        expect(verifyQuote(value)).toEqual([])
      }),
    )
  })

  it('keep their components at any other quantity, and none of their prices if hidden', () => {
    fc.assert(
      fc.property(bundled, fc.integer({ min: 1, max: 999 }), (products, qty) => {
        const { id, componentPrices } = products.at(-1) as CatalogProduct
        const prices = pricesOf(products)
        const request = { customer: {}, products: [{ id, qty: 1 }] }
        const before = creationFrom(request, prices).record
        const after = updated(before, { product_changes: [{ id, qty }] }).value
        const [line] = after.products
        expect(line?.components).toEqual(before.value.products[0]?.components)
        expect(line?.components?.some((each) => 'price' in each)).toBe(
          componentPrices === 'shown' || componentPrices === 'summed',
        )
        expect(verifyQuote(after)).toEqual([])
      }),
    )
  })

  it('are divided among tax codes without a rest, whatever changes the line', () => {
    fc.assert(
      fc.property(arbitraries.quote, (quote) => {
        const split = splitBundles(quote)
        fc.pre(split !== quote)
        const sumsOf = (values: Iterable<readonly [key: string, amount: Amount]>) => {
          const sums = new Map<string, Amount>()
          for (const [key, amount] of values) {
            const line = key.split('/')[0] as string
            sums.set(line, add(sums.get(line) ?? zero, amount))
          }
          return [...sums].map(([line, amount]) => [line, toDecimalString(amount)])
        }
        const totalsOf = (lines: Quote['products']) =>
          sumsOf(
            withKeys(lines).map((line) => [
              line.key as string,
              parseAmount(line.quote_total) as Amount,
            ]),
          )
        expect(totalsOf(split.products)).toEqual(totalsOf(quote.products))
        const plain = quote.products.map(({ tax_shares: _, ...line }) => line)
        const whole = getTaxables({ ...quote, products: plain })
        expect(sumsOf(getTaxables(quote))).toEqual(sumsOf(whole))
      }),
    )
  })

  it('never change a product that is no bundle', () => {
    fc.assert(
      fc.property(arbitraries.products, (products) => {
        const ids = new Set(products.map(({ id }) => id))
        const parsed = parseCatalogResponse(products, ids)
        const expanded = withComponents(parsed, parsed)
        for (const [id, product] of parsed)
          if (product.bundle === undefined) expect(expanded.get(id)).toBe(product)
      }),
    )
  })
})
