import type { MaybePromise } from '../../ports/storage.js'
import { registerSuite, type TestFunctions } from '../suite.js'
import { atomicity, commits } from './commits.js'
import { commitsOfSeveral } from './commits-of-several.js'
import { deletedRecords, erasure } from './deletion.js'
import { eventPages, eventReaders, events } from './events.js'
import { counts, findSeparation, findTerms, findTimes, findWords } from './finding/filters.js'
import { orders } from './finding/orders.js'
import { findPages } from './finding/pages.js'
import { searchChanges } from './finding/search-changes.js'
import type { StorageFixture } from './fixture.js'
import { history, historyPages } from './history.js'
import { idempotencyExpiry } from './idempotency/expiry.js'
import { idempotencyRaces } from './idempotency/races.js'
import { idempotency, idempotencyKeys } from './idempotency/records.js'
import { isolation, loads, records } from './records.js'

const areas = [
  records,
  loads,
  commits,
  commitsOfSeveral,
  history,
  historyPages,
  events,
  eventPages,
  eventReaders,
  idempotency,
  idempotencyKeys,
  idempotencyExpiry,
  idempotencyRaces,
  atomicity,
  isolation,
  deletedRecords,
  erasure,
  orders,
  findPages,
  findTerms,
  findWords,
  findTimes,
  searchChanges,
  findSeparation,
  counts,
]

/**
 * Registers the contract of `StoragePort` as tests of your framework. Each test has its own
 * fixture.
 *
 * @example
 * import { describe, it } from 'vitest'
 * storageSuite({ describe, it }, () => {
 *   const storage = myStorage(openDatabase())
 *   return { storage, reopen: () => storage, dispose: () => storage.close() }
 * })
 */
export function storageSuite(
  testFunctions: TestFunctions,
  createFixture: () => MaybePromise<StorageFixture>,
): void {
  registerSuite(testFunctions, 'storage contract', areas, createFixture)
}
