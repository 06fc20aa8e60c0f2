import type { QuoteStorage } from '../../ports/storage.js'
import type { IdempotencyRecord } from '../../quote/commit.js'
import type { Query } from './client.js'
import { retrySerializationFailure } from './errors.js'

/** Returns the methods of the storage that keep idempotency records outside of commits. */
export function idempotencyMethods(
  query: Query,
  schema: string,
): Pick<QuoteStorage, 'findIdempotencyRecord' | 'addIdempotencyRecord'> {
  const selectRecord = `select fingerprint, quote_id, version, created_at::text, expires_at::text
    from ${schema}.idempotency where store_id = $1 and key = $2`
  const insertRecord = `with ${purgeExpired(schema, 4)}
    ${insertKey(schema, 4)} ${replaceIfExpired} returning 1`

  return {
    async findIdempotencyRecord(storeId, key) {
      const [row] = await query<IdempotencyRow>(selectRecord, [storeId, key])
      return row && toIdempotencyRecord(key, row)
    },

    async addIdempotencyRecord(storeId, record) {
      const values = [storeId, record.quoteId, record.version, ...keyParams(record)]
      const rows = await retrySerializationFailure(() => query(insertRecord, values))
      return rows.length === 1
    },
  }
}

/** The columns of the table `idempotency`, without the store. */
export const keyColumns = 'quote_id, version, key, fingerprint, created_at, expires_at'

/** Returns the parameters of a key, in the order that `insertKey` expects. */
export function keyParams({
  key,
  fingerprint,
  createdAt,
  expiresAt,
}: IdempotencyRecord): (string | number)[] {
  return [key, fingerprint, createdAt, expiresAt]
}

/**
 * Returns an insert of one key. $1 is the store, $2 the quote and $3 its version; the parameters of
 * the key follow from the number `first`.
 */
export function insertKey(schema: string, first: number): string {
  return `insert into ${schema}.idempotency as stored (store_id, ${keyColumns})
      select $1, $2, $3, $${first}, $${first + 1}, $${first + 2}, $${first + 3}`
}

/** Ends an insert of keys: a key that is in use stays, and one that has expired is replaced. */
export const replaceIfExpired = `on conflict (store_id, key) do update set
        fingerprint = excluded.fingerprint, quote_id = excluded.quote_id,
        version = excluded.version, created_at = excluded.created_at,
        expires_at = excluded.expires_at
      where stored.expires_at <= excluded.created_at`

/**
 * Returns a CTE that deletes up to two expired keys, so that the table cannot grow without bound.
 * Keys locked by another statement are skipped. A key that the same statement replaces is not
 * deleted, because PostgreSQL skips rows that the statement itself has written.
 */
export function purgeExpired(schema: string, first: number): string {
  return `purged_keys as (
      delete from ${schema}.idempotency where store_id = $1 and key in (
        select key from ${schema}.idempotency where store_id = $1 and expires_at <= $${first + 2}
        order by expires_at limit 2 for update skip locked))`
}

interface IdempotencyRow {
  readonly fingerprint: string
  readonly quote_id: string
  readonly version: number
  readonly created_at: string
  readonly expires_at: string
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
    version,
    createdAt: Number(createdAt),
    expiresAt: Number(expiresAt),
  }
}
