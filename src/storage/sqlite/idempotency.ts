import type { StoragePort } from '../../ports/storage.js'
import type { IdempotencyRecord } from '../../record/commit.js'
import type { Prepare } from './statements.js'

const selectRecord = `
  select fingerprint, kind, id, version, created_at, expires_at from quotewright_idempotency
  where store_id = ? and key = ?`
const replaceRecord = `
  insert or replace into quotewright_idempotency
    (store_id, key, fingerprint, kind, id, version, created_at, expires_at)
  values (?, ?, ?, ?, ?, ?, ?, ?)`
const purgeExpired = `
  delete from quotewright_idempotency where store_id = ? and key in (
    select key from quotewright_idempotency
    where store_id = ? and expires_at <= ? order by expires_at limit 2)`

/** Returns the method of the storage that looks up an idempotency key. */
export function idempotencyMethods(prepare: Prepare): Pick<StoragePort, 'findIdempotencyRecord'> {
  return { findIdempotencyRecord: (storeId, key) => findRecord(prepare, storeId, key) }
}

/** Returns true if the key is unused, or expired when the record was created. */
export function isKeyFree(
  prepare: Prepare,
  storeId: string,
  { key, created }: IdempotencyRecord,
): boolean {
  const found = findRecord(prepare, storeId, key)
  return found === undefined || found.expires <= created
}

/** Writes the record of a free key, and deletes up to two expired ones. */
export function addIdempotencyRecord(
  prepare: Prepare,
  storeId: string,
  { key, fingerprint, kind, id, version, created, expires }: IdempotencyRecord,
): void {
  const record = [fingerprint, kind, id, version, created, expires]
  prepare(replaceRecord).run(storeId, key, ...record)
  prepare(purgeExpired).run(storeId, storeId, created)
}

interface IdempotencyRow {
  readonly fingerprint: string
  readonly kind: string
  readonly id: string
  readonly version: number | bigint
  readonly created_at: number | bigint
  readonly expires_at: number | bigint
}

function findRecord(prepare: Prepare, storeId: string, key: string): IdempotencyRecord | undefined {
  const row = prepare(selectRecord).get(storeId, key) as IdempotencyRow | null | undefined
  if (row == null) return undefined
  const { version, created_at: created, expires_at: expires, fingerprint, kind, id } = row
  return {
    key,
    fingerprint,
    kind,
    id,
    version: Number(version),
    created: Number(created),
    expires: Number(expires),
  }
}
