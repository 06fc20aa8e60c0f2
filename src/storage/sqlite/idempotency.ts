import type { MovableStorage } from '../../ports/storage.js'
import type { IdempotencyRecord } from '../../record/commit.js'
import type { Prepare } from './statements.js'

const selectRecord = `
  select fingerprint, kind, id, version, created_at, expires_at from quotewright_idempotency
  where store_id = ? and key = ?`
const selectRecords = `
  select key, fingerprint, kind, id, version, created_at, expires_at from quotewright_idempotency
  where store_id = ? and key > ? and created_at >= ? order by key limit ?`
const replaceRecord = `
  insert or replace into quotewright_idempotency
    (store_id, key, fingerprint, kind, id, version, created_at, expires_at)
  values (?, ?, ?, ?, ?, ?, ?, ?)`
const purgeExpired = `
  delete from quotewright_idempotency where store_id = ? and key in (
    select key from quotewright_idempotency
    where store_id = ? and expires_at <= ? order by expires_at limit 2)`

/** Returns the methods of the storage that read idempotency records. */
export function createIdempotencyMethods(
  prepare: Prepare,
): Pick<MovableStorage, 'findIdempotencyRecord' | 'listIdempotencyRecords'> {
  return {
    findIdempotencyRecord: (storeId, key) => findRecord(prepare, storeId, key),

    listIdempotencyRecords(storeId, { afterKey, createdFrom, limit }) {
      const rows = prepare(selectRecords).all(storeId, afterKey, createdFrom, limit + 1)
      const items = (rows as (IdempotencyRow & { readonly key: string })[])
        .slice(0, limit)
        .map((row) => toRecord(row.key, row))
      return { items, hasMore: rows.length > limit }
    },
  }
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
  return row == null ? undefined : toRecord(key, row)
}

function toRecord(key: string, row: IdempotencyRow): IdempotencyRecord {
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
