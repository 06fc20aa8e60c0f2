import { isValidId } from '../../validation/identifiers.js'

/**
 * Identifies a product in the catalog of its store: an integer of at least 1, or a string of 1 to
 * 255 characters, such as a UUID or a SKU. The number 118 and the string `'118'` are different ids.
 */
export type ProductId = number | string

/** The `id` of a line without a product. */
export const customLineId = 0

/** Returns true for the string `'118'` if only the number 118 was requested, and vice versa. */
export function isOtherForm(
  id: ProductId,
  requestedIds: Pick<ReadonlySet<ProductId>, 'has'>,
): boolean {
  if (requestedIds.has(id)) return false
  return requestedIds.has(typeof id === 'number' ? String(id) : Number(id))
}

/** Returns true for a value that can be the id of a product. */
export function isProductId(value: unknown): value is ProductId {
  return typeof value === 'number'
    ? Number.isSafeInteger(value) && value >= 1
    : typeof value === 'string' && isValidId(value)
}
