import type { FindQuery, OrderPosition, RecordFilter } from '../../ports/find-query.js'
import type { StoredRecord } from '../../record/record.js'
import type { SearchRow } from '../../record/search/search-row.js'
import type { ModelStore } from './model-state.js'

interface Findable {
  readonly record: StoredRecord
  readonly search: SearchRow
}

/** Returns all records that a filter selects. Written for comparison, so it shares no code. */
export function selectedBy({ changes }: ModelStore, filter: RecordFilter): readonly Findable[] {
  const latest = new Map<string, Findable | undefined>()
  for (const { record, search } of changes)
    latest.set(JSON.stringify([record.kind, record.id]), search && { record, search })
  const findable = [...latest.values()].filter((each) => each !== undefined)
  return findable.filter((each) => isSelected(each, filter))
}

function isSelected({ record, search }: Findable, filter: RecordFilter): boolean {
  if (record.kind !== filter.kind || search.deleted !== filter.deleted) return false
  for (const group of filter.terms)
    if (new Set([...group, ...search.terms]).size === group.length + search.terms.length)
      return false
  for (const start of filter.words)
    if (!search.words.some((word) => word.slice(0, start.length) === start)) return false
  const { created, updated, expires } = filter.times
  return (
    isWithin(search.created, created) &&
    isWithin(record.updated, updated) &&
    (expires === undefined || (search.expires !== undefined && isWithin(search.expires, expires)))
  )
}

function isWithin(time: number, range: RecordFilter['times']['created']): boolean {
  if (range?.from !== undefined && time < range.from) return false
  return range?.to === undefined || time < range.to
}

/** Returns all records that a query lists from its `after` on, in order. */
export function listedBy(store: ModelStore, query: FindQuery): readonly StoredRecord[] {
  const { order, after } = query
  const sign = order === 'oldest' || order === 'expires' ? 1 : -1
  const compare = (left: OrderPosition, right: OrderPosition) =>
    sign * (left.time - right.time || compareBytes(left.id, right.id))
  return selectedBy(store, query)
    .flatMap(({ record, search }) => {
      const time = { updated: record.updated, expires: search.expires }
      const place = order === 'updated' || order === 'expires' ? time[order] : search.created
      return place === undefined ? [] : [{ time: place, id: record.id, record }]
    })
    .filter((each) => after === undefined || compare(each, after) > 0)
    .sort(compare)
    .map(({ record }) => record)
}

function compareBytes(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right))
}
