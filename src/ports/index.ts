/**
 * What a storage adapter is written with: the records that it keeps, the queries that it serves,
 * and functions that every storage needs.
 *
 * @module quotewright/ports
 */
export type { IdempotencyRecord, RecordChange, RecordCommit } from '../record/commit.js'
export { applyPatches } from '../record/history/apply-patches.js'
export { eraseEntry, type HistoryEntry, type StoreEvent } from '../record/history/entry.js'
export type { RecordRef, ReplayState, StoredRecord } from '../record/record.js'
export {
  compareIds,
  type OrderPosition,
  type RecordFilter,
  type RecordOrder,
  type TimeField,
  type TimeRange,
} from '../record/search/find-query.js'
export type { SearchRow } from '../record/search/search-row.js'
export type { PortCallOptions } from './call-options.js'
export { countInMemory, type FindableRecord, findInMemory } from './find-in-memory.js'
export { takePage } from './pages.js'
export type { StateRange, StateStorage, StateValue, StateWrite } from './state.js'
export type {
  CommitOutcome,
  EventRange,
  FindQuery,
  HistoryRange,
  IdempotencyRange,
  MaybePromise,
  MovableStorage,
  PageSize,
  StoragePage,
  StoragePort,
} from './storage.js'
