/**
 * Statements for commits of several quotes of one store, each with an outcome of its own: they return the ids of those that are committed.
 * $1 is the store, $2 a JSON array of the commits, in which no quote and no key comes twice, $3 and $4 their quotes and their entries,
 * each on a line of its own, and $5 the time at which keys that have expired are removed, where there are keys.
 *
 * Rows are locked in the order of their ids, then the keys in their order, then the store's position, so that statements of
 * different processes cannot wait for one another in a circle. Each part reads the one before it, because PostgreSQL runs parts that
 * write in the order in which they are read, and those that nobody reads last.
 */
export function batchStatements(schema: string) {
  return {
    /** For creations without keys: less to plan than `any`, and most groups are such. */
    creations: `${commitRows}, written as (
      insert into ${schema}.quotes (store_id, quote_id, version, updated, quote)
      select $1, quote_id, version, updated, nullif(quote, '')::json from change order by quote_id
      on conflict do nothing returning quote_id),
    ${insertHistory(schema, 'change')}`,

    any: `${commitRows}, locked as (
      select stored.quote_id, stored.version
      from (select quote_id from change order by quote_id) as wanted
      cross join lateral (
        select quote_id, version from ${schema}.quotes
        where store_id = $1 and quote_id = wanted.quote_id for update) as stored),
    possible as (
      select change.* from change left join locked using (quote_id)
      where change.version = coalesce(locked.version, 0) + 1),
    claimed as (
      insert into ${schema}.idempotency as stored (store_id, key, fingerprint, quote_id, version, time, expires)
      select $1, key, fingerprint, quote_id, version, time, expires from possible
      where key is not null order by key
      on conflict (store_id, key) do update set
        fingerprint = excluded.fingerprint, quote_id = excluded.quote_id, version = excluded.version,
        time = excluded.time, expires = excluded.expires
      where stored.expires <= excluded.time returning key),
    swept as (
      delete from ${schema}.idempotency where store_id = $1 and key in (
        select key from ${schema}.idempotency
        where store_id = $1 and expires <= $5
          and key not in (select key from change where key is not null)
        order by expires limit 64 for update skip locked)),
    accepted as (
      select * from possible where key is null or key in (select key from claimed)),
    created as (
      insert into ${schema}.quotes (store_id, quote_id, version, updated, quote)
      select $1, quote_id, version, updated, nullif(quote, '')::json from accepted where version = 1 order by quote_id
      returning quote_id),
    updated as (
      update ${schema}.quotes as stored
      set version = accepted.version, updated = accepted.updated, quote = accepted.quote::json,
        replay_base = accepted.base, replay_size = accepted.size
      from accepted where stored.store_id = $1 and stored.quote_id = accepted.quote_id and accepted.version > 1
      returning stored.quote_id),
    written as (select quote_id from created union all select quote_id from updated),
    ${insertHistory(schema, 'accepted')}`,
  }
}

const commitRows = `with change as materialized (
      select * from rows from (
        json_to_recordset($2) as (
          quote_id text, version integer, updated bigint, base integer, size integer, key text, fingerprint text, time bigint, expires bigint),
        unnest(string_to_array($3, e'\\n')),
        unnest(string_to_array($4, e'\\n'))) with ordinality as t
        (quote_id, version, updated, base, size, key, fingerprint, time, expires, quote, entry, place))`

/** The last parts: they number the changes that are written, in the order in which they came. */
function insertHistory(schema: string, changes: string): string {
  return `counted as (
      insert into ${schema}.stores as store (store_id, position) select $1, count(*) from written having count(*) > 0
      on conflict (store_id) do update set position = store.position + excluded.position returning position)
    insert into ${schema}.history (store_id, quote_id, version, time, position, entry)
    select $1, quote_id, version, updated,
      position - count(*) over () + row_number() over (order by place), entry::json
    from counted, ${changes} join written using (quote_id) returning quote_id`
}
