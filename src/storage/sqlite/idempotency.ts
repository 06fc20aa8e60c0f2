import type { IdempotencyRecord } from '../../quote/commit.js'
import type { SqliteDatabase } from './client.js'

/** The table of idempotency keys; what it writes is part of the transaction of its caller. */
export interface IdempotencyTable {
  find(storeId: string, key: string): IdempotencyRecord | undefined
  /** Whether the key of this record was never used, or has expired by its time. */
  isFree(storeId: string, record: IdempotencyRecord): boolean
  /** Writes the record of a key that is free. Makes room as it goes: each one removes up to two that have expired. */
  add(storeId: string, record: IdempotencyRecord): void
}

export function createIdempotencyTable(database: SqliteDatabase): IdempotencyTable {
  const select = database.prepare(
    `select fingerprint, quote_id, version, time, expires from quotewright_idempotency
     where store_id = ? and key = ?`,
  )
  const replace = database.prepare(
    `insert or replace into quotewright_idempotency (store_id, key, fingerprint, quote_id, version, time, expires)
     values (?, ?, ?, ?, ?, ?, ?)`,
  )
  const sweep = database.prepare(
    `delete from quotewright_idempotency where store_id = ? and key in (
       select key from quotewright_idempotency where store_id = ? and expires <= ? order by expires limit 2)`,
  )

  function find(storeId: string, key: string): IdempotencyRecord | undefined {
    const row = select.get(storeId, key) as IdempotencyRow | null | undefined
    return row == null ? undefined : toIdempotencyRecord(key, row)
  }

  return {
    find,

    isFree(storeId, { key, createdAt: time }) {
      const found = find(storeId, key)
      return found === undefined || found.expiresAt <= time
    },

    add(storeId, { key, fingerprint, quoteId, version, createdAt: time, expiresAt: expires }) {
      replace.run(storeId, key, fingerprint, quoteId, version, time, expires)
      sweep.run(storeId, storeId, time)
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

function toIdempotencyRecord(
  key: string,
  { fingerprint, quote_id: quoteId, version, time, expires }: IdempotencyRow,
): IdempotencyRecord {
  return {
    key,
    fingerprint,
    quoteId,
    version: Number(version),
    createdAt: Number(time),
    expiresAt: Number(expires),
  }
}
