import { hash } from 'node:crypto'
import { QuoteError } from '../../errors.js'
import type { IdempotencyRecord, QuoteCommit } from '../../quote/commit.js'
import type { QuoteRecord } from '../../quote/quote.js'
import { guardRead } from '../../validation/field-errors.js'
import { requireRecord } from '../operations/history.js'
import { loadRecordAt } from '../operations/load-record-at.js'
import type { ResolvedOptions } from '../options.js'
import type { CheckedStorage } from '../ports/checked-storage.js'
import { currentTime } from '../runtime.js'

/** A request that came with an idempotency key. */
export interface IdempotentRequest {
  readonly key: string
  readonly fingerprint: string
}

/**
 * What identifies a request under its key, if it has one: the operation and all that was asked, in any order of fields.
 *
 * @throws QuoteError `invalid_request` where what was asked is no JSON
 */
export function fingerprintRequest(
  key: string | undefined,
  ...asked: readonly unknown[]
): IdempotentRequest | undefined {
  if (key === undefined) return undefined
  const text = guardRead('invalid_request', () => JSON.stringify(asked, sortKeys))
  return { key, fingerprint: hash('sha256', text, 'base64url') }
}

function sortKeys(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)),
  )
}

/** What is to be remembered of a request that is answered with this record. */
export function toIdempotencyRecord(
  { key, fingerprint }: IdempotentRequest,
  { quoteId, version }: QuoteRecord,
  createdAt: number,
  { idempotencyTtlMs }: ResolvedOptions,
): IdempotencyRecord {
  const expiresAt = createdAt + idempotencyTtlMs
  return Object.freeze({ key, fingerprint, quoteId, version, createdAt, expiresAt })
}

/** The change, and with it what is to be remembered of its request, if that has a key. */
export function attachIdempotencyRecord(
  change: QuoteCommit,
  keyed: IdempotentRequest | undefined,
  options: ResolvedOptions,
): QuoteCommit {
  if (keyed === undefined) return change
  const idempotency = toIdempotencyRecord(keyed, change.record, currentTime(options), options)
  return Object.freeze({ ...change, idempotency })
}

/**
 * The answer that the request had when it first came, byte for byte; undefined where it did not come before.
 *
 * @throws QuoteError `idempotency_key_reused` where it was another request that came under this key
 */
export async function findStoredResult(
  storage: CheckedStorage,
  storeId: string,
  { key, fingerprint }: IdempotentRequest,
  now: number,
  signal: AbortSignal | undefined,
): Promise<QuoteRecord | undefined> {
  const found = await storage.findIdempotencyRecord(storeId, key, signal)
  if (found === undefined || found.expiresAt <= now) return undefined
  if (found.fingerprint !== fingerprint)
    throw new QuoteError('idempotency_key_reused', { idempotencyKey: key })
  const { quoteId, version } = found
  const current = await requireRecord(storage, storeId, quoteId, signal)
  if (current.version === version) return current
  return loadRecordAt(storage, storeId, quoteId, { version, signal })
}
