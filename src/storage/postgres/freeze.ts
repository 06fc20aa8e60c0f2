import { QuoteError } from '../../errors.js'
import type { MovableStorage } from '../../ports/storage.js'
import { frozenPosition } from '../sql/commits.js'
import type { Query } from './client.js'
import { isOutOfRange } from './errors.js'

type FreezeMethods = Required<
  Pick<MovableStorage, 'freezeStore' | 'unfreezeStore' | 'isStoreFrozen'>
>

function selectFrozen(schema: string): string {
  return `select from ${schema}.stores where store_id = $1 and position = ${frozenPosition}`
}

/** Returns the methods of the storage that freeze a store. */
export function createFreezeMethods(query: Query, schema: string): FreezeMethods {
  const freeze = `insert into ${schema}.stores as store (store_id, position)
    values ($1, ${frozenPosition})
    on conflict (store_id) do update set position = excluded.position`
  // Positions have no gaps, so the last event has the position that the store had.
  const unfreeze = `update ${schema}.stores
    set position = coalesce((
      select max(position) from ${schema}.history where store_id = $1), 0)
    where store_id = $1 and position = ${frozenPosition}`
  return {
    async freezeStore(storeId) {
      await query(freeze, [storeId])
    },
    async unfreezeStore(storeId) {
      await query(unfreeze, [storeId])
    },
    isStoreFrozen: async (storeId) => (await query(selectFrozen(schema), [storeId])).length > 0,
  }
}

/** Returns a function that returns the error of a commit: `store_frozen` if its store is frozen. */
export function frozenStoreErrors(query: Query, schema: string) {
  const select = selectFrozen(schema)
  return async (storeId: string, error: unknown): Promise<unknown> => {
    if (!isOutOfRange(error)) return error
    const rows = await query(select, [storeId])
    return rows.length === 0 ? error : new QuoteError('store_frozen', { storeId })
  }
}
