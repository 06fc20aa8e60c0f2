import { tracingChannel } from 'node:diagnostics_channel'
import type { AwaitedFunction } from '../../errors/operation-names.js'
import type { MaybePromise } from '../../ports/storage.js'
import { hasSubscribers } from '../../ports/tracing-channel.js'

/**
 * What the tracing channel `quotewright.call` says of a call of a storage, of another port, or of a
 * function of the host that is waited for. All messages of a call have the same object.
 */
export interface HostCallTrace {
  /** What is called, as a `timeout` names it: `commit`, `findProducts`, `permit`. */
  readonly call: AwaitedFunction
  /** What the host has returned, before it is checked. */
  readonly result?: unknown
  /** What the call has rejected with. */
  readonly error?: unknown
}

const hostCalls = tracingChannel<unknown, HostCallTrace>('quotewright.call')

/** Calls the host, and publishes that. Only calls it if there are no subscribers. */
export function traceCall<T>(call: AwaitedFunction, run: () => MaybePromise<T>): MaybePromise<T> {
  if (!hasSubscribers(hostCalls)) return run()
  return hostCalls.tracePromise(async () => run(), { call })
}
