import type { FindQuery } from '../../../ports/storage.js'
import type { RecordFilter } from '../../../record/search/find-query.js'
import type { Prepare } from '../statements.js'
import { filterConditions, orders, pageConditions } from './conditions.js'

/** Returns the numbers of at most `limit` + 1 records, without the search table. */
export function findByIndex(
  prepare: Prepare,
  storeId: string,
  query: FindQuery,
): readonly number[] {
  const { column, isDescending } = orders[query.order]
  const direction = isDescending ? 'desc' : 'asc'
  const { text, parameters } = pageConditions(storeId, query)
  const rows = prepare(
    `select record.number from quotewright_records as record
       indexed by quotewright_records_by_${column}
     where ${text}
     order by record.${column} ${direction}, record.id ${direction} limit ?`,
  ).all(...parameters, query.limit + 1) as { readonly number: number | bigint }[]
  return rows.map(({ number }) => Number(number))
}

export function countByIndex(
  prepare: Prepare,
  storeId: string,
  filter: RecordFilter,
  max: number,
): number {
  const { text, parameters } = filterConditions(storeId, filter)
  const statement = prepare(
    `select count(*) as count from (
       select 1 from quotewright_records as record where ${text} limit ?)`,
  )
  const row = statement.get(...parameters, max) as { readonly count: number | bigint }
  return Number(row.count)
}
