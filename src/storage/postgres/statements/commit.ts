/** The columns of the table `idempotency`, without the store. */
export const keyColumns = 'kind, id, version, key, fingerprint, created_at, expires_at'

/**
 * Returns an insert of one key. $1 is the store, $2 and $3 are the record and $4 is its version;
 * the parameters of the key follow from the number `first`.
 */
function insertKey(schema: string, first: number): string {
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
function purgeExpired(schema: string, first: number): string {
  return `purged_keys as (
      delete from ${schema}.idempotency where store_id = $1 and key in (
        select key from ${schema}.idempotency where store_id = $1 and expires_at <= $${first + 2}
        order by expires_at limit 2 for update skip locked))`
}

/**
 * Returns the beginning of an insert of what records can be found by: a query of the store, kind,
 * id, deleted, created, expires and terms follows. A record that is created has no row yet.
 */
export function insertSearch(schema: string): string {
  return `insert into ${schema}.search (store_id, kind, id, deleted, created, expires, terms)`
}

/** Ends an insert for records that may have a row: it replaces what is stored at the same place. */
export const replaceSearch = `on conflict (kind, deleted, store_id, created, id) do update set
        expires = excluded.expires, terms = excluded.terms`

/** Which of the statements writes a commit of one change. */
export interface CommitShape {
  readonly isCreation: boolean
  /** True if the change writes what the record can be found by. */
  readonly hasSearch: boolean
  readonly hasKey: boolean
}

/**
 * Returns the statement that writes a commit of one change. It returns one row if the commit was
 * applied, and none if it conflicts. Parameters:
 *
 * - $1 store, $2 kind, $3 id, $4 version, $5 time of the change
 * - $6 value, or an empty string if the history entry contains it
 * - $7 history entry
 * - only in updates: base and size of the replay state, and the time of the deletion or an empty
 *   string
 * - only with `hasSearch`: deleted (1 or 0), created, expires or an empty string, terms
 * - only with `hasKey`: key, fingerprint, created_at, expires_at
 *
 * JSON is sent as text, because some drivers serialize parameters of type json a second time.
 */
export function commitStatement(
  schema: string,
  { isCreation, hasSearch, hasKey }: CommitShape,
): string {
  const search = isCreation ? 8 : 11
  const key = hasSearch ? search + 4 : search
  const created = hasSearch ? `$${search + 1}::bigint` : 'null'
  const keyed = isCreation ? createWithKey : updateWithKey
  const plain = isCreation ? create : update
  const written = hasKey
    ? keyed(schema, created, hasSearch, key)
    : plain(schema, created, hasSearch)
  const searched = `searched as (
      ${insertSearch(schema)}
      select $1, $2, $3, $${search}::integer = 1, $${search + 1}::bigint,
        nullif($${search + 2}::text, '')::bigint, $${search + 3}::text::tsvector from written
      ${isCreation ? '' : replaceSearch} returning 1),
    `
  return `with ${written},
    ${hasSearch ? searched : ''}positions as (
      insert into ${schema}.stores as store (store_id, position)
      select $1, 1 from ${hasSearch ? 'searched' : 'written'}
      on conflict (store_id) do update set position = store.position + 1 returning position)
    insert into ${schema}.history (store_id, kind, id, version, created_at, position, entry)
    select $1, $2, $3, $4, $5, position, $7::text::json from positions returning 1`
}

const isRecord = 'store_id = $1 and kind = $2 and id = $3'
const isPrevious = `${isRecord} and version = $4 - 1`

function insertRecord(schema: string): string {
  return `insert into ${schema}.records (store_id, kind, id, version, updated, value, created)`
}

function recordValues(created: string): string {
  return `$1, $2, $3, $4, $5, nullif($6::text, '')::json, ${created}`
}

function create(schema: string, created: string): string {
  return `written as (
      ${insertRecord(schema)} values (${recordValues(created)})
      on conflict do nothing returning 1)`
}

/**
 * Inserts the key first, and only if the id is free. If two commits insert the same id at the same
 * time, the second one fails with a unique violation. No index but the primary key is as good for a
 * lookup of a column that it does not contain, such as the version.
 */
function createWithKey(schema: string, created: string, _: boolean, key: number): string {
  return `claimed_keys as (
      ${insertKey(schema, key)}
      where not exists (select from ${schema}.records where ${isRecord} and version > 0)
      ${replaceIfExpired} returning 1),
    ${purgeExpired(schema, key)},
    written as (
      ${insertRecord(schema)} select ${recordValues(created)} from claimed_keys returning 1)`
}

function updateRecord(schema: string, created: string, hasSearch: boolean): string {
  return `update ${schema}.records
      set version = $4, updated = $5, value = $6::text::json, replay_base = $8, replay_size = $9,
        deleted = nullif($10::text, '')::bigint${hasSearch ? `, created = ${created}` : ''}`
}

function update(schema: string, created: string, hasSearch: boolean): string {
  return `written as (
      ${updateRecord(schema, created, hasSearch)} where ${isPrevious} returning 1)`
}

/**
 * Locks the record at its version before it inserts the key, so that a conflict leaves the key
 * unused.
 */
function updateWithKey(schema: string, created: string, hasSearch: boolean, key: number): string {
  return `previous as (
      select from ${schema}.records where ${isPrevious} for update),
    claimed_keys as (
      ${insertKey(schema, key)} from previous
      ${replaceIfExpired} returning 1),
    ${purgeExpired(schema, key)},
    written as (
      ${updateRecord(schema, created, hasSearch)}
      where ${isPrevious} and exists (select from claimed_keys) returning 1)`
}

/**
 * Returns the statement that adds a key without a change. $1 is the store, $2, $3 and $4 are the
 * record and its version; the parameters of the key follow.
 */
export function keyStatement(schema: string): string {
  return `with ${purgeExpired(schema, 5)}
    ${insertKey(schema, 5)} ${replaceIfExpired} returning 1`
}
