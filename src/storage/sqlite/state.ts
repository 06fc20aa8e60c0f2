import type { StateStorage, StateValue } from '../../ports/state.js'
import type { Prepare } from './statements.js'
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
export function createStateMethods(prepare: Prepare, write: Write): StateStorage {
  return {
    loadState: (storeId, keys) =>
      keys.map((key) => {
        const row = prepare(selectValue).get(storeId, key) as StateRow | null | undefined
        return row == null ? undefined : toValue(row)
      }),

    saveState: (storeId, { key, previousVersion, version, value }, call) =>
      write(
        () => {
          const row = [version, JSON.stringify(value)]
          const { changes } =
            value === null
              ? prepare(deleteValue).run(storeId, key, previousVersion)
              : previousVersion === 0
                ? prepare(insertValue).run(...row, storeId, key)
                : prepare(updateValue).run(...row, storeId, key, previousVersion)
          return Number(changes) === 1
        },
        'saveState',
        call,
      ),

    listState(storeId, { afterKey, beforeKey, limit }) {
      const rows = prepare(selectValues).all(storeId, afterKey, beforeKey, limit + 1)
      const items = (rows as StateRow[]).slice(0, limit).map(toValue)
      return { items, hasMore: rows.length > limit }
    },
  }
}

interface StateRow {
  readonly key: string
  readonly version: number | bigint
  readonly value: string
}

function toValue({ key, version, value }: StateRow): StateValue {
  return { key, version: Number(version), value: JSON.parse(value) as unknown }
}
