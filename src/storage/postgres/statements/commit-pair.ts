import { isPrevious, updateRecord } from './commit.js'
import { insertSearch, replaceSearch } from './write-search.js'

/**
 * Returns the statement that writes a commit of two updates, which costs less to plan than the one
 * for any commits. It returns two rows if the commit was applied, and none if it conflicts.
 * Parameters:
 *
 * - $1 store; $2 to $10 the first update, as `commitStatement` numbers them
 * - $11 to $18 the second update: kind, id, version, time, value, history entry, and the base and
 *   size of its replay state
 * - only with `hasSearch`: what the first record can be found by, as in `commitStatement`
 *
 * The second record is locked first, so it must come first in the order of kinds and ids, in which
 * all statements lock their rows.
 */
export function commitPairStatement(schema: string, hasSearch: boolean): string {
  const isOtherPrevious = 'store_id = $1 and kind = $11 and id = $12 and version = $13 - 1'
  const created = hasSearch ? '$20::bigint' : 'null'
  const searched = `searched as (
      ${insertSearch(schema)}
      select $1, $2, $3, $19::integer = 1, ${created},
        nullif($21::text, '')::bigint, $22::text::tsvector from written
      ${replaceSearch} returning 1),
    `
  return `with other as (
      select from ${schema}.records where ${isOtherPrevious} for update),
    previous as (
      select from ${schema}.records where ${isPrevious} and exists (select from other) for update),
    other_written as (
      update ${schema}.records
      set version = $13, updated = $14, value = $15::text::json, replay_base = $17,
        replay_size = $18
      where ${isOtherPrevious} and exists (select from previous) returning 1),
    written as (
      ${updateRecord(schema, created, hasSearch)}
      where ${isPrevious} and exists (select from other_written) returning 1),
    ${hasSearch ? searched : ''}positions as (
      insert into ${schema}.stores as store (store_id, position)
      select $1, 2 from ${hasSearch ? 'searched' : 'written'}
      on conflict (store_id) do update set position = store.position + 2 returning position)
    insert into ${schema}.history (store_id, kind, id, version, created_at, position, entry)
    select $1, $2, $3, $4, $5, position - 1, $7::text::json from positions
    union all select $1, $11, $12, $13, $14, position, $16::text::json from positions
    returning 1`
}
