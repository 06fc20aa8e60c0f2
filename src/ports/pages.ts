import { estimateJsonLength } from '../validation/json-length.js'
import type { Page, PageSize } from './storage.js'

/**
 * Returns the page that begins with the first of these items. Looks at no more of them than the page has, and one.
 *
 * @param items All items that follow, in order.
 *
 * @example
 * listHistory: (storeId, quoteId, range) => takePage(historyOf(storeId, quoteId).slice(range.afterVersion), range)
 */
export function takePage<T>(items: Iterable<T>, { limit, maxBytes }: PageSize): Page<T> {
  const page: T[] = []
  let length = 0
  for (const item of items) {
    if (page.length === limit || length >= maxBytes) return { items: page, hasMore: true }
    page.push(item)
    length += estimateJsonLength(item)
  }
  return { items: page, hasMore: false }
}

/** A row of a list of history entries. */
export interface EntryRow {
  /** JSON; null if the row does not fit into the page by its length. */
  readonly entry: string | null
}

/** Makes a page of rows that were asked for with one row more than the page may have. */
export function pageOfRows<Row extends EntryRow, T>(
  rows: readonly Row[],
  limit: number,
  toItem: (row: Row & { readonly entry: string }) => T,
): Page<T> {
  const fitting = rows.slice(0, limit).filter((row) => row.entry !== null)
  const items = fitting.map((row) => toItem(row as Row & { readonly entry: string }))
  return { items, hasMore: items.length < rows.length }
}
