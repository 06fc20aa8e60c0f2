import type { MaybePromise } from '../../ports/storage.js'
import { registerSuite, type TestFunctions } from '../suite.js'
import { atomicity } from './atomicity.js'
import { commits } from './commits.js'
import { events } from './events/events.js'
import { eventReaders } from './events/readers.js'
import type { StorageFixture } from './fixture.js'
import { history } from './history.js'
import { idempotencyExpiry } from './idempotency/expiry.js'
import { idempotencyRaces } from './idempotency/races.js'
import { idempotency } from './idempotency/records.js'
import { isolation } from './isolation.js'
import { records } from './records.js'
import { tags } from './tags.js'

const areas = [
  records,
  commits,
  history,
  events,
  eventReaders,
  idempotency,
  idempotencyExpiry,
  idempotencyRaces,
  atomicity,
  isolation,
  tags,
]

/**
 * Registers the whole contract of `QuoteStorage` as tests in your framework, each with a fixture of its own.
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
