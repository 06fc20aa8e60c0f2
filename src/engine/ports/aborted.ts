import { QuoteError } from '../../errors.js'

/**
 * Stops an operation whose caller has aborted, before it makes another port call.
 *
 * @throws QuoteError `aborted`
 */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw abortedError(signal)
}

/** Creates the error of an operation whose signal has aborted. Its cause is the signal's reason. */
export function abortedError(signal: AbortSignal | undefined): QuoteError {
  return new QuoteError('aborted', {}, { cause: signal?.reason })
}
