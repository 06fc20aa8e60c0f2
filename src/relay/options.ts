import * as z from 'zod'
import { type StateStorage, stateMethods } from '../ports/state.js'
import type { MaybePromise } from '../ports/storage.js'
import { hasMethods } from '../validation/database-library.js'
import { parseOrThrow } from '../validation/field-errors.js'
import {
  isSameName,
  misspelledName,
  namesOfPlainObject,
  unknownFieldMessage,
} from '../validation/known-fields.js'
import {
  idSchema,
  optionalFunction,
  optionalPositiveInteger,
  requiredFunction,
  withReceived,
} from '../validation/schemas/scalars.js'
import { isTime } from '../validation/times.js'
import { checkNow, wrapCallback } from '../validation/wrap-callback.js'
import {
  type DueOffersEngine,
  type DueOffersOptions,
  dueOffersMethods,
  dueOffersSchema,
  type ResolvedDueOffers,
  resolveDueOffers,
} from './due-offers.js'
import {
  type DeliveredEvent,
  type RelayEngine,
  type RelayEvent,
  type RelayEventType,
  relayEventTypes,
} from './event.js'
import type { DeliveryOutcome } from './trace-delivery.js'

/** How a destination is called. */
export interface DeliveryCall {
  /** Aborts when `timeoutMs` has passed. Pass it to requests. */
  readonly signal: AbortSignal
  /** 1 for the first attempt to deliver this event, 2 for the next one. */
  readonly attempt: number
  /** The time of this attempt, in milliseconds since the Unix epoch. */
  readonly now: number
}

/** Where a relay delivers events: a function of the host, `webhook` or `jetStream`. */
export interface Destination {
  /**
   * Delivers one event. The event is delivered once this returns or resolves; if it throws, it is
   * called again later with the same event. Throw a {@link DeliveryError} to say when, or that it
   * must not be called any more. An event can come again, with the same `id`, if a process was
   * killed or was slower than its lease.
   */
  deliver(event: DeliveredEvent, call: DeliveryCall): MaybePromise<unknown>
  /**
   * Delivers only events of these types.
   *
   * @default all types
   */
  readonly types?: readonly RelayEventType[] | undefined
  /**
   * Where a new destination begins: at the `beginning` of each store, `now`, or at a time. `now` is
   * when a relay first looks at a store, so a store that is added later loses what happened in it
   * before.
   *
   * @default 'beginning'
   */
  readonly start?: 'beginning' | 'now' | Date | undefined
}

/** Says how a delivery has failed. */
export class DeliveryError extends Error {
  /** Tells it from other errors. */
  override readonly name = 'DeliveryError'
  /** Wait at least this long before the next attempt, in milliseconds. */
  readonly retryAfterMs: number | undefined
  /** True if the destination wants no more events, until `enable` is called. */
  readonly disable: boolean

  /**
   * Creates an error to throw from `deliver`.
   *
   * @param message Shown by health and dead letters until the quote is erased.
   */
  constructor(
    message: string,
    options: {
      readonly retryAfterMs?: number | undefined
      readonly disable?: boolean | undefined
      readonly cause?: unknown
    } = {},
  ) {
    super(message, { cause: options.cause })
    this.retryAfterMs = options.retryAfterMs
    this.disable = options.disable ?? false
  }
}

