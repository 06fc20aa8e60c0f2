import { v7 } from 'uuid'
import { z } from 'zod'
import { type RoundingMode, roundingModes } from '../money/rounding.js'
import type { Catalog } from '../ports/catalog.js'
import type { QuoteStorage } from '../ports/storage.js'
import { isoRegions, type ResolveRegion } from '../quote/customer/regions.js'
import { defaultLimits, type Limits, limitsSchema } from '../quote/limits.js'
import { parseOrThrow } from '../validation/field-errors.js'
import { portSchema } from '../validation/schemas/port-schema.js'
import {
  optionalFunction,
  optionalIntegerBetween,
  optionalPositiveInteger,
  received,
} from '../validation/schemas/scalars.js'
import { wrapCallback } from './execution/callback.js'
import type { Permit } from './permit.js'
import { storageMethods } from './ports/checked-storage.js'

/** Options of a quote engine. Only `storage` and `catalog` are required. */
export interface QuoteEngineOptions {
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
}

/** The options with all defaults filled in. */
export interface ResolvedOptions {
  readonly storage: QuoteStorage
  readonly catalog: Catalog
  readonly now: () => number
  readonly generateId: () => string
  readonly rounding: RoundingMode
  readonly resolveRegion: ResolveRegion
  readonly maxAttempts: number
  readonly timeoutMs: number
  readonly idempotencyTtlMs: number
  readonly recordCacheSize: number
  readonly limits: Limits
  readonly permit: Permit | undefined
}

/** Node's timers fire at once beyond it. */
const maxTimerMs = 2 ** 31 - 1

/** A hundred years: added to any date, it is still an exact number. */
const maxTtlMs = 100 * 366 * 86_400_000

const maxCacheSize = 1_000_000

const optionsSchema = z.strictObject(
  {
    storage: portSchema<QuoteStorage>('a storage', storageMethods),
    catalog: portSchema<Catalog>('a catalog', ['findProducts']),
    now: optionalFunction,
    generateId: optionalFunction,
    rounding: z
      .enum(roundingModes, { error: received(`must be one of ${roundingModes.join(', ')}`) })
      .optional(),
    resolveRegion: optionalFunction,
    maxAttempts: optionalPositiveInteger,
    timeoutMs: optionalIntegerBetween(1, maxTimerMs),
    idempotencyTtlMs: optionalIntegerBetween(1, maxTtlMs),
    recordCacheSize: optionalIntegerBetween(0, maxCacheSize),
    limits: limitsSchema.optional(),
    permit: optionalFunction,
  },
  { error: 'must be an object with storage and catalog' },
)

/**
 * Fills in the defaults.
 *
 * @throws QuoteError `invalid_options` if an option is missing, invalid or unknown
 */
export function resolveOptions(options: QuoteEngineOptions): ResolvedOptions {
  const { limits } = parseOrThrow(optionsSchema, options, 'invalid_options')
  return {
    storage: options.storage,
    catalog: options.catalog,
    now: wrapCallback('now', options.now ?? Date.now),
    generateId: wrapCallback('generateId', options.generateId ?? (() => v7())),
    rounding: options.rounding ?? 'half-up',
    resolveRegion: wrapCallback('resolveRegion', options.resolveRegion ?? isoRegions),
    maxAttempts: options.maxAttempts ?? 50,
    timeoutMs: options.timeoutMs ?? 30_000,
    idempotencyTtlMs: options.idempotencyTtlMs ?? 86_400_000,
    recordCacheSize: options.recordCacheSize ?? 0,
    limits: { ...defaultLimits, ...definedOnly(limits ?? {}) },
    permit: options.permit,
  }
}

type Defined<T> = { readonly [Field in keyof T]?: Exclude<T[Field], undefined> }

function definedOnly<T extends object>(value: T): Defined<T> {
  return Object.fromEntries(
    Object.entries(value).filter(([, element]) => element !== undefined),
  ) as Defined<T>
}
