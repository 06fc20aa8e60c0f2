import { isQuoteError, QuoteError } from '../../errors.js'
import type { PortCallOptions } from '../../ports/call-options.js'
import type { MaybePromise } from '../../ports/storage.js'
import { throwIfAborted } from '../execution/in-flight.js'

/** How one call of a port is made. */
export interface CallPortOptions {
  readonly operation: string
  /** The longest that the call may take, in milliseconds. */
  readonly timeoutMs: number
  /** The signal of the command that the call is part of. */
  readonly signal: AbortSignal | undefined
  /** Turns what the port threw into an error of ours. */
  readonly wrapError: (cause: unknown) => QuoteError
}

/**
 * Calls a port and waits for its answer, no longer than the time limit. An answer that is no promise costs neither a timer nor a
 * signal.
 *
 * @throws QuoteError what `failure` makes of what the port threw; `timeout`; `aborted` where the signal was before the call
 */
export async function callPort<T>(
  call: (call: PortCallOptions) => MaybePromise<T>,
  { operation, timeoutMs, signal, wrapError }: CallPortOptions,
): Promise<T> {
  throwIfAborted(signal)
  const ownCall = new LazyCallOptions(signal)
  try {
    const answer = call(ownCall)
    if (!isPromise(answer)) return answer
    return await withTimeout(answer, timeoutMs, () => {
      const error = new QuoteError('timeout', { operation, timeoutMs })
      ownCall.abort(error)
      return error
    })
  } catch (cause) {
    throw isQuoteError(cause) ? cause : wrapError(cause)
  }
}

/** Makes its signal only for a port that asks for it, as that takes longer than all else that a call needs. */
class LazyCallOptions implements PortCallOptions {
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

function withTimeout<T>(
  answer: Promise<T>,
  timeoutMs: number,
  timedOut: () => QuoteError,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(timedOut()), timeoutMs)
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
