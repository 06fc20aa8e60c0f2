import { QuoteError } from '../../errors.js'
import type { FieldTypes } from '../../quote/model/own-fields.js'
import type { Quote } from '../../quote/model/quote.js'
import { quoteRef } from '../../quote/model/quote-record.js'
import type { HistoryEntry, StoreEvent } from '../../record/history/entry.js'
import type { StoredRecord } from '../../record/record.js'
import { type CallOptions, parseContext, type StoreContext } from '../arguments.js'
import { assertQuoteId, toPermitRecord } from '../commands/run-quote-command.js'
import {
  createPagedResult,
  type Page,
  type PagedResult,
  pageQuery,
  parsePageRequest,
  toPage,
} from '../execution/pages.js'
import { defineOperation, internalRoles } from '../operation.js'

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

export interface ListHistory<Fields extends FieldTypes = FieldTypes> {
  /**
   * Lists the changes of a quote in order of version: one entry for each version, with its time,
   * who made it (`by`) and its patches. Await the result for one page, or iterate over all
   * entries. Deleted quotes keep their history. Erased ones keep only the times and operations.
   *
   * @example
   * for await (const { version, operation, by } of engine.listHistory(context, quoteId))
   *   console.log(version, operation, by)
   */
  listHistory(
    context: StoreContext,
    quoteId: string,
    options?: ListHistoryOptions,
  ): PagedResult<HistoryEntry<Quote<Fields>>>
}

export const listHistoryOperation = defineOperation<ListHistory['listHistory']>({
  roles: 'all',
  isPaged: true,
  tool: {},
  route: {
    method: 'GET',
    path: '/quotes/{quoteId}/history',
    summary: 'List the changes of a quote',
    query: pageQuery,
    status: 200,
    response: 'history',
  },

  create:
    ({ storage, permit, run }, operation) =>
    (context, quoteId, options) =>
      createPagedResult(() => {
        const caller = parseContext(context)
        const { storeId } = caller
        const { after: start, limit, signal } = parsePageRequest(options)
        assertQuoteId(quoteId)
        const ref = quoteRef(quoteId)

        async function loadPage(after: number): Promise<Page<HistoryEntry<Quote>>> {
          if (permit !== undefined) {
            const record = toPermitRecord(storeId, await requireRecord())
            await permit({ caller, operation, record, signal })
          }
          const range = { afterVersion: after, limit }
          const page = await storage.listHistory(storeId, ref, range, signal)
          if (page.items.length === 0) await requireRecord()
          return toPage(page, after) as Page<HistoryEntry<Quote>>
        }

        /** @throws QuoteError `quote_not_found` */
        async function requireRecord(): Promise<StoredRecord> {
          const [record] = await storage.load(storeId, [ref], signal)
          if (record !== undefined) return record
          throw new QuoteError('quote_not_found', { quoteId })
        }
        return (after = start) => run(signal, () => loadPage(after))
      }),
})

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
  roles: internalRoles,
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
