import type { StoreEvent } from '../../../record/history/entry.js'
import type { CallOptions } from '../../call-options.js'
import { parseContext, type StoreContext } from '../../context.js'
import {
  createPagedResult,
  type PagedResult,
  pageQuery,
  parsePageRequest,
  toPage,
} from '../../execution/pages.js'
import { defineOperation, sellers } from '../operation.js'

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

export interface ListEvents {
  /**
   * Lists the events of a store in order of position: the history entries of everything that it
   * keeps, in the order of their commits. `kind` is `quote`, `messages` (with the id of their
   * quote), `template`, `tags`, `users` or `numbers`. Ignore kinds that you do not know. Await the
   * result for one page, or iterate over all events.
   *
   * To continue later, save the `position` of the last event that you processed and pass it as
   * `after`. No event is skipped or repeated, even if other processes write meanwhile.
   *
   * @throws QuoteError `not_permitted` if the caller is a buyer, because events show all quotes and
   * internal messages, or if the option `permit` rejects the call
   *
   * @example
   * let position = await loadPosition()
   * for await (const event of engine.listEvents(context, { after: position })) {
   *   if (event.kind === 'quote') await syncToCrm(event.id, event.entry)
   *   position = event.position
   *   await savePosition(position)
   * }
   */
  listEvents(context: StoreContext, options?: ListEventsOptions): PagedResult<StoreEvent>
}

export const listEventsOperation = defineOperation<ListEvents['listEvents']>({
  roles: sellers,
  isPaged: true,
  route: {
    method: 'GET',
    path: '/events',
    summary: 'List the changes of everything that a store keeps',
    query: pageQuery,
    status: 200,
    response: 'events',
  },

  create:
    ({ storage, permit, run }, operation) =>
    (context, options) =>
      createPagedResult(() => {
        const caller = parseContext(context)
        const { after: start, limit, signal } = parsePageRequest(options)
        return (after = start) =>
          run(signal, async () => {
            await permit?.({ caller, operation, signal })
            const range = { afterPosition: after, limit }
            return toPage(await storage.listEvents(caller.storeId, range, signal), after)
          })
      }),
})
