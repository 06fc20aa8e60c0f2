import { insertSearch, keyColumns, replaceIfExpired, replaceSearch } from './commit.js'

/** Maximum number of expired keys that one statement deletes. */
export const maxPurgedKeys = 64

/** What the statement of a batch has to write. Each part that it leaves out need not be planned. */
export interface BatchShape {
  /** True if a commit has an idempotency key. */
  readonly hasKeys: boolean
  /** True if a change writes what the record can be found by. */
  readonly hasSearch: boolean
  /** True if a search row moves to another place. */
  readonly hasMoves: boolean
  /** True if a change erases history. */
  readonly hasErasures: boolean
}

/**
 * Returns the statement for creations without keys, which most batches contain. It fails with a
 * unique violation if a record exists, because inserts that can skip rows cost more. It has the
 * parameters $1 to $4 of {@link commitBatchStatement}, and as $5 the number of changes.
 */
export function creationBatchStatement(schema: string): string {
  return `with changes as materialized (
      select * from rows from (
        json_to_recordset($2::text::json) as (
          kind text, id text, updated bigint, created bigint, expires bigint, terms text),
        ${valuesAndEntries}) with ordinality as t
        (kind, id, updated, created, expires, terms, value, entry, ordinal)),
    created as (
      insert into ${schema}.records (store_id, kind, id, version, updated, value, created)
      select $1, kind, id, 1, updated, nullif(value, '')::json, created
      from changes order by kind, id returning 1),
    searched as (
      ${insertSearch(schema)}
      select $1, kind, id, false, created, expires, terms::tsvector
      from changes where terms is not null returning 1),
    written as (select from created union all select from searched),
    positions as (
      insert into ${schema}.stores as store (store_id, position)
      select $1, $5::integer where (select count(*) from written) > 0
      on conflict (store_id) do update set position = store.position + excluded.position
      returning position - $5::integer as previous),
    entries as (
      insert into ${schema}.history (store_id, kind, id, version, created_at, position, entry)
      select $1, kind, id, 1, updated, previous + ordinal, entry::json from positions, changes)
    select ordinal::integer - 1 as commit from changes`
}

/**
 * Returns the statement that writes any commits of one store. It returns the numbers of the commits
 * that were applied. Parameters:
 *
 * - $1 store
 * - $2 JSON array of the changes; no record occurs twice
 * - $3 values and $4 history entries of the changes, one per line
 * - $5 number of commits; changes and keys have the number of their commit
 * - only with `hasKeys`: $6 JSON array of the keys, of which none occurs twice, and $7 time at
 *   which keys count as expired and are deleted
 *
 * Rows are locked in the order of their kinds and ids, then keys in their order, then the store's
 * position, so that concurrent statements cannot deadlock. Each CTE reads the one before it,
 * because PostgreSQL executes CTEs that write in the order in which they are read, and unread ones
 * last.
 *
 * A record that another statement creates at the same time stays, because its version is not the
 * expected one. The insert into the history fails then, with a unique violation.
 */
export function commitBatchStatement(
  schema: string,
  { hasKeys, hasSearch, hasMoves, hasErasures }: BatchShape,
): string {
  return `with changes as materialized (
      ${changeRows}),
    locked as (
      select stored.*
      from (select kind, id from changes order by kind, id) as wanted
      cross join lateral (
        select kind, id, version, created as kept_created from ${schema}.records
        where store_id = $1 and kind = wanted.kind and id = wanted.id for update) as stored),
    applicable as materialized (
      select commit from generate_series(0, $5::integer - 1) as commit
      except select changes.commit from changes left join locked using (kind, id)
      where changes.version <> coalesce(locked.version, 0) + 1),${hasKeys ? claimedKeys(schema) : ''}
    applied as materialized (
      select changes.*, kept_created
      from changes join ${hasKeys ? 'accepted' : 'applicable'} using (commit)
      left join locked using (kind, id)),
    stored as (
      insert into ${schema}.records as stored
        (store_id, kind, id, version, updated, deleted, replay_base, replay_size, value, created)
      select $1, kind, id, version, updated, deleted, base, size, nullif(value, '')::json,
        case when writes_search then created else kept_created end
      from applied order by kind, id
      on conflict (store_id, kind, id) do update
      set version = excluded.version, updated = excluded.updated, value = excluded.value,
        deleted = excluded.deleted, replay_base = excluded.replay_base,
        replay_size = excluded.replay_size, created = excluded.created
      where stored.store_id = $1 and stored.version = excluded.version - 1
      returning 1),${hasMoves ? moved(schema) : ''}${hasSearch ? searched(schema) : ''}
    written as (select from stored${hasSearch ? ' union all select from searched' : ''}),
    ${hasErasures ? erased(schema) : ''}
    ${history(schema)}
    select commit from ${hasKeys ? 'accepted' : 'applicable'}`
}

