import type { HistoryEntry, QuoteEvent } from '../quote/history/entry.js'
import type { QuoteRecord } from '../quote/quote.js'
import type { CreateQuoteRequest } from '../quote/requests/create-request.js'
import type { UpdateQuoteRequest } from '../quote/requests/update-request.js'
import type { TagDefinition } from '../store/tag-definition.js'
import type { StoreTags, Tag } from '../store/tags.js'
import type { CallOptions, CreateOptions, StoreContext, UpdateOptions } from './context.js'
import type { ListEventsOptions } from './operations/events.js'
import type { GetOptions, QuoteView } from './operations/get-quote.js'
import type { ListHistoryOptions } from './operations/history.js'
import type { PagedResult } from './operations/pages.js'

/**
 * Creates, prices, updates and lists the quotes of any number of stores.
 *
 * Methods can be destructured (`const { createQuote } = engine`). They never throw synchronously:
 * every error is a rejection with a `QuoteError`. Results are deeply frozen.
 *
 * Besides the codes that its own documentation names, every method can reject with:
 * - `invalid_context` or `invalid_options` if the context or the options are invalid
 * - `storage_failed`, `storage_invalid_response`, `storage_schema_mismatch`,
 *   `storage_permission_denied` or `timeout` if the storage fails
 * - `callback_failed` if a function among the engine's options throws
 * - `aborted` if `options.signal` aborts
 * - `engine_closed` after `close`
 *
 * If a call that writes rejects with one of these during its commit, the change was applied
 * completely or not at all. Reload the quote to find out, or retry with the same idempotency key.
 */
export interface QuoteEngine {
  /**
   * Creates a quote at current catalog prices. Stores nothing if it rejects with one of these
   * errors.
   *
   * @throws QuoteError `invalid_request` with one error per invalid field
   * @throws QuoteError `idempotency_key_reused` if the key was used for a different request
   * @throws QuoteError `catalog_failed`, `catalog_invalid_response` or `timeout` if the catalog
   * fails
   * @throws QuoteError `conflict` if `generateId` returned only ids that are already used
   *
   * @example
   * // Calls with the same key create one quote and return the same result.
   * const { quoteId } = await engine.createQuote(context, request, {
   *   idempotencyKey: order.checkoutId,
   * })
   */
  createQuote(
    context: StoreContext,
    request: CreateQuoteRequest,
    options?: CreateOptions,
  ): Promise<QuoteRecord>

  /**
   * Merges changes into a quote. Absent fields keep their values. Returns the stored record if
   * nothing changes.
   *
   * If another writer commits first, the merge is repeated on the new version. So concurrent
   * updates of different fields all succeed. Pass `expectedVersion` to reject instead. Stores
   * nothing if it rejects with one of these errors.
   *
   * @throws QuoteError `quote_not_found` if this store has no such quote
   * @throws QuoteError `invalid_request` with one error per invalid field
   * @throws QuoteError `version_mismatch` if `expectedVersion` is not the stored version
   * @throws QuoteError `idempotency_key_reused` if the key was used for a different request
   * @throws QuoteError `catalog_failed`, `catalog_invalid_response` or `timeout` if the catalog
   * fails; it is called only if the changes add products
   * @throws QuoteError `conflict` if other writers committed first in all `maxAttempts` attempts
   *
   * @example
   * const { version } = await engine.updateQuote(context, quoteId, {
   *   customer: { city: 'Arlington' },
   *   products: [{ id: 118, quote: '180.00' }, { id: 119, qty: 10 }],
   * })
   */
  updateQuote(
    context: StoreContext,
    quoteId: string,
    changes: UpdateQuoteRequest,
    options?: UpdateOptions,
  ): Promise<QuoteRecord>

  /**
   * Returns the current version of a quote, or exactly the quote as it was at a version or a time.
   *
   * @throws QuoteError `quote_not_found` if this store has no such quote
   * @throws QuoteError `version_not_found` if there is no such version, or no quote at that time
   *
   * @example
   * const { quote } = await engine.getQuote(context, quoteId, { version: 1 })
   */
  getQuote(context: StoreContext, quoteId: string, options?: GetOptions): Promise<QuoteView>

  /**
   * Lists the changes of a quote in order of version: one entry for each version, with its time,
   * its actor and its patches. Await the result for one page, or iterate over all entries.
   *
   * @throws QuoteError `quote_not_found` if this store has no such quote
   *
   * @example
   * for await (const { version, operation, actor } of engine.listHistory(context, quoteId))
   *   console.log(version, operation, actor)
   */
  listHistory(
    context: StoreContext,
    quoteId: string,
    options?: ListHistoryOptions,
  ): PagedResult<HistoryEntry>

  /**
   * Lists the events of a store in order of position: the history entries of all its quotes, in the
   * order of their commits. Await the result for one page, or iterate over all events.
   *
   * To continue later, save the `position` of the last event that you processed and pass it as
   * `after`. No event is skipped or repeated, even if other processes write meanwhile.
   *
   * @example
   * let position = await loadPosition()
   * for await (const event of engine.listEvents(context, { after: position })) {
   *   await syncToCrm(event.quoteId, event.entry)
   *   position = event.position
   *   await savePosition(position)
   * }
   */
  listEvents(context: StoreContext, options?: ListEventsOptions): PagedResult<QuoteEvent>

  /**
   * Returns the tags of a store by name, in the order in which they were first set. As in any
   * object, names that are integers come first.
   */
  listTags(context: StoreContext, options?: CallOptions): Promise<StoreTags>

  /**
   * Adds a tag to a store, or replaces the tag of the same name. `getQuote` returns the tags of a
   * quote that its store has.
   *
   * @throws QuoteError `invalid_request` with one error per invalid field: `name`, `color`,
   * `backgroundColor`, `label` or `value`
   * @throws QuoteError `invalid_request` at `name` if the tag is new and the store already has
   * `limits.maxStoreTags` tags
   *
   * @example
   * await engine.setTag(context, 'Approved', {
   *   backgroundColor: 'rgba(0%, 60%, 30%, 0.2)',
   *   color: 'rgb(0%, 40%, 20%)',
   * })
   */
  setTag(
    context: StoreContext,
    name: string,
    tag: TagDefinition,
    options?: CallOptions,
  ): Promise<Tag>

  /**
   * Removes a tag from a store. Returns false if the store has no such tag. Quotes keep the name,
   * and show the tag again if the store sets it again.
   */
  removeTag(context: StoreContext, name: string, options?: CallOptions): Promise<boolean>

  /**
   * Rejects new calls with `engine_closed` and resolves when all running calls have settled. Waits
   * no longer than their timeouts allow. Does not close the storage's connections; close them
   * afterwards.
   */
  close(): Promise<void>
}
