import type { FindQuery } from '../../../ports/storage.js'
import {
  compareIds,
  type OrderPosition,
  type RecordFilter,
  type TimeField,
} from '../../../record/search/find-query.js'
import type { Prepare } from '../statements.js'
import { filterConditions, type OrderBy, orders, pageConditions, type Sql } from './conditions.js'
import { matchExpression } from './match.js'
import { listSegments, type Segment } from './segments.js'

/** Maximum number of segments that one statement searches if it collects all of their matches. */
const maxSegmentsAtOnce = 8

/**
 * Returns the numbers of at most `limit` + 1 records. Searches the segments in the order of their
 * times: a page of a frequent term ends in the first segment, and one of a rare term needs all.
 * Ordered by another time than that of creation, every page collects all matches.
 */
export function findBySegments(
  prepare: Prepare,
  storeId: string,
  query: FindQuery,
): readonly number[] {
  const orderBy = orders[query.order]
  const wanted = query.limit + 1
  let found: readonly Found[] = []
  let remaining = relevantSegments(listSegments(prepare, storeId, query.kind), query)
  // One at a time can be read in its order. A segment without a match takes about 15 µs.
  const size = orderBy.column === 'created' ? 1 : maxSegmentsAtOnce
  while (remaining.length > 0 && !isComplete(found, wanted, orderBy, remaining)) {
    const rows = searchSegments(prepare, storeId, query, remaining.slice(0, size))
    found = merge(found, rows, orderBy).slice(0, wanted)
    remaining = remaining.slice(size)
  }
  return found.map(({ number }) => number)
}

/** A record that was found, and its place in the order. */
interface Found extends OrderPosition {
  readonly number: number
}

/** Returns the segments that can contain records of the page, those that come first at first. */
function relevantSegments(segments: readonly Segment[], query: FindQuery): readonly Segment[] {
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } =
    query.times.created ?? {}
  const { column, isDescending } = orders[query.order]
  const after = column === 'created' ? query.after?.time : undefined
  const relevant = segments.filter(({ firstCreated, lastCreated }) => {
    if (lastCreated < from || firstCreated >= to) return false
    return after === undefined || (isDescending ? firstCreated <= after : lastCreated >= after)
  })
  return isDescending
    ? relevant.sort((left, right) => right.lastCreated - left.lastCreated)
    : relevant.sort((left, right) => left.firstCreated - right.firstCreated)
}

/** Returns true if the page is full and the remaining segments come after it. */
function isComplete(
  found: readonly Found[],
  wanted: number,
  { column, isDescending }: OrderBy,
  [next]: readonly Segment[],
): boolean {
  const last = found[wanted - 1]
  if (column !== 'created' || last === undefined || next === undefined) return false
  return isDescending ? next.lastCreated < last.time : next.firstCreated > last.time
}

function searchSegments(
  prepare: Prepare,
  storeId: string,
  query: FindQuery,
  segments: readonly Segment[],
): readonly Found[] {
  const [first, ...others] = segments
  const { column, isDescending } = orders[query.order]
  const isOrdered = column === 'created' && others.length === 0 && first?.isOrdered
  const conditions = pageConditions(storeId, query)
  const { range, orderBy } = isOrdered
    ? inOrderOfNumbers(numberAtStart(prepare, storeId, query, first), isDescending)
    : inOrderOf(column, isDescending)
  const rows = prepare(
    `select record.number, record.${column} as time, record.id
     from quotewright_search as found cross join quotewright_records as record
       on record.number = found.rowid
     where found.quotewright_search match ? ${range.text} and ${conditions.text}
     order by ${orderBy} limit ?`,
  ).all(
    matchExpression(segments, query),
    ...range.parameters,
    ...conditions.parameters,
    query.limit + 1,
  ) as FoundRow[]
  return rows.map(({ number, time, id }) => ({ number: Number(number), time: Number(time), id }))
}

/** A part of the statement that searches segments. */
interface ReadingOrder {
  /** A condition on the numbers, which the conditions of the page imply. */
  readonly range: Sql
  readonly orderBy: string
}

/** Sorts all matches of the segments. */
function inOrderOf(column: TimeField, isDescending: boolean): ReadingOrder {
  const direction = isDescending ? 'desc' : 'asc'
  return {
    range: { text: '', parameters: [] },
    orderBy: `record.${column} ${direction}, record.id ${direction}`,
  }
}

/** Reads the matches of an ordered segment one by one, from the start of the page. */
function inOrderOfNumbers(start: number | undefined, isDescending: boolean): ReadingOrder {
  const end = isDescending ? Number.MAX_SAFE_INTEGER : 0
  return {
    range: {
      text: `and found.rowid ${isDescending ? '<' : '>'} ?`,
      parameters: [start ?? end],
    },
    orderBy: `found.rowid ${isDescending ? 'desc' : 'asc'}`,
  }
}

const selectPlace = `
  select number, segment, created from quotewright_records
  where store_id = ? and kind = ? and id = ?`

/** Returns the number of the record after which the page starts, if it is in the segment. */
function numberAtStart(
  prepare: Prepare,
  storeId: string,
  { kind, after }: FindQuery,
  segment: Segment,
): number | undefined {
  if (after === undefined) return undefined
  const row = prepare(selectPlace).get(storeId, kind, after.id) as PlaceRow | null | undefined
  if (row == null || Number(row.segment) !== segment.number) return undefined
  return Number(row.created) === after.time ? Number(row.number) : undefined
}

interface PlaceRow {
  readonly number: number | bigint
  readonly segment: number | bigint | null
  readonly created: number | bigint | null
}

interface FoundRow {
  readonly number: number | bigint
  readonly time: number | bigint
  readonly id: string
}

function merge(
  left: readonly Found[],
  right: readonly Found[],
  { isDescending }: OrderBy,
): readonly Found[] {
  const sign = isDescending ? -1 : 1
  return [...left, ...right].sort((a, b) => (a.time - b.time || compareIds(a.id, b.id)) * sign)
}

export function countBySegments(
  prepare: Prepare,
  storeId: string,
  filter: RecordFilter,
  max: number,
): number {
  const segments = listSegments(prepare, storeId, filter.kind)
  const { text, parameters } = filterConditions(storeId, filter)
  const statement = prepare(
    `select count(*) as count from (
       select 1 from quotewright_search as found cross join quotewright_records as record
         on record.number = found.rowid
       where found.quotewright_search match ? and ${text} limit ?)`,
  )
  let total = 0
  for (let start = 0; start < segments.length && total < max; start += maxSegmentsAtOnce) {
    const searched = segments.slice(start, start + maxSegmentsAtOnce)
    const match = matchExpression(searched, filter)
    const row = statement.get(match, ...parameters, max - total) as {
      readonly count: number | bigint
    }
    total += Number(row.count)
  }
  return total
}
