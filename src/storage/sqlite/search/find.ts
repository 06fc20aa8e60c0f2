import { comparePositions } from '../../../ports/find-in-memory.js'
import type { FindQuery, StoragePage, StoragePort } from '../../../ports/storage.js'
import type { StoredRecord } from '../../../record/record.js'
import type { OrderPosition, RecordFilter } from '../../../record/search/find-query.js'
import { type Order, sortOrders, timeFields } from '../../sql/orders.js'
import { toRecord } from '../../sql/rows.js'
import type { SqliteDatabase, SqliteValue } from '../client.js'
import { selectRow } from '../records.js'
import type { Prepare } from '../statements.js'
import { beginUnlessOpen, tryRollback } from '../write-lock.js'
import { listSegments, type Segment } from './segments.js'
import { createTermToken, createWordToken } from './tokens.js'

/** Returns the methods of the storage that find records. */
export function createFindMethods(
  database: SqliteDatabase,
  prepare: Prepare,
): Pick<StoragePort, 'find' | 'count'> {
  return {
    find: (storeId, query) =>
      readAtOnce(database, () => {
        const find = hasTokens(query) ? findBySegments : findByIndex
        return loadPage(prepare, storeId, query, find(prepare, storeId, query))
      }),

    count: (storeId, filter, max) =>
      readAtOnce(database, () => {
        const count = hasTokens(filter) ? countBySegments : countByIndex
        return count(prepare, storeId, filter, max)
      }),
  }
}

/** Runs several statements in one transaction, so that all of them see the same commits. */
function readAtOnce<T>(database: SqliteDatabase, read: () => T): T {
  const isOwn = beginUnlessOpen(database)
  try {
    return read()
  } finally {
    if (isOwn) tryRollback(database, 'rollback')
  }
}

/** Loads records until the page is full. `numbers` has one more than `limit` if there is one. */
function loadPage(
  prepare: Prepare,
  storeId: string,
  { limit, maxBytes }: FindQuery,
  numbers: readonly number[],
): StoragePage<StoredRecord> {
  const items: StoredRecord[] = []
  let length = 0
  for (const number of numbers.slice(0, limit)) {
    if (length >= maxBytes) break
    const row = selectRow(prepare, storeId, number)
    length += row.entry?.length ?? 0
    items.push(toRecord(row))
  }
  return { items, hasMore: items.length < numbers.length }
}

/** A part of a statement and its parameters. */
interface Sql {
  readonly text: string
  readonly parameters: readonly SqliteValue[]
}

/** Returns the conditions of a filter on the row of a record, without its terms and words. */
function filterConditions(storeId: string, { kind, deleted, times }: RecordFilter): Sql {
  const conditions = ['record.store_id = ?', 'record.kind = ?', 'record.is_deleted = ?']
  const parameters: SqliteValue[] = [storeId, kind, Number(deleted)]
  for (const field of timeFields) {
    const { from, to } = times[field] ?? {}
    if (times[field] !== undefined) conditions.push(`record.${field} is not null`)
    if (from !== undefined) conditions.push(`record.${field} >= ?`)
    if (to !== undefined) conditions.push(`record.${field} < ?`)
    parameters.push(...[from, to].filter((time) => time !== undefined))
  }
  return { text: conditions.join(' and '), parameters }
}

/** Returns the conditions of a page: those of its filter, its order, and its beginning. */
function pageConditions(storeId: string, query: FindQuery): Sql {
  const { by, comparison, beginning } = sortOrders[query.order]
  const filter = filterConditions(storeId, query)
  const after = query.after ?? beginning
  const isAfter = `(record.${by}, record.id) ${comparison} (?, ?)`
  return {
    text: `${filter.text} and record.${by} is not null and ${isAfter}`,
    parameters: [...filter.parameters, after.time, after.id],
  }
}

/** Returns the numbers of at most `limit` + 1 records, without the search table. */
function findByIndex(prepare: Prepare, storeId: string, query: FindQuery): readonly number[] {
  const { by, direction } = sortOrders[query.order]
  const { text, parameters } = pageConditions(storeId, query)
  const rows = prepare(
    `select record.number from quotewright_records as record
       indexed by quotewright_records_by_${by}
     where ${text}
     order by record.${by} ${direction}, record.id ${direction} limit ?`,
  ).all(...parameters, query.limit + 1) as { readonly number: number | bigint }[]
  return rows.map(({ number }) => Number(number))
}

