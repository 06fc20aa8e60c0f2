import { v7 } from 'uuid'
import * as z from 'zod'
import { type RoundingMode, roundingModes } from '../money/rounding.js'
import type { Catalog } from '../ports/catalog.js'
import type { Orders } from '../ports/orders.js'
import type { QuoteStorage } from '../ports/storage.js'
import { isoRegions, type ResolveRegion } from '../quote/customer/regions.js'
import { isTimeZone } from '../quote/lifecycle/expiry.js'
import { createLifecycle, type LifecycleOptions } from '../quote/lifecycle/lifecycle.js'
import { defaultLimits, type Limits, limitsSchema } from '../quote/limits.js'
import { hasMethods, identifyLibrary } from '../validation/database-library.js'
import { parseOrThrow } from '../validation/field-errors.js'
import { type PortRemedy, portSchema } from '../validation/schemas/port-schema.js'
import {
  booleanOption,
  optionalFunction,
  optionalIntegerBetween,
  optionalPositiveInteger,
  received,
} from '../validation/schemas/scalars.js'
import { optionalCallback, optionByStore } from './execution/callback.js'
import { lifecycleSchema } from './lifecycle-options.js'
import type { PermitOf } from './permit.js'
import { storageMethods } from './ports/checked-storage.js'
import { type PricingOptions, pricingOptionFields } from './pricing-options.js'

/** Options of an engine with operations of these names, besides those of its prices. */
export interface EngineOptions<Operation extends string> extends PricingOptions {
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
  readonly permit?: PermitOf<Operation> | undefined
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

type FormatNumber = NonNullable<NumberOptions['format']>

/** Node's timers fire at once beyond it. */
const maxTimerMs = 2 ** 31 - 1

/** A hundred years: added to any date, it is still an exact number. */
const maxTtlMs = 100 * 366 * 86_400_000

const maxCacheSize = 1_000_000

/** A connection or a pool is not yet a storage, and products are not yet a catalog. */
const storageRemedy: PortRemedy = (value) => {
  if (hasMethods(value, ['exec', 'prepare'])) return 'pass sqliteStorage(database)'
  if (hasMethods(value, ['query'])) return 'pass postgresStorage(pool)'
  const library = identifyLibrary(value)
  if (library !== undefined)
    return `pass postgresStorage(…) with a client of ${library}, or sqliteStorage(…)`
  return value === undefined
    ? 'pass memoryStorage(), sqliteStorage(…) or postgresStorage(…)'
    : undefined
}

const catalogRemedy: PortRemedy = (value) => {
  if (typeof value === 'function') return 'pass { findProducts }'
  if (Array.isArray(value)) return "pass memoryCatalog({ 'store-1': products })"
  if (hasMethods(value, ['query']) || hasMethods(value, ['prepare']) || identifyLibrary(value))
    return 'pass sqlCatalog(client, { table, columns })'
  return value === undefined ? 'pass memoryCatalog(…) or { findProducts }' : undefined
}

const numbersSchema = z.strictObject(
  {
    assign: z
      .enum(['send', 'create', 'never'], {
        error: received('must be one of send, create, never'),
      })
      .default('send'),
    format: optionalCallback<Parameters<FormatNumber>, string>('numbers.format', String),
  },
  { error: received('must be an object') },
)

/** Accepts the options, and fills in their defaults. */
const optionsSchema = z.strictObject(
  {
    storage: portSchema<QuoteStorage>('a storage', storageMethods, storageRemedy),
    catalog: portSchema<Catalog>('a catalog', ['findProducts'], catalogRemedy),
    now: optionalCallback('now', () => Date.now()),
    generateId: optionalCallback('generateId', () => v7()),
    rounding: z
      .enum(roundingModes, { error: received(`must be one of ${roundingModes.join(', ')}`) })
      .default('half-up'),
    resolveRegion: optionalCallback('resolveRegion', isoRegions),
    maxAttempts: optionalPositiveInteger.default(50),
    timeoutMs: optionalIntegerBetween(1, maxTimerMs).default(30_000),
    idempotencyTtlMs: optionalIntegerBetween(1, maxTtlMs).default(86_400_000),
    recordCacheSize: optionalIntegerBetween(0, maxCacheSize).default(0),
    limits: limitsSchema.optional().transform(withDefaultLimits),
    permit: optionalFunction.transform((permit) => permit as PermitOf<string> | undefined),
    orders: portSchema<Orders>('orders', ['place']).optional(),
    numbers: numbersSchema.optional().transform((numbers = numbersSchema.parse({})) => numbers),
    timeZone: optionByStore(
      'timeZone',
      isTimeZone,
      'a time zone such as Europe/Berlin, or a function',
      'UTC',
    ),
    lifecycle: lifecycleSchema.optional(),
    reviseOnUpdate: booleanOption.default(false),
    allowLateAcceptance: booleanOption.default(false),
    ...pricingOptionFields,
  } satisfies Record<keyof EngineOptions<string>, z.ZodType>,
  {
    error: 'must be an object with storage and catalog',
  },
)

/** The options with all defaults filled in. */
export type ResolvedOptions = Readonly<ReturnType<typeof resolveOptions>>

/**
 * Fills in the defaults.
 *
 * @throws QuoteError `invalid_options` if an option is missing, invalid or unknown
 */
export function resolveOptions(options: EngineOptions<never>) {
  const { limits, quantityDecimals, lifecycle, allowLateAcceptance, ...others } = parseOrThrow(
    optionsSchema,
    options,
    'invalid_options',
  )
  return {
    ...others,
    limits: { ...limits, quantityDecimals },
    lifecycle: createLifecycle(lifecycle, allowLateAcceptance),
  }
}

type LimitsOption = z.output<typeof limitsSchema>

function withDefaultLimits(limits: LimitsOption = {}): Limits {
  const { maxMessages } = limits
  return {
    ...defaultLimits,
    ...(maxMessages && { maxBuyerMessages: Math.ceil(maxMessages / 2) }),
    ...definedOnly(limits),
  }
}

type Defined<T> = { readonly [Field in keyof T]?: Exclude<T[Field], undefined> }

function definedOnly<T extends object>(value: T): Defined<T> {
  return Object.fromEntries(
    Object.entries(value).filter(([, element]) => element !== undefined),
  ) as Defined<T>
}
