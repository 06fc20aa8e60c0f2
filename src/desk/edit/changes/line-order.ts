import type { FieldErrors } from '../../../errors.js'
import type { Quote } from '../../../quote/quote.js'
import { displayedLines } from '../draft/draft-of-quote.js'
import type { DraftRow, QuoteDraft } from '../draft/quote-draft.js'

const positionPattern = /^\d{0,6}$/

/** Returns the errors of the positions that were typed. */
export function positionErrors({ rows }: QuoteDraft): FieldErrors {
  const invalid = rows.flatMap(({ values: { position } }, index) =>
    positionPattern.test(position)
      ? []
      : [[`products[${index}].position`, 'must be the number of a place, such as 2'] as const],
  )
  return Object.fromEntries(invalid)
}

/** A line and the place that was typed for it; undefined if it keeps its own. */
interface Placed {
  readonly key: string
  readonly place: number | undefined
}

/**
 * Returns the keys of the lines in their order: those with a new place at that place, and all
 * others around them as they were. New lines without a place come last.
 *
 * @param keys The key of each row's line; undefined for rows without a line.
 */
export function orderedKeys(
  base: QuoteDraft,
  { rows }: QuoteDraft,
  keys: readonly (string | undefined)[],
): readonly string[] {
  const places = new Map(base.rows.map(({ key, values }) => [key, Number(values.position)]))
  const before = (row: DraftRow) => places.get(row.key) ?? places.size + 1
  const placed = rows
    .map((row, index) => ({ row, key: keys[index] }))
    .toSorted((left, right) => before(left.row) - before(right.row))
    .flatMap(({ row, key }) =>
      key === undefined ? [] : [{ key, place: newPlace(row, places.get(row.key)) }],
    )
  return arrange(placed)
}

function newPlace({ values: { position } }: DraftRow, before: number | undefined) {
  const place = Number(position)
  return place > 0 && place !== before ? place : undefined
}

function arrange(lines: readonly Placed[]): readonly string[] {
  const others = lines.filter(({ place }) => place === undefined)
  const moved = lines
    .filter(({ place }) => place !== undefined)
    .toSorted((left, right) => (left.place as number) - (right.place as number))
  const ordered: string[] = []
  let next = 0
  for (const { key } of others) {
    for (; Number(moved[next]?.place) <= ordered.length + 1; next += 1)
      ordered.push((moved[next] as Placed).key)
    ordered.push(key)
  }
  return [...ordered, ...moved.slice(next).map(({ key }) => key)]
}

/**
 * Returns the `product_order` to send, or undefined if the lines get their order without it.
 *
 * @param removed The keys of the lines that are removed.
 */
export function orderChange(
  quote: Quote,
  ordered: readonly string[],
  removed: ReadonlySet<string>,
): readonly string[] | undefined {
  const displayed = [...displayedLines(quote).keys()]
  const isSameLines = removed.size === 0 && ordered.length === displayed.length
  const stored = [...displayedLines({ ...quote, product_order: null }).keys()]
  const kept = (isSameLines ? displayed : stored).filter((key) => !removed.has(key))
  const known = new Set(kept)
  const without = [...kept, ...ordered.filter((key) => !known.has(key))]
  return without.every((key, index) => key === ordered[index]) ? undefined : ordered
}
