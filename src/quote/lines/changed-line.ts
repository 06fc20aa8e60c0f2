import { parseAmount } from '../../money/amount.js'
import { roundTo } from '../../money/rounding.js'
import type { ProductLine } from '../quote.js'
import type { UpdateLineRequest } from '../requests/line-request.js'
import {
  productFactFields,
  readOnlyLineFields,
  rejectReadOnlyChanges,
} from '../requests/read-only-fields.js'
import { isCustomLine, mergeCustomFields, parseCustomPrice } from './custom-line.js'
import {
  customReadOnlyFields,
  type LineEntry,
  noteOf,
  productReadOnlyFields,
  type ReadOnlyLine,
  repriceLine,
} from './line-entry.js'
import { isPricedByHand, type LinePrices, pricesFromLine, unitPriceAt } from './line-pricing.js'
import {
  dropUnchanged,
  isOverride,
  type OverridePolicy,
  type PriceOverride,
} from './price-override.js'

const staleTotalMessage =
  'is computed, and differs from the stored line: the quote has changed since it was read; ' +
  'reload it and retry, or send expectedVersion'

/** Frozen prices never change, so only totals can be stale. */
const staleLineHints: ReadonlyMap<string, string> = new Map(
  ['price_total', 'quote_total', 'discount_total'].map((field) => [field, staleTotalMessage]),
)

/**
 * Returns a stored line after an entry has changed it; the line itself if nothing changes, and
 * undefined if the entry is invalid.
 */
export function changedLine(
  { entry, path, errors }: LineEntry,
  line: ProductLine,
  policy: OverridePolicy,
): ProductLine | undefined {
  const hints = isWholeLine(entry) ? staleLineHints : undefined
  const isCustom = isCustomLine(line)
  const readOnly = isCustom ? customReadOnlyFields : productReadOnlyFields
  rejectReadOnlyChanges(readOnly, line, entry as ReadOnlyLine, path, errors, hints)
  const { qty = line.qty } = entry
  const stored = pricesFromLine(line)
  const facts = isCustom ? mergeCustomFields(line, entry) : factsOf(line)
  const base = { id: line.id, qty, key: line.key, ...facts, ...noteOf(entry, line.note) }
  const override = isRoundTrippedLine(entry) ? dropUnchanged(stored, entry) : entry
  const prices = isCustom
    ? customPrices(line, stored, { entry, path, errors }, policy)
    : pricesForQuantity(line, stored, qty, override, policy)
  if (prices === undefined) return undefined
  const next = repriceLine(base, prices, override, { path, errors }, policy)
  return next !== undefined && isSameLine(next, line) ? line : next
}

/** Returns the facts of a product that a line has frozen. */
function factsOf(
  line: ProductLine,
): Partial<Pick<ProductLine, (typeof productFactFields)[number]>> {
  if (line.name === undefined && Object.keys(line).length === publishedFieldCount) return {}
  const facts: Record<string, unknown> = {}
  for (const field of productFactFields) if (line[field] !== undefined) facts[field] = line[field]
  return facts
}

const publishedFieldCount = 10

const changeableFields = [
  'qty',
  'quote',
  'price',
  'note',
  'name',
  'sku',
  'unit',
  'description',
  'image',
  'tax_code',
] as const satisfies readonly (keyof ProductLine)[]

function isSameLine(next: ProductLine, line: ProductLine): boolean {
  return changeableFields.every((field) => next[field] === line[field])
}

/** Another quantity can have another price break, unless somebody has set the price. */
function pricesForQuantity(
  line: ProductLine,
  stored: LinePrices,
  qty: number,
  override: PriceOverride,
  { rounding }: OverridePolicy,
): LinePrices {
  if (line.price_breaks === undefined || qty === line.qty || isOverride(override)) return stored
  if (isPricedByHand(line, rounding)) return stored
  const { price } = unitPriceAt(line, qty)
  return { ...stored, quote: roundTo(price, stored.offerDecimals, rounding) }
}

/** The price of a line without a product can be changed, and with it the offered price. */
function customPrices(
  line: ProductLine,
  stored: LinePrices,
  { entry, path, errors }: LineEntry,
  policy: OverridePolicy,
): LinePrices | undefined {
  if (entry.price === undefined || parseAmount(entry.price) === stored.price) return stored
  const price = parseCustomPrice(entry.price, policy, path, errors)
  if (price === undefined) return undefined
  const prices: LinePrices = { ...stored, price, calculatedPrice: price }
  if (isPricedByHand(line, policy.rounding)) return prices
  return { ...prices, quote: price, offerDecimals: policy.unitDecimals }
}

/** Returns true if an entry has every computed field of a line, as a line that was read has. */
function isWholeLine(entry: UpdateLineRequest): boolean {
  return readOnlyLineFields.every((field) => entry[field] !== undefined)
}

/**
 * Returns true if an entry is a stored line that is sent back: it has totals. Its totals become
 * stale once the line changes. So a retry of the same entry is rejected, and can't undo the change.
 */
function isRoundTrippedLine(entry: UpdateLineRequest): boolean {
  return entry.quote_total !== undefined || entry.discount_total !== undefined
}
