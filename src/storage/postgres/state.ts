import type { StateStorage } from '../../ports/state.js'
import type { StateRow } from '../sql/rows.js'
import { createStateMethods } from '../sql/state-methods.js'
import type { Query } from './client.js'
import { retrySerializationFailure } from './errors.js'

/**
 * Returns the methods of the storage that keep the values of background processes. Each statement
 * concerns one row or one store, so that Citus routes it to one shard.
 */
export function createPostgresState(query: Query, schema: string): StateStorage {
  const select = `select key, version::text, value from ${schema}.state where store_id = $1`
  const selectValues = `${select} and key in (select json_array_elements_text($2::text::json))`
  const selectRange = `${select} and key > $2 and key < $3 order by key limit $4`
  const ofVersion = 'where store_id = $1 and key = $2 and version = $3'
  const insertValue = `insert into ${schema}.state (store_id, key, version, value)
    values ($1, $2, $3, $4) on conflict (store_id, key) do nothing returning key`
  const updateValue = `update ${schema}.state set version = $4, value = $5 ${ofVersion} returning key`
  const deleteValue = `delete from ${schema}.state ${ofVersion} returning key`
  const write = async (text: string, values: (string | number)[]) =>
    (await retrySerializationFailure(() => query(text, values))).length === 1
  return createStateMethods({
    select: (storeId, keys) => query<StateRow>(selectValues, [storeId, JSON.stringify(keys)]),

    selectRange: (storeId, { afterKey, beforeKey, limit }) =>
      query<StateRow>(selectRange, [storeId, afterKey, beforeKey, limit]),

    insert: ({ storeId, key, version, json }) => write(insertValue, [storeId, key, version, json]),

    update: ({ storeId, key, previousVersion, version, json }) =>
      write(updateValue, [storeId, key, previousVersion, version, json]),

    remove: ({ storeId, key, previousVersion }) =>
      write(deleteValue, [storeId, key, previousVersion]),
  })
}
