import { readMessage } from '../../../errors/thrown.js'
import type { MovableStorage } from '../../../ports/storage.js'
import type { Prepare } from '../statements.js'
import type { Write } from './transactions.js'

/** The message of the error with which SQLite rejects a write of a frozen store. */
const frozenMessage = 'quotewright: the store is frozen'

const guardedTables = ['history', 'idempotency'] as const

const triggerOf = (table: string) => `quotewright_frozen_${table}`

const createTable = `
  create table if not exists quotewright_frozen (store_id text primary key) without rowid`
const createTriggers = guardedTables.map(
  (table) => `
    create trigger if not exists ${triggerOf(table)} before insert on quotewright_${table}
    when exists (select 1 from quotewright_frozen where store_id = new.store_id)
    begin select raise(abort, '${frozenMessage}'); end`,
)
const insertStore = 'insert or ignore into quotewright_frozen values (?)'

const selectTable = "select 1 from sqlite_schema where name = 'quotewright_frozen'"
const deleteStore = 'delete from quotewright_frozen where store_id = ?'
const selectStore = 'select 1 from quotewright_frozen limit 1'
const selectFrozen = 'select 1 from quotewright_frozen where store_id = ?'

/**
 * Returns the methods of the storage that freeze a store. Triggers reject its writes, also those of
 * other processes. They exist only while a store is frozen, so that no other file pays for them.
 */
export function createFreezeMethods(
  prepare: Prepare,
  write: Write,
): Required<Pick<MovableStorage, 'freezeStore' | 'unfreezeStore' | 'isStoreFrozen'>> {
  const hasTable = () => prepare(selectTable).get() != null
  return {
    async freezeStore(storeId) {
      await write(() => {
        for (const sql of [createTable, ...createTriggers]) prepare(sql).run()
        prepare(insertStore).run(storeId)
        return true
      }, 'freezeStore')
    },

    async unfreezeStore(storeId) {
      await write(() => {
        if (!hasTable()) return true
        prepare(deleteStore).run(storeId)
        if (prepare(selectStore).get() != null) return true
        for (const table of guardedTables) prepare(`drop trigger ${triggerOf(table)}`).run()
        prepare('drop table quotewright_frozen').run()
        return true
      }, 'unfreezeStore')
    },

    isStoreFrozen: (storeId) => hasTable() && prepare(selectFrozen).get(storeId) != null,
  }
}

/** Returns true for the error with which SQLite rejects a write of a frozen store. */
export function isFrozenError(error: unknown): boolean {
  return readMessage(error)?.includes(frozenMessage) === true
}
