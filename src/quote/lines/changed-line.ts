import { type Amount, equals, parseUnitAmount } from '../../money/amount.js'
import type { ProductLine } from '../quote.js'
import { textFieldNames } from '../text-fields.js'
import { isCustomLine, mergeCustomFields, parseCustomPrice } from './custom-line.js'
import {
  customReadOnlyFields,
  getNote,
  type LineEntry,
  productReadOnlyFields,
  type ReadOnlyLine,
  repriceLine,
} from './line-entry.js'
import {
  isPricedByHand,
  type LinePrices,
  pricesAtQuantity,
  pricesFromLine,
  pricesWithPercent,
} from './line-pricing.js'
import type { UpdateLineRequest } from './line-request.js'
import {
  dropUnchanged,
  isOverride,
  type OverridePolicy,
  type PriceOverride,
} from './price-override.js'
import { productFactFields, readOnlyLineFields, rejectReadOnlyChanges } from './read-only-fields.js'

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
  const facts = isCustom ? mergeCustomFields(line, entry) : getFacts(line)
  const base = { id: line.id, qty, key: line.key, ...facts, ...getNote(entry, line.note) }
  const isSentBack = isRoundTrippedLine(entry) || stored.percent !== undefined
  const override = isSentBack ? dropUnchanged(stored, entry) : entry
  const isReset = entry.discount_percent === null && stored.percent !== undefined
  const prices = isCustom
    ? customPrices(line, stored, isReset, { entry, path, errors }, policy)
    : pricesForQuantity(line, stored, qty, isReset, override, policy)
  if (prices === undefined) return undefined
  const next = repriceLine(base, prices, override, { path, errors }, policy)
  // A lower price of a custom line can leave its offered price above it.
  if (
    next !== undefined &&
    next.price !== line.price &&
    next.discount < 0 &&
    !policy.allowMarkUps
  ) {
    const message = `must not be below the offered price of ${next.quote}; send quote as well`
    errors.add([...path, 'price'], message)
    return undefined
  }
  return next !== undefined && isSameLine(next, line) ? line : next
}

/** Returns the facts of a product that a line has frozen. */
function getFacts(
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
  'discount_percent',
  'price',
  'note',
  ...textFieldNames,
] as const satisfies readonly (keyof ProductLine)[]

function isSameLine(next: ProductLine, line: ProductLine): boolean {
  return changeableFields.every((field) => next[field] === line[field])
}

/**
 * Another quantity can have another price break, unless somebody has set the price.
 *
 * @param isReset True if the percentage of the line is removed.
 */
function pricesForQuantity(
  line: ProductLine,
  stored: LinePrices,
  qty: number,
  isReset: boolean,
  override: PriceOverride,
  policy: OverridePolicy,
): LinePrices {
  if (isOverride(override)) return stored
  if (isReset) return pricesAtQuantity(line, qty, policy)
  if (line.price_breaks === undefined || qty === line.qty) return stored
  return isPricedByHand(line, policy) ? stored : pricesAtQuantity(line, qty, policy)
}

/** The price of a line without a product can be changed, and with it the offered price. */
function customPrices(
  line: ProductLine,
  stored: LinePrices,
  isReset: boolean,
  { entry, path, errors }: LineEntry,
  policy: OverridePolicy,
): LinePrices | undefined {
  const { price: sent } = entry
  const isSame = sent === undefined || isSamePrice(sent, stored.price)
  const price = isSame ? stored.price : parseCustomPrice(sent, policy, path, errors)
  if (price === undefined) return undefined
  const { percent, offerDecimals } = stored
  const listed = { price, calculatedPrice: price, quote: price }
  const ownDecimals = Math.max(offerDecimals, policy.unitDecimals)
  if (isReset) return { ...listed, offerDecimals: ownDecimals }
  if (isSame) return stored
  if (percent !== undefined) return pricesWithPercent(listed, percent, ownDecimals, policy)
  if (isPricedByHand(line, policy)) return { ...stored, price, calculatedPrice: price }
  return { ...listed, offerDecimals: policy.unitDecimals }
}

function isSamePrice(sent: unknown, stored: Amount): boolean {
  const price = parseUnitAmount(sent)
  return price !== undefined && equals(price, stored)
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
