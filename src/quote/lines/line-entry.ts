import type { FieldErrorCollector } from '../../validation/field-errors.js'
import type { ProductPrices } from '../products/catalog-product.js'
import type { ProductId } from '../products/product-id.js'
import type { ProductLine } from '../quote.js'
import { inexactTotalMessage, type LineBase, type LinePrices, priceLine } from './line-pricing.js'
import type { UpdateLineRequest } from './line-request.js'
import { applyPriceOverride, type OverridePolicy, type PriceOverride } from './price-override.js'
import { productFactFields, readOnlyLineFields } from './read-only-fields.js'

/** What lines are changed with. */
export interface LineChangesInput {
  /** The version that the quote gets if the lines change. */
  readonly version: number
  readonly products: ReadonlyMap<ProductId, ProductPrices>
  readonly policy: OverridePolicy
}

/** An entry of a request, its place there, and where its errors are collected. */
export interface LineEntry {
  readonly entry: UpdateLineRequest
  readonly path: readonly PropertyKey[]
  readonly errors: FieldErrorCollector
}

/** The fields of a line that an entry can send back as they are stored. */
export type ReadOnlyLine = { readonly [Field in keyof ProductLine]?: unknown }

/** What cannot be set on a line with a product. */
export const productReadOnlyFields = [...readOnlyLineFields, ...productFactFields]

/** What cannot be set on a line without a product. */
export const customReadOnlyFields = [
  'price_total',
  'quote_total',
  'discount_total',
  'calculated_price',
  'price_breaks',
] as const

/** Returns the note of a line after a change; null removes it. */
export function getNote(
  { note }: Pick<UpdateLineRequest, 'note'>,
  stored?: string,
): Pick<ProductLine, 'note'> {
  const next = note === undefined ? stored : note
  return next == null ? {} : { note: next }
}

/** Returns a line with an offered price; undefined, with an error, if that is not possible. */
export function repriceLine(
  base: LineBase,
  prices: LinePrices,
  override: PriceOverride,
  { path, errors }: Pick<LineEntry, 'path' | 'errors'>,
  policy: OverridePolicy,
): ProductLine | undefined {
  const result = applyPriceOverride(prices, override, policy)
  if ('field' in result) {
    errors.add([...path, result.field], result.message)
    return undefined
  }
  const line = priceLine(base, result, policy)
  if (line === undefined) errors.add([...path, 'qty'], inexactTotalMessage)
  return line
}
