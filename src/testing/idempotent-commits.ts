import { createHash } from 'node:crypto'
import type { IdempotencyRecord, QuoteCommit } from '../quote/commit.js'
import type { QuoteRecord } from '../quote/quote.js'

/** A commit of a request with an idempotency key. */
export type IdempotentCommit = QuoteCommit & { readonly idempotency: IdempotencyRecord }

/** Default time of the sample requests, in milliseconds since the Unix epoch. */
export const requestTime = 1_700_000_000_000
/** Lifetime of their keys. */
export const keyTtlMs = 1_000

/** Returns the idempotency record that an engine would store for a request with this result. */
export function keyRecord(
  key: string,
  { quoteId, version }: Pick<QuoteRecord, 'quoteId' | 'version'>,
  createdAt = requestTime,
): IdempotencyRecord {
  const fingerprint = createHash('sha256').update(`${quoteId} ${version}`).digest('base64url')
  return Object.freeze({
    key,
    fingerprint,
    quoteId,
    version,
    createdAt,
    expiresAt: createdAt + keyTtlMs,
  })
}

export function withKey(commit: QuoteCommit, key: string, time?: number): IdempotentCommit {
  return Object.freeze({ ...commit, idempotency: keyRecord(key, commit.record, time) })
}
