import { getOnlyQuote } from '../quote/search/only-quote.js'
import { type ScopeLimit, scopeIdentity } from '../quote/search/quote-scope.js'
import { parseContextOnce, type StoreContext } from './arguments.js'
import { createPagedResult } from './execution/pages.js'
import { assertIdsInScope, assertInScope, createScopedStorage } from './execution/scoped-storage.js'
import type { EngineRuntime } from './runtime.js'

type Method = (context: StoreContext, ...args: readonly unknown[]) => unknown

/** A method of the engine that is created for a runtime. */
export interface ScopedMethod {
  readonly name: string
  readonly create: (runtime: EngineRuntime, name: string) => Method
  readonly isPaged?: true | undefined
}

/**
 * Creates a method that has no quotes but those that its caller sees. Without the option `scope`,
 * only a caller of `limitToQuote` is limited, and all others take the same way as ever.
 */
export function createScopedMethod(
  runtime: EngineRuntime,
  { name, create, isPaged }: ScopedMethod,
): Method {
  const callLimited: Method = (context, ...args) => {
    let caller: StoreContext
    try {
      caller = parseContextOnce(context)
    } catch (error) {
      if (!isPaged) return Promise.reject(error)
      return createPagedResult(() => {
        throw error
      })
    }
    return create(scopeRuntime(runtime, name, caller), name)(caller, ...args)
  }
  if (runtime.options.scope !== undefined) return callLimited
  const callWhole = create(runtime, name)
  return (context, ...args) => (isLimited(context) ? callLimited : callWhole)(context, ...args)
}

/** Returns true for a context that cannot be read as well: its call rejects. */
function isLimited(context: StoreContext | undefined): boolean {
  try {
    return context != null && getOnlyQuote(context) !== undefined
  } catch {
    return true
  }
}

/**
 * Returns a runtime for one call, or one list, in which there are no quotes but those that the
 * caller sees. `run` asks for them, before anything is read: every operation passes there.
 *
 * @param operation The name of the operation.
 */
function scopeRuntime(
  whole: EngineRuntime,
  operation: string,
  caller: StoreContext,
): EngineRuntime {
  let known: { readonly limit: ScopeLimit | undefined } | undefined
  const limit = () => {
    if (known !== undefined) return known.limit
    throw new TypeError(`${operation} must read and write inside of run`)
  }
  const { maxPageBytes: maxBytes } = whole.options.limits
  const { role } = caller
  return {
    ...whole,
    storage: createScopedStorage(whole.storage, { operation, role, maxBytes, limit }),
    scope: {
      limit,
      whole,
      assertHas: (record) => assertInScope(limit(), { operation, role }, record),
      assertIds: (ids) => assertIdsInScope(limit(), { operation, role }, ids),
    },
    run: (signal, task) =>
      whole.run(signal, async () => {
        known = { limit: await whole.getLimit(caller, signal) }
        return task()
      }),
    // A cached record may be one that the caller does not see any more.
    cache: whole.cache && {
      ...whole.cache,
      get: (storeId, quoteId) =>
        limit() === undefined ? whole.cache?.get(storeId, quoteId) : undefined,
    },
    // A caller never waits for a change of a quote that it does not see.
    withLock(lock, task) {
      const own = limit()
      if (own === undefined) return whole.withLock(lock, task)
      const key = `${lock.key}\0${JSON.stringify(scopeIdentity(own))}`
      return whole.withLock({ ...lock, key }, task)
    },
  }
}
