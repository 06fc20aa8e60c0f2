import { isQuoteError, QuoteError } from '../errors.js'
import type { PortCall } from '../ports/port-call.js'
import type { MaybePromise } from '../ports/storage.js'
import { checkSignal } from './commands.js'

/** How one call of a port is made. */
export interface CallTerms {
  readonly operation: string
  /** The longest that the call may take, in milliseconds. */
  readonly timeLimit: number
  /** The signal of the command that the call is part of. */
  readonly signal: AbortSignal | undefined
  /** Turns what the port threw into an error of ours. */
  readonly failure: (cause: unknown) => QuoteError
}

/**
 * Calls a port and waits for its answer, no longer than the time limit. An answer that is no promise costs neither a timer nor a
 * signal.
 *
 * @throws QuoteError what `failure` makes of what the port threw; `timed_out`; `aborted` where the signal was before the call
 */
export async function callPort<T>(
  call: (call: PortCall) => MaybePromise<T>,
  { operation, timeLimit, signal, failure }: CallTerms,
): Promise<T> {
  checkSignal(signal)
  const ownCall = new OwnCall(signal)
  try {
    const answer = call(ownCall)
    if (!isPromise(answer)) return answer
    return await withinTime(answer, timeLimit, () => {
      const error = new QuoteError('timed_out', { operation, timeLimit })
      ownCall.abort(error)
      return error
    })
  } catch (cause) {
    throw isQuoteError(cause) ? cause : failure(cause)
  }
}

/** Makes its signal only for a port that asks for it, as that takes longer than all else that a call needs. */
class OwnCall implements PortCall {
  readonly #ofCommand: AbortSignal | undefined
  #controller: AbortController | undefined
  #signal: AbortSignal | undefined
  #reason: QuoteError | undefined

  constructor(ofCommand: AbortSignal | undefined) {
    this.#ofCommand = ofCommand
  }

  get signal(): AbortSignal {
    if (this.#signal !== undefined) return this.#signal
    const controller = new AbortController()
    if (this.#reason !== undefined) controller.abort(this.#reason)
    this.#controller = controller
    this.#signal = this.#ofCommand
      ? AbortSignal.any([controller.signal, this.#ofCommand])
      : controller.signal
    return this.#signal
  }

  abort(reason: QuoteError): void {
    this.#reason = reason
    this.#controller?.abort(reason)
  }
}

function isPromise<T>(value: MaybePromise<T>): value is Promise<T> {
  return typeof (value as Partial<Promise<T>> | null)?.then === 'function'
}

function withinTime<T>(
  answer: Promise<T>,
  timeLimit: number,
  timedOut: () => QuoteError,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(timedOut()), timeLimit)
    // What a port gives may have a `then` that returns nothing, or throws.
    Promise.resolve(answer).then(
      (value) => {
        clearTimeout(timer)
        resolve(value)
      },
      (error) => {
        clearTimeout(timer)
        reject(error)
      },
    )
  })
}
