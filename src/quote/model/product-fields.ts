import {
  type Amount,
  absolute,
  isGreaterThan,
  isNegative,
  parseAmount,
  parseUnitAmount,
  toExactNumber,
} from '../../money/amount.js'
import { hasAtMostFourDecimals } from '../../money/rounding.js'
import { describeValue } from '../../validation/describe-value.js'
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

/** The message for a value that {@link isProductId} rejects. */
export const invalidProductId =
  'must be an integer of at least 1, or a string of 1 to 255 characters'

/** Returns that message with the value received, and its remedy. */
export function productIdMessage(value: unknown): string {
  const message = `${invalidProductId}, received ${describeValue(value)}`
  return typeof value === 'bigint' ? `${message}: use Number(id)` : message
}

const perOne = 1_000

/** Returns a quantity in thousandths, which are exact: sums of quantities need not be. */
export function toThousandths(qty: number): number {
  return Math.round(qty * perOne)
}

/** Returns the quantity of {@link toThousandths}. */
export function fromThousandths(thousandths: number): number {
  return thousandths / perOne
}

/** The message for a value that {@link isQuantity} rejects. */
export const invalidQuantity = 'must be a number above 0 with up to three decimals'

/** Returns true for a number above 0 with up to three decimals, whose thousandths are exact. */
export function isQuantity(value: unknown): value is number {
  if (typeof value !== 'number' || !(value > 0)) return false
  if (Number.isSafeInteger(value)) return true
  const thousandths = toThousandths(value)
  return Number.isSafeInteger(thousandths) && fromThousandths(thousandths) === value
}

/** Returns true for a quantity with at most this many decimals. */
export function hasQuantityDecimals(value: number, decimals: number): boolean {
  if (!isQuantity(value)) return false
  if (Number.isSafeInteger(value)) return true
  const scale = 10 ** decimals
  return Math.round(value * scale) / scale === value
}

const maxUnitPrice = parseAmount(1e11) as Amount

/** Returns true if an amount can be a price. */
export function isUnitPrice(amount: Amount): boolean {
  return !isNegative(amount) && !isGreaterThan(amount, maxUnitPrice)
}

/** The largest quantity that a unit price can be for. */
export const maxPriceQuantity = 1e9

/** Returns true for a quantity that unit prices can be for. */
export function isPriceQuantity(value: unknown): value is number {
  return isQuantity(value) && value <= maxPriceQuantity
}

/** The message for a quantity that {@link isPriceQuantity} rejects. */
export const priceQuantityMessage =
  'must be the quantity that the price is for: more than 0, with up to three decimals'

/** Returns the price of anything but a unit that a value represents, with up to four decimals. */
export function parsePrice(value: unknown): Amount | undefined {
  const amount = parseAmount(value)
  return amount !== undefined && isUnitPrice(amount) ? amount : undefined
}

/**
 * Returns the unit price that a value represents; undefined for no price, for one with more than
 * ten decimals, and for one with more digits than a JSON number can hold exactly.
 */
export function parseUnitPrice(value: unknown): Amount | undefined {
  const amount = parseUnitAmount(value)
  if (amount === undefined || !isUnitPrice(amount)) return undefined
  return hasAtMostFourDecimals(amount) || toExactNumber(amount) !== undefined ? amount : undefined
}

/** Returns the unit price that a value represents, like {@link parseUnitPrice}, or one below 0. */
export function parseSignedUnitPrice(value: unknown): Amount | undefined {
  const amount = parseUnitAmount(value)
  if (amount === undefined || !isUnitPrice(absolute(amount))) return undefined
  return hasAtMostFourDecimals(amount) || toExactNumber(amount) !== undefined ? amount : undefined
}
