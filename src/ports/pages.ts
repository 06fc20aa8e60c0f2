import { estimateJsonLength } from '../validation/json-length.js'
import type { PageSize, StoragePage } from './storage.js'

/**
 * Returns the first page of a list. Reads at most one item more than the page has.
 *
 * @param items All items of the range, in order.
 *
 * @example
 * listHistory: (storeId, quoteId, range) =>
 *   takePage(historyOf(storeId, quoteId).slice(range.afterVersion), range)
 */
export function takePage<T>(items: Iterable<T>, { limit, maxBytes }: PageSize): StoragePage<T> {
  const page: T[] = []
  let length = 0
  for (const item of items) {
    if (page.length === limit || length >= maxBytes) return { items: page, hasMore: true }
    page.push(item)
    length += estimateJsonLength(item)
  }
  return { items: page, hasMore: false }
}

/** A row of a query that lists history entries. */
export interface EntryRow<Json = string> {
  /** JSON; null if the entry does not fit into `maxBytes`. */
  readonly entry: Json | null
}

/**
 * Creates a page from the rows of a query.
 *
 * @param rows At most `limit` + 1 rows: the additional one shows whether there are more items.
 */
export function pageOfRows<Row extends EntryRow<unknown>, T>(
  rows: readonly Row[],
  limit: number,
  toItem: (row: Row & { readonly entry: NonNullable<Row['entry']> }) => T,
): StoragePage<T> {
  const fitting = rows.slice(0, limit).filter((row) => row.entry !== null)
  const items = fitting.map((row) => toItem(row as Parameters<typeof toItem>[0]))
  return { items, hasMore: items.length < rows.length }
}
