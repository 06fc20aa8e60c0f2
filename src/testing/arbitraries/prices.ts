import type { Arbitrary } from 'fast-check'
import type { CatalogProduct } from '../../quote/lines/catalog-product.js'
import type { FastCheck } from './fast-check.js'

/** The decimal text of a count of hundredths, or of ten-thousandths. */
function decimalText(count: number, decimals: 2 | 4): string {
  const digits = String(Math.abs(count)).padStart(decimals + 1, '0')
  return `${count < 0 ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

const mostCents = 10_000_000

/** Unit prices up to 100,000: in whole cents, between two cents, with all four decimals, and free of charge. */
function unitPrices(fc: FastCheck): Arbitrary<string> {
  const cents = fc.nat(mostCents)
  return fc
    .oneof(
      cents.map((count) => count * 100),
      cents.map((count) => count * 100 + 50),
      fc.nat(mostCents * 100),
      fc.constant(0),
    )
    .map((count) => decimalText(count, 4))
}

/** Prices to offer: in whole cents, up to 100,000. */
export function offeredPrices(fc: FastCheck): Arbitrary<string> {
  return fc.nat(mostCents).map((count) => decimalText(count, 2))
}

/** A store's products: one to eight, with distinct ids. */
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
