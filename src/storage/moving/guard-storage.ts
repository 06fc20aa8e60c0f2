import { isQuoteError, QuoteError } from '../../errors.js'
import { stateMethods } from '../../ports/state.js'
import { type MovableStorage, type StoragePort, storageMethods } from '../../ports/storage.js'

/** What a move calls, as far as a storage has it. The type check names a method that is missing. */
const guardedMethods = [
  ...storageMethods,
  ...stateMethods,
  ...Object.keys({
    listIdempotencyRecords: true,
    freezeStore: true,
    unfreezeStore: true,
    isStoreFrozen: true,
  } satisfies Record<Exclude<keyof MovableStorage, keyof StoragePort>, true>),
]

type Method = (...args: unknown[]) => unknown

/**
 * Returns a storage whose errors are errors of quotewright: those of a driver become the `cause` of
 * `storage_failed`, which names the method. The reason of an aborted signal stays what it is.
 */
export function guardStorage<Storage extends object>(
  storage: Storage,
  signal: AbortSignal,
): Storage {
  const methods = storage as Readonly<Record<string, unknown>>
  const guarded = guardedMethods.flatMap((operation) => {
    const method = methods[operation]
    if (typeof method !== 'function') return []
    const call: Method = async (...args) => {
      try {
        return await (method as Method).apply(storage, args)
      } catch (cause) {
        if (isQuoteError(cause) || (signal.aborted && cause === signal.reason)) throw cause
        throw new QuoteError('storage_failed', { operation }, { cause })
      }
    }
    return [[operation, call] as const]
  })
  return Object.fromEntries(guarded) as Storage
}
