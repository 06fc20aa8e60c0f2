/** The columns of the table `idempotency`, without the store. */
export const keyColumns = 'kind, id, version, key, fingerprint, created_at, expires_at'

/**
 * Returns an insert of one key. $1 is the store, $2 and $3 are the record and $4 is its version;
 * the parameters of the key follow from the number `first`.
 */
export function insertKey(schema: string, first: number): string {
  return `insert into ${schema}.idempotency as stored (store_id, ${keyColumns})
      select $1, $2, $3, $4, $${first}, $${first + 1}, $${first + 2}, $${first + 3}`
}

/** Ends an insert of keys: a key that is in use stays, and one that has expired is replaced. */
export const replaceIfExpired = `on conflict (store_id, key) do update set
        fingerprint = excluded.fingerprint, kind = excluded.kind, id = excluded.id,
        version = excluded.version, created_at = excluded.created_at,
        expires_at = excluded.expires_at
      where stored.store_id = $1 and stored.expires_at <= excluded.created_at`

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
