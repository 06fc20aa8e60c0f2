import { v7 } from 'uuid'
import * as z from 'zod'
import { isCurrency } from '../money/currency.js'
import type { CatalogPort } from '../ports/catalog.js'
import type { OrderOptions } from '../ports/orders.js'
import type { ShippingPort } from '../ports/shipping.js'
import { type StoragePort, storageMethods } from '../ports/storage.js'
import type { TaxPort } from '../ports/tax.js'
import { isAddress } from '../quote/customer/customer.js'
import { isTimeZone } from '../quote/model/expiry.js'
import { createFieldRules } from '../quote/model/field-rules.js'
import { createLifecycle, type LifecycleOptions } from '../quote/model/lifecycle.js'
import { type FieldTypesOf, type OwnFields, ownFieldsSchema } from '../quote/model/own-fields.js'
import { defaultLimits, type Limits, limitsSchema } from '../quote/model/policy.js'
import type { AnyCustomer } from '../quote/model/quote.js'
import type { ResolveRegion } from '../quote/regions/regions.js'
import { loadedRegions } from '../quote/regions/resolve-state.js'
import { hasMethods, identifyLibrary } from '../validation/database-library.js'
import { parseOrThrow } from '../validation/field-errors.js'
import {
  misspelledName,
  namesOfPlainObject,
  unknownFieldMessage,
  withKnownFields,
} from '../validation/known-fields.js'
import { lazy } from '../validation/lazy.js'
import { isLocale } from '../validation/locale.js'
import { type PortRemedy, portSchema } from '../validation/schemas/port-schema.js'
import {
  optionalFunction,
  optionalIntegerBetween,
  optionalPositiveInteger,
  requiredFunction,
  withReceived,
} from '../validation/schemas/scalars.js'
import { wrapCallback } from '../validation/wrap-callback.js'
import { type ApprovalOptions, approvalsSchema } from './approvals.js'
import { optionalCallback, optionByStore } from './execution/callback.js'
import { type EngineFeature, featuresSchema } from './features.js'
import { lifecycleSchema } from './lifecycle-options.js'
import type { PermitOf } from './permit.js'
import { type PricingOptions, pricingSchema } from './pricing-options.js'
import type { ScopeOption } from './scope.js'

/** Options of an engine with operations of these names. */
export interface EngineOptions<
  Operation extends string,
  Fields extends OwnFields = OwnFields,
  Client = unknown,
  Features extends readonly EngineFeature[] = readonly EngineFeature[],
