import type { MaybePromise } from '../ports/storage.js'
import { atomicity } from './storage/atomicity.js'
import { commits } from './storage/commits.js'
import { eventReaders } from './storage/event-readers.js'
import { events } from './storage/events.js'
import type { StorageFixture } from './storage/fixture.js'
import { history } from './storage/history.js'
import { idempotency } from './storage/idempotency.js'
import { isolation } from './storage/isolation.js'
import { keyExpiry } from './storage/key-expiry.js'
import { keyRaces } from './storage/key-races.js'
import { records } from './storage/records.js'
import { tags } from './storage/tags.js'
import { registerSuite, type TestFunctions } from './suite.js'

const areas = [
  records,
  commits,
  history,
  events,
  eventReaders,
  idempotency,
  keyExpiry,
  keyRaces,
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
