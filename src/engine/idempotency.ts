import { hash } from 'node:crypto'
import { QuoteError } from '../errors.js'
import type { Change, IdempotencyRecord } from '../quote/change.js'
import { refuseUnreadable } from '../quote/faults.js'
import type { QuoteRecord } from '../quote/quote.js'
import type { GuardedStorage } from './guarded-storage.js'
import type { EngineSettings } from './options.js'
import { loadPastRecord } from './past-record.js'
import { loadQuote } from './read-history.js'
import { timeOf } from './world.js'

/** A request that came with an idempotency key. */
export interface KeyedRequest {
  readonly key: string
  readonly fingerprint: string
}

/**
 * What identifies a request under its key, if it has one: the operation and all that was asked, in any order of fields.
 *
 * @throws QuoteError `invalid_request` where what was asked is no JSON
 */
export function keyedRequest(
  key: string | undefined,
  ...asked: readonly unknown[]
): KeyedRequest | undefined {
  if (key === undefined) return undefined
  const text = refuseUnreadable('invalid_request', () => JSON.stringify(asked, sortFields))
  return { key, fingerprint: hash('sha256', text, 'base64url') }
}

function sortFields(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)),
  )
}

/** What is to be remembered of a request that is answered with this record. */
export function rememberedAs(
  { key, fingerprint }: KeyedRequest,
  { quoteId, version }: QuoteRecord,
  time: number,
  { idempotencyLifetime }: EngineSettings,
): IdempotencyRecord {
  const expires = time + idempotencyLifetime
  return Object.freeze({ key, fingerprint, quoteId, version, time, expires })
}

/** The change, and with it what is to be remembered of its request, if that has a key. */
export function withKey(
  change: Change,
  keyed: KeyedRequest | undefined,
  settings: EngineSettings,
): Change {
  if (keyed === undefined) return change
  const idempotency = rememberedAs(keyed, change.record, timeOf(settings), settings)
  return Object.freeze({ ...change, idempotency })
}

/**
 * The answer that the request had when it first came, byte for byte; undefined where it did not come before.
 *
 * @throws QuoteError `idempotency_key_reused` where it was another request that came under this key
 */
export async function firstAnswer(
  storage: GuardedStorage,
  storeId: string,
  { key, fingerprint }: KeyedRequest,
  now: number,
  signal: AbortSignal | undefined,
): Promise<QuoteRecord | undefined> {
  const found = await storage.findIdempotencyRecord(storeId, key, signal)
  if (found === undefined || found.expires <= now) return undefined
  if (found.fingerprint !== fingerprint)
    throw new QuoteError('idempotency_key_reused', { idempotencyKey: key })
  const { quoteId, version } = found
  const current = await loadQuote(storage, storeId, quoteId, signal)
  if (current.version === version) return current
  return loadPastRecord(storage, storeId, quoteId, { version, signal })
}
