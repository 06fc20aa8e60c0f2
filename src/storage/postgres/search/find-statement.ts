import type { RecordOrder } from '../../../record/search/find-query.js'
import { type Order, sortOrders } from '../../sql/orders.js'
import { recordColumns } from '../records.js'
import {
  type Candidates,
  candidateRows,
  type FilterShape,
  matchingRecords,
  narrowestSource,
} from './matching-records.js'

/** What the text of a query depends on. Everything else is a parameter. */
export interface FindShape extends FilterShape {
  readonly order: RecordOrder
}

/**
 * Candidates that a statement takes from the order before it uses the narrowest index. Fewer if it
 * looks up each of them in the other table, because that takes longer.
 */
const maxWalked = { inOneTable: 8_000, inBothTables: 4_000 }

/**
 * Returns the statement that lists a page of records. Parameters: $1 store, $2 kind, $3 time and
 * $4 id to continue after, $5 maximum number of rows, $6 maximum size of the page, then those of
 * the filter.
 *
 * Walks the index of the order first, which soon fills the page if many records match. If it does
 * not, few match, so the statement finds all of them by the narrowest index and sorts them. What it
 * does depends on the records, not on statistics of the tables.
 *
 * The limit of the page is outside of both ways. So PostgreSQL estimates that it reads little of
 * the second one, and does not spend a second on compiling it.
 */
export function findStatement(schema: string, shape: FindShape): string {
  const { by, direction, comparison } = sortOrders[shape.order]
  const filter = { ...shape, firstParameter: 7 }
  const needsUpdated = by === 'updated' || shape.times.includes('updated')
  const isAfter = `(${by}, id) ${comparison} ($3, $4)`
  const inOrder = (time: string) => `order by ${time} ${direction}, id ${direction}`
  const isWalkExact =
    by !== 'updated' && !shape.hasTerms && shape.times.every((time) => time === by)

  const maximum = needsUpdated ? maxWalked.inBothTables : maxWalked.inOneTable
  const limit = isWalkExact ? '$5' : maximum
  const walk = {
    source: by,
    condition: `and ${isAfter} ${inOrder(by)} limit ${limit}`,
    needsUpdated,
  }
  const walked = `walked as materialized (select id, ${by} as time
    ${matchingRecords(schema, filter, walk)} ${inOrder(by)} limit $5)`
  if (isWalkExact) return getPage(schema, walked, 'walked', direction)

  const enough = `enough as materialized (select (select count(*) from walked) >= $5
      or (select count(*) ${candidateRows(schema, filter, walk)}) < ${maximum} as is_enough)`
  const isEnough = '(select is_enough from enough)'
  const narrow = { source: narrowestSource(shape), condition: `and not ${isEnough}`, needsUpdated }
  const page = `(select * from walked where ${isEnough} union all
      (select id, ${by} as time ${matchingRecords(schema, filter, narrow)}
      and ${isAfter} ${inOrder(by)}) limit $5)`
  return getPage(schema, `${walked},\n${enough}`, page, direction)
}

/** Loads the records of a page. Does not read the values that are beyond its maximum size. */
function getPage(
  schema: string,
  found: string,
  page: string,
  direction: Order['direction'],
): string {
  const firstEntry = (column: string) => `(select ${column} from ${schema}.history
          where store_id = $1 and kind = $2 and id = page.id and version = 1)`
  return `with ${found}
  select ${recordColumns}, value is null as in_entry, case when before < $6 then
    coalesce(value::text, ${firstEntry('entry::text')}) end as entry
  from (
    select record.*, page.time,
      sum(size) over (order by page.time ${direction}, page.id ${direction}
        rows unbounded preceding) - size as before
    from ${page} as page cross join lateral (
      select ${recordColumns}, value, coalesce(size, ${firstEntry('size')}) as size
      from ${schema}.records where store_id = $1 and kind = $2 and id = page.id limit 1
    ) as record) as page
  order by time ${direction}, id ${direction}`
}

/**
 * Returns the statement that counts the records of a filter. Parameters: $1 store, $2 kind, $3
 * where to stop, then those of the filter.
 *
 * With terms and a time, walks the index of the time first. That counts enough if many of its
 * records match, or all of them if there are few. Only else it reads all records of the terms.
 */
export function countStatement(schema: string, shape: FilterShape): string {
  const { hasTerms, times } = shape
  const source = narrowestSource(shape)
  const needsUpdated = times.includes('updated')
  const filter = { ...shape, firstParameter: 4 }
  const matching = (candidates: Candidates) =>
    `(select 1 ${matchingRecords(schema, filter, candidates)} limit $3) as matching`
  if (!hasTerms || times.length === 0) {
    // The order makes PostgreSQL read no more of the index than it counts.
    const isExact = source === 'created' && times.every((time) => time === 'created')
    const condition = isExact ? 'order by created, id limit $3' : ''
    const found = matching({ source, condition, needsUpdated })
    return `select count(*)::integer as count from ${found}`
  }
  const by = narrowestSource({ ...shape, hasTerms: false })
  const maximum = needsUpdated ? maxWalked.inBothTables : maxWalked.inOneTable
  const direction = by === 'expires' ? 'asc' : 'desc'
  const order = `order by ${by} ${direction}, id ${direction} limit ${maximum}`
  const walk = { source: by, condition: order, needsUpdated }
  // The latest are most likely to be in the range of a time that is looked up in the other table.
  const all = { source, condition: needsUpdated ? 'order by created desc' : '', needsUpdated }
  return `with walked as materialized (
    select count(*)::integer as count from ${matching(walk)}),
  enough as materialized (select count, count >= $3
      or (select count(*) ${candidateRows(schema, filter, walk)}) < ${maximum} as is_enough
    from walked)
  select case when is_enough then count else
    (select count(*)::integer from ${matching(all)}) end as count from enough`
}
