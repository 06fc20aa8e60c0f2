import type { StoragePort } from '../../ports/storage.js'
import type { IdempotencyRecord } from '../../record/commit.js'
import type { Query } from './client.js'

/** Returns the method of the storage that finds idempotency records. */
export function idempotencyMethods(
  query: Query,
  schema: string,
): Pick<StoragePort, 'findIdempotencyRecord'> {
  const selectRecord = `select fingerprint, kind, id, version, created_at::text, expires_at::text
    from ${schema}.idempotency where store_id = $1 and key = $2`
  return {
    async findIdempotencyRecord(storeId, key) {
      const [row] = await query<IdempotencyRow>(selectRecord, [storeId, key])
      return row && toIdempotencyRecord(key, row)
    },
  }
}

interface IdempotencyRow {
  readonly fingerprint: string
  readonly kind: string
  readonly id: string
  readonly version: number
  readonly created_at: string
  readonly expires_at: string
}

function toIdempotencyRecord(
  key: string,
  { fingerprint, kind, id, version, created_at, expires_at }: IdempotencyRow,
): IdempotencyRecord {
  const [created, expires] = [Number(created_at), Number(expires_at)]
  return { key, fingerprint, kind, id, version, created, expires }
}
