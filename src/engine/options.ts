import type { RoundingMode } from '../money/rounding.js'
import type { Catalog } from '../ports/catalog.js'
import type { Orders } from '../ports/orders.js'
import type { QuoteStorage } from '../ports/storage.js'
import type { ResolveRegion } from '../quote/customer/regions.js'
import type { LifecycleOptions } from '../quote/lifecycle/lifecycle.js'
import type { Limits } from '../quote/limits.js'
import type { Permit } from './permit.js'
import type { PricingOptions } from './pricing-options.js'

/** Options of a quote engine. Only `storage` and `catalog` are required. */
export interface QuoteEngineOptions extends PricingOptions {
  /** Stores quotes, tags, history, events and idempotency records. */
  readonly storage: QuoteStorage
  /** Returns the current prices of products. Called when a quote gets new products. */
  readonly catalog: Catalog
  /**
   * Returns the current time, in integer milliseconds since the Unix epoch.
   *
   * @default Date.now
   */
  readonly now?: (() => number) | undefined
  /**
   * Returns the id of a new quote: 1 to 255 characters, unique in the store. Must be safe in a URL
   * path if you serve HTTP.
   *
   * @default UUIDv7
   */
  readonly generateId?: (() => string) | undefined
  /**
   * Rounds amounts that lie exactly between two cents. Choose it once: stored quotes keep their
   * amounts.
   *
   * @default 'half-up'
   */
  readonly rounding?: RoundingMode | undefined
  /**
   * Returns the full name of a state.
   *
   * @default isoRegions
   */
  readonly resolveRegion?: ResolveRegion | undefined
  /**
   * Maximum number of attempts if other processes change the same quote at the same time.
   *
   * @default 50
   */
  readonly maxAttempts?: number | undefined
  /**
   * Timeout of a call to a port, in milliseconds. Also limits how long an update waits for earlier
   * updates of the same quote. In both cases the call is rejected with `timeout`.
   *
   * @default 30_000
   */
  readonly timeoutMs?: number | undefined
  /**
   * How long an idempotency key is remembered, in milliseconds.
   *
   * @default 86_400_000, which is 24 hours
   */
  readonly idempotencyTtlMs?: number | undefined
  /**
   * Size of the LRU cache of records. Updates of cached quotes skip the load; the commit still
   * checks the version. Create a new engine after restoring the storage from a backup.
   *
   * @default 0, which turns the cache off
   */
  readonly recordCacheSize?: number | undefined
  /** Limits of requests. Absent ones keep their defaults. */
  readonly limits?: Partial<Limits> | undefined
  /** Decides whether a call is allowed. By default, every call is. */
  readonly permit?: Permit | undefined
  /**
   * Places the orders of accepted quotes. Without it, `orderQuote` takes the id of an order that
   * the host has placed.
   */
  readonly orders?: Orders | undefined
  /** How quotes get their numbers. By default, from 1 on, when they are first sent. */
  readonly numbers?: NumberOptions | undefined
  /**
   * The time zone in which a date ends, for `expires`: a name of the IANA database, or a function
   * that returns the one of a store.
   *
   * @default 'UTC'
   */
  readonly timeZone?: string | ((storeId: string) => string) | undefined
  /** Transitions, statuses and a guard of your own. */
  readonly lifecycle?: LifecycleOptions | undefined
  /**
   * Opens the next revision if an update changes a quote that is locked and can be revised, instead
   * of rejecting the update with `quote_locked`. The offer is withdrawn.
   *
   * @default false
   */
  readonly reviseOnUpdate?: boolean | undefined
  /**
   * Lets an offer be accepted after it has expired. The acceptance then has `late: true`.
   *
   * @default false
   */
  readonly allowLateAcceptance?: boolean | undefined
}

/** How the quotes of a store get their numbers, without gaps. */
export interface NumberOptions {
  /**
   * When a quote gets its number: when it is first sent, when it is created, or never.
   *
   * @default 'send'
   */
  readonly assign?: 'send' | 'create' | 'never' | undefined
  /**
   * Returns the number as it is shown: 1 to 64 characters, different for different counts.
   *
   * @default (count) => String(count)
   *
   * @example
   * (count) => `Q-${String(count).padStart(5, '0')}`
   */
  readonly format?: ((count: number, storeId: string) => string) | undefined
}
