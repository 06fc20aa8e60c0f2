/** Version of the tables that this release reads and writes. */
export const schemaVersion = 4

/** The beginning of the names of functions that only distributed tables have. */
export const distributedName = 'distributed_'

/**
 * Returns the SQL that creates the tables of this release, except that of the state. `schema` is
 * already quoted.
 *
 * Ids use the collation "C", so they are compared by bytes in every database. Every primary key
 * contains the store, so that every table can be partitioned or distributed by it.
 */
export function createTables(schema: string): string {
  return `  create table ${schema}.stores (
    store_id text collate "C" primary key,
    position bigint not null
  );
  create table ${schema}.records (
    store_id text collate "C" not null,
    kind text collate "C" not null,
    id text collate "C" not null,
    version integer not null,
    updated bigint not null,
    deleted bigint,
    created bigint, -- as in the table search; null if it cannot be found
    replay_base integer not null default 1,
    replay_size integer not null default 0,
    size integer generated always as (octet_length(value::text)) stored,
    value json, -- null while it equals the value of the first history entry
    primary key (store_id, kind, id)
  );
  create table ${schema}.history (
    store_id text collate "C" not null,
    kind text collate "C" not null,
    id text collate "C" not null,
    version integer not null,
    created_at bigint not null,
    position bigint not null,
    size integer not null generated always as (octet_length(entry::text)) stored,
    entry json not null,
    primary key (store_id, kind, id, version),
    unique (store_id, position)
  );
  create table ${schema}.idempotency (
    store_id text collate "C" not null,
    key text collate "C" not null,
    fingerprint text not null,
    kind text collate "C" not null,
    id text collate "C" not null,
    version integer not null,
    created_at bigint not null,
    expires_at bigint not null,
    primary key (store_id, key)
  );
  create index idempotency_by_expiry on ${schema}.idempotency (store_id, expires_at);
${createSearch(schema)}
${createView(schema)}`
}

/** Returns the SQL that creates the table of values that background processes keep. */
export function createStateTable(schema: string): string {
  return `  create table ${schema}.state (
    store_id text collate "C" not null,
    key text collate "C" not null,
    version bigint not null,
    value text not null,
    primary key (store_id, key)
  );`
}

/**
 * Returns the SQL that creates what finds records. No index of the table `search` begins with the
 * store. So a query by terms has one index to use, the one of the terms, whatever the statistics
 * say about the store.
 */
function createSearch(schema: string): string {
  return `  create table ${schema}.search (
    store_id text collate "C" not null,
    kind text collate "C" not null,
    id text collate "C" not null,
    deleted boolean not null,
    created bigint not null,
    expires bigint,
    terms tsvector not null,
    primary key (kind, deleted, store_id, created, id)
  );
  create index search_by_expiry on ${schema}.search (kind, deleted, store_id, expires, id)
    where expires is not null;
  create index search_by_terms on ${schema}.search using gin (terms)
    with (gin_pending_list_limit = 1024); -- kB; each query by terms reads what is pending
  create index records_by_update on ${schema}.records (store_id, kind, updated, id)
    where ${usesUpdateIndex};
${compressWithLz4(schema)}`
}

/**
 * Returns the SQL that compresses long values and entries with LZ4, if the server has it. A commit
 * spends up to a sixth of the server's time in the default method, and a tenth of that with LZ4.
 * The text is executed, because servers before 14 cannot parse it.
 */
function compressWithLz4(schema: string): string {
  return `  begin
    execute $lz4$
      alter table ${schema}.records alter column value set compression lz4;
      alter table ${schema}.history alter column entry set compression lz4;
    $lz4$;
  exception when feature_not_supported or syntax_error then
    null;
  end;`
}

/**
 * A condition that all records meet. PostgreSQL can use `records_by_update` only in a query that
 * has this condition. So it never searches it for an id, for which it would read the whole store,
 * and which it cannot tell from the primary key's index without statistics.
 */
export const usesUpdateIndex = 'version > 0'

/** Returns the SQL that creates the view for the host's own queries. */
function createView(schema: string): string {
  return `  create view ${schema}.current_quotes as
    select store_id, quote_id, version, updated, (quote ->> 'created')::bigint as created,
      quote ->> 'status' as status, quote
    from (
      select stored.store_id, stored.id as quote_id, stored.version, stored.updated,
        coalesce(stored.value, first.entry -> 'patches' -> 0 -> 'value') as quote
      from ${schema}.records as stored left join ${schema}.history as first
      on stored.value is null and first.kind = 'quote' and first.version = 1
        and first.store_id = stored.store_id and first.id = stored.id
      where stored.kind = 'quote' and stored.deleted is null and stored.${usesUpdateIndex}) as current;`
}
