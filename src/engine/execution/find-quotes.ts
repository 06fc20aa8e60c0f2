import { comparePositions } from '../../ports/find-in-memory.js'
import type { StoragePage } from '../../ports/storage.js'
import type { Quote } from '../../quote/quote.js'
import type { StoredRecord } from '../../record/record.js'
import type { OrderPosition, RecordFilter, RecordOrder } from '../../record/search/find-query.js'
import { settleAll } from '../ports/call-port.js'
import type { CheckedStorage } from '../ports/checked-storage.js'

/** A page of the quotes that match any of some filters. */
export interface QuoteQuery {
  /** Filters that select different records. */
  readonly filters: readonly RecordFilter[]
  readonly order: RecordOrder
  readonly after: OrderPosition | undefined
  readonly limit: number
}

/** Finds a page of quotes, in order. Asks the storage once for each filter, at the same time. */
export async function findQuotes(
  storage: CheckedStorage,
  storeId: string,
  { filters, order, after, limit }: QuoteQuery,
  signal: AbortSignal | undefined,
): Promise<StoragePage<StoredRecord<Quote>>> {
  const pages = (await settleAll(
    filters.map((filter) => storage.find(storeId, { ...filter, order, after, limit }, signal)),
  )) as readonly StoragePage<StoredRecord<Quote>>[]
  const [first, ...others] = pages
  if (first === undefined) return { items: [], hasMore: false }
  return others.length === 0 ? first : mergePages(pages, order, limit)
}

/**
 * Merges pages of different records. What comes after the end of a page that has more is left for
 * the next page, because the next item of that page may come before it.
 */
function mergePages(
  pages: readonly StoragePage<StoredRecord<Quote>>[],
  order: RecordOrder,
  limit: number,
): StoragePage<StoredRecord<Quote>> {
  const compare = comparePositions(order)
  const compareRecords = (left: StoredRecord<Quote>, right: StoredRecord<Quote>) =>
    compare(quotePosition(left, order), quotePosition(right, order))
  const ends = pages.flatMap(({ items, hasMore }) => (hasMore ? items.slice(-1) : []))
  const [end] = ends.sort(compareRecords)
  const all = pages.flatMap(({ items }) => items).sort(compareRecords)
  const known = end === undefined ? all : all.filter((record) => compareRecords(record, end) <= 0)
  const items = known.slice(0, limit)
  return { items, hasMore: items.length < all.length || end !== undefined }
}

/** Returns the place of a quote in an order that lists it. */
export function quotePosition(
  { id, updated, value }: StoredRecord<Quote>,
  order: RecordOrder,
): OrderPosition {
  if (order === 'updated') return { time: updated, id }
  return { time: order === 'expires' ? (value.expires ?? 0) : value.created, id }
}
