import type { FindQuery } from '../../../ports/storage.js'
import type {
  OrderPosition,
  RecordFilter,
  RecordOrder,
  TimeField,
} from '../../../record/search/find-query.js'
import type { SqliteValue } from '../client.js'

/** A part of a statement and its parameters. */
export interface Sql {
  readonly text: string
  readonly parameters: readonly SqliteValue[]
}

/** How an order reads the records. */
export interface OrderBy {
  readonly column: TimeField
  readonly isDescending: boolean
}

export const orders: Readonly<Record<RecordOrder, OrderBy>> = {
  newest: { column: 'created', isDescending: true },
  oldest: { column: 'created', isDescending: false },
  updated: { column: 'updated', isDescending: true },
  expires: { column: 'expires', isDescending: false },
}

/** Returns the conditions of a filter on the row of a record, without its terms and words. */
export function filterConditions(storeId: string, { kind, deleted, times }: RecordFilter): Sql {
  const conditions = ['record.store_id = ?', 'record.kind = ?', 'record.is_deleted = ?']
  const parameters: SqliteValue[] = [storeId, kind, Number(deleted)]
  for (const field of ['created', 'updated', 'expires'] as const) {
    const { from, to } = times[field] ?? {}
    if (times[field] !== undefined) conditions.push(`record.${field} is not null`)
    if (from !== undefined) conditions.push(`record.${field} >= ?`)
    if (to !== undefined) conditions.push(`record.${field} < ?`)
    parameters.push(...[from, to].filter((time) => time !== undefined))
  }
  return { text: conditions.join(' and '), parameters }
}

/** Returns the conditions of a page: those of its filter, its order, and its beginning. */
export function pageConditions(storeId: string, query: FindQuery): Sql {
  const { column, isDescending } = orders[query.order]
  const filter = filterConditions(storeId, query)
  const after = query.after ?? start(isDescending)
  const comparison = `(record.${column}, record.id) ${isDescending ? '<' : '>'} (?, ?)`
  return {
    text: `${filter.text} and record.${column} is not null and ${comparison}`,
    parameters: [...filter.parameters, after.time, after.id],
  }
}

/** Returns a position before all records: the first page has the statement of the others. */
function start(isDescending: boolean): OrderPosition {
  return { time: isDescending ? Number.MAX_SAFE_INTEGER : Number.MIN_SAFE_INTEGER, id: '' }
}
