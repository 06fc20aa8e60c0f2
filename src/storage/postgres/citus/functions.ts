import { hash } from 'node:crypto'
import { distributedName } from '../schema/tables.js'
import { insertSearch, keyColumns, replaceIfExpired, replaceSearch } from '../statements/commit.js'
import { changeRows, eraseEntries, keyRows, maxPurgedKeys } from '../statements/commit-batch.js'

/** A function that Citus runs on the worker that has the store of its first argument. */
export interface DistributedFunction {
  /** Its name with the schema, which a release that changes its source changes too. */
  readonly name: string
  /** The types of its parameters. The first one is the store. */
  readonly parameters: readonly string[]
  /** What follows its parameters in `create function`. */
  readonly source: string
}

function distributedFunction(
  schema: string,
  name: string,
  parameters: readonly string[],
  source: string,
): DistributedFunction {
  const version = hash('sha256', `${parameters} ${source}`, 'hex').slice(0, 8)
  return { name: `${schema}.${distributedName}${name}_${version}`, parameters, source }
}

/** Returns the SQL that calls a function with `$1`, `$2`, … */
export function callOf({ name, parameters }: DistributedFunction): string {
  return `${name}(${parameters.map((_, index) => `$${index + 1}`).join(', ')})`
}

/**
 * Returns the function that writes any commits of one store, as `commitBatchStatement` does and
 * with its parameters, of which those of the keys can be empty and 0. It returns the numbers of the
 * commits that were applied.
 *
 * It writes row by row, with statements of one table and one row: Citus can keep the plan of each
 * in the connection, and runs it without a further round trip. It plans an insert in a CTE, or of
 * several rows that are selected, at every execution and in several steps.
 *
 * Rows are locked in the order of `commitBatchStatement`. Only a commit that writes several rows
 * locks them before it writes the first one, because it must write all of them or none.
 */
export function writeCommitsFunction(schema: string): DistributedFunction {
  const isRecord = 'store_id = $1 and kind = change.kind and id = change.id'
  return distributedFunction(
    schema,
    'write_commits',
    ['text', 'text', 'text', 'text', 'integer', 'text', 'bigint'],
    `returns setof integer language plpgsql as $function$
declare
  change record;
  claim record;
  stored_version integer;
  store_position bigint;
  applied integer := 0;
  rejected integer[] := '{}';
  locks boolean := $6 <> '' or json_array_length($2::json) > $5;
begin
  if locks then
    for change in ${changeRows} order by kind, id loop
      select version into stored_version from ${schema}.records where ${isRecord} for update;
      if change.version <> coalesce(stored_version, 0) + 1 then
        rejected := rejected || change.commit;
      end if;
    end loop;
  end if;
  if $6 <> '' then
    for claim in ${keyRows} order by key loop
      continue when claim.commit = any (rejected);
      insert into ${schema}.idempotency as stored (store_id, ${keyColumns})
      values ($1, ${keyColumns.replaceAll(/\w+/g, 'claim.$&')})
      ${replaceIfExpired};
      if not found then
        rejected := rejected || claim.commit;
      end if;
    end loop;
    delete from ${schema}.idempotency where store_id = $1 and key in (
      select key from ${schema}.idempotency where store_id = $1 and expires_at <= $7
        and key <> all (array(select value ->> 'key' from json_array_elements($6::json)))
      order by expires_at limit ${maxPurgedKeys} for update skip locked);
  end if;
  for change in ${changeRows} order by kind, id loop
    continue when change.commit = any (rejected);
    if change.version = 1 then
      insert into ${schema}.records (store_id, kind, id, version, updated, deleted, replay_base,
        replay_size, value, created)
      values ($1, change.kind, change.id, 1, change.updated, change.deleted, change.base,
        change.size, nullif(change.value, '')::json, change.created)
      on conflict (store_id, kind, id) do nothing;
    else
      update ${schema}.records as stored
      set version = change.version, updated = change.updated, deleted = change.deleted,
        replay_base = change.base, replay_size = change.size,
        value = nullif(change.value, '')::json,
        created = case when change.writes_search then change.created else stored.created end
      where ${isRecord} and version = change.version - 1;
    end if;
    if not found then
      if locks then
        raise unique_violation using message = 'the record was created at the same time';
      end if;
      rejected := rejected || change.commit;
      continue;
    end if;
    applied := applied + 1;
    if change.was_created is not null then
      delete from ${schema}.search where ${isRecord} and deleted = change.was_deleted
        and created = change.was_created;
    end if;
    if change.terms is not null then
      ${insertSearch(schema)}
      values ($1, change.kind, change.id, change.is_deleted, change.created, change.expires,
        change.terms::tsvector)
      ${replaceSearch};
    end if;
    if change.erases then
      ${eraseEntries(schema)} where ${isRecord};
    end if;
  end loop;
  if applied > 0 then
    insert into ${schema}.stores as store (store_id, position) values ($1, applied)
    on conflict (store_id) do update set position = store.position + excluded.position
    returning position - applied into store_position;
    for change in ${changeRows} order by ordinal loop
      continue when change.commit = any (rejected);
      store_position := store_position + 1;
      insert into ${schema}.history (store_id, kind, id, version, created_at, position, entry)
      values ($1, change.kind, change.id, change.version, change.updated, store_position,
        change.entry::json);
    end loop;
  end if;
  return query select commit from generate_series(0, $5 - 1) as commit
    where commit <> all (rejected);
end
$function$`,
  )
}

/**
 * Returns the function that writes search rows again, as the statement of `rebuildSearch` does and
 * with its parameters.
 */
export function writeSearchFunction(schema: string): DistributedFunction {
  const isRecord = 'store_id = $1 and kind = $2 and id = computed.id'
  return distributedFunction(
    schema,
    'write_search',
    ['text', 'text', 'text'],
    `returns integer language plpgsql as $function$
declare
  computed record;
  written integer := 0;
begin
  for computed in select * from json_to_recordset($3::json) as (
      id text, version integer, deleted boolean, created bigint, expires bigint, terms text)
      order by id loop
    perform from ${schema}.records where ${isRecord} and version = computed.version for update;
    continue when not found;
    written := written + 1;
    update ${schema}.records set created = computed.created
    where ${isRecord} and created is distinct from computed.created;
    insert into ${schema}.search as stored
      (store_id, kind, id, deleted, created, expires, terms)
    values ($1, $2, computed.id, computed.deleted, computed.created, computed.expires,
      computed.terms::tsvector)
    on conflict (kind, deleted, store_id, created, id) do update set
      expires = excluded.expires, terms = excluded.terms
    where stored.store_id = $1
      and (stored.expires, stored.terms) is distinct from (excluded.expires, excluded.terms);
  end loop;
  return written;
end
$function$`,
  )
}
