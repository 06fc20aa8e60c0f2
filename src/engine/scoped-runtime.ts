import { type ScopeLimit, scopeIdentity } from '../quote/search/quote-scope.js'
import type { StoreContext } from './arguments.js'
import { assertInScope, createScopedStorage } from './execution/scoped-storage.js'
import type { EngineRuntime } from './runtime.js'

/**
 * Returns a runtime for one call, or one list, in which there are no quotes but those that the
 * caller sees. `run` asks for them, before anything is read: every operation passes there.
 *
 * @param operation The name of the operation.
 */
export function scopeRuntime(
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
  return {
    ...whole,
    storage: createScopedStorage(whole.storage, { operation, maxBytes, limit }),
    scope: { limit, whole, assertHas: (record) => assertInScope(limit(), operation, record) },
    run: (signal, task) =>
      whole.run(signal, async () => {
        known = { limit: await whole.getLimit(caller, signal) }
        return task()
      }),
    // A cached record may be one that the caller does not see any more.
    cache: {
      ...whole.cache,
      get: (storeId, quoteId) =>
        limit() === undefined ? whole.cache.get(storeId, quoteId) : undefined,
    },
    // Nobody waits for a change of a quote that they don't see.
    withLock(lock, task) {
      const own = limit()
      if (own === undefined) return whole.withLock(lock, task)
      const key = `${lock.key}\0${JSON.stringify(scopeIdentity(own))}`
      return whole.withLock({ ...lock, key }, task)
    },
  }
}
