import type { StateStorage, StateValue } from '../../ports/state.js'
import type { Query } from './client.js'
import { retrySerializationFailure } from './errors.js'

/**
 * Returns the methods of the storage that keep the values of background processes. Each statement
 * concerns one row or one store, so that Citus routes it to one shard.
 */
export function createStateMethods(query: Query, schema: string): StateStorage {
  const select = `select key, version::text, value from ${schema}.state where store_id = $1`
  const selectValues = `${select} and key in (select json_array_elements_text($2::text::json))`
  const selectRange = `${select} and key > $2 and key < $3 order by key limit $4`
  const ofVersion = 'where store_id = $1 and key = $2 and version = $3'
  const insertValue = `insert into ${schema}.state (store_id, key, version, value)
    values ($1, $2, $3, $4) on conflict (store_id, key) do nothing returning key`
  const updateValue = `update ${schema}.state set version = $4, value = $5 ${ofVersion} returning key`
  const deleteValue = `delete from ${schema}.state ${ofVersion} returning key`
  return {
    async loadState(storeId, keys) {
      const rows = await query<StateRow>(selectValues, [storeId, JSON.stringify(keys)])
      const values = new Map(rows.map((row) => [row.key, toValue(row)]))
      return keys.map((key) => values.get(key))
    },

    async saveState(storeId, { key, previousVersion, version, value }) {
      const row = [version, JSON.stringify(value)]
      const [text, values] =
        value === null
          ? [deleteValue, [storeId, key, previousVersion]]
          : previousVersion === 0
            ? [insertValue, [storeId, key, ...row]]
            : [updateValue, [storeId, key, previousVersion, ...row]]
      const written = await retrySerializationFailure(() => query<StateRow>(text, values))
      return written.length === 1
    },

    async listState(storeId, { afterKey, beforeKey, limit }) {
      const rows = await query<StateRow>(selectRange, [storeId, afterKey, beforeKey, limit + 1])
      return { items: rows.slice(0, limit).map(toValue), hasMore: rows.length > limit }
    },
  }
}

interface StateRow {
  readonly key: string
  readonly version: string
  readonly value: string
}

function toValue({ key, version, value }: StateRow): StateValue {
  return { key, version: Number(version), value: JSON.parse(value) as unknown }
}
