/**
 * Returns an insert of what records can be found by. It replaces what is stored at the same place.
 *
 * @param rows A query of kind, id, deleted, created, expires and terms, beside the store.
 */
export function insertSearch(schema: string, rows: string): string {
  return `insert into ${schema}.search (store_id, kind, id, deleted, created, expires, terms)
      ${rows}
      on conflict (kind, deleted, store_id, created, id) do update set
        expires = excluded.expires, terms = excluded.terms`
}
