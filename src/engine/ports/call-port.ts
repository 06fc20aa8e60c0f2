import type { AwaitedFunction } from '../../errors/operation-names.js'
import { isQuoteError, QuoteError } from '../../errors.js'
import type { PortCallOptions } from '../../ports/call-options.js'
import type { MaybePromise } from '../../ports/storage.js'
import { traceCall } from './trace-call.js'

/** How the ports of an engine are called. */
export interface PortPolicy {
  /** Maximum duration of a call, in milliseconds. */
  readonly timeoutMs: number
  /** The client of the host's transaction that the calls are part of. */
  readonly client?: unknown
}

export interface CallPortOptions extends PortPolicy {
  /** The name of the port's method in errors. */
  readonly operation: AwaitedFunction
  /** The signal of the operation's caller. */
  readonly signal: AbortSignal | undefined
  /** Creates the error for a port that threw, unless it threw a `QuoteError`. */
  readonly wrapError: (cause: unknown) => QuoteError
}

/**
 * Calls a port, and returns its response or a promise of it. A synchronous response costs neither a
 * timer nor a signal nor a promise.
 *
 * @throws QuoteError `aborted` if the signal aborted before the call; `timeout` if the response
 * takes longer than `timeoutMs`; the result of `wrapError` if the port throws
 */
export function callPort<T>(
  call: (call: PortCallOptions) => MaybePromise<T>,
  options: CallPortOptions,
): MaybePromise<T> {
  throwIfAborted(options.signal)
  return traceCall(options.operation, () => callNow(call, options))
}

function callNow<T>(
  call: (call: PortCallOptions) => MaybePromise<T>,
  options: CallPortOptions,
): MaybePromise<T> {
  const { client, signal, wrapError } = options
  const callOptions = new LazyCallOptions(signal, client)
  try {
    const response = call(callOptions)
    return isPromise(response) ? waitFor(response, callOptions, options) : response
  } catch (cause) {
    throw isQuoteError(cause) ? cause : wrapError(cause)
  }
}

async function waitFor<T>(
  response: Promise<T>,
  callOptions: LazyCallOptions,
  { operation, timeoutMs, client, wrapError }: CallPortOptions,
): Promise<T> {
  try {
    return await withTimeout(response, timeoutMs, () => {
      const inTransaction = client === undefined ? undefined : { inTransaction: true as const }
      const error = new QuoteError('timeout', { operation, timeoutMs, ...inTransaction })
      callOptions.abort(error)
      return error
    })
  } catch (cause) {
    throw isQuoteError(cause) ? cause : wrapError(cause)
  }
}

/** Creates the signal lazily, because creating one costs more than the rest of the call. */
class LazyCallOptions implements PortCallOptions {
  readonly client: unknown
  readonly #callerSignal: AbortSignal | undefined
  #controller: AbortController | undefined
  #signal: AbortSignal | undefined
  #reason: QuoteError | undefined

  constructor(callerSignal: AbortSignal | undefined, client: unknown) {
    this.#callerSignal = callerSignal
    this.client = client
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

/**
 * Stops an operation whose caller has aborted, before it makes another port call.
 *
 * @throws QuoteError `aborted`
 */
function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw abortedError(signal)
}

/** Creates the error of an operation whose signal has aborted. Its cause is the signal's reason. */
export function abortedError(signal: AbortSignal | undefined): QuoteError {
  return new QuoteError('aborted', {}, { cause: signal?.reason })
}

/**
 * Waits for all promises, and returns their results. Unlike `Promise.all`, it waits for the others
 * if one rejects, so that no port call outlives its operation.
 *
 * @throws the first error, in the order of the promises
 */
export async function settleAll<T extends readonly unknown[]>(
  promises: {
    readonly [Index in keyof T]: Promise<T[Index]>
  },
): Promise<T> {
  await Promise.allSettled(promises)
  return Promise.all(promises) as Promise<unknown> as Promise<T>
}
