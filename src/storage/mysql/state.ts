import type { StateStorage } from '../../ports/state.js'
import type { StateRow } from '../sql/rows.js'
import { createStateMethods, type SerializedState } from '../sql/state-methods.js'
import type { Executor } from './client.js'
import { isDuplicate, retryDeadlock } from './errors.js'
import type { Tables } from './schema/tables.js'
import { asBytes, literal, tuple } from './sql.js'
import type { InTransaction } from './transactions.js'

/** Returns the methods of the storage that keep the values of background processes. */
export function createMysqlState(
  executor: Executor,
  inTransaction: InTransaction,
  { state }: Tables,
): StateStorage {
  const select = async (storeId: string, condition: string) =>
    executor.rows<StateRow>(
      `select state_key as \`key\`, version, ${asBytes('value')} as value from ${state}
       where store_id = ${literal(storeId)} and ${condition}`,
    )

  async function write(sql: string): Promise<boolean> {
    try {
      // Not a statement by itself: on Galera, only the start of a transaction waits for what other
      // nodes have committed.
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
  }

  const ofVersion = ({ storeId, key, previousVersion }: SerializedState) =>
    `where store_id = ${literal(storeId)} and state_key = ${literal(key)}
      and version = ${literal(previousVersion)}`

  return createStateMethods({
    select: async (storeId, keys) => select(storeId, `state_key in ${tuple(keys)}`),

    async selectRange(storeId, { afterKey, beforeKey, limit }) {
      const isListed = `state_key > ${literal(afterKey)} and state_key < ${literal(beforeKey)}`
      return select(storeId, `${isListed} order by state_key limit ${limit}`)
    },

    insert: async ({ storeId, key, version, json }) =>
      write(
        `insert into ${state} (store_id, state_key, version, value)
         values ${tuple([storeId, key, version, json])}`,
      ),

    update: async (row) =>
      write(
        `update ${state} set version = ${literal(row.version)}, value = ${literal(row.json)}
         ${ofVersion(row)}`,
      ),

    remove: async (row) => write(`delete from ${state} ${ofVersion(row)}`),
  })
}
