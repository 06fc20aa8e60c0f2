import type { RoundingMode } from '../../money/rounding.js'
import { FieldErrorCollector } from '../../validation/field-errors.js'
import type { ProductLine } from '../quote.js'
import type { UpdateLineRequest } from '../requests/line-request.js'
import { readOnlyLineFields, rejectReadOnlyChanges } from '../requests/read-only-fields.js'
import { type ProductPrices, unknownProductMessage } from './catalog-product.js'
import {
  inexactTotalMessage,
  type LineBase,
  type LinePrices,
  priceLine,
  pricesFromLine,
  pricesFromProduct,
} from './line-pricing.js'
import { type LineMatch, matchLines } from './match-lines.js'
import { applyPriceOverride, dropUnchanged, type PriceOverride } from './price-override.js'

/** Returns the product ids of the new lines in a list of entries: their prices are needed. */
export function newLineProductIds(
  entries: readonly UpdateLineRequest[],
  lines: readonly ProductLine[],
): ReadonlySet<number> {
  const matched = matchLines(entries, lines, new FieldErrorCollector())
  return new Set(
    matched.flatMap(({ entry, line }) =>
      line === undefined && entry.key == null ? [entry.id as number] : [],
    ),
  )
}

export interface ReplaceLinesInput {
  /** The version that the quote gets if the lines change. */
  readonly version: number
  readonly products: ReadonlyMap<number, ProductPrices>
  readonly rounding: RoundingMode
}

/**
 * Returns the lines after an update's list has replaced the stored ones. Matched lines keep their
 * frozen prices and the fields that the entry omits; new lines get the given prices. The first
 * list that changes a line gives every line its key.
 *
 * @returns the stored array itself if no line changes; undefined if an entry is invalid
 */
export function replaceLines(
  stored: readonly ProductLine[],
  entries: readonly UpdateLineRequest[],
  input: ReplaceLinesInput,
  errors: FieldErrorCollector,
): readonly ProductLine[] | undefined {
  const matched = matchLines(entries, stored, errors)
  const lines: ProductLine[] = []
  for (const [index, match] of matched.entries()) {
    if (errors.isFull) break
    const path = ['products', index]
    const line =
      match.line === undefined
        ? newLine(match.entry, path, input, errors)
        : changedLine(match.entry, match.line, path, input.rounding, errors)
    if (line !== undefined) lines.push(line)
  }
  if (lines.length < matched.length) return undefined
  if (lines.length === stored.length && lines.every((line, index) => line === stored[index]))
    return stored
  const keys = lineKeys(matched, stored, input.version)
  return lines.map((line, index) => ({ ...line, key: keys[index] as string }))
}

/**
 * Returns the key of every line: its own, or `"<version that added it>-<its position then>"`,
 * counted from 1. Lines without a key were never changed, so version 1 added them, and their
 * position is still the same.
 */
function lineKeys(
  matched: readonly LineMatch[],
  stored: readonly ProductLine[],
  version: number,
): readonly string[] {
  const positions = new Map(stored.map((line, index) => [line, index + 1]))
  return matched.map(({ line }, index) =>
    line === undefined ? `${version}-${index + 1}` : (line.key ?? `1-${positions.get(line)}`),
  )
}

function newLine(
  entry: UpdateLineRequest,
  path: readonly PropertyKey[],
  { products, rounding }: ReplaceLinesInput,
  errors: FieldErrorCollector,
): ProductLine | undefined {
  const { id, qty, key } = entry
  if (key != null || id === undefined) return undefined
  rejectReadOnlyChanges(readOnlyLineFields, undefined, entry, path, errors)
  if (qty === undefined) errors.add([...path, 'qty'], 'is required on a new line')
  const product = products.get(id)
  if (product === undefined) errors.add([...path, 'id'], unknownProductMessage)
  if (qty === undefined || product === undefined) return undefined
  return repriceLine(
    { id, qty, key: null },
    pricesFromProduct(product, rounding),
    entry,
    rounding,
    (field, message) => errors.add([...path, field], message),
  )
}

const staleTotalMessage =
  'is computed, and differs from the stored line: the quote has changed since it was read; ' +
  'reload it and retry, or send expectedVersion'

/** Frozen prices never change, so only totals can be stale. */
const staleLineHints: ReadonlyMap<string, string> = new Map(
  ['price_total', 'quote_total', 'discount_total'].map((field) => [field, staleTotalMessage]),
)

function changedLine(
  entry: UpdateLineRequest,
  line: ProductLine,
  path: readonly PropertyKey[],
  rounding: RoundingMode,
  errors: FieldErrorCollector,
): ProductLine | undefined {
  const hints = isWholeLine(entry) ? staleLineHints : undefined
  rejectReadOnlyChanges(readOnlyLineFields, line, entry, path, errors, hints)
  const base = { id: line.id, qty: entry.qty ?? line.qty, key: line.key }
  const prices = pricesFromLine(line)
  const override = isRoundTrippedLine(entry) ? dropUnchanged(prices, entry) : entry
  const next = repriceLine(base, prices, override, rounding, (field, message) =>
    errors.add([...path, field], message),
  )
  return next !== undefined && next.qty === line.qty && next.quote === line.quote ? line : next
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

function repriceLine(
  base: LineBase,
  prices: LinePrices,
  override: PriceOverride,
  rounding: RoundingMode,
  reject: (field: keyof ProductLine, message: string) => void,
): ProductLine | undefined {
  const result = applyPriceOverride(prices, override)
  if ('field' in result) {
    reject(result.field, result.message)
    return undefined
  }
  const line = priceLine(base, result, rounding)
  if (line === undefined) reject('qty', inexactTotalMessage)
  return line
}
