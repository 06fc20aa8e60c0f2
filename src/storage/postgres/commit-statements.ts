import { batchStatements } from './batch-statements.js'

/**
 * The statements that write changes to the tables of one schema. Their parameters: $1 store, $2 quote's id, $3 version, $4 time of the
 * change, $5 quote, empty where it is in the entry, $6 entry; of an update also $7 and $8, base and size of the replay state. An
 * idempotency key comes last: key, fingerprint, time of the request, when the key expires.
 */
export function commitStatements(schema: string) {
  const addEntry = `counted as (
      insert into ${schema}.stores as store (store_id, position) select $1, 1 from written
      on conflict (store_id) do update set position = store.position + 1 returning position)
    insert into ${schema}.history (store_id, quote_id, version, time, position, entry)
    select $1, $2, $3, $4, position, $6 from counted returning 1`

  const isPrevious = 'store_id = $1 and quote_id = $2 and version = $3 - 1'

  const create = {
    plain: `with written as (
      insert into ${schema}.quotes (store_id, quote_id, version, updated, quote)
      values ($1, $2, $3, $4, nullif($5, '')::json) on conflict do nothing returning 1),
    ${addEntry}`,

    // The key comes first, and only for an id that is free. Where two take one id at one moment, the second ends in a unique violation.
    keyed: `with claimed as (
      ${insertIdempotencyRow(schema, 7)}
      where not exists (select from ${schema}.quotes where store_id = $1 and quote_id = $2)
      ${replaceIfExpired}),
    ${purgeExpired(schema, 7)},
    written as (
      insert into ${schema}.quotes (store_id, quote_id, version, updated, quote)
      select $1, $2, $3, $4, nullif($5, '')::json from claimed returning 1),
    ${addEntry}`,
  }

  const update = {
    plain: `with written as (
      update ${schema}.quotes
      set version = $3, updated = $4, quote = $5, replay_base = $7, replay_size = $8
      where ${isPrevious} returning 1),
    ${addEntry}`,

    // The quote is locked at its version before the key is taken, so a conflict leaves the key free.
    keyed: `with previous as (
      select from ${schema}.quotes where ${isPrevious} for update),
    claimed as (
      ${insertIdempotencyRow(schema, 9)} from previous
      ${replaceIfExpired}),
    ${purgeExpired(schema, 9)},
    written as (
      update ${schema}.quotes
      set version = $3, updated = $4, quote = $5, replay_base = $7, replay_size = $8
      where ${isPrevious} and exists (select from claimed) returning 1),
    ${addEntry}`,
  }

  return { create, update, group: batchStatements(schema) }
}

/** Parameters: $1 store, $2 quote's id, $3 version, $4 key, $5 fingerprint, $6 time of the request, $7 when the key expires. */
export function insertIdempotencyStatement(schema: string): string {
  return `with ${purgeExpired(schema, 4)}
    ${insertIdempotencyRow(schema, 4)}
    ${replaceIfExpired}`
}

/** The parameters of a key begin at this number. */
function insertIdempotencyRow(schema: string, first: number): string {
  return `insert into ${schema}.idempotency as stored (store_id, key, fingerprint, quote_id, version, time, expires)
      select $1, $${first}, $${first + 1}, $2, $3, $${first + 2}, $${first + 3}`
}

const replaceIfExpired = `on conflict (store_id, key) do update set
        fingerprint = excluded.fingerprint, quote_id = excluded.quote_id, version = excluded.version,
        time = excluded.time, expires = excluded.expires
      where stored.expires <= excluded.time returning 1`

/**
 * Each new key removes up to two that have expired; those that another statement is removing are left to it. A key that this statement
 * takes over is none of them: PostgreSQL passes over rows that the same statement has written.
 */
function purgeExpired(schema: string, first: number): string {
  return `swept as (
      delete from ${schema}.idempotency where store_id = $1 and key in (
        select key from ${schema}.idempotency where store_id = $1 and expires <= $${first + 2}
        order by expires limit 2 for update skip locked))`
}
