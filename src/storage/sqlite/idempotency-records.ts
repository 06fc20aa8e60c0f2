import type { IdempotencyRecord } from '../../quote/change.js'
import type { SqliteDatabase } from './driver.js'

/** The table of idempotency keys; what it writes is part of the transaction of its caller. */
export interface IdempotencyRecords {
  find(storeId: string, key: string): IdempotencyRecord | undefined
  /** Whether the key was free. Makes room as it goes: each new record removes up to two that have expired. */
  add(storeId: string, record: IdempotencyRecord): boolean
}

export function idempotencyRecords(database: SqliteDatabase): IdempotencyRecords {
  const select = database.prepare(
    `select fingerprint, quote_id, version, time, expires from quotewright_idempotency
     where store_id = ? and key = ?`,
  )
  const upsert = database.prepare(
    `insert into quotewright_idempotency (store_id, key, fingerprint, quote_id, version, time, expires)
     values (?, ?, ?, ?, ?, ?, ?)
     on conflict (store_id, key) do update set
       fingerprint = excluded.fingerprint, quote_id = excluded.quote_id, version = excluded.version,
       time = excluded.time, expires = excluded.expires
     where quotewright_idempotency.expires <= excluded.time`,
  )
  const sweep = database.prepare(
    `delete from quotewright_idempotency where store_id = ? and key in (
       select key from quotewright_idempotency where store_id = ? and expires <= ? order by expires limit 2)`,
  )
  return {
    find(storeId, key) {
      const row = select.get(storeId, key) as IdempotencyRow | null | undefined
      return row == null ? undefined : toRecord(key, row)
    },

    add(storeId, { key, fingerprint, quoteId, version, time, expires }) {
      const { changes } = upsert.run(storeId, key, fingerprint, quoteId, version, time, expires)
      if (Number(changes) !== 1) return false
      sweep.run(storeId, storeId, time)
      return true
    },
  }
}

interface IdempotencyRow {
  readonly fingerprint: string
  readonly quote_id: string
  readonly version: number | bigint
  readonly time: number | bigint
  readonly expires: number | bigint
}

function toRecord(
  key: string,
  { fingerprint, quote_id: quoteId, version, time, expires }: IdempotencyRow,
): IdempotencyRecord {
  return {
    key,
    fingerprint,
    quoteId,
    version: Number(version),
    time: Number(time),
    expires: Number(expires),
  }
}
