import type { StateStorage, StateValue } from '../../ports/state.js'
import type { Executor } from './client.js'
import { isDuplicate, retryDeadlock } from './errors.js'
import type { Tables } from './schema/tables.js'
import { asBytes, literal, toText, tuple } from './sql.js'
import type { InTransaction } from './transactions.js'

/** Returns the methods of the storage that keep the values of background processes. */
export function createStateMethods(
  executor: Executor,
  inTransaction: InTransaction,
  { state }: Tables,
): StateStorage {
  const select = (storeId: string, condition: string) =>
    executor.rows<StateRow>(
      `select state_key, version, ${asBytes('value')} as value from ${state}
       where store_id = ${literal(storeId)} and ${condition}`,
    )
  return {
    async loadState(storeId, keys) {
      const rows = await select(storeId, `state_key in ${tuple(keys)}`)
      const values = new Map(rows.map((row) => [toText(row.state_key), toValue(row)]))
      return keys.map((key) => values.get(key))
    },

    async saveState(storeId, { key, previousVersion, version, value }) {
      const json = literal(JSON.stringify(value))
      const ofVersion = `where store_id = ${literal(storeId)} and state_key = ${literal(key)}
        and version = ${literal(previousVersion)}`
      const sql =
        value === null
          ? `delete from ${state} ${ofVersion}`
          : previousVersion === 0
            ? `insert into ${state} (store_id, state_key, version, value)
               values (${literal(storeId)}, ${literal(key)}, ${literal(version)}, ${json})`
            : `update ${state} set version = ${literal(version)}, value = ${json} ${ofVersion}`
      try {
        // Not a statement by itself: on Galera, only the start of a transaction waits for what
        // other nodes have committed.
        const { affectedRows } = await retryDeadlock(() =>
          inTransaction(
            (connection) => connection.run(sql),
            () => true,
          ),
        )
        return affectedRows === 1
      } catch (error) {
        if (isDuplicate(error)) return false
        throw error
      }
    },

    async listState(storeId, { afterKey, beforeKey, limit }) {
      const isListed = `state_key > ${literal(afterKey)} and state_key < ${literal(beforeKey)}`
      const rows = await select(storeId, `${isListed} order by state_key limit ${limit + 1}`)
      return { items: rows.slice(0, limit).map(toValue), hasMore: rows.length > limit }
    },
  }
}

interface StateRow {
  readonly state_key: unknown
  readonly version: unknown
  readonly value: unknown
}

function toValue({ state_key, version, value }: StateRow): StateValue {
  const key = toText(state_key)
  return { key, version: Number(version), value: JSON.parse(toText(value)) as unknown }
}
