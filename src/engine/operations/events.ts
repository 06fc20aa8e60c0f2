import type { QuoteEvent } from '../../quote/history/entry.js'
import { type CallOptions, parseContext, type StoreContext } from '../context.js'
import type { EngineRuntime } from '../runtime.js'
import { createPagedResult, type PagedResult, parsePageRequest, toPage } from './pages.js'

/** Selects the events that `listEvents` returns. */
export interface ListEventsOptions extends CallOptions {
  /**
   * Lists the events after this position.
   *
   * @default 0, the beginning
   */
  readonly after?: number | undefined
  /**
   * Maximum number of events of one page, from 1 to 1,000. A page has fewer events if their JSON
   * reaches the limit `maxPageBytes`.
   *
   * @default 100
   */
  readonly limit?: number | undefined
}

/** Creates the engine's `listEvents`. */
export function listEventsOperation({ storage, run }: EngineRuntime) {
  return (context: StoreContext, options?: ListEventsOptions): PagedResult<QuoteEvent> =>
    createPagedResult(() => {
      const { storeId } = parseContext(context)
      return [
        parsePageRequest(options),
        ({ after, limit, signal }) =>
          run(signal, async () => {
            const range = { afterPosition: after, limit }
            return toPage(await storage.listEvents(storeId, range, signal), after)
          }),
      ]
    })
}
