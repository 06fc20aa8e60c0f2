import { z } from 'zod'
import { QuoteError } from '../../errors.js'
import type { HistoryEntry } from '../../quote/history/entry.js'
import type { StoredRecord } from '../../quote/stored-record.js'
import { parseOrThrow } from '../../validation/field-errors.js'
import {
  optionalIntegerBetween,
  optionalPositiveInteger,
  optionalSignal,
} from '../../validation/schemas/scalars.js'
import type { CallOptions } from '../context.js'
import type { CheckedStorage } from '../ports/checked-storage.js'

/** Which part of a quote's history to read. */
export interface ListHistoryOptions extends CallOptions {
  /** The version to go on after; 0, the beginning, by default. */
  readonly after?: number | undefined
  /**
   * Maximum number of entries, from 1 to 1,000. A page has fewer if they reach the limit `maxPageBytes`: go on at `next`.
   *
   * @default 100
   */
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

/** How many entries or events one page can have. */
export const maxPageSize = 1_000
const mustBeObject = { error: 'must be an object' }

const rangeSchema = z.strictObject(
  {
    signal: optionalSignal,
    after: optionalIntegerBetween(0, Number.MAX_SAFE_INTEGER),
    limit: optionalIntegerBetween(1, maxPageSize),
  },
  mustBeObject,
)

const getOptionsSchema = z
  .strictObject(
    {
      signal: optionalSignal,
      version: optionalPositiveInteger,
      at: z.int({ error: 'must be an integer in milliseconds' }).optional(),
    },
    mustBeObject,
  )
  .refine(({ version, at }) => version === undefined || at === undefined, {
    path: ['at'],
    error: 'cannot come with a version',
  })

/** @throws QuoteError `invalid_options` */
export function parseGetOptions(options: GetOptions | undefined): GetOptions {
  return parseOrThrow(getOptionsSchema, options ?? {}, 'invalid_options')
}

/** A page to read: what comes after a version or a position. */
export interface PageRequest extends CallOptions {
  readonly after: number
  readonly limit: number
}

/** @throws QuoteError `invalid_options` */
export function parsePageRequest(options: ListHistoryOptions | undefined): PageRequest {
  const read = parseOrThrow(rangeSchema, options ?? {}, 'invalid_options')
  return { after: read.after ?? 0, limit: read.limit ?? 100, signal: read.signal }
}

/** @throws QuoteError `quote_not_found` */
export async function requireRecord(
  storage: CheckedStorage,
  storeId: string,
  quoteId: string,
  signal: AbortSignal | undefined,
): Promise<StoredRecord> {
  const record = await storage.load(storeId, quoteId, signal)
  if (record === undefined) throw new QuoteError('quote_not_found', { quoteId })
  return record
}

/** Lists one page of the history. */
export async function listHistoryPage(
  storage: CheckedStorage,
  storeId: string,
  quoteId: string,
  { after, limit, signal }: PageRequest,
): Promise<HistoryPage> {
  const range = { afterVersion: after, limit }
  const { items, hasMore } = await storage.listHistory(storeId, quoteId, range, signal)
  return Object.freeze({
    entries: items,
    ...(hasMore ? { next: after + items.length } : undefined),
  })
}
