import type { StateMethodName } from '../errors/operation-names.js'
import type { StateRange, StateStorage, StateValue } from './state.js'
import type { MaybePromise } from './storage.js'

// What relays keep of a store. Here and not in src/relay, because eraseQuote needs it.

/** The keys of what relays keep of a store. A key sorts before those of its dead letters. */
export const relayKeys = Object.freeze({
  progress: (destination: string) => `relay:${destination}`,
  deadLetter: (destination: string, position: number) =>
    `relay:${destination}:dead:${String(position).padStart(16, '0')}`,
  endOfDeadLetters: (destination: string) => `relay:${destination}:dead;`,
})

const allKeys = Object.freeze({ afterKey: 'relay:', beforeKey: 'relay;' })

/** What is left of the text of an error once its quote is erased. */
const erasedText = 'erased with the quote'

/** What of the values can be about a person: the error of another system, and who did it. */
interface StoredErrors {
  /** In a dead letter, the id of its quote. */
  readonly quoteId?: string
  readonly error?: string
  /** Stored by earlier releases. */
  readonly by?: string
  /** In a position, the id of the quote of the last error. Earlier releases have stored none. */
  readonly lastErrorOf?: string | null
  readonly lastError?: string | null
  readonly disabled?: { readonly time: number; readonly reason: string } | null
}

/**
 * Removes the messages of errors that relays keep of the events of a quote, in every destination,
 * also of relays that are stopped. Positions, attempts and dead letters stay.
 *
 * Call it after the quote was erased. A relay that stores a message at the same time looks
 * afterwards whether its quote is erased, so one of both removes it.
 *
 * @param call Calls the storage, for example with a timeout.
 */
export async function eraseRelayErrors(
  storage: StateStorage,
  storeId: string,
  quoteId: string,
  call: <T>(operation: StateMethodName, run: () => MaybePromise<T>) => Promise<T>,
): Promise<void> {
  let range: StateRange = { ...allKeys, limit: 500 }
  for (let hasMore = true; hasMore; ) {
    const page = await call('listState', () => storage.listState(storeId, range))
    for (const each of page.items) await eraseErrors(each)
    const last = page.items.at(-1)
    hasMore = page.hasMore && last !== undefined
    if (last !== undefined) range = { ...range, afterKey: last.key }
  }

  /** Repeats it if a relay has replaced the value meanwhile. */
  async function eraseErrors(found: StateValue): Promise<void> {
    const { key } = found
    for (let stored: StateValue | undefined = found; stored !== undefined; ) {
      const value = withoutErrors(stored.value as StoredErrors, quoteId)
      if (value === undefined) return
      const { version: previousVersion } = stored
      const write = { key, previousVersion, version: previousVersion + 1, value }
      if (await call('saveState', () => storage.saveState(storeId, write))) return
      const [current] = await call('loadState', () => storage.loadState(storeId, [key]))
      stored = current
    }
  }
}

/** Returns the value without messages about a quote; undefined if it has none. */
function withoutErrors(value: StoredErrors, quoteId: string): StoredErrors | undefined {
  if (value.quoteId === quoteId) {
    const { by, error, ...others } = value
    const isErased = by === undefined && (error === undefined || error === erasedText)
    return isErased ? undefined : { ...others, error: erasedText }
  }
  const { lastError, lastErrorOf, disabled } = value
  const isOfQuote = lastErrorOf === quoteId || lastErrorOf === undefined
  if (lastError == null || !isOfQuote) return undefined
  return {
    ...value,
    lastError: null,
    lastErrorOf: null,
    ...(disabled != null && { disabled: { ...disabled, reason: erasedText } }),
  }
}
