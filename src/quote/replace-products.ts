import type { Rounding } from '../money/rounding.js'
import { checkComputedFields } from './computed-fields.js'
import { FaultList } from './faults.js'
import {
  frozenPrices,
  inexactTotal,
  type LineIdentity,
  type LinePrices,
  type Offer,
  priceLine,
  todaysPrices,
  withOffer,
  withoutEchoes,
} from './line.js'
import { type MatchedEntry, matchProducts } from './match-products.js'
import { type Product, unknownProduct } from './product.js'
import type { ProductLine } from './quote.js'
import { computedLineFields, type ProductChange } from './requests.js'

/** The ids whose prices a list of entries needs: those of its new lines. */
export function newProductIds(
  entries: readonly ProductChange[],
  lines: readonly ProductLine[],
): ReadonlySet<number> {
  const matched = matchProducts(entries, lines, new FaultList())
  return new Set(
    matched.flatMap(({ entry, line }) =>
      line === undefined && entry.key == null ? [entry.id as number] : [],
    ),
  )
}

/** What a list of entries is turned into lines with. */
export interface ReplacementFacts {
  /** The version that the quote gets if the lines change. */
  readonly version: number
  readonly products: ReadonlyMap<number, Product>
  readonly rounding: Rounding
}

/**
 * The lines after an update's list replaced the stored ones. Matched lines keep their frozen prices and whatever the entry
 * does not set; new ones take the prices given. The first list that changes anything gives every line its key.
 *
 * @returns the stored array itself where nothing changes; undefined where an entry is refused
 */
export function replaceProducts(
  stored: readonly ProductLine[],
  entries: readonly ProductChange[],
  facts: ReplacementFacts,
  faults: FaultList,
): readonly ProductLine[] | undefined {
  const matched = matchProducts(entries, stored, faults)
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
  matched: readonly MatchedEntry[],
  stored: readonly ProductLine[],
  version: number,
): readonly string[] {
  const places = new Map(stored.map((line, index) => [line, index + 1]))
  return matched.map(({ line }, index) =>
    line === undefined ? `${version}-${index + 1}` : (line.key ?? `1-${places.get(line)}`),
  )
}

function newLine(
  entry: ProductChange,
  path: readonly PropertyKey[],
  { products, rounding }: ReplacementFacts,
  faults: FaultList,
): ProductLine | undefined {
  const { id, qty, key } = entry
  if (key != null || id === undefined) return undefined
  checkComputedFields(computedLineFields, undefined, entry, path, faults)
  if (qty === undefined) faults.add([...path, 'qty'], 'is required on a new line')
  const product = products.get(id)
  if (product === undefined) faults.add([...path, 'id'], unknownProduct)
  if (qty === undefined || product === undefined) return undefined
  return offeredLine(
    { id, qty, key: null },
    todaysPrices(product, rounding),
    entry,
    rounding,
    (field, message) => faults.add([...path, field], message),
  )
}

function changedLine(
  entry: ProductChange,
  line: ProductLine,
  path: readonly PropertyKey[],
  rounding: Rounding,
  faults: FaultList,
): ProductLine | undefined {
  checkComputedFields(computedLineFields, line, entry, path, faults)
  const identity = { id: line.id, qty: entry.qty ?? line.qty, key: line.key }
  const prices = frozenPrices(line)
  const offer = isComingBack(entry) ? withoutEchoes(prices, entry) : entry
  const next = offeredLine(identity, prices, offer, rounding, (field, message) =>
    faults.add([...path, field], message),
  )
  return next !== undefined && next.qty === line.qty && next.quote === line.quote ? line : next
}

/**
 * Whether an entry is a stored line that comes back. It has totals then, which are stale once its offer is made; so the same entry
 * sent again, by a client that missed the answer, is refused for these, and never takes the offer back.
 */
function isComingBack(entry: ProductChange): boolean {
  return entry.quote_total !== undefined || entry.discount_total !== undefined
}

function offeredLine(
  identity: LineIdentity,
  prices: LinePrices,
  offer: Offer,
  rounding: Rounding,
  refuse: (field: keyof ProductLine, message: string) => void,
): ProductLine | undefined {
  const offered = withOffer(prices, offer)
  if ('field' in offered) {
    refuse(offered.field, offered.message)
    return undefined
  }
  const line = priceLine(identity, offered, rounding)
  if (line === undefined) refuse('qty', inexactTotal)
  return line
}
