import { isQuoteError } from '../../errors.js'
import type { QuoteRecord } from '../../quote/quote.js'
import { currentTime, type EngineRuntime } from '../runtime.js'
import { findStoredResult, type IdempotentRequest } from './idempotency.js'

export interface RetryOptions {
  readonly storeId: string
  readonly keyed: IdempotentRequest | undefined
  readonly signal: AbortSignal | undefined
  /** How often to try. */
  readonly attempts: number
}

/**
 * Decides and commits, anew as long as other writers are first. A request that came before is answered, and not tried at all.
 *
 * @param attempt Decides and commits once; undefined where another writer was first.
 * @returns undefined where all attempts met a conflict
 * @throws QuoteError `idempotency_key_reused`
 */
export async function retryOnConflict(
  { options, storage }: EngineRuntime,
  { storeId, keyed, signal, attempts }: RetryOptions,
  attempt: () => Promise<QuoteRecord | undefined>,
): Promise<QuoteRecord | undefined> {
  const answeredBefore = async () =>
    keyed && findStoredResult(storage, storeId, keyed, currentTime(options), signal)
  // Where the same request was first by a moment, what it changed may be the reason for the refusal.
  const answeredOrRefused = async (error: unknown) => {
    const answer = isDomainRejection(error) ? await answeredBefore() : undefined
    if (answer === undefined) throw error
    return answer
  }
  for (let made = 0; made < attempts; made += 1) {
    if (made > 0) await backoff(made)
    const record = (keyed && (await answeredBefore())) ?? (await attempt().catch(answeredOrRefused))
    if (record !== undefined) return record
  }
  return answeredBefore()
}

/** Whether it was decided that the request cannot be carried out, in view of the quote or of the store's products. */
export function isDomainRejection(error: unknown): boolean {
  return isQuoteError(error) && ['invalid_request', 'version_mismatch'].includes(error.code)
}

const maxBackoffMs = 50

/** Waits a random time, longer with every lost race, so that writers in different processes fall out of step. */
function backoff(lost: number): Promise<void> {
  const pause = Math.random() * Math.min(maxBackoffMs, 2 ** (lost + 1))
  return new Promise((resolve) => setTimeout(resolve, pause))
}
