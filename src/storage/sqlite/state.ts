import type { PortCallOptions } from '../../ports/call-options.js'
import type { StateStorage } from '../../ports/state.js'
import type { StateRow } from '../sql/rows.js'
import { createStateMethods } from '../sql/state-methods.js'
import type { SqliteValue } from './client.js'
import { getOneRow, type Prepare } from './statements.js'
import type { Write } from './writing/transactions.js'

const columns = 'key, version, value'
const selectValue = `
  select ${columns} from quotewright_state where store_id = ? and key = ?`
const selectValues = `
  select ${columns} from quotewright_state
  where store_id = ? and key > ? and key < ? order by key limit ?`
const insertValue = `
  insert or ignore into quotewright_state (version, value, store_id, key) values (?, ?, ?, ?)`
const ofVersion = 'where store_id = ? and key = ? and version = ?'
const updateValue = `update quotewright_state set version = ?, value = ? ${ofVersion}`
const deleteValue = `delete from quotewright_state ${ofVersion}`

/** Returns the methods of the storage that keep the values of background processes. */
export function createSqliteState(prepare: Prepare, write: Write): StateStorage {
  const writeRow = (sql: string, row: readonly SqliteValue[], call?: PortCallOptions) =>
    write(() => Number(prepare(sql).run(...row).changes) === 1, 'saveState', call)
  return createStateMethods({
    select: (storeId, keys) =>
      keys.flatMap((key) => getOneRow<StateRow>(prepare(selectValue), storeId, key)),

    selectRange: (storeId, { afterKey, beforeKey, limit }) =>
      prepare(selectValues).all(storeId, afterKey, beforeKey, limit) as StateRow[],

    insert: ({ storeId, key, version, json }, call) =>
      writeRow(insertValue, [version, json, storeId, key], call),

    update: ({ storeId, key, previousVersion, version, json }, call) =>
      writeRow(updateValue, [version, json, storeId, key, previousVersion], call),

    remove: ({ storeId, key, previousVersion }, call) =>
      writeRow(deleteValue, [storeId, key, previousVersion], call),
  })
}
