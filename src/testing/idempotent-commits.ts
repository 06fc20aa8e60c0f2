import { createHash } from 'node:crypto'
import type { IdempotencyRecord, RecordChange, RecordCommit } from '../record/commit.js'
import type { RecordRef } from '../record/record.js'
import { getRecord, type SampleCommit } from './sample-commits.js'

/** A commit of a request with an idempotency key. */
export type IdempotentCommit<Commit extends RecordCommit = SampleCommit> = Commit & {
  readonly idempotency: IdempotencyRecord
}

/** Default time of the sample requests, in milliseconds since the Unix epoch. */
export const requestTime = 1_700_000_000_000
/** Lifetime of their keys. */
export const keyTtlMs = 1_000

/** The record that a request resulted in. */
export interface RequestResult extends RecordRef {
  readonly version: number
}

/** Returns the idempotency record that an engine would store for a request with this result. */
export function keyRecord(
  key: string,
  { kind, id, version }: RequestResult,
  createdAt = requestTime,
): IdempotencyRecord {
  const result = `${kind} ${id} ${version}`
  const fingerprint = createHash('sha256').update(result).digest('base64url')
  return Object.freeze({
    key,
    fingerprint,
    kind,
    id,
    version,
    createdAt,
    expiresAt: createdAt + keyTtlMs,
  })
}

/** Returns a commit with the idempotency record of its request. */
export function withKey<Change extends RecordChange>(
  commit: SampleCommit<Change>,
  key: string,
  time?: number,
): IdempotentCommit<SampleCommit<Change>> {
  return Object.freeze({ ...commit, idempotency: keyRecord(key, getRecord(commit), time) })
}

/** Returns the commit of a request that changed nothing. */
export function keyCommit(idempotency: IdempotencyRecord): RecordCommit {
  return Object.freeze({ changes: Object.freeze([]), idempotency })
}
