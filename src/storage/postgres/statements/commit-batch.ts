import { keyColumns, replaceIfExpired } from '../idempotency.js'

/** Maximum number of expired keys that one statement deletes. */
const maxPurgedKeys = 64

/**
 * Returns the statements that write commits of several quotes of one store. They return the ids of
 * the quotes whose commits were applied. Parameters:
 *
 * - $1 store
 * - $2 JSON array of the commits, in which no quote and no key occurs twice
 * - $3 quotes and $4 history entries of the commits, one per line
 * - only in `any`: $5 time at which keys count as expired and are deleted
 *
 * Rows are locked in the order of their ids, then keys in their order, then the store's position,
 * so that concurrent statements cannot deadlock. Each CTE reads the one before it, because
 * PostgreSQL executes CTEs that write in the order in which they are read, and unread ones last.
 */
export function commitBatchStatements(schema: string) {
  const insertQuotes = (from: string) =>
    `insert into ${schema}.quotes (store_id, quote_id, version, updated, quote)
      select $1, quote_id, version, updated, nullif(quote, '')::json
      from ${from} order by quote_id`
  return {
    /** For creations without keys, which most batches contain; faster to plan than `any`. */
    creations: `${commitRows}, written as (
      ${insertQuotes('commits')}
      on conflict do nothing returning quote_id),
    ${insertHistory(schema, 'commits')}`,

    any: `${commitRows}, locked as (
      select stored.quote_id, stored.version
      from (select quote_id from commits order by quote_id) as wanted
      cross join lateral (
        select quote_id, version from ${schema}.quotes
        where store_id = $1 and quote_id = wanted.quote_id for update) as stored),
    applicable as (
      select commits.* from commits left join locked using (quote_id)
      where commits.version = coalesce(locked.version, 0) + 1),
    claimed_keys as (
      insert into ${schema}.idempotency as stored (store_id, ${keyColumns})
      select $1, ${keyColumns} from applicable where key is not null order by key
      ${replaceIfExpired} returning key),
    purged_keys as (
      delete from ${schema}.idempotency where store_id = $1 and key in (
        select key from ${schema}.idempotency
        where store_id = $1 and expires_at <= $5
          and key not in (select key from commits where key is not null)
        order by expires_at limit ${maxPurgedKeys} for update skip locked)),
    accepted as (
      select * from applicable where key is null or key in (select key from claimed_keys)),
    created as (
      ${insertQuotes('accepted where version = 1')}
      returning quote_id),
    updated as (
      update ${schema}.quotes as stored
      set version = accepted.version, updated = accepted.updated, quote = accepted.quote::json,
        replay_base = accepted.base, replay_size = accepted.size
      from accepted
      where stored.store_id = $1 and stored.quote_id = accepted.quote_id and accepted.version > 1
      returning stored.quote_id),
    written as (select quote_id from created union all select quote_id from updated),
    ${insertHistory(schema, 'accepted')}`,
  }
}

/** Parses the parameters. Quotes and entries stay text, so that their JSON is parsed once. */
const commitRows = `with commits as materialized (
      select * from rows from (
        json_to_recordset($2::text::json) as (
          quote_id text, version integer, updated bigint, base integer, size integer,
          key text, fingerprint text, created_at bigint, expires_at bigint),
        unnest(string_to_array($3::text, e'\\n')),
        unnest(string_to_array($4::text, e'\\n'))) with ordinality as t
        (quote_id, version, updated, base, size, key, fingerprint, created_at, expires_at,
          quote, entry, ordinal))`

/** Numbers the written commits in the order of the batch, and inserts their history entries. */
function insertHistory(schema: string, commits: string): string {
  return `positions as (
      insert into ${schema}.stores as store (store_id, position)
      select $1, count(*) from written having count(*) > 0
      on conflict (store_id) do update set position = store.position + excluded.position
      returning position)
    insert into ${schema}.history (store_id, quote_id, version, created_at, position, entry)
    select $1, quote_id, version, updated,
      position - count(*) over () + row_number() over (order by ordinal), entry::json
    from positions, ${commits} join written using (quote_id) returning quote_id`
}
