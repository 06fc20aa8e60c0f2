import { tracingChannel } from 'node:diagnostics_channel'
import { hasSubscribers } from '../ports/tracing-channel.js'
import type { Role } from '../quote/model/transitions.js'
import type { StoreContext } from './arguments.js'
import { type PagedResult, wrapPages } from './execution/pages.js'

/**
 * What the tracing channel `quotewright.operation` says of a call of a method of an engine; of a
 * method that lists, about the loading of each page. All messages of a call have the same object.
 */
export interface OperationTrace {
  /** The name of the method. */
  readonly operation: string
  /** Undefined if the context is invalid. */
  readonly storeId: string | undefined
  /** The `actor` of the context. */
  readonly actor: string | undefined
  /** The `role` of the context. */
  readonly role: Role | undefined
  /** The quote that the call names. The id of a new quote is in `result`. */
  readonly quoteId: string | undefined
  /** What the call has resolved to, as its caller sees it; of a list, the page. */
  readonly result?: unknown
  /** What the call has rejected with. */
  readonly error?: unknown
}

const operationChannel = tracingChannel<unknown, OperationTrace>('quotewright.operation')

type Method = (context: StoreContext, ...args: readonly unknown[]) => unknown

/** A method of the engine, as it is traced. */
interface TracedMethod {
  readonly name: string
  readonly isPaged: true | undefined
  /** True if its second argument is the id of a quote. */
  readonly isOfQuote: boolean
}

/** Returns a method whose calls are published. Only calls it if there are no subscribers. */
export function traceMethod(method: Method, traced: TracedMethod): Method {
  if (traced.isPaged)
    return (context, ...args) => {
      const result = method(context, ...args) as PagedResult<unknown, unknown>
      return wrapPages(result, (load) => {
        if (!hasSubscribers(operationChannel)) return load()
        return operationChannel.tracePromise(load, describeCall(traced, context, args))
      })
    }
  return (context, ...args) => {
    if (!hasSubscribers(operationChannel)) return method(context, ...args)
    const run = async () => method(context, ...args)
    return operationChannel.tracePromise(run, describeCall(traced, context, args))
  }
}

function describeCall(
  { name, isOfQuote }: TracedMethod,
  context: unknown,
  [id]: readonly unknown[],
): OperationTrace {
  const read = (field: keyof StoreContext): string | undefined => {
    try {
      const value = (context as Partial<StoreContext> | undefined)?.[field]
      return typeof value === 'string' ? value : undefined
    } catch {
      // The call itself rejects what cannot be read.
      return undefined
    }
  }
  return {
    operation: name,
    storeId: read('storeId'),
    actor: read('actor'),
    role: read('role') as Role | undefined,
    quoteId: isOfQuote && typeof id === 'string' ? id : undefined,
  }
}
