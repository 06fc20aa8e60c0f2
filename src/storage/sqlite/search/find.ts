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
        const numbers = hasTokens(query)
          ? (findAmongFirst(prepare, storeId, query) ?? findBySegments(prepare, storeId, query))
          : findByIndex(prepare, storeId, query)
        return loadPage(prepare, storeId, query, numbers)
      }),

    count: (storeId, filter, max) =>
      readAtOnce(database, () => {
        if (!hasTokens(filter)) return countByIndex(prepare, storeId, filter, max)
        const among = countAmongTimes(prepare, storeId, filter, max)
        return among ?? countBySegments(prepare, storeId, filter, max)
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
  return readIndex(prepare, storeId, query, query.limit + 1)
}

/** Returns the numbers of the first records of a page, whatever their terms and words are. */
function readIndex(
  prepare: Prepare,
  storeId: string,
  query: FindQuery,
  count: number,
): readonly number[] {
  const { by, direction } = sortOrders[query.order]
  const { text, parameters } = pageConditions(storeId, query)
  const rows = prepare(
    `select record.number from quotewright_records as record
       indexed by quotewright_records_by_${by}
     where ${text}
     order by record.${by} ${direction}, record.id ${direction} limit ?`,
  ).all(...parameters, count) as NumberRow[]
  return rows.map(({ number }) => Number(number))
}

interface NumberRow {
  readonly number: number | bigint
}

// The matches of a term are read 50 times as fast as their rows, where the times are. So what an
// index of a time has first is compared with the matches, before any row is read.

/**
 * How many records of an index are compared with the matches, at first and if those are too few.
 * Records that match are rarer than one in a hundred if the last one does not find a page.
 */
const comparedAtOnce = [1_024, 8_192] as const

/**
 * Returns the numbers of at most `limit` + 1 records of an order that segments are not in. Returns
 * undefined if the first records of the order do not fill the page, or another time has a range.
 */
function findAmongFirst(
  prepare: Prepare,
  storeId: string,
  query: FindQuery,
): readonly number[] | undefined {
  const { by } = sortOrders[query.order]
  const isOther = timeFields.some((field) => field !== by && query.times[field] !== undefined)
  if (by === 'created' || isOther) return undefined
  const wanted = query.limit + 1
  for (const count of comparedAtOnce) {
    const first = readIndex(prepare, storeId, query, count)
    const matches = matchesAmong(prepare, storeId, query, first)
    if (matches === undefined) return undefined
    if (first.length < count || matches.size >= wanted)
      return first.filter((number) => matches.has(number)).slice(0, wanted)
  }
  return undefined
}

/**
 * Counts the records of a filter by an index, if few records have a time in its only range. Returns
 * undefined if many have, or it has other ranges.
 */
function countAmongTimes(
  prepare: Prepare,
  storeId: string,
  filter: RecordFilter,
  max: number,
): number | undefined {
  const [order, other] = timeFields.filter((field) => filter.times[field] !== undefined)
  if (order === undefined || order === 'created' || other !== undefined) return undefined
  const query = { ...filter, order, after: undefined, limit: max, maxBytes: 0 }
  const [, count] = comparedAtOnce
  if (countByIndex(prepare, storeId, filter, count) === count) return undefined
  const first = readIndex(prepare, storeId, query, count)
  const matches = matchesAmong(prepare, storeId, filter, first)
  return matches && Math.min(max, matches.size)
}

/** Maximum numbers of tokens of one statement that compares matches, and of all of them. */
const [maxTokensAtOnce, maxTokensCompared] = [256, 1_024] as const

/**
 * Returns which of some records have the terms of a filter. Their times don't count. Returns
 * undefined if the filter has words, whose beginnings take long to look up, or very many terms.
 */
function matchesAmong(
  prepare: Prepare,
  storeId: string,
  filter: RecordFilter,
  numbers: readonly number[],
): ReadonlySet<number> | undefined {
  const segments = listSegments(prepare, storeId, filter.kind)
  const tokens = filter.terms.reduce((sum, group) => sum + group.length, 0)
  if (filter.words.length > 0 || tokens * segments.length > maxTokensCompared) return undefined
  const matches = new Set<number>()
  if (numbers.length === 0) return matches
  // The plus keeps SQLite from looking up one number after the other.
  const statement = prepare(
    `select rowid as number from quotewright_search as found
     where found.quotewright_search match ? and rowid between ? and ?
       and +rowid in (select value from json_each(?))`,
  )
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)]
  const size = Math.max(maxSegmentsAtOnce, Math.floor(maxTokensAtOnce / tokens))
  const among = JSON.stringify(numbers)
  for (let start = 0; start < segments.length; start += size) {
    const match = matchExpression(segments.slice(start, start + size), filter)
    for (const { number } of statement.all(match, least, most, among) as NumberRow[])
      matches.add(Number(number))
  }
  return matches
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
    const next = remaining.slice(0, size).filter((each) => canMatch(prepare, each, query))
    const rows = next.length === 0 ? [] : searchSegments(prepare, storeId, query, next)
    found = [...found, ...rows].sort(compare).slice(0, wanted)
    remaining = remaining.slice(size)
  }
  return found.map(({ number }) => number)
}

/** Groups of so many terms take long to look up in each segment. */
const manyTerms = 24

/**
 * Returns false for a segment in which no record has the terms of the small groups. If there is a
 * large one as well, this is known much sooner than what all of them match.
 */
function canMatch(prepare: Prepare, segment: Segment, filter: RecordFilter): boolean {
  const small = filter.terms.filter((group) => group.length < manyTerms)
  if (small.length === 0 || small.length === filter.terms.length) return true
  const statement = prepare(
    'select 1 from quotewright_search as found where found.quotewright_search match ? limit 1',
  )
  const match = matchExpression([segment], { ...filter, terms: small, words: [] })
  return statement.get(match) != null
}

/** A record that was found, and its place in the order. */
interface Found extends OrderPosition {
  readonly number: number
}

/** Returns the segments that can contain records of the page, those that come first at first. */
function relevantSegments(
  segments: readonly Segment[],
  query: RecordFilter & Pick<FindQuery, 'order'> & { readonly after?: OrderPosition | undefined },
): readonly Segment[] {
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
  // The latest records match times of today more often than the earliest do.
  const segments = relevantSegments(listSegments(prepare, storeId, filter.kind), {
    ...filter,
    order: 'newest',
  })
  // Tokens say the store, the kind and whether a record is deleted: its row has only the times.
  const { text, parameters } = filterConditions(storeId, filter)
  const [join, conditions, ofTimes] = hasTimes(filter)
    ? [
        'cross join quotewright_records as record on record.number = found.rowid',
        `and ${text} order by found.rowid desc`,
        parameters,
      ]
    : ['', '', []]
  const statement = prepare(
    `select count(*) as count from (
       select 1 from quotewright_search as found ${join}
       where found.quotewright_search match ? ${conditions} limit ?)`,
  )
  let total = 0
  for (let start = 0; start < segments.length && total < max; start += maxSegmentsAtOnce) {
    const searched = segments
      .slice(start, start + maxSegmentsAtOnce)
      .filter((each) => canMatch(prepare, each, filter))
    if (searched.length === 0) continue
    const match = matchExpression(searched, filter)
    const row = statement.get(match, ...ofTimes, max - total) as {
      readonly count: number | bigint
    }
    total += Number(row.count)
  }
  return total
}

/** Returns true if a filter needs the times of records. */
function hasTimes({ times }: RecordFilter): boolean {
  return timeFields.some((field) => times[field] !== undefined)
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
