import type { FindQuery, StoragePort } from '../../../ports/storage.js'
import type { RecordFilter } from '../../../record/search/find-query.js'
import { sortOrders } from '../../sql/orders.js'
import { pageOfRows, type RecordRow, toRecord } from '../../sql/rows.js'
import type { Executor } from '../client.js'
import { capSize, recordColumns, valueOrEntry } from '../records.js'
import type { Tables } from '../schema/tables.js'
import { literal } from '../sql.js'
import {
  createCandidates,
  listSources,
  type Source,
  selectCandidates,
  walkInOrder,
  walkTerms,
} from './candidates.js'

/**
 * Up to this many records of a source are read and sorted. If all sources have more, the records
 * are read in order instead, because a page of them is soon full.
 */
const maxCollected = 5_000

/** The same for counting, which reads more records than a page has. */
const maxCounted = 100_000

/** Returns the methods of the storage that search records. */
export function createFindMethods(
  executor: Executor,
  tables: Tables,
): Pick<StoragePort, 'find' | 'count'> {
  /** Returns the source that has the fewest records, and how many: at most `max`. */
  async function findSmallest(
    storeId: string,
    filter: RecordFilter,
    sources: readonly Source[],
    max: number,
  ): Promise<SizedSource> {
    const { countOf } = createCandidates(tables, storeId, filter)
    const columns = sources.map((source, index) => `${countOf(source, max)} as c${index}`)
    const [row] = await executor.rows<Readonly<Record<string, unknown>>>(
      `select ${columns.join(', ')}`,
    )
    const sized = sources.map((source, index) => ({ source, size: Number(row?.[`c${index}`]) }))
    return sized.reduce((left, right) => (right.size < left.size ? right : left))
  }

  /** Returns the query for the places of a page, and of one record more. */
  async function selectPlaces(storeId: string, query: FindQuery): Promise<string> {
    const candidates = createCandidates(tables, storeId, query)
    const { by } = sortOrders[query.order]
    const sources = listSources(query)
    const indexed = sources.filter(({ type }) => type !== 'time')
    const isOrdered = ({ type, ...source }: Source) =>
      type === 'time' && 'field' in source && source.field === by
    const [first] = indexed
    const terms = first?.type === 'terms' && by === 'created' ? first : undefined
    const isExact = sources.every((source) => source === terms || isOrdered(source))
    const walk = () =>
      terms === undefined
        ? walkInOrder(candidates, query, sources)
        : walkTerms(candidates, tables, query, terms, sources)
    if (isExact) return walk()
    const { source, size } = await findSmallest(storeId, query, sources, maxCollected)
    return size < maxCollected ? selectCandidates(candidates, query, source, sources) : walk()
  }

  /** Returns the part of a query from `from` on that selects what is counted. */
  async function selectCounted(
    storeId: string,
    filter: RecordFilter,
    max: number,
  ): Promise<string> {
    const { byIndex, bySource, distinctPlaces } = createCandidates(tables, storeId, filter)
    const sources = listSources(filter)
    const [only, ...others] = sources
    if (only === undefined) return byIndex('created', [])
    if (others.length === 0)
      return only.type === 'time'
        ? byIndex(only.field, sources)
        : distinctPlaces(only, `limit ${max}`)
    const { source, size } = await findSmallest(storeId, filter, sources, maxCounted)
    return size < maxCounted ? bySource(source, sources, false) : byIndex('created', sources)
  }

  return {
    async find(storeId, query) {
      const places = await selectPlaces(storeId, query)
      const rows = await executor.rows<RecordRow>(selectPage(tables, storeId, query, places))
      return pageOfRows(rows, query.limit, toRecord)
    },

    async count(storeId, filter, max) {
      const from = await selectCounted(storeId, filter, max)
      const [row] = await executor.rows<{ readonly count: unknown }>(
        `select count(*) as count from (select 1 ${from} limit ${max}) as matching`,
      )
      return Number(row?.count)
    },
  }
}

interface SizedSource {
  readonly source: Source
  readonly size: number
}

/** Loads the records of a page. Does not read the values that are beyond its maximum size. */
function selectPage(
  tables: Tables,
  storeId: string,
  { kind, order, maxBytes }: FindQuery,
  places: string,
): string {
  const { direction } = sortOrders[order]
  const isRecord = (table: string, id: string) =>
    `${table}.store_id = ${literal(storeId)} and ${table}.kind = ${literal(kind)}
      and ${table}.id = ${id}`
  return `select ${recordColumns}, stored.value is null as in_entry,
      case when page.preceding_size < ${capSize(maxBytes)} then ${valueOrEntry(tables)} end as entry
    from (
      select place.id, place.time,
        sum(sized.size) over (
          order by place.time ${direction}, place.id ${direction} rows unbounded preceding
        ) - sized.size as preceding_size
      from (${places}) as place
      straight_join ${tables.records} as sized force index (primary)
        on ${isRecord('sized', 'place.id')}) as page
    straight_join ${tables.records} as stored force index (primary)
      on ${isRecord('stored', 'page.id')}
    order by page.time ${direction}, page.id ${direction}`
}
