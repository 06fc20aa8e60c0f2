import { isQuoteError, type QuoteErrorCode } from '../../errors.js'
import type { RecordVersion } from '../execution/load-version.js'
import { currentTime, type EngineRuntime } from '../runtime.js'
import { findStoredResult, type IdempotentRequest } from './idempotency.js'

export interface RetryOptions {
  readonly storeId: string
  readonly idempotent: IdempotentRequest | undefined
  readonly signal: AbortSignal | undefined
  readonly maxAttempts: number
}

/**
 * Repeats an attempt until it commits, with jittered backoff after each conflict. Returns the
 * original result if the same idempotent request was applied before.
 *
 * @param attempt Computes and commits a change once. Resolves to undefined on a conflict.
 * @returns undefined if every attempt met a conflict
 * @throws QuoteError `idempotency_key_reused` if the key was used for a different request
 */
export async function retryOnConflict(
  { options, storage }: EngineRuntime,
  { storeId, idempotent, signal, maxAttempts }: RetryOptions,
  attempt: () => Promise<RecordVersion | undefined>,
): Promise<RecordVersion | undefined> {
  const findResult = () =>
    idempotent && findStoredResult(storage, storeId, idempotent, currentTime(options), signal)
  for (let conflicts = 0; conflicts < maxAttempts; conflicts += 1) {
    if (conflicts > 0) await backoff(conflicts)
    const result = idempotent && (await findResult())
    if (result !== undefined) return result
    try {
      const record = await attempt()
      if (record !== undefined) return record
    } catch (error) {
      // If the same request has just been applied elsewhere, its own change may be why this
      // attempt was rejected.
      const applied = isDomainRejection(error) ? await findResult() : undefined
      if (applied === undefined) throw error
      return applied
    }
  }
  return findResult()
}

const domainCodes: readonly QuoteErrorCode[] = [
  'invalid_request',
  'version_mismatch',
  'quote_not_found',
  'record_not_found',
  'quote_locked',
  'invalid_transition',
  'quote_expired',
  'offer_mismatch',
  'not_permitted',
]

/** Returns true if the request was rejected because of the record's content, state or version. */
export function isDomainRejection(error: unknown): boolean {
  return isQuoteError(error) && domainCodes.includes(error.code)
}

const maxBackoffMs = 50

/** Waits for a random time, whose maximum doubles with every conflict up to `maxBackoffMs`. */
function backoff(conflicts: number): Promise<void> {
  const delayMs = Math.random() * Math.min(maxBackoffMs, 2 ** (conflicts + 1))
  return new Promise((resolve) => setTimeout(resolve, delayMs))
}
