import { QuoteError } from '../../../errors.js'
import type { MovableStorage } from '../../../ports/storage.js'
import { frozenPosition } from '../../sql/commits.js'
import type { Executor } from '../client.js'
import { isOutOfRange, retryDeadlock } from '../errors.js'
import type { Tables } from '../schema/tables.js'
import { literal } from '../sql.js'
import type { InTransaction } from '../transactions.js'

type FreezeMethods = Required<
  Pick<MovableStorage, 'freezeStore' | 'unfreezeStore' | 'isStoreFrozen'>
>

/** Returns the methods of the storage that freeze a store. */
export function createFreezeMethods(
  inTransaction: InTransaction,
  { stores, history }: Tables,
): FreezeMethods {
  // Not a statement by itself: on Galera, only the start of a transaction waits for what other
  // nodes have committed.
  const transact = <T>(run: (executor: Executor) => Promise<T>) =>
    retryDeadlock(() => inTransaction(run, () => true))
  const run = (sql: string) => transact((executor) => executor.run(sql))
  const isFrozen = `position = ${frozenPosition}`
  return {
    async freezeStore(storeId) {
      await run(
        `insert into ${stores} (store_id, position) values (${literal(storeId)}, ${frozenPosition})
         on duplicate key update position = values(position)`,
      )
    },

    async unfreezeStore(storeId) {
      const ofStore = `store_id = ${literal(storeId)}`
      // Positions have no gaps, so the last event has the position that the store had.
      await run(
        `update ${stores}
         set position = coalesce((select max(position) from ${history} where ${ofStore}), 0)
         where ${ofStore} and ${isFrozen}`,
      )
    },

    async isStoreFrozen(storeId) {
      const ofStore = `store_id = ${literal(storeId)}`
      const rows = await transact((executor) =>
        executor.rows(`select 1 from ${stores} where ${ofStore} and ${isFrozen}`),
      )
      return rows.length > 0
    },
  }
}

/** Returns the error of adding to the position of a store: `store_frozen` if it is frozen. */
export function toPositionError(storeId: string, error: unknown): unknown {
  return isOutOfRange(error) ? new QuoteError('store_frozen', { storeId }) : error
}
