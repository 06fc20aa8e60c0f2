import type { MovableStorage } from '../../ports/storage.js'
import type { IdempotencyRecord } from '../../record/commit.js'
import type { Query } from './client.js'

/** Returns the methods of the storage that read idempotency records. */
export function createIdempotencyMethods(
  query: Query,
  schema: string,
): Pick<MovableStorage, 'findIdempotencyRecord' | 'listIdempotencyRecords'> {
  const select = `select key, fingerprint, kind, id, version, created_at::text, expires_at::text
    from ${schema}.idempotency where store_id = $1`
  const selectRecord = `${select} and key = $2`
  const selectRecords = `${select} and key > $2 and created_at >= $3 order by key limit $4`
  return {
    async findIdempotencyRecord(storeId, key) {
      const [row] = await query<IdempotencyRow>(selectRecord, [storeId, key])
      return row && toIdempotencyRecord(row)
    },

    async listIdempotencyRecords(storeId, { afterKey, createdFrom, limit }) {
      const values = [storeId, afterKey, createdFrom, limit + 1]
      const rows = await query<IdempotencyRow>(selectRecords, values)
      const items = rows.slice(0, limit).map(toIdempotencyRecord)
      return { items, hasMore: rows.length > limit }
    },
  }
}

interface IdempotencyRow {
  readonly key: string
  readonly fingerprint: string
  readonly kind: string
  readonly id: string
  readonly version: number
  readonly created_at: string
  readonly expires_at: string
}

function toIdempotencyRecord(row: IdempotencyRow): IdempotencyRecord {
  const { key, fingerprint, kind, id, version, created_at, expires_at } = row
  const [created, expires] = [Number(created_at), Number(expires_at)]
  return { key, fingerprint, kind, id, version, created, expires }
}
