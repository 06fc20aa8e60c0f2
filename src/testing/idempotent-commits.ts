import { createHash } from 'node:crypto'
import type { IdempotencyRecord, QuoteCommit } from '../quote/commit.js'
import type { QuoteRecord } from '../quote/quote.js'

/** A change of a request that came with an idempotency key. */
export type IdempotentCommit = QuoteCommit & { readonly idempotency: IdempotencyRecord }

/** When the sample requests come, unless they say something else. */
export const requestTime = 1_700_000_000_000
/** How long their keys are in use. */
export const keyTtlMs = 1_000

/** What an engine would have remembered of a request that was answered with this record. */
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

export function withKey(change: QuoteCommit, key: string, time?: number): IdempotentCommit {
  return Object.freeze({ ...change, idempotency: keyRecord(key, change.record, time) })
}
