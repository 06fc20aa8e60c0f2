import type { CatalogCallOptions } from '../ports/catalog.js'

/** Returns true if a quote is in another currency than the prices of a catalog that has one. */
export function isOtherCurrency(
  currency: string | undefined,
  call: CatalogCallOptions | undefined,
): boolean {
  return currency !== undefined && (call?.currency ?? currency) !== currency
}
