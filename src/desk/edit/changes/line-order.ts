import type { FieldErrors } from '../../../errors.js'
import type { Quote } from '../../../quote/quote.js'
import { displayedLines } from '../draft/draft-of-quote.js'
import type { DraftRow, QuoteDraft } from '../draft/quote-draft.js'

/** Between two positions: `1.5` moves a line between the first and the second. */
const positionPattern = /^(?:\d{1,6}(?:\.\d{1,3})?)?$/

/** Returns the errors of the positions that were typed. */
export function positionErrors({ rows }: QuoteDraft): FieldErrors {
  const invalid = rows.flatMap(({ values: { position } }, index) =>
    positionPattern.test(position)
      ? []
      : [[`products[${index}].position`, 'must be the number of a place, such as 2'] as const],
  )
  return Object.fromEntries(invalid)
}

/**
 * Returns the keys of the lines in the order of the positions that were typed. Rows without a
 * position come last. A line that moves up comes before the one that had its place, and a line that
 * moves down comes after it.
 *
 * @param keys The key of each row's line; undefined for rows without a line.
 */
export function orderedKeys(
  base: QuoteDraft,
  { rows }: QuoteDraft,
  keys: readonly (string | undefined)[],
): readonly string[] {
  const places = new Map(base.rows.map(({ key, values }) => [key, Number(values.position)]))
  const placed = rows.flatMap((row, index) => {
    const key = keys[index]
    return key === undefined ? [] : [{ key, place: placeOf(row, places.get(row.key)) }]
  })
  return placed.sort((left, right) => left.place - right.place || 0).map(({ key }) => key)
}

/** After all places, and finite, so that rows without a place keep their order. */
const last = 1e9

function placeOf({ values: { position } }: DraftRow, before = last): number {
  if (position === '') return last
  const place = Number(position)
  if (!(place >= 0)) return last
  return place + Math.sign(place - before) / 4
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
