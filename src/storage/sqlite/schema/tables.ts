/** Creates the table of values that background processes keep. */
export const createStateTable = `
  create table quotewright_state (
    store_id text not null,
    key text not null,
    version integer not null,
    value text not null,
    primary key (store_id, key)
  ) without rowid`

/** Creates the tables of this release, except that of the state. */
export const createTables = `
  create table quotewright_records (
    number integer primary key, -- the rowid in quotewright_search
    store_id text not null,
    kind text not null,
    id text not null,
    version integer not null,
    updated integer not null,
    deleted integer,
    replay_base integer not null,
    replay_size integer not null,
    is_deleted integer, -- of the search row, like the next two; null if there is none
    created integer,
    expires integer,
    segment integer, -- number of quotewright_segments; null if it never could be found
    value text, -- null while it equals the value of the first history entry
    unique (store_id, kind, id)
  );
  create index quotewright_records_by_created
    on quotewright_records (store_id, kind, is_deleted, created, id);
  create index quotewright_records_by_updated
    on quotewright_records (store_id, kind, is_deleted, updated, id);
  create index quotewright_records_by_expires
    on quotewright_records (store_id, kind, is_deleted, expires, id) where expires is not null;
  create table quotewright_segments (
    number integer primary key,
    store_id text not null,
    kind text not null,
    records integer not null,
    first_created integer not null,
    last_created integer not null,
    last_id text not null, -- of the record that was added last
    is_ordered integer not null -- 1 if records of rising number have rising (created, id)
  );
  create index quotewright_segments_of_store on quotewright_segments (store_id, kind);
  create virtual table quotewright_search using fts5 (
    tokens, content = '', detail = none, columnsize = 0,
    tokenize = "ascii tokenchars ':@._-'");
  -- FTS5 counts rows, and reports a corrupt table if one is removed from an empty table.
  insert into quotewright_search (rowid, tokens) values (0, '');
  create table quotewright_history (
    store_id text not null,
    kind text not null,
    id text not null,
    version integer not null,
    created_at integer not null,
    position integer not null,
    size integer not null, -- length of the entry; stored before it, so that it can be read alone
    entry text not null,
    primary key (store_id, position)
  );
  create unique index quotewright_history_of_record
    on quotewright_history (store_id, kind, id, version);
  create table quotewright_idempotency (
    store_id text not null,
    key text not null,
    fingerprint text not null,
    kind text not null,
    id text not null,
    version integer not null,
    created_at integer not null,
    expires_at integer not null,
    primary key (store_id, key)
  ) without rowid;
  create index quotewright_idempotency_by_expiry
    on quotewright_idempotency (store_id, expires_at);
  create view quotewright_current_quotes as
    with stored as (
      select record.store_id, record.id as quote_id, record.version, record.updated,
        record.created,
        coalesce(record.value, json_extract(first.entry, '$.patches[0].value')) as quote
      from quotewright_records as record left join quotewright_history as first
      on record.value is null and first.version = 1 and first.store_id = record.store_id
        and first.kind = record.kind and first.id = record.id
      where record.kind = 'quote' and record.is_deleted = 0)
    select *, json_extract(quote, '$.status') as status from stored;
`
