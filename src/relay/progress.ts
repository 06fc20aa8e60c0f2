import { QuoteError } from '../errors.js'
import type { PortCallOptions } from '../ports/call-options.js'
import { eraseRelayErrors, relayKeys } from '../ports/relay-errors.js'
import type { StateStorage, StateValue } from '../ports/state.js'
import type { MaybePromise, StoragePage } from '../ports/storage.js'
import type { RelayEvent } from './event.js'

/** Who delivers the events of a store to a destination, and until when. */
export interface Lease {
  /** Names a relay: different in every process, and for every relay of one. */
  readonly holder: string
  /** Milliseconds since the Unix epoch. */
  readonly until: number
  /** The option of the relay that has taken it. Earlier releases have not stored it. */
  readonly leaseMs?: number
}

/** What is stored of a destination of a store. Times are milliseconds since the Unix epoch. */
export interface Progress {
  /** Position of the last event that is delivered, a dead letter, or not for the destination. */
  readonly position: number
  /** Events before this time are not delivered. The largest integer: none until the last one. */
  readonly since: number
  readonly lease: Lease | null
  /** Failed attempts to deliver the next event. */
  readonly attempts: number
  /** No attempt before this time. */
  readonly retryAt: number
  readonly failingSince: number | null
  readonly lastError: string | null
  /** The id of the quote that `lastError` is about: erasing it removes the text. */
  readonly lastErrorOf?: string | null
  readonly disabled: { readonly time: number; readonly reason: string } | null
}

/** A stored progress, and the version that it replaces when it is saved. */
export interface StoredProgress {
  readonly version: number
  readonly progress: Progress
}

/**
 * An event that could not be delivered. It contains no data of the quote, and not who did it: the
 * event has that, until its quote is erased.
 */
export interface DeadLetter extends Omit<RelayEvent, 'by'> {
  /** How often its delivery was attempted. */
  readonly attempts: number
  /** The message of the last error. It is removed when the quote is erased. */
  readonly error: string
  /** When it became a dead letter, or was last replayed in vain. */
  readonly failedAt: number
}

interface StoredDeadLetter {
  readonly version: number
  readonly letter: DeadLetter
}

/** Reads and writes what a relay keeps in a storage. */
export interface RelayState {
  load(storeId: string, destination: string): Promise<StoredProgress | undefined>
  /** Returns what is stored then; undefined if another process was first. */
  save(
    storeId: string,
    destination: string,
    previousVersion: number,
    progress: Progress,
  ): Promise<StoredProgress | undefined>
  /** Does nothing if there is one of the event. */
  addDeadLetter(storeId: string, destination: string, letter: DeadLetter): Promise<void>
  replaceDeadLetter(
    storeId: string,
    destination: string,
    stored: StoredDeadLetter,
    letter: DeadLetter | null,
  ): Promise<void>
  listDeadLetters(
    storeId: string,
    destination: string,
    afterPosition: number,
    limit: number,
  ): Promise<StoragePage<StoredDeadLetter>>
  /** Removes the messages of errors about a quote, in all destinations. */
  eraseErrors(storeId: string, quoteId: string): Promise<void>
}

/** Returns the state of relays in a storage whose calls time out. */
export function createRelayState(storage: StateStorage, timeoutMs: number): RelayState {
  const call = <T>(run: (options: PortCallOptions) => MaybePromise<T>) =>
    callWithTimeout(timeoutMs, 'a storage method', run)
  return {
    async load(storeId, destination) {
      const key = relayKeys.progress(destination)
      const [stored] = await call((options) => storage.loadState(storeId, [key], options))
      return stored && { version: stored.version, progress: stored.value as Progress }
    },

    async save(storeId, destination, previousVersion, progress) {
      const key = relayKeys.progress(destination)
      const version = previousVersion + 1
      const write = { key, previousVersion, version, value: progress }
      const isSaved = await call((options) => storage.saveState(storeId, write, options))
      return isSaved ? { version, progress } : undefined
    },

    async addDeadLetter(storeId, destination, letter) {
      const key = relayKeys.deadLetter(destination, letter.position)
      const write = { key, previousVersion: 0, version: 1, value: letter }
      await call((options) => storage.saveState(storeId, write, options))
    },

    async replaceDeadLetter(storeId, destination, stored, letter) {
      const key = relayKeys.deadLetter(destination, stored.letter.position)
      const { version: previousVersion } = stored
      const write = { key, previousVersion, version: previousVersion + 1, value: letter }
      await call((options) => storage.saveState(storeId, write, options))
    },

    async listDeadLetters(storeId, destination, afterPosition, limit) {
      const afterKey = relayKeys.deadLetter(destination, afterPosition)
      const beforeKey = relayKeys.endOfDeadLetters(destination)
      const range = { afterKey, beforeKey, limit }
      const { items, hasMore } = await call((options) => storage.listState(storeId, range, options))
      return { items: items.map(toStoredDeadLetter), hasMore }
    },

    eraseErrors: (storeId, quoteId) =>
      eraseRelayErrors(storage, storeId, quoteId, (_, run) => call(run)),
  }
}

/** Earlier releases have stored who did it. */
function toStoredDeadLetter({ version, value }: StateValue): StoredDeadLetter {
  const { by: _, ...letter } = value as RelayEvent & DeadLetter
  return { version, letter }
}

/**
 * Calls a function whose signal aborts after a time.
 *
 * @throws QuoteError `timeout` if it takes longer, also if it ignores the signal
 */
export async function callWithTimeout<T>(
  timeoutMs: number,
  operation: string,
  run: (options: PortCallOptions) => MaybePromise<T>,
): Promise<T> {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new QuoteError('timeout', { operation, timeoutMs })
      reject(error)
      controller.abort(error)
    }, timeoutMs)
  })
  try {
    return await Promise.race([run({ signal: controller.signal }), timeout])
  } finally {
    clearTimeout(timer)
  }
}
