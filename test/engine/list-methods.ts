import type { PagedResult } from '../../src/engine/execution/pages.js'
import type { StoragePort } from '../../src/ports/storage.js'
import type { QuoteEngine } from '../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../src/storage/memory/index.js'
import { context, engineWith, request } from './ports.js'

export interface ListedQuote {
  readonly engine: QuoteEngine
  readonly quoteId: string
}

interface ListOptions {
  readonly limit?: number
  readonly after?: number
  readonly signal?: AbortSignal
}

type ListMethod = (quote: ListedQuote, options?: ListOptions) => PagedResult<unknown>

/** The name of each method that lists, a call of it, and the number of an item. */
export const listMethods: readonly (readonly [string, ListMethod, (item: unknown) => number])[] = [
  [
    'listHistory',
    ({ engine, quoteId }, options) => engine.listHistory(context, quoteId, options),
    (item) => (item as { version: number }).version,
  ],
  [
    'listEvents',
    ({ engine }, options) => engine.listEvents(context, options),
    (item) => (item as { position: number }).position,
  ],
]

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = []
  for await (const item of items) collected.push(item)
  return collected
}

/**
 * Creates a quote with five versions. `requests` has the version or position after which each page
 * was requested.
 *
 * @param override Returns storage methods to replace.
 */
export async function fiveVersions(
  override: (inner: StoragePort) => Partial<StoragePort> = () => ({}),
) {
  const inner = memoryStorage()
  const requests: number[] = []
  const { listHistory, listEvents } = { ...inner, ...override(inner) }
  const storage: StoragePort = {
    ...inner,
    listHistory(storeId, quoteId, range) {
      requests.push(range.afterVersion)
      return listHistory(storeId, quoteId, range)
    },
    listEvents(storeId, range) {
      requests.push(range.afterPosition)
      return listEvents(storeId, range)
    },
  }
  const engine = engineWith({ storage })
  const { quoteId } = await engine.createQuote(context, request)
  for (const tag of ['a', 'b', 'c', 'd'])
    await engine.updateQuote(context, quoteId, { tag_list: [tag] })
  return { engine, quoteId, requests }
}

/** Returns an engine whose methods that list always get this context. */
export function bindContext(engine: QuoteEngine, caller: never): QuoteEngine {
  const { listHistory, listEvents } = engine
  return {
    ...engine,
    listHistory: (_, quoteId, options) => listHistory(caller, quoteId, options),
    listEvents: (_, options) => listEvents(caller, options),
  }
}
