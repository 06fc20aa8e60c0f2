import { isQuoteError, QuoteError } from '../../errors.js'
import type { PortCallOptions } from '../../ports/call-options.js'
import type { MaybePromise } from '../../ports/storage.js'
import { throwIfAborted } from '../execution/in-flight.js'

export interface CallPortOptions {
  /** The name of the port's method in errors. */
  readonly operation: string
  /** Maximum duration of the call, in milliseconds. */
  readonly timeoutMs: number
  /** The signal of the operation's caller. */
  readonly signal: AbortSignal | undefined
  /** Creates the error for a port that threw, unless it threw a `QuoteError`. */
  readonly wrapError: (cause: unknown) => QuoteError
}

/**
 * Calls a port and waits for its response. A synchronous response costs neither a timer nor a
 * signal.
 *
 * @throws QuoteError `aborted` if the signal aborted before the call; `timeout` if the response
 * takes longer than `timeoutMs`; the result of `wrapError` if the port throws
 */
export async function callPort<T>(
  call: (call: PortCallOptions) => MaybePromise<T>,
  { operation, timeoutMs, signal, wrapError }: CallPortOptions,
): Promise<T> {
  throwIfAborted(signal)
  const callOptions = new LazyCallOptions(signal)
  try {
    const response = call(callOptions)
    if (!isPromise(response)) return response
    return await withTimeout(response, timeoutMs, () => {
      const error = new QuoteError('timeout', { operation, timeoutMs })
      callOptions.abort(error)
      return error
    })
  } catch (cause) {
    throw isQuoteError(cause) ? cause : wrapError(cause)
  }
}

/** Creates the signal lazily, because creating one costs more than the rest of the call. */
class LazyCallOptions implements PortCallOptions {
  readonly #callerSignal: AbortSignal | undefined
  #controller: AbortController | undefined
  #signal: AbortSignal | undefined
  #reason: QuoteError | undefined

  constructor(callerSignal: AbortSignal | undefined) {
    this.#callerSignal = callerSignal
  }

  get signal(): AbortSignal {
    if (this.#signal !== undefined) return this.#signal
    const controller = new AbortController()
    if (this.#reason !== undefined) controller.abort(this.#reason)
    this.#controller = controller
    this.#signal = this.#callerSignal
      ? AbortSignal.any([controller.signal, this.#callerSignal])
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
  response: Promise<T>,
  timeoutMs: number,
  onTimeout: () => QuoteError,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(onTimeout()), timeoutMs)
    // A port may return a thenable whose `then` returns nothing or throws.
    Promise.resolve(response).then(
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
