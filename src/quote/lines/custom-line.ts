import type { Amount } from '../../money/amount.js'
import { hasAtMostDecimals } from '../../money/rounding.js'
import type { FieldErrorCollector } from '../../validation/field-errors.js'
import type { Precision } from '../model/precision.js'
import { customLineId, parseSignedUnitPrice } from '../model/product-fields.js'
import type { ProductLine } from '../model/quote.js'
import { type TextFieldValues, textFieldNames } from '../model/text-fields.js'
import { isOverride, offerMessage, type PriceOverride } from './price-override.js'

/** The text fields of a custom line, as they are set: null removes one, except the name. */
export interface CustomLineFields extends Omit<TextFieldValues<string | null | undefined>, 'name'> {
  /** The name that the customer sees: 1 to 255 characters. */
  readonly name?: string | undefined
}

/** Returns true for a line without a product, whose name and price can be set. */
export function isCustomLine({ id }: Pick<ProductLine, 'id'>): boolean {
  return id === customLineId
}

/** Returns true for a new line that has no product: it has no id, or the one of custom lines. */
export function isCustomEntry({ id }: { readonly id?: ProductLine['id'] | undefined }): boolean {
  return id === undefined || id === customLineId
}

/** Returns the facts of a custom line after a change; null removes one. */
export function mergeCustomFields(
  stored: CustomLineFields,
  changes: CustomLineFields,
): TextFieldValues<string> {
  const merged: Record<string, string> = {}
  for (const field of textFieldNames) {
    const value = changes[field] === undefined ? stored[field] : changes[field]
    if (value != null) merged[field] = value
  }
  return merged
}

/** Returns the price that is set on a custom line, or undefined and adds its error. */
export function parseCustomLinePrice(
  value: unknown,
  { unitDecimals }: Pick<Precision, 'unitDecimals'>,
  path: readonly PropertyKey[],
  errors: FieldErrorCollector,
): Amount | undefined {
  const price = parseSignedUnitPrice(value)
  if (price !== undefined && hasAtMostDecimals(price, unitDecimals)) return price
  if (value === undefined) errors.add([...path, 'price'], 'is required on a line without a product')
  else errors.add([...path, 'price'], offerMessage(unitDecimals, true))
  return undefined
}

/** What an entry says about the price of a line without a product. */
export interface CustomLinePrice extends PriceOverride {
  readonly price?: unknown
  readonly unpriced?: boolean | null | undefined
}

/**
 * Returns true if the price of a line without a product is not known after a change, and adds the
 * errors of a price that it is given all the same, or not given.
 *
 * @param stored The line, or `{}` for a new one.
 */
export function isUnpricedAfter(
  stored: Pick<ProductLine, 'unpriced'>,
  sent: CustomLinePrice,
  path: readonly PropertyKey[],
  errors: FieldErrorCollector,
): boolean {
  const { price, unpriced, quote } = sent
  if (unpriced === true) {
    // A line that is read has a price of 0.
    for (const field of ['price', 'quote', 'discount', 'discount_percent'] as const)
      if (sent[field] != null && Number(sent[field]) !== 0)
        errors.add([...path, field], 'cannot be combined with unpriced; send one of them')
    return true
  }
  if (stored.unpriced === undefined) return false
  const isSet = price !== undefined || isOverride(sent)
  if (!isSet && unpriced === undefined) return true
  if (price === undefined && quote === undefined)
    errors.add([...path, 'price'], 'is required, as the price of the line is not known yet')
  return false
}
