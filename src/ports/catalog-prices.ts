import { equals, parseUnitAmount, zero } from '../money/amount.js'
import type { CatalogCallOptions } from './catalog.js'

/** What a sale price of 0 is: none, as shop systems write it, or free of charge. */
export const zeroSalePrices = ['none', 'free'] as const

export type ZeroSalePrice = (typeof zeroSalePrices)[number]

/**
 * Returns the sale price of a product as a shop system stores it; undefined if there is none. Shop
 * systems write 0 for products that are not on sale.
 */
export function toSalePrice<Price>(
  price: Price,
  zeroIs: ZeroSalePrice = 'none',
): Price | undefined {
  if (price == null || price === '') return undefined
  const amount = zeroIs === 'free' ? undefined : parseUnitAmount(price)
  return amount !== undefined && equals(amount, zero) ? undefined : price
}

/** Returns true if a quote is in another currency than the prices of a catalog that has one. */
export function isOtherCurrency(
  currency: string | undefined,
  call: CatalogCallOptions | undefined,
): boolean {
  return currency !== undefined && (call?.currency ?? currency) !== currency
}