/** Options of `createRelay`. */
export interface RelayOptions {
  /**
   * Lists the events, and with `dueOffers` records some. Its `permit` sees the role `system` and
   * the actor `relay`.
   */
  readonly engine: RelayEngine & Partial<DueOffersEngine>
  /** Keeps the positions: the storage of the engine. Every storage of quotewright can. */
  readonly storage: StateStorage
  /** The ids of the stores, or a function that lists them. It is called for each pass. */
  readonly stores: readonly string[] | (() => MaybePromise<readonly string[]>)
  /**
   * Where events go, by a name of 1 to 64 letters, digits, `-` and `_`. Positions are stored under
   * the name: a destination that is renamed begins again.
   */
  readonly destinations: Readonly<Record<string, Destination>>
  /**
   * Records the offers of the stores that expire, and reminders of those that are open, so that
   * they are delivered as the events `quote.expire` and `quote.remind`. With any number of
   * processes, each is recorded once.
   *
   * @default Nothing is recorded.
   *
   * @example
   * { reminders: [{ rule: 'expires-soon', days_before_expiry: 3 }] }
   */
  readonly dueOffers?: DueOffersOptions | undefined
  /**
   * Pause between two passes of `start`, in milliseconds.
   *
   * @default 1_000
   */
  readonly pollMs?: number | undefined
  /**
   * How long a delivery, or a call of the storage, can take, in milliseconds.
   *
   * @default 15_000
   */
  readonly timeoutMs?: number | undefined
  /**
   * How long no other process delivers to a destination of a store after this one has been killed,
   * in milliseconds. At least three times `timeoutMs`.
   *
   * @default 60_000
   */
  readonly leaseMs?: number | undefined
  /**
   * After so many attempts an event becomes a dead letter, and the next one is delivered.
   *
   * @default 20, which takes about nine hours
   */
  readonly maxAttempts?: number | undefined
  /**
   * Pause after the first failed attempt, in milliseconds; doubled after each one. It is shortened
   * by up to a half, at random.
   *
   * @default 1_000
   */
  readonly minBackoffMs?: number | undefined
  /**
   * Maximum pause between two attempts, in milliseconds.
   *
   * @default 3_600_000
   */
  readonly maxBackoffMs?: number | undefined
  /**
   * Maximum number of stores whose events are delivered to one destination at the same time.
   *
   * @default 20
   */
  readonly maxConcurrent?: number | undefined
  /**
   * Called with what the relay cannot report to a caller: each attempt to deliver that fails,
   * errors of the storage and of `stores`, and once for each store of an array `stores` that has no
   * events, as one whose id is misspelled. Not waited for; what it throws is ignored.
   *
   * @example
   * onError: (error, { outcome, storeId, destination }) =>
   *   outcome === 'failed' ? log.warn(error) : alert(`${destination} of ${storeId}`, error)
   */
  readonly onError?: ((error: unknown, at: RelayErrorPlace) => unknown) | undefined
  /**
   * Returns the time in milliseconds since the Unix epoch.
   *
   * @default Date.now
   */
  readonly now?: (() => number) | undefined
  /**
   * Returns a number from 0 to 1, for pauses.
   *
   * @default Math.random
   */
  readonly random?: (() => number) | undefined
  /**
   * Waits between two passes of `start`. Must resolve when the signal aborts.
   *
   * @default a timer
   */
  readonly sleep?: ((ms: number, signal: AbortSignal) => Promise<unknown>) | undefined
}

/** Where an error happened. Empty for the option `stores`. */
export interface RelayErrorPlace {
  /** The id of the store. */
  readonly storeId?: string
  /** The name of the destination. */
  readonly destination?: string
  /** The event that could not be delivered. Absent if the error is not of a delivery. */
  readonly event?: RelayEvent
  /** 1 for the first attempt to deliver this event, 2 for the next one. */
  readonly attempt?: number
  /**
   * What follows: `failed`, so that it is repeated; `dead_letter`, as it was the last attempt; or
   * `disabled`, as the destination wants no more events. Absent if it is not of a delivery.
   */
  readonly outcome?: Exclude<DeliveryOutcome, 'delivered'>
}

/** The options with every default filled in. */
export interface ResolvedRelayOptions
  extends Omit<
    { readonly [Name in keyof Required<RelayOptions>]: NonNullable<RelayOptions[Name]> },
    'engine' | 'stores' | 'destinations' | 'dueOffers'
  > {
  readonly engine: RelayEngine & DueOffersEngine
  readonly dueOffers: ResolvedDueOffers | undefined
  readonly stores: () => MaybePromise<readonly string[]>
  readonly destinations: ReadonlyMap<string, Destination>
}

const namePattern = /^[\w-]{1,64}$/

const types = z
  .array(
    z.custom<RelayEventType>((value) => (relayEventTypes as readonly unknown[]).includes(value), {
      error: withReceived(`must be one of ${relayEventTypes.join(', ')}`),
    }),
    { error: withReceived('must be an array of types of events') },
  )
  .min(1, { error: 'must have at least one type; leave it out for all of them' })
  .optional()

const start = z
  .custom<'beginning' | 'now' | Date>(
    (value) =>
      value === 'beginning' ||
      value === 'now' ||
      (value instanceof Date && isTime(value.getTime())),
    { error: withReceived("must be 'beginning', 'now' or a valid Date") },
  )
  .optional()

/** The options that every destination has, besides `deliver`. */
export const destinationFields = { types, start }

const storeIds = z.array(idSchema, {
  error: withReceived('must be an array of store ids, or a function that returns one'),
})

