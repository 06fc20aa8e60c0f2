import type { RecordRef } from '../../record/record.js'
import { createReadMethods, type SelectRecords } from '../sql/read-methods.js'
import type { EntryRow, EventRow, IdempotencyRow, RecordRow } from '../sql/rows.js'
import type { Executor } from './client.js'
import type { Tables } from './schema/tables.js'
import { asBytes, literal, tuples } from './sql.js'

/** The columns of a record besides its value, in a table named `stored`. */
export const recordColumns = [
  'kind',
  'id',
  'version',
  'updated',
  'deleted',
  'replay_base',
  'replay_size',
]
  .map((column) => `stored.${column}`)
  .join(', ')

/** Returns the value of a row named `stored`, or its first history entry if that contains it. */
export function valueOrEntry({ history }: Tables): string {
  return asBytes(`coalesce(stored.value, (
      select entry from ${history} as first
      where first.store_id = stored.store_id and first.kind = stored.kind
        and first.id = stored.id and first.version = 1))`)
}

/** Returns a function that selects records of a store in one statement. */
export function recordSelection(executor: Executor, tables: Tables): SelectRecords {
  return async (storeId, refs) =>
    executor.rows<RecordRow>(
      `select ${recordColumns}, stored.value is null as in_entry, ${valueOrEntry(tables)} as entry
       from ${tables.records} as stored force index (primary)
       where stored.store_id = ${literal(storeId)} and (stored.kind, stored.id) in (${refTuples(refs)})`,
    )
}

/** Returns records for a comparison with `in`. */
export function refTuples(refs: readonly RecordRef[]): string {
  return tuples(refs.map(({ kind, id }) => [kind, id]))
}

/** Returns the methods of the storage that read history entries and idempotency records. */
export function createHistoryMethods(executor: Executor, tables: Tables) {
  const selectKeys = async (storeId: string, condition: string) =>
    executor.rows<IdempotencyRow>(
      `select idempotency_key as \`key\`, ${asBytes('fingerprint')} as fingerprint, kind, id, version,
         created_at, expires_at
       from ${tables.idempotency} where store_id = ${literal(storeId)} and ${condition}`,
    )
  return createReadMethods({
    async selectHistory(storeId, { kind, id }, { afterVersion, limit, maxBytes }) {
      const condition = `kind = ${literal(kind)} and id = ${literal(id)} and version > ${afterVersion}`
      const page = { storeId, condition, order: 'version', limit, maxBytes } as const
      return executor.rows<EntryRow>(selectPage(tables, page))
    },

    async selectEvents(storeId, { afterPosition, limit, maxBytes }) {
      const condition = `position > ${afterPosition}`
      const page = { storeId, condition, order: 'position', limit, maxBytes } as const
      return executor.rows<EventRow>(selectPage(tables, page))
    },

    selectKey: async (storeId, key) => selectKeys(storeId, `idempotency_key = ${literal(key)}`),

    async selectKeys(storeId, { afterKey, createdFrom, limit }) {
      const isListed = `idempotency_key > ${literal(afterKey)} and created_at >= ${createdFrom}`
      return selectKeys(storeId, `${isListed} order by idempotency_key limit ${limit}`)
    },
  })
}

interface EntryPage {
  readonly storeId: string
  readonly condition: string
  readonly order: 'version' | 'position'
  readonly limit: number
  readonly maxBytes: number
}

/**
 * Returns a statement that lists history entries. Entries beyond the maximum size of the page are
 * null, and the server does not read them.
 */
function selectPage(
  { history }: Tables,
  { storeId, condition, order, limit, maxBytes }: EntryPage,
): string {
  const index = order === 'version' ? 'of_record' : 'primary'
  const ofStore = `store_id = ${literal(storeId)}`
  return `select listed.position as ordinal, listed.kind, listed.id, ${asBytes('stored.entry')} as entry
    from (
      select position, kind, id, version,
        sum(size) over (order by ${order} rows unbounded preceding) - size as preceding_size
      from (
        select position, kind, id, version, size from ${history} force index (${index})
        where ${ofStore} and ${condition} order by ${order} limit ${limit}) as page) as listed
    left join ${history} as stored on listed.preceding_size < ${capSize(maxBytes)}
      and stored.${ofStore} and stored.position = listed.position
    order by listed.${order}`
}

/** Returns a number that the server can compare with a sum of sizes. */
export function capSize(maxBytes: number): number {
  return Math.min(maxBytes, Number.MAX_SAFE_INTEGER)
}
