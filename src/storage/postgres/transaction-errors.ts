import { isQuoteError, QuoteError } from '../../errors.js'
import type { QuoteStorage } from '../../ports/storage.js'

type Method = (...args: never[]) => unknown

/**
 * Returns a storage whose methods reject with `transaction_failed` if a statement fails, because the
 * host's transaction cannot continue then.
 */
export function rejectTransactionErrors(storage: QuoteStorage): QuoteStorage {
  const methods = Object.entries<Method>({ ...storage })
  return Object.fromEntries(
    methods.map(([operation, method]) => [operation, rejecting(operation, method)]),
  ) as unknown as QuoteStorage
}

function rejecting(operation: string, method: Method): Method {
  return async (...args) => {
    try {
      return await method(...args)
    } catch (cause) {
      if (isQuoteError(cause)) throw cause
      throw new QuoteError('transaction_failed', { operation }, { cause })
    }
  }
}
