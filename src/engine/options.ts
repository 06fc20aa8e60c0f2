import { v7 } from 'uuid'
import { z } from 'zod'
import { type RoundingMode, roundingModes } from '../money/rounding.js'
import type { Catalog } from '../ports/catalog.js'
import type { QuoteStorage } from '../ports/storage.js'
import { isoRegions, type ResolveRegion } from '../quote/customer/regions.js'
import { defaultLimits, type Limits, limitsSchema } from '../quote/limits.js'
import { parseOrThrow } from '../validation/field-errors.js'
import { wrapCallback } from './execution/callback.js'

/** What an engine is made of. Only `storage` and `catalog` are required. */
export interface QuoteEngineOptions {
  readonly storage: QuoteStorage
  readonly catalog: Catalog
  /** The time in whole milliseconds since the Unix epoch; `Date.now` by default. */
  readonly now?: (() => number) | undefined
  /** A new quote's id, unique in its store, 1 to 255 characters, fit for a path where HTTP is served; UUIDv7 by default. */
  readonly generateId?: (() => string) | undefined
  /** How ties between two cents are settled; `half-up` by default. Choose once: stored quotes are not rounded anew. */
  readonly rounding?: RoundingMode | undefined
  /** Full names of states; `isoRegions` by default. */
  readonly resolveRegion?: ResolveRegion | undefined
  /** How often a command is decided anew because another process was first; 50 by default. */
  readonly maxAttempts?: number | undefined
  /**
   * The longest that a port may take for one call, in milliseconds; 30,000 by default. The command is rejected with `timeout` then,
   * and the next one on the same quote has its turn. It is also the longest that an update waits for its turn: it is rejected in the
   * same way then, and never run.
   */
  readonly timeoutMs?: number | undefined
  /** How long an idempotency key holds, in milliseconds; 86,400,000 (24 hours) by default. */
  readonly idempotencyTtlMs?: number | undefined
  /**
   * How many records the engine keeps at hand, those that it used last; 0 by default. An update of one of them is decided without loading it
   * first. It is committed only if it is still the stored one; if not, and where it is refused or there is nothing to commit, it is decided
   * on the stored one.
   * Make a new engine after the storage was restored from a backup.
   */
  readonly recordCacheSize?: number | undefined
  /** Any of the limits that requests are held to; the others keep their defaults. */
  readonly limits?: Partial<Limits> | undefined
}

/** The options with every default filled in. */
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
}

const functionSchema = z.custom<() => unknown>((value) => typeof value === 'function', {
  error: 'must be a function',
})

function portSchema(kind: string, methods: readonly string[]) {
  return z.custom<object>(
    (value) =>
      typeof value === 'object' &&
      value !== null &&
      methods.every((method) => typeof (value as Record<string, unknown>)[method] === 'function'),
    { error: `must be a ${kind} with ${methods.join(', ')}` },
  )
}

const attemptsMessage = 'must be an integer of at least 1'

/** What a timer of Node can wait at most. */
const maxTimerMs = 2 ** 31 - 1
const timeoutMessage = `must be an integer from 1 to ${maxTimerMs}`

/** A hundred years: with it, any time of a clock is still an exact number. */
const maxTtlMs = 100 * 366 * 86_400_000
const ttlMessage = `must be an integer from 1 to ${maxTtlMs}`

const maxCacheSize = 1_000_000
const cacheSizeMessage = `must be an integer from 0 to ${maxCacheSize}`

const storageMethods = [
  'load',
  'commit',
  'listHistory',
  'listEvents',
  'findIdempotencyRecord',
  'addIdempotencyRecord',
  'listTags',
  'setTag',
  'removeTag',
] as const satisfies readonly (keyof QuoteStorage)[]

const optionsSchema = z.strictObject(
  {
    storage: portSchema('storage', storageMethods),
    catalog: portSchema('catalog', ['findProducts']),
    now: functionSchema.optional(),
    generateId: functionSchema.optional(),
    rounding: z
      .enum(roundingModes, { error: `must be one of ${roundingModes.join(', ')}` })
      .optional(),
    resolveRegion: functionSchema.optional(),
    maxAttempts: z.int({ error: attemptsMessage }).min(1, { error: attemptsMessage }).optional(),
    timeoutMs: z
      .int({ error: timeoutMessage })
      .min(1, { error: timeoutMessage })
      .max(maxTimerMs, { error: timeoutMessage })
      .optional(),
    idempotencyTtlMs: z
      .int({ error: ttlMessage })
      .min(1, { error: ttlMessage })
      .max(maxTtlMs, { error: ttlMessage })
      .optional(),
    recordCacheSize: z
      .int({ error: cacheSizeMessage })
      .min(0, { error: cacheSizeMessage })
      .max(maxCacheSize, { error: cacheSizeMessage })
      .optional(),
    limits: limitsSchema.optional(),
  },
  { error: 'must be an object with storage and catalog' },
)

/** @throws QuoteError `invalid_options`, naming every option that is missing, wrong or unknown */
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
  }
}

type Defined<T> = { readonly [Field in keyof T]?: Exclude<T[Field], undefined> }

function definedOnly<T extends object>(value: T): Defined<T> {
  return Object.fromEntries(
    Object.entries(value).filter(([, element]) => element !== undefined),
  ) as Defined<T>
}
