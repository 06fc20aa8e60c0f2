import type { PossibleTransition } from '../quote/lifecycle/lifecycle.js'
import type { Transition } from '../quote/lifecycle/transitions.js'
import type { QuoteRecord } from '../quote/quote.js'
import type { StoreContext } from './context.js'
import type { OperationMethods } from './operations/list.js'

/** What a caller can do with a quote. */
export interface PossibleOperations {
  /**
   * The changes of status. Those of `updateQuote` lead to a status of the host: `updateQuote` with
   * `{ status: to }` makes them.
   */
  readonly transitions: readonly PossibleTransition[]
  /**
   * True if `updateQuote` can change the customer and the lines without withdrawing an offer, so
   * that `priceTaxes` and `repriceQuote` are possible as well.
   */
  readonly canEdit: boolean
}

/**
 * Creates, prices, updates, finds and deletes the quotes of any number of stores.
 *
 * Methods can be destructured (`const { createQuote } = engine`). Results are deeply frozen. Every
 * error is a rejection with a `QuoteError`; only `using` and `possibleOperations` throw it.
 *
 * Besides the codes that its own documentation names, every method can reject with:
 * - `invalid_context` or `invalid_options` if the context or the options are invalid
 * - `storage_failed`, `storage_invalid_response`, `storage_schema_mismatch`,
 *   `storage_permission_denied` or `timeout` if the storage fails
 * - `transaction_failed` if it fails inside a transaction of the host, after `using`
 * - `callback_failed` if a function among the engine's options throws
 * - `aborted` if `options.signal` aborts
 * - `engine_closed` after `close`
 *
 * If a call that writes rejects with one of these during its commit, the change was applied
 * completely or not at all. Reload the quote to find out, or retry with the same idempotency key.
 */
export interface QuoteEngine extends OperationMethods {
  /**
   * Returns this engine inside a transaction of the host: what it writes is committed, or rolled
   * back, with what the host writes on the same client. The host begins and ends the transaction.
   *
   * It does not batch calls, and does not use the record cache. An SQL error leaves the transaction
   * unusable: the call rejects with `transaction_failed`, and the host must roll back. Until the
   * transaction ends, other writers of the same store wait for it, so keep it short.
   *
   * @param client What the storage's `using` takes: for `postgresStorage` a client that is inside a
   * transaction, for `sqliteStorage` a connection.
   * @throws QuoteError `invalid_options` if the storage has no `using`, or rejects the client
   *
   * @example
   * await client.query('begin')
   * const { quoteId } = await engine.using(client).createQuote(context, request)
   * await client.query('insert into orders (quote_id) values ($1)', [quoteId])
   * await client.query('commit')
   */
  using(client: unknown): OperationMethods

  /**
   * Every transition of the life cycle: the built-in ones, those of the option `lifecycle`, and
   * what `allowLateAcceptance` adds.
   */
  readonly transitions: readonly Transition[]

  /**
   * Returns what the caller can do with a quote now: the changes of status, and whether its content
   * can be edited. Reads nothing and stores nothing. What `permit`, a guard of the life cycle or a
   * port rejects is known only once it is tried; `preview` tries it.
   *
   * @param record A quote of this engine, as its methods return it.
   * @throws QuoteError `invalid_context`; `invalid_request` for anything but a record;
   * `invalid_options` or `callback_failed` if `now` fails
   *
   * @example
   * const { transitions } = engine.possibleOperations(context, await engine.getQuote(context, id))
   * transitions.some(({ operation }) => operation === 'sendQuote') // true for a new quote
   */
  possibleOperations(context: StoreContext, record: QuoteRecord): PossibleOperations

  /**
   * Rejects new calls with `engine_closed` and resolves when all running calls have settled. Waits
   * no longer than their timeouts allow. Does not close the storage's connections; close them
   * afterwards.
   */
  close(): Promise<void>
}
