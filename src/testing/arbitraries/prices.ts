import type { Arbitrary } from 'fast-check'
import type { CatalogProduct } from '../../quote/lines/catalog-product.js'
import type { FastCheck } from './fast-check.js'

/** Formats a number of hundredths or ten-thousandths as a decimal string. */
function formatDecimal(count: number, decimals: 2 | 4): string {
  const digits = String(Math.abs(count)).padStart(decimals + 1, '0')
  return `${count < 0 ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

const maxCents = 10_000_000

/** Generates unit prices up to 100,000 with up to four decimals, including half cents and 0. */
function unitPrices(fc: FastCheck): Arbitrary<string> {
  const cents = fc.nat(maxCents)
  return fc
    .oneof(
      cents.map((count) => count * 100),
      cents.map((count) => count * 100 + 50),
      fc.nat(maxCents * 100),
      fc.constant(0),
    )
    .map((count) => formatDecimal(count, 4))
}

/** Generates offered prices up to 100,000 with two decimals. */
export function offeredPrices(fc: FastCheck): Arbitrary<string> {
  return fc.nat(maxCents).map((count) => formatDecimal(count, 2))
}

/** Generates one to eight products with distinct ids. */
export function catalogProducts(fc: FastCheck): Arbitrary<readonly CatalogProduct[]> {
  const price = unitPrices(fc)
  return fc.uniqueArray(
    fc.record(
      { id: fc.integer({ min: 1, max: 12 }), price, salePrice: fc.option(price) },
      { requiredKeys: ['id', 'price'] },
    ),
    { selector: ({ id }) => id, minLength: 1, maxLength: 8 },
  )
}
