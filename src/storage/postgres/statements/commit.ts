import { insertKey, purgeExpired, replaceIfExpired } from '../idempotency.js'

/**
 * Returns the statements that write one commit. Each returns one row if it was applied, and none
 * if it conflicts. Parameters:
 *
 * - $1 store, $2 quote id, $3 version, $4 time of the change
 * - $5 quote, or an empty string if the history entry contains it
 * - $6 history entry
 * - only in updates: $7 base and $8 size of the replay state
 * - only with a key, as the last four: key, fingerprint, created_at, expires_at
 *
 * JSON is sent as text, because some drivers serialize parameters of type json a second time.
 */
export function commitStatements(schema: string) {
  const insertQuote = `insert into ${schema}.quotes (store_id, quote_id, version, updated, quote)`
  const quoteValues = `$1, $2, $3, $4, nullif($5::text, '')::json`
  const updateQuote = `update ${schema}.quotes
      set version = $3, updated = $4, quote = $5::text::json, replay_base = $7, replay_size = $8`
  const isPrevious = 'store_id = $1 and quote_id = $2 and version = $3 - 1'

  const insertHistory = `positions as (
      insert into ${schema}.stores as store (store_id, position) select $1, 1 from written
      on conflict (store_id) do update set position = store.position + 1 returning position)
    insert into ${schema}.history (store_id, quote_id, version, created_at, position, entry)
    select $1, $2, $3, $4, position, $6::text::json from positions returning 1`

  return {
    create: `with written as (
      ${insertQuote} values (${quoteValues}) on conflict do nothing returning 1),
    ${insertHistory}`,

    // Inserts the key first, and only if the id is free. If two commits insert the same id at the
    // same time, the second one fails with a unique violation.
    createWithKey: `with claimed_keys as (
      ${insertKey(schema, 7)}
      where not exists (select from ${schema}.quotes where store_id = $1 and quote_id = $2)
      ${replaceIfExpired} returning 1),
    ${purgeExpired(schema, 7)},
    written as (
      ${insertQuote} select ${quoteValues} from claimed_keys returning 1),
    ${insertHistory}`,

    update: `with written as (
      ${updateQuote} where ${isPrevious} returning 1),
    ${insertHistory}`,

    // Locks the quote at its version before it inserts the key, so that a conflict leaves the key
    // unused.
    updateWithKey: `with previous as (
      select from ${schema}.quotes where ${isPrevious} for update),
    claimed_keys as (
      ${insertKey(schema, 9)} from previous
      ${replaceIfExpired} returning 1),
    ${purgeExpired(schema, 9)},
    written as (
      ${updateQuote} where ${isPrevious} and exists (select from claimed_keys) returning 1),
    ${insertHistory}`,
  }
}
