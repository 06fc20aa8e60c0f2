import { v7 } from 'uuid'
import { z } from 'zod'
import { type Rounding, roundings } from '../money/rounding.js'
import type { Catalog } from '../ports/catalog.js'
import type { QuoteStorage } from '../ports/storage.js'
import { readOrRefuse } from '../quote/faults.js'
import { defaultLimits, type Limits, limitsSchema } from '../quote/limits.js'
import { isoRegions, type RegionLookup } from '../quote/regions.js'
import { callback } from './callback.js'

/** What an engine is made of. Only `storage` and `catalog` are required. */
export interface QuoteEngineOptions {
  readonly storage: QuoteStorage
  readonly catalog: Catalog
  /** The time in whole milliseconds since the Unix epoch; `Date.now` by default. */
  readonly clock?: (() => number) | undefined
  /** A new quote's id, unique in its store, 1 to 255 characters, fit for a path where HTTP is served; UUIDv7 by default. */
  readonly newQuoteId?: (() => string) | undefined
  /** How ties between two cents are settled; `half-up` by default. Choose once: stored quotes are not rounded anew. */
  readonly rounding?: Rounding | undefined
  /** Full names of states; `isoRegions` by default. */
  readonly regions?: RegionLookup | undefined
  /** How often a command is decided anew because another process was first; 50 by default. */
  readonly maxAttempts?: number | undefined
  /**
   * The longest that a port may take for one call, in milliseconds; 30,000 by default. The command is rejected with `timed_out` then,
   * and the next one on the same quote has its turn. It is also the longest that an update waits for its turn: it is rejected in the
   * same way then, and never run.
   */
  readonly timeLimit?: number | undefined
  /** How long an idempotency key holds, in milliseconds; 86,400,000 (24 hours) by default. */
  readonly idempotencyLifetime?: number | undefined
  /**
   * How many records the engine keeps at hand, those that it used last; 0 by default. An update of one of them is decided without loading it
   * first. It is committed only if it is still the stored one; if not, and where it is refused or there is nothing to commit, it is decided
   * on the stored one.
   * Make a new engine after the storage was restored from a backup.
   */
  readonly cachedRecords?: number | undefined
  /** Any of the limits that requests are held to; the others keep their defaults. */
  readonly limits?: Partial<Limits> | undefined
}

/** The options with every default filled in. */
export interface EngineSettings {
  readonly storage: QuoteStorage
  readonly catalog: Catalog
  readonly clock: () => number
  readonly newQuoteId: () => string
  readonly rounding: Rounding
  readonly regions: RegionLookup
  readonly maxAttempts: number
  readonly timeLimit: number
  readonly idempotencyLifetime: number
  readonly cachedRecords: number
  readonly limits: Limits
}

const aFunction = z.custom<() => unknown>((value) => typeof value === 'function', {
  error: 'must be a function',
})

function port(kind: string, methods: readonly string[]) {
  return z.custom<object>(
    (value) =>
      typeof value === 'object' &&
      value !== null &&
      methods.every((method) => typeof (value as Record<string, unknown>)[method] === 'function'),
    { error: `must be a ${kind} with ${methods.join(', ')}` },
  )
}

const attempts = 'must be an integer of at least 1'

/** What a timer of Node can wait at most. */
const longestTimer = 2 ** 31 - 1
const time = `must be an integer from 1 to ${longestTimer}`

/** A hundred years: with it, any time of a clock is still an exact number. */
const longestLifetime = 100 * 366 * 86_400_000
const lifetime = `must be an integer from 1 to ${longestLifetime}`

const mostRecords = 1_000_000
const records = `must be an integer from 0 to ${mostRecords}`

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
    storage: port('storage', storageMethods),
    catalog: port('catalogue', ['findProducts']),
    clock: aFunction.optional(),
    newQuoteId: aFunction.optional(),
    rounding: z.enum(roundings, { error: `must be one of ${roundings.join(', ')}` }).optional(),
    regions: aFunction.optional(),
    maxAttempts: z.int({ error: attempts }).min(1, { error: attempts }).optional(),
    timeLimit: z
      .int({ error: time })
      .min(1, { error: time })
      .max(longestTimer, { error: time })
      .optional(),
    idempotencyLifetime: z
      .int({ error: lifetime })
      .min(1, { error: lifetime })
      .max(longestLifetime, { error: lifetime })
      .optional(),
    cachedRecords: z
      .int({ error: records })
      .min(0, { error: records })
      .max(mostRecords, { error: records })
      .optional(),
    limits: limitsSchema.optional(),
  },
  { error: 'must be an object with storage and catalog' },
)

/** @throws QuoteError `invalid_options`, naming every option that is missing, wrong or unknown */
export function readOptions(options: QuoteEngineOptions): EngineSettings {
  const { limits } = readOrRefuse(optionsSchema, options, 'invalid_options')
  return {
    storage: options.storage,
    catalog: options.catalog,
    clock: callback('clock', options.clock ?? Date.now),
    newQuoteId: callback('newQuoteId', options.newQuoteId ?? (() => v7())),
    rounding: options.rounding ?? 'half-up',
    regions: callback('regions', options.regions ?? isoRegions),
    maxAttempts: options.maxAttempts ?? 50,
    timeLimit: options.timeLimit ?? 30_000,
    idempotencyLifetime: options.idempotencyLifetime ?? 86_400_000,
    cachedRecords: options.cachedRecords ?? 0,
    limits: { ...defaultLimits, ...definedOnly(limits ?? {}) },
  }
}

type Defined<T> = { readonly [Field in keyof T]?: Exclude<T[Field], undefined> }

function definedOnly<T extends object>(value: T): Defined<T> {
  return Object.fromEntries(
    Object.entries(value).filter(([, element]) => element !== undefined),
  ) as Defined<T>
}
