import type { OrderPosition, RecordOrder, TimeField } from '../../record/search/find-query.js'

/** How records are read in an order: by a time, then by the id in the same direction. */
export interface Order {
  readonly by: TimeField
  readonly direction: 'asc' | 'desc'
  /** How a place compares with those that come before it. */
  readonly comparison: '<' | '>'
  /** A place before all records. A page that continues after it needs no statement of its own. */
  readonly beginning: OrderPosition
}

const oldestFirst = {
  direction: 'asc',
  comparison: '>',
  beginning: { time: Number.MIN_SAFE_INTEGER, id: '' },
} as const
const newestFirst = {
  direction: 'desc',
  comparison: '<',
  beginning: { time: Number.MAX_SAFE_INTEGER, id: '' },
} as const

export const sortOrders: Readonly<Record<RecordOrder, Order>> = {
  newest: { by: 'created', ...newestFirst },
  oldest: { by: 'created', ...oldestFirst },
  updated: { by: 'updated', ...newestFirst },
  expires: { by: 'expires', ...oldestFirst },
}

/** The times that a filter can restrict. */
export const timeFields: readonly TimeField[] = Object.freeze(['created', 'updated', 'expires'])
