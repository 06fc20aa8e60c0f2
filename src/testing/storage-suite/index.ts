import type { MaybePromise } from '../../ports/storage.js'
import { registerSuite, type TestFunctions } from '../suite.js'
import { atomicity } from './atomicity.js'
import { commits } from './commits.js'
import { commitsOfSeveral } from './commits-of-several.js'
import { deletedRecords } from './deletion/deleted.js'
import { erasure } from './deletion/erasure.js'
import { events } from './events/events.js'
import { eventPages } from './events/pages.js'
import { eventReaders } from './events/readers.js'
import { counts } from './finding/counts.js'
import { orders } from './finding/orders.js'
import { findPages } from './finding/pages.js'
import { searchChanges } from './finding/search-changes.js'
import { findSeparation } from './finding/separation.js'
import { findTerms } from './finding/terms.js'
import { findTimes } from './finding/times.js'
import { findWords } from './finding/words.js'
import type { StorageFixture } from './fixture.js'
import { history } from './history.js'
import { historyPages } from './history-pages.js'
import { idempotencyKeys } from './idempotency/exact-keys.js'
import { idempotencyExpiry } from './idempotency/expiry.js'
import { idempotencyRaces } from './idempotency/races.js'
import { idempotency } from './idempotency/records.js'
import { isolation } from './isolation.js'
import { loads } from './loads.js'
import { records } from './records.js'

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
