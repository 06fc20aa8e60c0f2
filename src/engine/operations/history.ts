import type { HistoryEntry } from '../../quote/history/entry.js'
import { type CallOptions, parseContext, type StoreContext } from '../context.js'
import type { EngineRuntime } from '../runtime.js'
import { createPagedResult, type PagedResult, parsePageRequest, toPage } from './pages.js'
import { assertQuoteId, requireRecord } from './require-record.js'

/** Selects the entries that `listHistory` returns. */
export interface ListHistoryOptions extends CallOptions {
  /**
   * Lists the entries after this version.
   *
   * @default 0, the beginning
   */
  readonly after?: number | undefined
  /**
   * Maximum number of entries of one page, from 1 to 1,000. A page has fewer entries if their JSON
   * reaches the limit `maxPageBytes`.
   *
   * @default 100
   */
  readonly limit?: number | undefined
}

/** Creates the engine's `listHistory`. */
export function listHistoryOperation({ storage, run }: EngineRuntime) {
  return (
    context: StoreContext,
    quoteId: string,
    options?: ListHistoryOptions,
  ): PagedResult<HistoryEntry> =>
    createPagedResult(() => {
      const { storeId } = parseContext(context)
      const request = parsePageRequest(options)
      assertQuoteId(quoteId)
      return [
        request,
        ({ after, limit, signal }) =>
          run(signal, async () => {
            const range = { afterVersion: after, limit }
            const page = await storage.listHistory(storeId, quoteId, range, signal)
            if (page.items.length === 0) await requireRecord(storage, storeId, quoteId, signal)
            return toPage(page, after)
          }),
      ]
    })
}