/** Writes the keys of the commits that can be applied, and accepts those whose key was free. */
function claimedKeys(schema: string): string {
  return `
    keys as materialized (
      ${keyRows}),
    claimed_keys as (
      insert into ${schema}.idempotency as stored (store_id, ${keyColumns})
      select $1, ${keyColumns} from keys join applicable using (commit) order by key
      ${replaceIfExpired} returning key),
    purged_keys as (
      delete from ${schema}.idempotency where store_id = $1 and key in (
        select key from ${schema}.idempotency
        where store_id = $1 and expires_at <= $7 and key not in (select key from keys)
        order by expires_at limit ${maxPurgedKeys} for update skip locked)),
    accepted as materialized (
      select commit from applicable left join keys using (commit)
      where key is null or key in (select key from claimed_keys)),`
}

/** Deletes the search rows of records that are found at another place from now on. */
function moved(schema: string): string {
  return `
    moved as (
      delete from ${schema}.search as stored
      where store_id = $1 and deleted in (false, true)
        and created = any (array(select was_created from applied where was_created is not null))
        and ${isChange('was_created is not null')}),`
}

const valuesAndEntries = `unnest(string_to_array($3::text, e'\\n')),
        unnest(string_to_array($4::text, e'\\n'))`

/** Parses the parameters. Values and entries stay text, so that their JSON is parsed once. */
export const changeRows = `select * from rows from (
        json_to_recordset($2::text::json) as (
          commit integer, kind text, id text, version integer, updated bigint, deleted bigint,
          base integer, size integer, writes_search boolean, is_deleted boolean, created bigint,
          expires bigint, terms text, was_deleted boolean, was_created bigint, erases boolean),
        ${valuesAndEntries}) with ordinality as t
        (commit, kind, id, version, updated, deleted, base, size, writes_search, is_deleted,
          created, expires, terms, was_deleted, was_created, erases, value, entry, ordinal)`

/** Parses the parameter that has the keys. */
export const keyRows = `select * from json_to_recordset($6::text::json) as (
        commit integer, kind text, id text, version integer, key text, fingerprint text,
        created_at bigint, expires_at bigint)`

/** Writes what the records can be found by, where that has changed. */
function searched(schema: string): string {
  return `
    searched as (
      ${insertSearch(schema)}
      select $1, kind, id, is_deleted, created, expires, terms::tsvector
      from applied where terms is not null order by kind, is_deleted, created, id
      ${replaceSearch} returning 1),`
}

/**
 * Begins an update that erases entries, as `eraseEntry` does. Citus pushes down only expressions
 * that are immutable, which `json_build_object` is not.
 */
export function eraseEntries(schema: string): string {
  const time = `coalesce(entry -> 'time', entry -> 'timestamp')::text`
  return `update ${schema}.history as stored
      set entry = ('{"version":' || version::text || ',"time":' || ${time}
        || ',"operation":' || (entry -> 'operation')::text || ',"patches":[]}')::json`
}

/** Erases the earlier entries of records. */
function erased(schema: string): string {
  return `erased as (
      ${eraseEntries(schema)} where store_id = $1 and ${isChange('erases')}),`
}

/**
 * Selects the rows of some changes by arrays, which PostgreSQL looks up in an index whatever it
 * estimates. For a join, it may read the whole store. The arrays also select the kind of one change
 * with the id of another, so the pairs are compared, by a subquery that cannot become a join.
 */
function isChange(condition: string): string {
  const changed = (columns: string) => `select ${columns} from applied where ${condition}`
  return `kind = any (array(${changed('kind')})) and id = any (array(${changed('id')}))
        and ((kind, id) in (${changed('kind, id')})) is true`
}

/** Numbers the changes in the order of the batch, and inserts their history entries. */
function history(schema: string): string {
  return `positions as (
      insert into ${schema}.stores as store (store_id, position)
      select $1, count(*) from applied
      having count(*) > 0 and (select count(*) from written) > 0
      on conflict (store_id) do update set position = store.position + excluded.position
      returning position),
    entries as (
      insert into ${schema}.history (store_id, kind, id, version, created_at, position, entry)
      select $1, kind, id, version, updated,
        position - count(*) over () + row_number() over (order by ordinal), entry::json
      from positions, applied)`
}
