import type { FindQuery, StoragePort } from '../../ports/storage.js'
import type { OrderPosition, RecordFilter } from '../../record/search/find-query.js'
import { sortOrders, timeFields } from '../sql/orders.js'
import { pageOfRows, type RecordRow, toRecord } from '../sql/rows.js'
import type { Query } from './client.js'
import type { FilterShape } from './search/matching-records.js'
import { toTsquery } from './search/search-terms.js'
import type { Statements } from './statements/statements.js'

/** Returns the methods of the storage that search records. */
export function createFindMethods(
  query: Query,
  statements: Statements,
): Pick<StoragePort, 'find' | 'count'> {
  return {
    async find(storeId, filter) {
      const { kind, order, after, limit, maxBytes } = filter
      const statement = statements.find({ order, ...getFindShape(filter) })
      const { time, id } = after ?? getBeginning(filter)
      const values = [storeId, kind, time, id, limit + 1, maxBytes, ...getValues(storeId, filter)]
      return pageOfRows(await query<RecordRow>(statement, values), limit, toRecord)
    },

    async count(storeId, filter, max) {
      const statement = statements.count(getFindShape(filter))
      const values = [storeId, filter.kind, max, ...getValues(storeId, filter)]
      const [row] = await query<{ readonly count: number }>(statement, values)
      return row?.count ?? 0
    },
  }
}

/**
 * Returns a place before all records of a query. It is at the edge of the range of the times in
 * order, because PostgreSQL reads the index from there, and not from the edge of the range.
 */
function getBeginning({ order, times }: FindQuery): OrderPosition {
  const { by, direction, beginning } = sortOrders[order]
  const { from, to } = times[by] ?? {}
  if (direction === 'desc') return to === undefined ? beginning : { time: to, id: '' }
  return from === undefined ? beginning : { time: from - 1, id: '' }
}

function getFindShape({ deleted, terms, words, times }: RecordFilter): FilterShape {
  return {
    deleted,
    hasTerms: terms.length > 0 || words.length > 0,
    times: timeFields.filter((field) => times[field] !== undefined),
  }
}

/** Returns the parameters of a filter, as `matchingRecords` numbers them. */
function getValues(storeId: string, filter: RecordFilter): (string | number)[] {
  const { hasTerms, times } = getFindShape(filter)
  const ranges = times.flatMap((field) => {
    const { from = Number.MIN_SAFE_INTEGER, to = Number.MAX_SAFE_INTEGER } =
      filter.times[field] ?? {}
    return [from, to]
  })
  return hasTerms ? [toTsquery(storeId, filter), ...ranges] : ranges
}
