import type { SqliteDatabase } from '../client.js'
import { createTables } from './tables-4.js'

const renameTables = `
  drop view quotewright_current_quotes;
  drop index quotewright_history_of_quote;
  drop index quotewright_idempotency_by_expiry;
  alter table quotewright_history rename to quotewright_history_3;
  alter table quotewright_idempotency rename to quotewright_idempotency_3;
`

const copyRows = `
  insert into quotewright_history
      (store_id, kind, id, version, created_at, position, size, entry)
    select store_id, 'quote', quote_id, version, created_at, position, size, entry
    from quotewright_history_3 order by store_id, position;
  insert into quotewright_records
      (store_id, kind, id, version, updated, replay_base, replay_size, value)
    select store_id, 'quote', quote_id, version, updated, replay_base, replay_size, quote
    from quotewright_quotes order by rowid;
  insert into quotewright_idempotency
      (store_id, key, fingerprint, kind, id, version, created_at, expires_at)
    select store_id, key, fingerprint, 'quote', quote_id, version, created_at, expires_at
    from quotewright_idempotency_3;
`

const dropTables = `
  drop table quotewright_history_3;
  drop table quotewright_quotes;
  drop table quotewright_idempotency_3;
  drop table quotewright_tags;
`

/**
 * Upgrades version 3: quotes become records, and the tags of each store one record. The history of
 * that record begins now, with one entry.
 */
export function moveToRecords(database: SqliteDatabase): void {
  database.exec(renameTables)
  database.exec(createTables)
  database.exec(copyRows)
  moveTags(database)
  database.exec(dropTables)
}

interface TagRow {
  readonly store_id: string
  readonly name: string
  readonly label: string
  readonly color: string
  readonly background_color: string
}

function moveTags(database: SqliteDatabase): void {
  const insertEntry = database.prepare(
    `insert into quotewright_history
       (store_id, kind, id, version, created_at, size, entry, position)
     values (?, 'tags', 'tags', 1, ?, ?, ?,
       (select coalesce(max(position), 0) + 1 from quotewright_history where store_id = ?))`,
  )
  const insertRecord = database.prepare(
    `insert into quotewright_records
       (store_id, kind, id, version, updated, replay_base, replay_size)
     values (?, 'tags', 'tags', 1, ?, 1, 0)`,
  )
  const selectTags = database.prepare('select * from quotewright_tags order by store_id, ordinal')
  const timestamp = Date.now()
  for (const [storeId, tags] of tagsByStore(selectTags.all() as TagRow[])) {
    const patches = [{ op: 'replace', path: [], value: tags }]
    const operation = 'setTag'
    const entry = JSON.stringify({ version: 1, timestamp, operation, patches })
    insertEntry.run(storeId, timestamp, entry.length, entry, storeId)
    insertRecord.run(storeId, timestamp)
  }
}

function tagsByStore(rows: readonly TagRow[]): ReadonlyMap<string, readonly object[]> {
  const stores = new Map<string, object[]>()
  for (const { store_id: storeId, name, label, color, background_color: backgroundColor } of rows) {
    const tags = stores.get(storeId) ?? []
    tags.push({ backgroundColor, color, label, value: name })
    stores.set(storeId, tags)
  }
  return stores
}
