import type { QuoteStorage } from '../../ports/storage.js'
import type { IdempotencyRecord } from '../../quote/commit.js'
import type { WriteInBatch } from './batching.js'
import type { SqliteDatabase } from './client.js'

/** The table of idempotency keys. Its methods run in the caller's transaction. */
export interface IdempotencyTable {
  find(storeId: string, key: string): IdempotencyRecord | undefined
  /** Returns true if the key is unused, or expired when the record was created. */
  isFree(storeId: string, record: IdempotencyRecord): boolean
  /** Writes the record of a free key, and deletes up to two expired ones. */
  add(storeId: string, record: IdempotencyRecord): void
}

export function createIdempotencyTable(database: SqliteDatabase): IdempotencyTable {
  const selectRecord = database.prepare(
    `select fingerprint, quote_id, version, created_at, expires_at from quotewright_idempotency
     where store_id = ? and key = ?`,
  )
  const replaceRecord = database.prepare(
    `insert or replace into quotewright_idempotency
       (store_id, key, fingerprint, quote_id, version, created_at, expires_at)
     values (?, ?, ?, ?, ?, ?, ?)`,
  )
  const purgeExpired = database.prepare(
    `delete from quotewright_idempotency where store_id = ? and key in (
       select key from quotewright_idempotency
       where store_id = ? and expires_at <= ? order by expires_at limit 2)`,
  )

  function find(storeId: string, key: string): IdempotencyRecord | undefined {
    const row = selectRecord.get(storeId, key) as IdempotencyRow | null | undefined
    return row == null ? undefined : toIdempotencyRecord(key, row)
  }

  return {
    find,

    isFree(storeId, { key, createdAt }) {
      const found = find(storeId, key)
      return found === undefined || found.expiresAt <= createdAt
    },

    add(storeId, { key, fingerprint, quoteId, version, createdAt, expiresAt }) {
      replaceRecord.run(storeId, key, fingerprint, quoteId, version, createdAt, expiresAt)
      purgeExpired.run(storeId, storeId, createdAt)
    },
  }
}

/** Returns the methods of the storage that keep idempotency records outside of commits. */
export function idempotencyMethods(
  table: IdempotencyTable,
  writeInBatch: WriteInBatch,
): Pick<QuoteStorage, 'findIdempotencyRecord' | 'addIdempotencyRecord'> {
  return {
    findIdempotencyRecord: table.find,

    addIdempotencyRecord: (storeId, record, call) =>
      writeInBatch(() => {
        if (!table.isFree(storeId, record)) return false
        table.add(storeId, record)
        return true
      }, call),
  }
}

interface IdempotencyRow {
  readonly fingerprint: string
  readonly quote_id: string
  readonly version: number | bigint
  readonly created_at: number | bigint
  readonly expires_at: number | bigint
}

function toIdempotencyRecord(
  key: string,
  {
    fingerprint,
    quote_id: quoteId,
    version,
    created_at: createdAt,
    expires_at: expiresAt,
  }: IdempotencyRow,
): IdempotencyRecord {
  return {
    key,
    fingerprint,
    quoteId,
    version: Number(version),
    createdAt: Number(createdAt),
    expiresAt: Number(expiresAt),
  }
}
