import type { StoredRecord } from '../record/record.js'
import {
  compareIds,
  type OrderPosition,
  type RecordFilter,
  type RecordOrder,
  type TimeField,
} from '../record/search/find-query.js'
import type { SearchRow } from '../record/search/search-row.js'
import { takePage } from './pages.js'
import type { FindQuery, StoragePage } from './storage.js'

/** A record and what it can be found by. */
export interface FindableRecord {
  /** The current version of the record. */
  readonly record: StoredRecord
  /** The `search` of its last change. */
  readonly search: SearchRow
}

/** Returns true if a filter selects a record. Looks at the record itself, not at an index. */
export function matchesFilter({ record, search }: FindableRecord, filter: RecordFilter): boolean {
  if (record.kind !== filter.kind || search.deleted !== filter.deleted) return false
  const times = { created: search.created, updated: record.updated, expires: search.expires }
  const isInRange = (field: TimeField) => {
    const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } =
      filter.times[field] ?? {}
    const time = times[field]
    return time !== undefined && time >= from && time < to
  }
  return (
    (Object.keys(filter.times) as TimeField[]).every(isInRange) &&
    filter.terms.every((group) => group.some((term) => search.terms.includes(term))) &&
    filter.words.every((start) => search.words.some((word) => word.startsWith(start)))
  )
}

const directions: Readonly<Record<RecordOrder, 1 | -1>> = {
  newest: -1,
  oldest: 1,
  updated: -1,
  expires: 1,
}

/** Returns how to compare the places of records in an order, for `sort`. */
export function comparePositions(
  order: RecordOrder,
): (left: OrderPosition, right: OrderPosition) => number {
  const direction = directions[order]
  return (left, right) => (left.time - right.time || compareIds(left.id, right.id)) * direction
}

/** Returns the place of a record in an order; undefined if the order does not list it. */
function positionIn(
  order: RecordOrder,
  { record, search }: FindableRecord,
): OrderPosition | undefined {
  const { id, updated } = record
  if (order === 'updated') return { time: updated, id }
  const time = order === 'expires' ? search.expires : search.created
  return time === undefined ? undefined : { time, id }
}

/**
 * Implements `find` for a storage that holds its records in memory. Examines every record.
 *
 * @param records All records of the store that can be found.
 */
export function findInMemory(
  records: Iterable<FindableRecord>,
  query: FindQuery,
): StoragePage<StoredRecord> {
  const { order, after } = query
  const compare = comparePositions(order)
  const found: (OrderPosition & { readonly record: StoredRecord })[] = []
  for (const findable of records) {
    if (!matchesFilter(findable, query)) continue
    const position = positionIn(order, findable)
    if (position === undefined || (after !== undefined && compare(position, after) <= 0)) continue
    found.push({ ...position, record: findable.record })
  }
  found.sort(compare)
  return takePage(
    found.map(({ record }) => record),
    query,
  )
}

/** Implements `count` for a storage that holds its records in memory. */
export function countInMemory(
  records: Iterable<FindableRecord>,
  filter: RecordFilter,
  max: number,
): number {
  let count = 0
  for (const findable of records) {
    if (count === max) break
    if (matchesFilter(findable, filter)) count += 1
  }
  return count
}
