import { QuoteError } from '../../errors.js'

/** Runs the commands of an engine until it is closed. */
export interface InFlightTracker {
  /**
   * Runs a command. Rejects with `aborted` as soon as the signal says so; what the command has asked a port for by then may still
   * happen, and nothing more is asked.
   *
   * @throws QuoteError `engine_closed`, `aborted`
   */
  run<T>(signal: AbortSignal | undefined, command: () => Promise<T>): Promise<T>
  /** Lets the running commands come to their end, and refuses new ones. */
  close(): Promise<void>
}

export function createInFlightTracker(): InFlightTracker {
  const running = new Set<Promise<unknown>>()
  let isClosed = false
  return {
    run(signal, command) {
      if (isClosed) return Promise.reject(new QuoteError('engine_closed', {}))
      if (signal?.aborted) return Promise.reject(abortedError(signal))
      const result = command()
      running.add(result)
      const forget = () => running.delete(result)
      result.then(forget, forget)
      return signal === undefined ? result : raceAbort(result, signal)
    },

    async close() {
      isClosed = true
      await Promise.allSettled(running)
    },
  }
}

/** @throws QuoteError `aborted`, so that a command whose caller has left asks no port for anything more */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw abortedError(signal)
}

/** What a command rejects with whose signal has aborted. */
export function abortedError(signal: AbortSignal | undefined): QuoteError {
  return new QuoteError('aborted', {}, { cause: signal?.reason })
}

function raceAbort<T>(result: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(abortedError(signal))
    signal.addEventListener('abort', leave)
    const stopListening = () => signal.removeEventListener('abort', leave)
    result.then(resolve, reject)
    result.then(stopListening, stopListening)
  })
}
