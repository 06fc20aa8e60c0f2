import { commandQueue } from './engine/command-queue.js'
import { commands } from './engine/commands.js'
import {
  readCallOptions,
  readContext,
  readCreateOptions,
  readUpdateOptions,
} from './engine/context.js'
import { createCommand } from './engine/create-command.js'
import { deepFreeze } from './engine/deep-freeze.js'
import { guardedCatalog } from './engine/guarded-catalog.js'
import { guardedStorage } from './engine/guarded-storage.js'
import { type QuoteEngineOptions, readOptions } from './engine/options.js'
import { loadPastRecord } from './engine/past-record.js'
import type { QuoteEngine } from './engine/quote-engine.js'
import { readEvents } from './engine/read-events.js'
import { loadQuote, readGetOptions, readPage, readRange } from './engine/read-history.js'
import { recordCache } from './engine/record-cache.js'
import { tagSetter } from './engine/set-tag.js'
import { updateCommand } from './engine/update-command.js'
import { QuoteError } from './errors.js'
import { requestReader } from './quote/requests.js'
import { toQuoteRecord } from './quote/stored-record.js'
import { type StoreTags, type Tag, visibleTags } from './quote/tag.js'
import { readTag } from './quote/tag-definition.js'
import { isStorableName, shortened } from './quote/text.js'

/**
 * Makes a quote engine of a storage and a catalogue.
 *
 * @throws QuoteError `invalid_options`, naming every option that is missing, wrong or unknown
 *
 * @example
 * const engine = createQuoteEngine({ storage: memoryStorage(), catalog: memoryCatalog({ 'store-1': products }) })
 * const { quoteId, quote } = await engine.createQuote({ storeId: 'store-1' }, { customer, products: [{ id: 118, qty: 2 }] })
 */
export function createQuoteEngine(options: QuoteEngineOptions): QuoteEngine {
  const settings = readOptions(options)
  const { limits, timeLimit } = settings
  const storage = guardedStorage(settings.storage, timeLimit, limits.pageBytes)
  const priceProducts = guardedCatalog(settings.catalog, timeLimit)
  const cache = recordCache(settings.cachedRecords)
  const world = { settings, storage, priceProducts, cache }
  const { readCreateRequest, readChanges } = requestReader(limits)
  const { run, close } = commands()
  const inTurn = commandQueue({ operation: 'updateQuote', timeLimit })
  const setTag = tagSetter(storage, limits.storeTags, timeLimit)

  async function loadCurrent(storeId: string, quoteId: string, signal: AbortSignal | undefined) {
    const record = await loadQuote(storage, storeId, quoteId, signal)
    cache.keep(record)
    return toQuoteRecord(record)
  }

  return {
    close,

    async createQuote(context, request, createOptions) {
      const caller = readContext(context)
      const callOptions = readCreateOptions(createOptions)
      const command = createCommand(world, caller, readCreateRequest(request), callOptions)
      return run(callOptions.signal, command)
    },

    async updateQuote(context, quoteId, changes, updateOptions) {
      const caller = readContext(context)
      const callOptions = readUpdateOptions(updateOptions)
      const read = readChanges(changes)
      checkQuoteId(quoteId)
      const command = updateCommand(world, caller, quoteId, read, callOptions)
      const { signal } = callOptions
      return run(signal, () => inTurn(`${caller.storeId}\0${quoteId}`, command, signal))
    },

    async getQuote(context, quoteId, getOptions) {
      const { storeId } = readContext(context)
      const state = readGetOptions(getOptions)
      const { version, at, signal } = state
      checkQuoteId(quoteId)
      return run(signal, async () => {
        const isCurrent = version === undefined && at === undefined
        const record = isCurrent
          ? await loadCurrent(storeId, quoteId, signal)
          : await loadPastRecord(storage, storeId, quoteId, state)
        if (record.quote.tags === null) return record
        const storeTags = byName(await storage.listTags(storeId, signal))
        const shown = visibleTags(record.quote, storeTags)
        return shown.length === 0 ? record : Object.freeze({ ...record, visibleTags: shown })
      })
    },

    async history(context, quoteId, historyOptions) {
      const { storeId } = readContext(context)
      const range = readRange(historyOptions)
      const { signal } = range
      checkQuoteId(quoteId)
      return run(signal, async () => {
        const page = await readPage(storage, storeId, quoteId, range)
        if (page.entries.length === 0) await loadQuote(storage, storeId, quoteId, signal)
        return page
      })
    },

    async events(context, eventsOptions) {
      const { storeId } = readContext(context)
      const range = readRange(eventsOptions)
      return run(range.signal, () => readEvents(storage, storeId, range))
    },

    async listTags(context, callOptions) {
      const { storeId } = readContext(context)
      const { signal } = readCallOptions(callOptions)
      return run(signal, async () => byName(await storage.listTags(storeId, signal)))
    },

    async setTag(context, name, definition, callOptions) {
      const { storeId } = readContext(context)
      const { signal } = readCallOptions(callOptions)
      const tag = readTag(name, definition, limits)
      return run(signal, () => setTag(storeId, tag, signal))
    },

    async removeTag(context, name, callOptions) {
      const { storeId } = readContext(context)
      const { signal } = readCallOptions(callOptions)
      return run(
        signal,
        async () => isStorableName(name) && storage.removeTag(storeId, name, signal),
      )
    },
  }
}

/** An id that no storage could keep is the id of no quote. */
function checkQuoteId(quoteId: unknown): void {
  if (!isStorableName(quoteId))
    throw new QuoteError('quote_not_found', {
      quoteId: typeof quoteId === 'string' ? shortened(quoteId) : typeof quoteId,
    })
}

/** A tag called `__proto__` becomes an own key like any other. */
function byName(tags: readonly Tag[]): StoreTags {
  return deepFreeze(Object.fromEntries(tags.map((tag) => [tag.value, { ...tag }])))
}
