import type { RoundingMode } from '../../money/rounding.js'
import { FieldErrorCollector } from '../../validation/field-errors.js'
import type { ProductLine } from '../quote.js'
import type { UpdateLineRequest } from '../requests/line-request.js'
import { readOnlyLineFields, rejectReadOnlyChanges } from '../requests/read-only-fields.js'
import { type ProductPrices, unknownProductMessage } from './catalog-product.js'
import {
  applyPriceOverride,
  dropUnchanged,
  inexactTotalMessage,
  type LineBase,
  type LinePrices,
  type PriceOverride,
  priceLine,
  pricesFromLine,
  pricesFromProduct,
} from './line-pricing.js'
import { type LineMatch, matchLines } from './match-lines.js'

/** The ids whose prices a list of entries needs: those of its new lines. */
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

/** What a list of entries is turned into lines with. */
export interface ReplaceLinesInput {
  /** The version that the quote gets if the lines change. */
  readonly version: number
  readonly products: ReadonlyMap<number, ProductPrices>
  readonly rounding: RoundingMode
}

/**
 * The lines after an update's list replaced the stored ones. Matched lines keep their frozen prices and whatever the entry
 * does not set; new ones take the prices given. The first list that changes anything gives every line its key.
 *
 * @returns the stored array itself where nothing changes; undefined where an entry is refused
 */
export function replaceLines(
  stored: readonly ProductLine[],
  entries: readonly UpdateLineRequest[],
  facts: ReplaceLinesInput,
  faults: FieldErrorCollector,
): readonly ProductLine[] | undefined {
  const matched = matchLines(entries, stored, faults)
  const lines: ProductLine[] = []
  for (const [index, match] of matched.entries()) {
    if (faults.isFull) break
    const path = ['products', index]
    const line =
      match.line === undefined
        ? newLine(match.entry, path, facts, faults)
        : changedLine(match.entry, match.line, path, facts.rounding, faults)
    if (line !== undefined) lines.push(line)
  }
  if (lines.length < matched.length) return undefined
  if (lines.length === stored.length && lines.every((line, index) => line === stored[index]))
    return stored
  const keys = lineKeys(matched, stored, facts.version)
  return lines.map((line, index) => ({ ...line, key: keys[index] as string }))
}

/**
 * The key of every line: the one it has, else `"<version that added it>-<its place then>"`, counted from 1. Only the lines
 * of a quote whose lines were never changed have none, so theirs is the first version and the place they still have.
 */
function lineKeys(
  matched: readonly LineMatch[],
  stored: readonly ProductLine[],
  version: number,
): readonly string[] {
  const places = new Map(stored.map((line, index) => [line, index + 1]))
  return matched.map(({ line }, index) =>
    line === undefined ? `${version}-${index + 1}` : (line.key ?? `1-${places.get(line)}`),
  )
}

function newLine(
  entry: UpdateLineRequest,
  path: readonly PropertyKey[],
  { products, rounding }: ReplaceLinesInput,
  faults: FieldErrorCollector,
): ProductLine | undefined {
  const { id, qty, key } = entry
  if (key != null || id === undefined) return undefined
  rejectReadOnlyChanges(readOnlyLineFields, undefined, entry, path, faults)
  if (qty === undefined) faults.add([...path, 'qty'], 'is required on a new line')
  const product = products.get(id)
  if (product === undefined) faults.add([...path, 'id'], unknownProductMessage)
  if (qty === undefined || product === undefined) return undefined
  return repriceLine(
    { id, qty, key: null },
    pricesFromProduct(product, rounding),
    entry,
    rounding,
    (field, message) => faults.add([...path, field], message),
  )
}

function changedLine(
  entry: UpdateLineRequest,
  line: ProductLine,
  path: readonly PropertyKey[],
  rounding: RoundingMode,
  faults: FieldErrorCollector,
): ProductLine | undefined {
  rejectReadOnlyChanges(readOnlyLineFields, line, entry, path, faults)
  const identity = { id: line.id, qty: entry.qty ?? line.qty, key: line.key }
  const prices = pricesFromLine(line)
  const offer = isRoundTrippedLine(entry) ? dropUnchanged(prices, entry) : entry
  const next = repriceLine(identity, prices, offer, rounding, (field, message) =>
    faults.add([...path, field], message),
  )
  return next !== undefined && next.qty === line.qty && next.quote === line.quote ? line : next
}

/**
 * Whether an entry is a stored line that comes back. It has totals then, which are stale once its offer is made; so the same entry
 * sent again, by a client that missed the answer, is refused for these, and never takes the offer back.
 */
function isRoundTrippedLine(entry: UpdateLineRequest): boolean {
  return entry.quote_total !== undefined || entry.discount_total !== undefined
}

function repriceLine(
  identity: LineBase,
  prices: LinePrices,
  offer: PriceOverride,
  rounding: RoundingMode,
  refuse: (field: keyof ProductLine, message: string) => void,
): ProductLine | undefined {
  const offered = applyPriceOverride(prices, offer)
  if ('field' in offered) {
    refuse(offered.field, offered.message)
    return undefined
  }
  const line = priceLine(identity, offered, rounding)
  if (line === undefined) refuse('qty', inexactTotalMessage)
  return line
}
