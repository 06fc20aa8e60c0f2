/** Version of the tables that this release reads and writes. */
export const schemaVersion = 1

/** The names of the tables, quoted, with their database if an option names one. */
export interface Tables {
  readonly version: string
  readonly stores: string
  readonly records: string
  readonly terms: string
  readonly history: string
  readonly idempotency: string
  readonly state: string
  readonly currentQuotes: string
}

/** Begins the name of each table. */
export const prefix = 'quotewright_'

/** Returns the names of the tables. */
export function getTables(database: string | undefined): Tables {
  const qualifier = database === undefined ? '' : `\`${database}\`.`
  const name = (table: string) => `${qualifier}${prefix}${table}`
  return {
    version: name('version'),
    stores: name('stores'),
    records: name('records'),
    terms: name('terms'),
    history: name('history'),
    idempotency: name('idempotency'),
    state: name('state'),
    currentQuotes: name('current_quotes'),
  }
}

/**
 * 255 characters of UTF-8. As bytes, ids are compared exactly by MySQL and by MariaDB, which have
 * no collation in common that does. Three of them and a number fit into an index.
 */
const id = 'varbinary(1020) not null'

const json = 'longtext character set utf8mb4 collate utf8mb4_bin'

/** Each table is found by the store first, except the terms, whose scope contains the store. */
const end = 'engine = InnoDB row_format = dynamic default character set utf8mb4'

/**
 * Returns the statements that create the tables of this release, each of which can be repeated.
 * JSON is text, because the type `json` of MySQL sorts the fields of objects.
 */
export function createTables(tables: Tables): readonly string[] {
  return [
    `create table if not exists ${tables.stores} (
  store_id ${id} primary key,
  position bigint not null
) ${end}`,
    `create table if not exists ${tables.records} (
  store_id ${id},
  kind ${id},
  id ${id},
  version int not null,
  updated bigint not null,
  deleted bigint,
  is_deleted tinyint, -- of the search row, like the next three; null if it cannot be found
  created bigint,
  expires bigint,
  tokens mediumblob, -- the terms and words
  replay_base int not null,
  replay_size int not null,
  size int not null, -- length of the value
  value ${json}, -- null while it equals the value of the first history entry
  primary key (store_id, kind, id),
  key by_created (store_id, kind, is_deleted, created, id),
  key by_updated (store_id, kind, is_deleted, updated, id),
  key by_expires (store_id, kind, is_deleted, expires, id)
) ${end}`,
    `create table if not exists ${tables.terms} (
  scope binary(16) not null, -- hash of the store, the kind, and whether the record is deleted
  token varbinary(1020) not null,
  created bigint not null,
  id ${id},
  primary key (scope, token, created, id)
) ${end}`,
    `create table if not exists ${tables.history} (
  store_id ${id},
  position bigint not null,
  kind ${id},
  id ${id},
  version int not null,
  created_at bigint not null,
  size int not null, -- length of the entry
  entry ${json} not null,
  primary key (store_id, position),
  unique key of_record (store_id, kind, id, version)
) ${end}`,
    `create table if not exists ${tables.idempotency} (
  store_id ${id},
  idempotency_key ${id},
  fingerprint text character set utf8mb4 not null,
  kind ${id},
  id ${id},
  version int not null,
  created_at bigint not null,
  expires_at bigint not null,
  primary key (store_id, idempotency_key),
  key by_expiry (store_id, expires_at)
) ${end}`,
    createStateTable(tables),
  ]
}

/** Returns the statement that creates the table of values that background processes keep. */
export function createStateTable({ state }: Tables): string {
  return `create table if not exists ${state} (
  store_id ${id},
  state_key ${id},
  version bigint not null,
  value ${json} not null,
  primary key (store_id, state_key)
) ${end}`
}

/** What precedes the value in the JSON of a history entry that contains it, and what follows. */
const aroundValue = { before: '"value":', after: '}]}' } as const

/**
 * Returns true if the view can cut the value out of the history entry: the functions of MySQL for
 * JSON would sort its fields.
 */
export function endsWithValue(entry: string, value: string): boolean {
  const { before, after } = aroundValue
  const start = entry.indexOf(before) + before.length
  return entry.length === start + value.length + after.length && entry.startsWith(value, start)
}

/** Returns the SQL that creates the view for the host's own queries, or one of another name. */
export function createView(
  { currentQuotes, records, history }: Tables,
  name = currentQuotes,
): string {
  const { before, after } = aroundValue
  const place = `locate('${before}', first.entry)`
  const length = `char_length(first.entry) - ${place} - ${before.length + after.length - 1}`
  const quote = `coalesce(stored.value, mid(first.entry, ${place} + ${before.length}, ${length}))`
  const text = (column: string) => `convert(stored.${column} using utf8mb4)`
  return `create or replace view ${name} as
  select ${text('store_id')} as store_id, ${text('id')} as quote_id, stored.version,
    stored.updated, stored.created,
    json_unquote(json_extract(${quote}, '$.status')) as status, ${quote} as quote
  from ${records} as stored left join ${history} as first
    on stored.value is null and first.store_id = stored.store_id and first.kind = stored.kind
      and first.id = stored.id and first.version = 1
  where stored.kind = 'quote' and stored.is_deleted = 0`
}
