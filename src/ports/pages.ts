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