function countByIndex(
  prepare: Prepare,
  storeId: string,
  filter: RecordFilter,
  max: number,
): number {
  const { text, parameters } = filterConditions(storeId, filter)
  const statement = prepare(
    `select count(*) as count from (
       select 1 from quotewright_records as record where ${text} limit ?)`,
  )
  const row = statement.get(...parameters, max) as { readonly count: number | bigint }
  return Number(row.count)
}

/** Maximum number of segments that one statement searches if it collects all of their matches. */
const maxSegmentsAtOnce = 8

/**
 * Returns the numbers of at most `limit` + 1 records. Searches the segments in the order of their
 * times: a page of a frequent term ends in the first segment, and one of a rare term needs all.
 * Ordered by another time than that of creation, every page collects all matches.
 */
function findBySegments(prepare: Prepare, storeId: string, query: FindQuery): readonly number[] {
  const order = sortOrders[query.order]
  const compare = comparePositions(query.order)
  const wanted = query.limit + 1
  let found: readonly Found[] = []
  let remaining = relevantSegments(listSegments(prepare, storeId, query.kind), query)
  // One at a time can be read in its order. A segment without a match takes about 15 µs.
  const size = order.by === 'created' ? 1 : maxSegmentsAtOnce
  while (remaining.length > 0 && !isComplete(found, wanted, order, remaining)) {
    const rows = searchSegments(prepare, storeId, query, remaining.slice(0, size))
    found = [...found, ...rows].sort(compare).slice(0, wanted)
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
  const { by, direction } = sortOrders[query.order]
  const after = by === 'created' ? query.after?.time : undefined
  const relevant = segments.filter(({ firstCreated, lastCreated }) => {
    if (lastCreated < from || firstCreated >= to) return false
    return (
      after === undefined || (direction === 'desc' ? firstCreated <= after : lastCreated >= after)
    )
  })
  return direction === 'desc'
    ? relevant.sort((left, right) => right.lastCreated - left.lastCreated)
    : relevant.sort((left, right) => left.firstCreated - right.firstCreated)
}

/** Returns true if the page is full and the remaining segments come after it. */
function isComplete(
  found: readonly Found[],
  wanted: number,
  { by, direction }: Order,
  [next]: readonly Segment[],
): boolean {
  const last = found[wanted - 1]
  if (by !== 'created' || last === undefined || next === undefined) return false
  return direction === 'desc' ? next.lastCreated < last.time : next.firstCreated > last.time
}

function searchSegments(
  prepare: Prepare,
  storeId: string,
  query: FindQuery,
  segments: readonly Segment[],
): readonly Found[] {
  const [first, ...others] = segments
  const order = sortOrders[query.order]
  const isOrdered = order.by === 'created' && others.length === 0 && first?.isOrdered
  const conditions = pageConditions(storeId, query)
  const { range, orderBy } = isOrdered
    ? inOrderOfNumbers(numberAtStart(prepare, storeId, query, first), order)
    : inOrderOfTimes(order)
  const rows = prepare(
    `select record.number, record.${order.by} as time, record.id
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
function inOrderOfTimes({ by, direction }: Order): ReadingOrder {
  return {
    range: { text: '', parameters: [] },
    orderBy: `record.${by} ${direction}, record.id ${direction}`,
  }
}

/** Reads the matches of an ordered segment one by one, from the start of the page. */
function inOrderOfNumbers(
  start: number | undefined,
  { direction, comparison }: Order,
): ReadingOrder {
  const beginning = direction === 'desc' ? Number.MAX_SAFE_INTEGER : 0
  return {
    range: { text: `and found.rowid ${comparison} ?`, parameters: [start ?? beginning] },
    orderBy: `found.rowid ${direction}`,
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

function countBySegments(
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

/** Returns true if a filter needs the search table. */
function hasTokens({ terms, words }: RecordFilter): boolean {
  return terms.length > 0 || words.length > 0
}

/** Returns the search expression that finds the records of a filter in any of the segments. */
function matchExpression(segments: readonly Segment[], filter: RecordFilter): string {
  return segments.map(({ number }) => `(${matchInSegment(number, filter)})`).join(' OR ')
}

function matchInSegment(segment: number, { deleted, terms, words }: RecordFilter): string {
  const groups = terms.map((group) => {
    const tokens = group.map((term) => `"${createTermToken(segment, deleted, term)}"`)
    return `(${tokens.join(' OR ')})`
  })
  const beginnings = words.map((word) => `"${createWordToken(segment, deleted, word)}"*`)
  return [...groups, ...beginnings].join(' AND ')
}
