import { QuoteError } from '../../errors.js'
import { abortedError } from '../ports/call-port.js'

/** Tracks the running operations of an engine, until it is closed. */
export interface InFlightTracker {
  /**
   * Runs an operation. Rejects as soon as the signal aborts; the operation then makes no more port
   * calls, but the one that it has started may still succeed.
   *
   * @throws QuoteError `engine_closed` or `aborted`
   */
  run<T>(signal: AbortSignal | undefined, operation: () => Promise<T>): Promise<T>
  /** Rejects new operations, and resolves when the running ones have settled. */
  close(): Promise<void>
}

export function createInFlightTracker(): InFlightTracker {
  const inFlight = new Set<Promise<unknown>>()
  let isClosed = false
  return {
    run(signal, operation) {
      if (isClosed) return Promise.reject(new QuoteError('engine_closed', {}))
      if (signal?.aborted) return Promise.reject(abortedError(signal))
      const result = operation()
      inFlight.add(result)
      const untrack = () => inFlight.delete(result)
      result.then(untrack, untrack)
      return signal === undefined ? result : raceAbort(result, signal)
    },

    async close() {
      isClosed = true
      await Promise.allSettled(inFlight)
    },
  }
}

function raceAbort<T>(result: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(abortedError(signal))
    signal.addEventListener('abort', onAbort, { once: true })
    result.then(
      (value) => {
        signal.removeEventListener('abort', onAbort)
        resolve(value)
      },
      (error) => {
        signal.removeEventListener('abort', onAbort)
        reject(error)
      },
    )
  })
}
