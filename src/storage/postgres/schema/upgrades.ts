import { createSearch, createView } from './tables.js'

/**
 * The steps from each earlier version to the next one, in order. To change the tables, change
 * `createTables`, and add the step that makes the same of the tables before.
 */
export const upgrades: readonly { readonly from: number; sql(schema: string): string }[] = [
  { from: 3, sql: upgradeFrom3 },
]

/** Quotes become records of the kind `quote`, and the tags of a store one record. */
function upgradeFrom3(schema: string): string {
  return `    drop view ${schema}.current_quotes;
    alter table ${schema}.quotes rename to records;
    alter table ${schema}.records rename column quote_id to id;
    alter table ${schema}.records rename column quote to value;
    alter table ${schema}.records
      drop constraint quotes_pkey,
      add column kind text collate "C" not null default 'quote',
      add column deleted bigint,
      add column created bigint,
      add column size integer generated always as (octet_length(value::text)) stored,
      add primary key (store_id, kind, id);
    alter table ${schema}.records alter column kind drop default;

    alter table ${schema}.history rename column quote_id to id;
    alter table ${schema}.history
      drop constraint history_pkey,
      add column kind text collate "C" not null default 'quote',
      add primary key (store_id, kind, id, version);
    alter table ${schema}.history alter column kind drop default;

    alter table ${schema}.idempotency rename column quote_id to id;
    alter table ${schema}.idempotency add column kind text collate "C" not null default 'quote';
    alter table ${schema}.idempotency alter column kind drop default;

    with tags as materialized (
      select store_id, floor(extract(epoch from now()) * 1000)::bigint as updated,
        json_agg(json_build_object('backgroundColor', background_color, 'color', color,
          'label', label, 'value', name) order by ordinal, name) as value
      from ${schema}.tags group by store_id),
    positions as (
      insert into ${schema}.stores as store (store_id, position) select store_id, 1 from tags
      on conflict (store_id) do update set position = store.position + 1
      returning store_id, position),
    written as (
      insert into ${schema}.records (store_id, kind, id, version, updated)
      select store_id, 'tags', 'tags', 1, updated from tags)
    insert into ${schema}.history (store_id, kind, id, version, created_at, position, entry)
    select store_id, 'tags', 'tags', 1, updated, position, json_build_object(
      'version', 1, 'timestamp', updated, 'operation', 'setTag',
      'patches', json_build_array(
        json_build_object('op', 'replace', 'path', json_build_array(), 'value', value)))
    from tags join positions using (store_id);
    drop table ${schema}.tags;

${createSearch(schema)}
    alter table ${schema}.quotewright_version
      add column search_complete boolean not null default true;
    update ${schema}.quotewright_version set search_complete = false;
${createView(schema)}`
}