/** Options of the relay that apply to all of its destinations. */
const settings = {
  pollMs: optionalPositiveInteger,
  timeoutMs: optionalPositiveInteger,
  leaseMs: optionalPositiveInteger,
  maxAttempts: optionalPositiveInteger,
  minBackoffMs: optionalPositiveInteger,
  maxBackoffMs: optionalPositiveInteger,
  maxConcurrent: optionalPositiveInteger,
  onError: optionalFunction,
}

const knownDestination = z.looseObject(
  { deliver: requiredFunction, ...destinationFields },
  { error: withReceived('must be { deliver }, or the result of webhook or jetStream') },
)

/** A destination may have members of its own, but no misspelled ones and none of the relay. */
const destination = z
  .unknown()
  .superRefine((value, context) => {
    const known = Object.keys(knownDestination.shape)
    for (const name of namesOfPlainObject(value)) {
      const option = Object.keys(settings).find((each) => isSameName(each, name))
      const meant = misspelledName(name, known)
      if (option === undefined && meant === undefined) continue
      const message =
        option === undefined
          ? unknownFieldMessage(name, [meant as string])
          : `is not a known field here; did you mean the option ${option} of createRelay?`
      context.addIssue({ code: 'custom', path: [name], message })
    }
  })
  .pipe(knownDestination)

const relayOptionsSchema = z
  .strictObject(
    {
      engine: z.custom<RelayEngine>((value) => hasMethods(value, ['listEvents', 'getQuote']), {
        error: withReceived('must be a quote engine'),
      }),
      storage: z.custom<StateStorage>((value) => hasMethods(value, stateMethods), {
        error: withReceived(
          `must be a storage with the methods ${stateMethods.join(', ')}, as those of quotewright ` +
            'have; write them for your own, or give the relay another storage',
        ),
      }),
      stores: z.union([requiredFunction, storeIds], {
        error: withReceived('must be an array of store ids, or a function that returns one'),
      }),
      destinations: z
        .record(
          z.string().regex(namePattern, {
            error: 'must have a name of 1 to 64 letters, digits, - and _',
          }),
          destination,
          { error: withReceived('must be an object of destinations by name') },
        )
        .refine((value) => Object.keys(value).length > 0, {
          error: 'must have at least one destination',
        }),
      dueOffers: dueOffersSchema,
      ...settings,
      now: optionalFunction,
      random: optionalFunction,
      sleep: optionalFunction,
    } satisfies { readonly [Name in keyof Required<RelayOptions>]: z.ZodType },
    { error: withReceived('must be an object') },
  )
  .superRefine(({ engine, dueOffers }, context) => {
    if (dueOffers === undefined || hasMethods(engine, dueOffersMethods)) return
    const methods = dueOffersMethods.join(' and ')
    const message = `must have the methods ${methods} for the option dueOffers`
    context.addIssue({ code: 'custom', path: ['engine'], message })
  })
  .superRefine(({ leaseMs = 60_000, timeoutMs = 15_000 }, context) => {
    if (leaseMs >= 3 * timeoutMs) return
    const message = `must be at least three times timeoutMs, ${3 * timeoutMs}; received ${leaseMs}`
    context.addIssue({ code: 'custom', path: ['leaseMs'], message })
  })

/** @throws QuoteError `invalid_options`, naming each option that is missing, invalid or unknown */
export function resolveRelayOptions(options: RelayOptions): ResolvedRelayOptions {
  parseOrThrow(relayOptionsSchema, options, 'invalid_options')
  const { stores, destinations } = options
  const now = wrapCallback('now', options.now ?? Date.now)
  return {
    engine: options.engine as RelayEngine & DueOffersEngine,
    storage: options.storage,
    stores: typeof stores === 'function' ? stores : () => stores,
    destinations: new Map(Object.entries(destinations)),
    dueOffers: options.dueOffers && resolveDueOffers(options.dueOffers),
    pollMs: options.pollMs ?? 1_000,
    timeoutMs: options.timeoutMs ?? 15_000,
    leaseMs: options.leaseMs ?? 60_000,
    maxAttempts: options.maxAttempts ?? 20,
    minBackoffMs: options.minBackoffMs ?? 1_000,
    maxBackoffMs: options.maxBackoffMs ?? 3_600_000,
    maxConcurrent: options.maxConcurrent ?? 20,
    onError: options.onError ?? (() => undefined),
    now: () => checkNow(now()),
    random: options.random ?? Math.random,
    sleep: options.sleep ?? sleep,
  }
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })
}
