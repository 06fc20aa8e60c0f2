import type { QuoteRecord } from '../quote/model/quote.js'
import type { PortCallOptions } from './call-options.js'
import type { MaybePromise } from './storage.js'

/** An order to place. */
export interface PlaceOrderRequest {
  /**
   * Identifies the order: 43 characters, the same for every attempt to order this revision of this
   * quote, or this part of it, whichever process makes it.
   */
  readonly key: string
  /**
   * The quote that was accepted; for a part, a quote of just its lines and quantities, with amounts
   * of its own: what `getOrderParts` returns once it is ordered.
   */
  readonly record: QuoteRecord
  /**
   * Which part it is, if the quote is ordered in parts: the option `orders.parts`. The `key` is
   * another one for each part.
   */
  readonly part?: {
    /** 1 for the first part. */
    readonly number: number
    /** True if nothing is left of the quote after it. */
    readonly isLast: boolean
  }
}

/**
 * The id of an order, or why it was not placed. An integer, such as the key of a row, is stored as
 * a string.
 */
export type PlaceOrderResult =
  | { readonly orderId: string | number | bigint }
  | { readonly rejected: string }

/**
 * Places the orders of accepted quotes in a system of the host, for example its order service.
 *
 * @example
 * const orders: OrderPort = {
 *   async placeOrder({ key, record }, { signal }) {
 *     const order = await shop.createOrder(toOrder(record), { idempotencyKey: key, signal })
 *     return { orderId: order.id }
 *   },
 * }
 */
export interface OrderPort {
  /**
   * Places an order, or finds the one that has this key: calls with one key must create one order.
   *
   * Return `{ rejected }` only if there is no order of this key, and no call of this key is still
   * running. Then the quote can be canceled again. Throw for anything else: `orderQuote` is then
   * repeated with the same key.
   */
  placeOrder(request: PlaceOrderRequest, call: PortCallOptions): MaybePromise<PlaceOrderResult>
}

/** Receives the error of an order that failed, and the quote, which stays accepted. */
export type OnOrderError = (error: unknown, record: QuoteRecord) => MaybePromise<void>

/**
 * The option `orders` of the engine: the port, and when and where it places orders. With `place:
 * 'accept'`, one of `transaction` and `onError` is required, so that no order fails in silence;
 * `createQuoteEngine` checks it.
 *
 * @typeParam Client The client of the transactions of `transaction`, from which it is inferred.
 */
export interface OrderOptions<Client = unknown> extends OrderPort {
  placeOrder(
    request: PlaceOrderRequest,
    call: PortCallOptions<Client> & {
      /** With `transaction`, the client of the transaction in which the order is placed. */
      readonly client: Client
    },
  ): MaybePromise<PlaceOrderResult>
  /**
   * When an order is placed: `'order'` by `orderQuote` only, `'accept'` by `acceptQuote` as well,
   * called by your program, the HTTP app, the customer's page or the desk.
   *
   * @default 'order'
   */
  readonly place?: 'order' | 'accept' | undefined
  /**
   * Set to true once `placeOrder` places each part of a quote as an order of its own: `orderQuote`
   * can then order `lines`. A port that ignores `part` orders the right lines and amounts too, as
   * long as it finds orders by their `key`, and not by the id of their quote.
   *
   * @default false
   */
  readonly parts?: boolean | undefined
  /**
   * Runs a function in a transaction of the database in which the quotes are, and commits if it
   * resolves. Set it if your orders are rows of this database: `placeOrder` then receives the
   * client of the transaction as `call.client`, and the quote and the order are committed together.
   * A rejected order, or one that fails, rolls back the acceptance that it belongs to.
   *
   * `postgresTransaction`, `mysqlTransaction` and `sqliteTransaction` create it.
   *
   * @param run Takes the client of the transaction, as `engine.using` does.
   * @default Orders are placed outside of transactions. An acceptance stays if its order fails.
   *
   * @example
   * transaction: postgresTransaction(pool)
   * @example
   * transaction: (run) => db.transaction((tx) => run(drizzleClient(tx)))
   */
  readonly transaction?: TransactionRunner<Client> | undefined
  /**
   * Receives the error of an order that could not be placed once its quote was accepted, and the
   * accepted quote. Required with `place: 'accept'` and no `transaction`, because `acceptQuote`
   * resolves then. With `transaction`, it is not called: `acceptQuote` rejects with the error.
   */
  readonly onError?: OnOrderError | undefined
}

/** Runs a function in a transaction, which is committed if it resolves, and else rolled back. */
export type TransactionRunner<Client = unknown> = (
  run: (client: Client) => Promise<void>,
) => MaybePromise<unknown>

/**
 * A transaction runner of one of the storages. `createQuoteEngine` infers the type of `call.client`
 * from it.
 */
export type StorageTransaction<Client> = TransactionRunner<Client> & {
  /**
   * The name of the function. Without this member, TypeScript would not infer `Client`: it skips
   * calls of generic functions that return a function, but not those that return an intersection.
   */
  readonly name: string
}
