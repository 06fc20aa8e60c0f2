import { isQuoteError, QuoteError } from '../../errors.js'
import { stateMethods } from '../../ports/state.js'

/** The methods that a move calls, as far as a storage has them. */
const guardedMethods = [
  ...['load', 'commit', 'find', 'count', 'listHistory', 'listEvents', 'findIdempotencyRecord'],
  ...['listIdempotencyRecords', 'freezeStore', 'unfreezeStore', 'isStoreFrozen'],
  ...stateMethods,
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
