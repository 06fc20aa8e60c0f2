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