> {
  /** Stores quotes, tags, history, events and idempotency records. */
  readonly storage: StoragePort
  /** Returns the current prices of products. Called when a quote gets new products. */
  readonly catalog: CatalogPort
  /**
   * The currency of new quotes that name none: three capital letters, or a function that returns
   * the one of a store.
   *
   * @default Quotes without a currency, with two decimals.
   */
  readonly currency?: string | ((storeId: string) => string | undefined) | undefined
  /** How amounts are computed: decimals, rounding, prices that include taxes. */
  readonly pricing?: PricingOptions | undefined
  /** Returns the shipping methods of a quote. Without it, shipping is free or a custom charge. */
  readonly shipping?: ShippingPort | undefined
  /** Returns the taxes of a quote. Without it, quotes have no taxes. */
  readonly tax?: TaxPort | undefined
  /** The address from which goods are sent, for the tax provider; or a function of the store. */
  readonly shipFrom?: AnyCustomer | ((storeId: string) => AnyCustomer) | undefined
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
  readonly permit?: PermitOf<Operation, FieldTypesOf<Fields>> | undefined
  /**
   * Returns which quotes a caller sees: `'all'`, `'none'`, or a filter such as
   * `{ customerId: '7' }`. All others are for the caller as if they did not exist, in every
   * operation. Asked for each call, and for each page of a list.
   *
   * @default Every caller sees all quotes of the store.
   *
   * @example
   * scope: ({ role, companyId }: ShopContext) => (role === 'buyer' ? { companyId } : 'all')
   */
  readonly scope?: ScopeOption<FieldTypesOf<Fields>>['scope'] | undefined
  /**
   * Places the orders of accepted quotes: with `place: 'accept'` together with the acceptance.
   * Without it, `orderQuote` takes the id of an order that the host has placed.
   */
  readonly orders?: OrderOptions<Client> | undefined
  /** How quotes get their numbers. By default, from 1 on, when they are first sent. */
  readonly numbers?: NumberOptions | undefined
  /**
   * The time zone in which a date ends, for `expires`, and in which pages, documents and mails show
   * times: a name of the IANA database, or a function that returns the one of a store.
   *
   * @default 'UTC'
   */
  readonly timeZone?: string | ((storeId: string) => string) | undefined
  /**
   * The language that customers read, as a BCP 47 tag, or a function that returns that of a store.
   * Pages, documents and mails have it, and formats of it, unless an option of their own says
   * otherwise.
   *
   * @default Each surface has its own default: 'en'.
   */
  readonly locale?: string | ((storeId: string) => string | undefined) | undefined
  /** Transitions, statuses and a guard of your own, and what offers allow. */
  readonly lifecycle?: LifecycleOptions | undefined
  /** What must be approved before a quote is sent, and by whom. By default, nothing must be. */
  readonly approvals?: ApprovalOptions | undefined
  /**
   * Fields of quotes, lines and customers that are your own. They are typed, validated, stored,
   * searched and shown like all others.
   */
  readonly fields?: Fields | undefined
  /**
   * Records and operations that are your own, each made by `defineFeature`. Their methods are at
   * `engine.features`, and what all operations have is theirs by itself: `permit`, `scope`,
   * previews, idempotency keys, history, events, HTTP, tools of agents, and erasure.
   */
  readonly features?: Features | undefined
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

const numbersSchema = lazy(() =>
  z.strictObject(
    {
      assign: z
        .enum(['send', 'create', 'never'], {
          error: withReceived('must be one of send, create, never'),
        })
        .default('send'),
      format: optionalCallback<Parameters<FormatNumber>, string>('numbers.format', String),
    },
    { error: withReceived('must be an object') },
  ),
)

const ordersOptions = lazy(() =>
  z.object({
    placeOrder: requiredFunction,
    place: z
      .enum(['order', 'accept'], { error: withReceived("must be 'order' or 'accept'") })
      .optional(),
    parts: z.boolean({ error: withReceived('must be true or false') }).optional(),
    transaction: optionalFunction,
    onError: optionalFunction,
  }),
)

const failuresMessage =
  "is required with place: 'accept' and no transaction: an acceptance stays although its order " +
  'fails, and only onError receives the error'

/** A port of a class keeps its prototype, and may have fields of its own. */
const ordersSchema = lazy(() =>
  withKnownFields(
    portSchema<OrderOptions>('orders', ['placeOrder']).superRefine((orders, context) => {
      const { placeOrder, place, parts, transaction, onError } = orders
      const read = { placeOrder, place, parts, transaction, onError }
      const { error } = ordersOptions().safeParse(read)
      for (const { path, message } of error?.issues ?? [])
        context.addIssue({ code: 'custom', path: [...path], message })
      const known = Object.keys(ordersOptions().shape)
      for (const name of namesOfPlainObject(orders)) {
        const meant = misspelledName(name, known)
        if (meant === undefined) continue
        const message = unknownFieldMessage(name, [meant])
        context.addIssue({ code: 'custom', path: [name], message })
      }
      if (place === 'accept' && transaction === undefined && onError == null)
        context.addIssue({ code: 'custom', path: ['onError'], message: failuresMessage })
    }),
    ordersOptions(),
  ),
)

/** Accepts the options, and fills in their defaults. */
export const engineOptionsSchema = lazy(() =>
  z.strictObject(
    {
      storage: portSchema<StoragePort>('a storage', storageMethods, storageRemedy),
      catalog: portSchema<CatalogPort>('a catalog', ['findProducts'], catalogRemedy),
      currency: optionByStore<string | undefined>(
        'currency',
        isCurrency,
        'a currency of three capital letters, or a function',
        undefined,
      ),
      pricing: pricingSchema()
        .optional()
        .transform((pricing = pricingSchema().parse({})) => pricing),
      shipping: portSchema<ShippingPort>('a shipping provider', ['listShippingOptions']).optional(),
      tax: portSchema<TaxPort>('a tax provider', ['calculateTaxes']).optional(),
      shipFrom: optionByStore<AnyCustomer | undefined>(
        'shipFrom',
        isAddress,
        'an object of strings, or a function',
        undefined,
      ),
      now: optionalCallback('now', () => Date.now()),
      generateId: optionalCallback('generateId', () => v7()),
      resolveRegion: optionalFunction.transform((given) =>
        given === undefined
          ? loadedRegions
          : wrapCallback('resolveRegion', given as unknown as ResolveRegion),
      ),
      maxAttempts: optionalPositiveInteger.default(50),
      timeoutMs: optionalIntegerBetween(1, maxTimerMs).default(30_000),
      idempotencyTtlMs: optionalIntegerBetween(1, maxTtlMs).default(86_400_000),
      recordCacheSize: optionalIntegerBetween(0, maxCacheSize).default(0),
      limits: limitsSchema.optional().transform(withDefaultLimits),
      permit: optionalFunction.transform((permit) => permit as PermitOf<string> | undefined),
      scope: optionalFunction.transform((scope) => scope as ScopeOption['scope'] | undefined),
      orders: ordersSchema().optional(),
      numbers: numbersSchema()
        .optional()
        .transform((numbers = numbersSchema().parse({})) => numbers),
      timeZone: optionByStore(
        'timeZone',
        isTimeZone,
        'a time zone such as Europe/Berlin, or a function',
        'UTC',
      ),
      locale: optionByStore<string | undefined>(
        'locale',
        isLocale,
        'a BCP 47 language tag such as de-AT, or a function',
        undefined,
      ),
      lifecycle: lifecycleSchema()
        .optional()
        .transform((lifecycle = lifecycleSchema().parse({})) => lifecycle),
      approvals: approvalsSchema().optional(),
      fields: ownFieldsSchema().default({}),
      features: featuresSchema.default([]),
    } satisfies Record<keyof EngineOptions<string>, z.ZodType>,
    {
      error: 'must be an object with storage and catalog',
    },
  ),
)

/** The options with all defaults filled in. */
export type ResolvedOptions = Readonly<ReturnType<typeof resolveOptions>>

/**
 * Fills in the defaults.
 *
 * @throws QuoteError `invalid_options` if an option is missing, invalid or unknown
 */
export function resolveOptions(options: EngineOptions<never>) {
  const parsed = parseOrThrow(engineOptionsSchema(), options, 'invalid_options')
  const { limits, pricing, lifecycle, approvals, ...others } = parsed
  const { quantityDecimals, ...prices } = pricing
  const hasOwnLimits =
    limits !== defaultLimits || quantityDecimals > 0 || Object.keys(others.fields).length > 0
  return {
    ...others,
    ...prices,
    // Not a copy: engines with these limits share the parsers of their requests.
    limits: hasOwnLimits
      ? { ...limits, quantityDecimals, fields: createFieldRules(others.fields) }
      : defaultLimits,
    lifecycle: createLifecycle(lifecycle),
    reviseOnUpdate: lifecycle.reviseOnUpdate,
    ...approvals,
  }
}

type LimitsOption = z.output<typeof limitsSchema>

function withDefaultLimits(limits: LimitsOption | undefined): Limits {
  if (limits === undefined) return defaultLimits
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
