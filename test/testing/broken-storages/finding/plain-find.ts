import { type FindableRecord, matchesFilter } from '../../../../src/ports/find-in-memory.js'
import { takePage } from '../../../../src/ports/pages.js'
import type { FindQuery, StoragePage, StoragePort } from '../../../../src/ports/storage.js'
import type { RecordCommit } from '../../../../src/record/commit.js'
import type { StoredRecord } from '../../../../src/record/record.js'
import {
  compareIds,
  type RecordFilter,
  type RecordOrder,
} from '../../../../src/record/search/find-query.js'
import type { SearchRow } from '../../../../src/record/search/search-row.js'

type IsSelected = (found: FindableRecord, filter: RecordFilter) => boolean
type Compare = (left: FindableRecord, right: FindableRecord, order: RecordOrder) => number
type Page = (
  records: readonly FindableRecord[],
  query: FindQuery,
  compare: (left: FindableRecord, right: FindableRecord) => number,
) => StoragePage<StoredRecord>

/** The parts of a plain find. Each can be replaced by a defective one. */
export interface FindParts {
  storeKey(storeId: string): string
  recordKey(record: StoredRecord): string
  /** Returns what is stored of a search row, given what was stored before. */
  rowOf(search: SearchRow, stored: SearchRow | undefined): SearchRow
  /** Returns what is stored for a change without search. */
  rowWithoutSearch(stored: SearchRow | undefined): SearchRow | undefined
  /** True if a change is not written to what is found. */
  isSkipped(change: RecordCommit['changes'][number]): boolean
  /** True if a commit is written even if it conflicts. */
  readonly writesConflicts: boolean
  isSelected(found: FindableRecord, filter: RecordFilter, correct: IsSelected): boolean
  compare(left: FindableRecord, right: FindableRecord, order: RecordOrder, correct: Compare): number
  page(...args: [...Parameters<Page>, correct: Page]): StoragePage<StoredRecord>
  count(matches: number, max: number): number
}

const timeOf = ({ record, search }: FindableRecord, order: RecordOrder) => {
  if (order === 'updated') return record.updated
  return order === 'expires' ? (search.expires ?? 0) : search.created
}

const compare: Compare = (left, right, order) => {
  const sign = order === 'oldest' || order === 'expires' ? 1 : -1
  const time = timeOf(left, order) - timeOf(right, order)
  return sign * (time || compareIds(left.record.id, right.record.id))
}

const page: Page = (records, query, compareRecords) => {
  const { after } = query
  const place = after && placeOf(after.id, after.time)
  const following = place ? records.filter((each) => compareRecords(each, place) > 0) : records
  return takePage(
    following.map(({ record }) => record),
    query,
  )
}

/** A record at this place of every order. */
function placeOf(id: string, time: number): FindableRecord {
  const record = { kind: '', id, version: 1, updated: time, replay: { base: 1, size: 0 }, value: 0 }
  const search = { deleted: false, created: time, expires: time, terms: [], words: [] }
  return { record, search }
}

const correctParts: FindParts = {
  storeKey: (storeId) => storeId,
  recordKey: ({ kind, id }) => JSON.stringify([kind, id]),
  rowOf: (search) => search,
  rowWithoutSearch: () => undefined,
  isSkipped: () => false,
  writesConflicts: false,
  isSelected: (found, filter, correct) => correct(found, filter),
  compare: (left, right, order, correct) => correct(left, right, order),
  page: (records, query, compareRecords, correct) => correct(records, query, compareRecords),
  count: (matches, max) => Math.min(matches, max),
}

/** Returns a storage that finds records with these parts, and is otherwise the correct one. */
export function plainFind(broken: Partial<FindParts> = {}) {
  const parts = { ...correctParts, ...broken }
  return ({ commit }: StoragePort): Partial<StoragePort> => {
    const stores = new Map<string, Map<string, FindableRecord>>()
    const selected = (storeId: string, filter: RecordFilter) =>
      [...(stores.get(parts.storeKey(storeId))?.values() ?? [])].filter((found) =>
        parts.isSelected(found, filter, matchesFilter),
      )

    function write(storeId: string, { changes }: RecordCommit): void {
      const store = stores.get(parts.storeKey(storeId)) ?? new Map<string, FindableRecord>()
      stores.set(parts.storeKey(storeId), store)
      for (const change of changes.filter((each) => !parts.isSkipped(each))) {
        const { record } = change
        const key = parts.recordKey(record)
        const stored = store.get(key)?.search
        const search = change.search
          ? parts.rowOf(change.search, stored)
          : parts.rowWithoutSearch(stored)
        if (search === undefined) store.delete(key)
        else store.set(key, { record, search })
      }
    }

    return {
      async commit(storeId, input) {
        const outcome = await commit(storeId, input)
        if (outcome === 'committed' || parts.writesConflicts) write(storeId, input)
        return outcome
      },
      find(storeId, query) {
        const compareRecords = (left: FindableRecord, right: FindableRecord) =>
          parts.compare(left, right, query.order, compare)
        const listed = selected(storeId, query).filter(
          ({ search }) => query.order !== 'expires' || search.expires !== undefined,
        )
        return parts.page(listed.sort(compareRecords), query, compareRecords, page)
      },
      count: (storeId, filter, max) => parts.count(selected(storeId, filter).length, max),
    }
  }
}
