import { QuoteError } from '../errors.js'
import { createRequestParser } from '../quote/requests/create-request.js'
import { updateRequestParser } from '../quote/requests/update-request.js'
import { toQuoteRecord } from '../quote/stored-record.js'
import { parseTag } from '../store/tag-definition.js'
import { type StoreTags, type Tag, visibleTags } from '../store/tags.js'
import { deepFreeze } from '../validation/deep-freeze.js'
import { isValidId, truncate } from '../validation/identifiers.js'
import {
  parseCallOptions,
  parseContext,
  parseCreateOptions,
  parseUpdateOptions,
} from './context.js'
import { createInFlightTracker } from './execution/in-flight.js'
import { createKeyedMutex } from './execution/keyed-mutex.js'
import { createRecordCache } from './execution/record-cache.js'
import { createQuoteOperation } from './operations/create-quote.js'
import { listEventPage } from './operations/events.js'
import {
  listHistoryPage,
  parseGetOptions,
  parsePageRequest,
  requireRecord,
} from './operations/history.js'
import { loadRecordAt } from './operations/load-record-at.js'
import { createTagSetter } from './operations/set-tag.js'
import { updateQuoteOperation } from './operations/update-quote.js'
import { type QuoteEngineOptions, resolveOptions } from './options.js'
import { createCheckedCatalog } from './ports/checked-catalog.js'
import { createCheckedStorage } from './ports/checked-storage.js'
import type { QuoteEngine } from './quote-engine.js'

/**
 * Makes a quote engine of a storage and a catalog.
 *
 * @throws QuoteError `invalid_options`, naming every option that is missing, wrong or unknown
 *
 * @example
 * const engine = createQuoteEngine({ storage: memoryStorage(), catalog: memoryCatalog({ 'store-1': products }) })
 * const { quoteId, quote } = await engine.createQuote({ storeId: 'store-1' }, { customer, products: [{ id: 118, qty: 2 }] })
 */
export function createQuoteEngine(options: QuoteEngineOptions): QuoteEngine {
  const resolved = resolveOptions(options)
  const { limits, timeoutMs } = resolved
  const storage = createCheckedStorage(resolved.storage, timeoutMs, limits.maxPageBytes)
  const findProducts = createCheckedCatalog(resolved.catalog, timeoutMs)
  const cache = createRecordCache(resolved.recordCacheSize)
  const runtime = { options: resolved, storage, findProducts, cache }
  const parseCreateRequest = createRequestParser(limits)
  const parseUpdateRequest = updateRequestParser(limits)
  const { run, close } = createInFlightTracker()
  const inTurn = createKeyedMutex({ operation: 'updateQuote', timeoutMs })
  const setTag = createTagSetter(storage, limits.maxStoreTags, timeoutMs)

  async function loadCurrent(storeId: string, quoteId: string, signal: AbortSignal | undefined) {
    const record = await requireRecord(storage, storeId, quoteId, signal)
    cache.set(record)
    return toQuoteRecord(record)
  }

  return {
    close,

    async createQuote(context, request, createOptions) {
      const caller = parseContext(context)
      const callOptions = parseCreateOptions(createOptions)
      const command = createQuoteOperation(
        runtime,
        caller,
        parseCreateRequest(request),
        callOptions,
      )
      return run(callOptions.signal, command)
    },

    async updateQuote(context, quoteId, changes, updateOptions) {
      const caller = parseContext(context)
      const callOptions = parseUpdateOptions(updateOptions)
      const read = parseUpdateRequest(changes)
      assertQuoteId(quoteId)
      const command = updateQuoteOperation(runtime, caller, quoteId, read, callOptions)
      const { signal } = callOptions
      return run(signal, () => inTurn(`${caller.storeId}\0${quoteId}`, command, signal))
    },

    async getQuote(context, quoteId, getOptions) {
      const { storeId } = parseContext(context)
      const state = parseGetOptions(getOptions)
      const { version, at, signal } = state
      assertQuoteId(quoteId)
      return run(signal, async () => {
        const isCurrent = version === undefined && at === undefined
        const record = isCurrent
          ? await loadCurrent(storeId, quoteId, signal)
          : await loadRecordAt(storage, storeId, quoteId, state)
        if (record.quote.tags === null) return record
        const storeTags = tagsByName(await storage.listTags(storeId, signal))
        const shown = visibleTags(record.quote, storeTags)
        return shown.length === 0 ? record : Object.freeze({ ...record, visibleTags: shown })
      })
    },

    async listHistory(context, quoteId, historyOptions) {
      const { storeId } = parseContext(context)
      const range = parsePageRequest(historyOptions)
      const { signal } = range
      assertQuoteId(quoteId)
      return run(signal, async () => {
        const page = await listHistoryPage(storage, storeId, quoteId, range)
        if (page.entries.length === 0) await requireRecord(storage, storeId, quoteId, signal)
        return page
      })
    },

    async listEvents(context, eventsOptions) {
      const { storeId } = parseContext(context)
      const range = parsePageRequest(eventsOptions)
      return run(range.signal, () => listEventPage(storage, storeId, range))
    },

    async listTags(context, callOptions) {
      const { storeId } = parseContext(context)
      const { signal } = parseCallOptions(callOptions)
      return run(signal, async () => tagsByName(await storage.listTags(storeId, signal)))
    },

    async setTag(context, name, definition, callOptions) {
      const { storeId } = parseContext(context)
      const { signal } = parseCallOptions(callOptions)
      const tag = parseTag(name, definition, limits)
      return run(signal, () => setTag(storeId, tag, signal))
    },

    async removeTag(context, name, callOptions) {
      const { storeId } = parseContext(context)
      const { signal } = parseCallOptions(callOptions)
      return run(signal, async () => isValidId(name) && storage.removeTag(storeId, name, signal))
    },
  }
}

/** An id that no storage could keep is the id of no quote. */
function assertQuoteId(quoteId: unknown): void {
  if (!isValidId(quoteId))
    throw new QuoteError('quote_not_found', {
      quoteId: typeof quoteId === 'string' ? truncate(quoteId) : typeof quoteId,
    })
}

/** A tag called `__proto__` becomes an own key like any other. */
function tagsByName(tags: readonly Tag[]): StoreTags {
  return deepFreeze(Object.fromEntries(tags.map((tag) => [tag.value, { ...tag }])))
}
