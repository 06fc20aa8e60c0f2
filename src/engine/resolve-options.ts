import { v7 } from 'uuid'
import { QuoteError } from '../errors.js'
import type { RoundingMode } from '../money/rounding.js'
import type { Catalog } from '../ports/catalog.js'
import type { Orders } from '../ports/orders.js'
import type { QuoteStorage } from '../ports/storage.js'
import { isoRegions, type ResolveRegion } from '../quote/customer/regions.js'
import {
  createLifecycle,
  type Lifecycle,
  type LifecycleGuard,
} from '../quote/lifecycle/lifecycle.js'
import { defaultLimits, type RequestLimits } from '../quote/limits.js'
import { describeValue } from '../validation/describe-value.js'
import { parseOrThrow } from '../validation/field-errors.js'
import { wrapCallback } from './execution/callback.js'
import type { QuoteEngineOptions } from './options.js'
import { optionsSchema } from './options-schema.js'
import type { Permit } from './permit.js'
import { type ResolvedPricingOptions, resolvePricingOptions } from './pricing-options.js'

/** The options with all defaults filled in. */
export interface ResolvedOptions extends ResolvedPricingOptions {
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
  readonly limits: RequestLimits
  readonly permit: Permit | undefined
  readonly orders: Orders | undefined
  readonly numbers: { readonly assign: 'send' | 'create' | 'never'; readonly format: FormatNumber }
  readonly timeZone: (storeId: string) => string
  readonly lifecycle: Lifecycle
  readonly reviseOnUpdate: boolean
}

/** Formats the number of a quote. */
export type FormatNumber = (count: number, storeId: string) => string

/**
 * Fills in the defaults.
 *
 * @throws QuoteError `invalid_options` if an option is missing, invalid or unknown
 */
export function resolveOptions(options: QuoteEngineOptions): ResolvedOptions {
  const { limits } = parseOrThrow(optionsSchema, options, 'invalid_options')
  const { lifecycle, allowLateAcceptance, numbers, timeZone = 'UTC' } = options
  const guard = lifecycle?.guard && wrapGuard(lifecycle.guard)
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
    limits: {
      ...defaultLimits,
      ...(limits?.maxMessages && { maxBuyerMessages: Math.ceil(limits.maxMessages / 2) }),
      ...definedOnly(limits ?? {}),
      quantityDecimals: options.quantityDecimals ?? 0,
    },
    permit: options.permit,
    orders: options.orders,
    numbers: {
      assign: numbers?.assign ?? 'send',
      format: wrapCallback('numbers.format', numbers?.format ?? String),
    },
    timeZone: wrapCallback('timeZone', typeof timeZone === 'function' ? timeZone : () => timeZone),
    lifecycle: createLifecycle({ ...lifecycle, guard }, allowLateAcceptance),
    reviseOnUpdate: options.reviseOnUpdate ?? false,
    ...resolvePricingOptions(options),
  }
}

type Defined<T> = { readonly [Field in keyof T]?: Exclude<T[Field], undefined> }

function definedOnly<T extends object>(value: T): Defined<T> {
  return Object.fromEntries(
    Object.entries(value).filter(([, element]) => element !== undefined),
  ) as Defined<T>
}

const option = 'lifecycle.guard'

/**
 * Wraps the guard of a host, so that one that returns nothing rejects the call instead of allowing
 * it.
 *
 * @throws QuoteError `callback_failed` if it throws or returns anything but true or a reason
 */
function wrapGuard(guard: LifecycleGuard): LifecycleGuard {
  const wrapped: (...args: Parameters<LifecycleGuard>) => unknown = wrapCallback(option, guard)
  return (transition) => {
    const decision = wrapped(transition)
    if (decision === true || (typeof decision === 'string' && decision !== '')) return decision
    const message = `it must return true or a reason, received ${describeValue(decision)}`
    throw new QuoteError('callback_failed', { option }, { cause: new TypeError(message) })
  }
}
