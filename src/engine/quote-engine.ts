import type { QuoteRecord } from '../quote/quote.js'
import type { CreateQuoteRequest } from '../quote/requests/create-request.js'
import type { UpdateQuoteRequest } from '../quote/requests/update-request.js'
import type { TagDefinition } from '../store/tag-definition.js'
import type { StoreTags, Tag } from '../store/tags.js'
import type { CallOptions, CreateOptions, StoreContext, UpdateOptions } from './context.js'
import type { EventPage, ListEventsOptions } from './operations/events.js'
import type { GetOptions, HistoryPage, ListHistoryOptions } from './operations/history.js'

/** A quote as it is read to be shown. */
export interface QuoteView extends QuoteRecord {
  /** The tags to show: those of the quote that the store has. Absent where there is none to show. */
  readonly visibleTags?: readonly Tag[]
}

/**
 * Creates, prices and updates quotes. Every method works without its object
 * (`const { createQuote } = engine`), rejects with a `QuoteError`, whatever happens, and resolves to
 * deeply frozen values.
 *
 * Beside the codes named at each method, all of them reject with `invalid_context` or
 * `invalid_options` for what is malformed; with `storage_failed`, `storage_invalid_response`,
 * `storage_schema_mismatch`, `storage_permission_denied` or `timeout` where a port lets them down; with `aborted`
 * where the signal does; with `callback_failed` where a function among the engine's options throws;
 * and with `engine_closed` after `close`. Where a commit was under way at one of these, the change
 * is stored whole or not at all: load the quote to see.
 */
export interface QuoteEngine {
  /**
   * Creates a quote with today's prices.
   *
   * @throws QuoteError `invalid_request` with all faults by path; `idempotency_key_reused`; `catalog_failed` or `catalog_invalid_response`;
   * `conflict` where `generateId` gives nothing but ids that are taken. Nothing is stored then.
   *
   * @example
   * // Repeated with the same key, whatever became of the first call, this makes one quote and answers with it.
   * const { quoteId } = await engine.createQuote(context, request, { idempotencyKey: order.checkoutId })
   */
  createQuote(
    context: StoreContext,
    request: CreateQuoteRequest,
    options?: CreateOptions,
  ): Promise<QuoteRecord>

  /**
   * Merges the changes into a quote: absent fields keep their values. Where another writer is first, the merge is decided anew
   * on what that one stored, so that callers who change different fields both get through. Changes that change nothing
   * resolve to the stored record.
   *
   * @throws QuoteError `quote_not_found`; `invalid_request` with all faults by path; `version_mismatch` where
   * `expectedVersion` is not the stored version; `idempotency_key_reused`; `catalog_failed` or `catalog_invalid_response`;
   * `conflict`. Nothing is stored then.
   */
  updateQuote(
    context: StoreContext,
    quoteId: string,
    changes: UpdateQuoteRequest,
    options?: UpdateOptions,
  ): Promise<QuoteRecord>

  /**
   * The quote as it is, or as it was at a version or a time: byte for byte, replayed from its history.
   *
   * @throws QuoteError `quote_not_found`, for another store's quote, too; `version_not_found`; `invalid_options`
   *
   * @example
   * const { quote } = await engine.getQuote(context, quoteId, { version: 1 })
   */
  getQuote(context: StoreContext, quoteId: string, options?: GetOptions): Promise<QuoteView>

  /**
   * Who changed what of a quote, and when: one entry for every version, page by page.
   *
   * @throws QuoteError `quote_not_found`, for another store's quote, too; `invalid_options`
   */
  listHistory(
    context: StoreContext,
    quoteId: string,
    options?: ListHistoryOptions,
  ): Promise<HistoryPage>

  /**
   * What happened to the store's quotes, in the order in which it was committed: every history entry of every quote once. Remember
   * `next` and go on there: nothing is missed and nothing comes twice, whoever writes meanwhile and whenever a reader stops.
   *
   * @throws QuoteError `invalid_options`
   *
   * @example
   * const { events, next } = await engine.events(context, { after: await savedPosition() })
   * for (const { quoteId, entry } of events) await tellCrm(quoteId, entry)
   * await savePosition(next)
   */
  listEvents(context: StoreContext, options?: ListEventsOptions): Promise<EventPage>

  /** The tags of the store by name, in the order in which they were first set (names that are whole numbers come first). */
  listTags(context: StoreContext, options?: CallOptions): Promise<StoreTags>

  /**
   * Adds a tag to the store, or replaces the one of this name. Tags of one store are set one after
   * the other.
   *
   * @throws QuoteError `invalid_request`, naming the faults at `name`, `color`, `backgroundColor`
   * or `label`; at `name`, too, where the tag is new and the store has as many as
   * `limits.maxStoreTags` allows
   */
  setTag(
    context: StoreContext,
    name: string,
    tag: TagDefinition,
    options?: CallOptions,
  ): Promise<Tag>

  /** Removes a tag from the store, not from the quotes that carry it; false where the store has no such tag. */
  removeTag(context: StoreContext, name: string, options?: CallOptions): Promise<boolean>

  /**
   * Refuses new commands from now on, and resolves when those that run have come to their end, well or not; never later than their
   * ports' time limits allow. The connections stay the host's: close them next.
   */
  close(): Promise<void>
}
