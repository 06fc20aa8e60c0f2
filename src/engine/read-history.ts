import { z } from 'zod'
import { QuoteError } from '../errors.js'
import { readOrRefuse } from '../quote/faults.js'
import { type HistoryEntry, replayQuote } from '../quote/history.js'
import type { Quote, QuoteRecord } from '../quote/quote.js'
import { type CallOptions, signalSchema } from './context.js'
import { deepFreeze } from './deep-freeze.js'
import type { GuardedStorage } from './guarded-storage.js'

/** Which part of a quote's history to read. */
export interface HistoryOptions extends CallOptions {
  /** The version to go on after; 0, the beginning, by default. */
  readonly after?: number | undefined
  /** The most entries to read, from 1 to 1,000; 100 by default. */
  readonly limit?: number | undefined
}

/** Entries in order of version. Pages neither overlap nor leave gaps, whatever is committed meanwhile. */
export interface HistoryPage {
  readonly entries: readonly HistoryEntry[]
  /** What to pass as `after` for the next page; absent on the last one. */
  readonly next?: number
}

/** Which state of a quote to read: the current one by default. */
export interface GetOptions extends CallOptions {
  /** The quote as this version made it. */
  readonly version?: number | undefined
  /** The quote as it was at this time, in milliseconds since the Unix epoch. */
  readonly at?: number | undefined
}

const largestPage = 1_000
const whole = (least: number, most: number) => {
  const error = `must be an integer from ${least} to ${most}`
  return z.int({ error }).min(least, { error }).max(most, { error })
}
const mustBeObject = { error: 'must be an object' }

const rangeSchema = z.strictObject(
  {
    signal: signalSchema,
    after: whole(0, Number.MAX_SAFE_INTEGER).optional(),
    limit: whole(1, largestPage).optional(),
  },
  mustBeObject,
)

const getOptionsSchema = z
  .strictObject(
    {
      signal: signalSchema,
      version: whole(1, Number.MAX_SAFE_INTEGER).optional(),
      at: z.int({ error: 'must be whole milliseconds' }).optional(),
    },
    mustBeObject,
  )
  .refine(({ version, at }) => version === undefined || at === undefined, {
    path: ['at'],
    error: 'cannot come with a version',
  })

/** @throws QuoteError `invalid_options` */
export function readGetOptions(options: GetOptions | undefined): GetOptions {
  return readOrRefuse(getOptionsSchema, options ?? {}, 'invalid_options')
}

/** A page to read: what comes after a version or a position. */
export interface Range extends CallOptions {
  readonly after: number
  readonly limit: number
}

/** @throws QuoteError `invalid_options` */
export function readRange(options: HistoryOptions | undefined): Range {
  const read = readOrRefuse(rangeSchema, options ?? {}, 'invalid_options')
  return { after: read.after ?? 0, limit: read.limit ?? 100, signal: read.signal }
}

/** @throws QuoteError `quote_not_found` */
export async function loadQuote(
  storage: GuardedStorage,
  storeId: string,
  quoteId: string,
  signal: AbortSignal | undefined,
): Promise<QuoteRecord> {
  const record = await storage.load(storeId, quoteId, signal)
  if (record === undefined) throw new QuoteError('quote_not_found', { quoteId })
  return record
}

/** One page of the history; one entry more is asked for, to see whether there is a next one. */
export async function readPage(
  storage: GuardedStorage,
  storeId: string,
  quoteId: string,
  { after, limit, signal }: Range,
): Promise<HistoryPage> {
  const range = { afterVersion: after, limit: limit + 1 }
  const entries = await storage.listHistory(storeId, quoteId, range, signal)
  const isLast = entries.length <= limit
  return Object.freeze({
    entries: Object.freeze(entries.slice(0, limit)),
    ...(isLast ? undefined : { next: after + limit }),
  })
}

/**
 * The record as it was at a version or a time, replayed from the history.
 *
 * @throws QuoteError `quote_not_found`; `version_not_found` where there was no such state
 */
export async function readPastRecord(
  storage: GuardedStorage,
  storeId: string,
  quoteId: string,
  { version = Number.MAX_SAFE_INTEGER, at = Number.MAX_SAFE_INTEGER, signal }: GetOptions,
): Promise<QuoteRecord> {
  const past: HistoryEntry[] = []
  for (let after: number | undefined = 0; after !== undefined; ) {
    const range = { after, limit: Math.min(largestPage, version - after), signal }
    const page: HistoryPage = await readPage(storage, storeId, quoteId, range)
    if (after === 0 && page.entries.length === 0)
      throw new QuoteError('quote_not_found', { quoteId })
    const wanted = page.entries.filter((entry) => entry.version <= version && entry.time <= at)
    past.push(...wanted)
    after = wanted.length === page.entries.length && past.length < version ? page.next : undefined
  }
  const last = past.at(-1)
  if (last === undefined || (version < Number.MAX_SAFE_INTEGER && last.version !== version))
    throw new QuoteError('version_not_found', { quoteId })
  return deepFreeze({
    storeId,
    quoteId,
    version: last.version,
    updated: last.time,
    quote: replayed(past),
  })
}

function replayed(entries: readonly HistoryEntry[]): Quote {
  try {
    return replayQuote(entries)
  } catch (cause) {
    const errors = { '': 'must be entries that can be replayed' }
    throw new QuoteError('storage_invalid', { operation: 'listHistory', errors }, { cause })
  }
}
