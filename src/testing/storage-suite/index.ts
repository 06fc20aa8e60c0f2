import type { MaybePromise } from '../../ports/storage.js'
import { registerSuite, type TestFunctions } from '../suite.js'
import { atomicity } from './atomicity.js'
import { commits } from './commits.js'
import { events } from './events/events.js'
import { eventPages } from './events/pages.js'
import { eventReaders } from './events/readers.js'
import type { StorageFixture } from './fixture.js'
import { history } from './history.js'
import { historyPages } from './history-pages.js'
import { idempotencyKeys } from './idempotency/exact-keys.js'
import { idempotencyExpiry } from './idempotency/expiry.js'
import { idempotencyRaces } from './idempotency/races.js'
import { idempotency } from './idempotency/records.js'
import { isolation } from './isolation.js'
import { records } from './records.js'

const areas = [
  records,
  commits,
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
]

/**
 * Registers the contract of `QuoteStorage` as tests of your framework. Each test has its own
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
