import { hash } from 'node:crypto'
import { QuoteError } from '../../errors.js'
import type { IdempotencyRecord } from '../../record/commit.js'
import type { RecordRef } from '../../record/record.js'
import { guardRead } from '../../validation/field-errors.js'
import { loadVersion, type RecordVersion } from '../execution/load-version.js'
import type { ResolvedOptions } from '../options.js'
import type { CheckedStorage } from '../ports/checked-storage.js'
import { currentTime } from '../runtime.js'

/** A request with an idempotency key. */
export interface IdempotentRequest {
  readonly key: string
  /**
   * The key under which the request is stored.
   *
   * @default `key`
   */
  readonly storedKey?: string | undefined
  /** A hash of the operation and its payload. */
  readonly fingerprint: string
}

/**
 * Returns the fingerprint of a request with a key; undefined if it has no key. The order of fields
 * does not matter.
 *
 * @param payload The name of the operation, and everything that the caller sent.
 * @param namespace What the key belongs to, in which it is another one than elsewhere.
 * @throws QuoteError `invalid_request` if the payload cannot be serialized as JSON
 */
export function fingerprintRequest(
  key: string | undefined,
  payload: readonly unknown[],
  namespace?: readonly unknown[],
): IdempotentRequest | undefined {
  if (key === undefined) return undefined
  const json = guardRead('invalid_request', () => JSON.stringify(payload, sortKeys))
  const request = { key, fingerprint: digest(json) }
  if (namespace === undefined) return request
  return { ...request, storedKey: digest(JSON.stringify([...namespace, key])) }
}

function digest(json: string): string {
  return hash('sha256', json, 'base64url')
}

/** A replacer for `JSON.stringify` that sorts the fields of objects. */
function sortKeys(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)),
  )
}

/** Creates the stored form of a request whose result is this version of a record. */
export function toIdempotencyRecord(
  { key, storedKey = key, fingerprint }: IdempotentRequest,
  { kind, id, version }: RecordRef & { readonly version: number },
  options: ResolvedOptions,
): IdempotencyRecord {
  const created = currentTime(options)
  const expires = created + options.idempotencyTtlMs
  return Object.freeze({ key: storedKey, fingerprint, kind, id, version, created, expires })
}

/**
 * Loads the original result of a request, byte for byte. Its value is null if the record was erased
 * since. Returns undefined if the key is unused or expired.
 *
 * @throws QuoteError `idempotency_key_reused` if the key was used for a different request
 */
export async function findStoredResult(
  storage: CheckedStorage,
  storeId: string,
  { key, storedKey = key, fingerprint }: IdempotentRequest,
  now: number,
  signal: AbortSignal | undefined,
): Promise<RecordVersion | undefined> {
  const stored = await storage.findIdempotencyRecord(storeId, storedKey, signal)
  if (stored === undefined || stored.expires <= now) return undefined
  if (stored.fingerprint !== fingerprint)
    throw new QuoteError('idempotency_key_reused', { idempotencyKey: key })
  const { kind, id, version } = stored
  const [current] = await storage.load(storeId, [{ kind, id }], signal)
  if (current === undefined || current.value === null || current.version === version) return current
  const original = await loadVersion(storage, storeId, { kind, id }, version, signal)
  if (original !== undefined) return original
  const [latest] = await storage.load(storeId, [{ kind, id }], signal)
  return latest?.value === null ? latest : undefined
}
