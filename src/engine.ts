import { commandQueue } from './engine/command-queue.js'
import { commands } from './engine/commands.js'
import {
  readCallOptions,
  readContext,
  readUpdateOptions,
  type StoreContext,
  type UpdateOptions,
} from './engine/context.js'
import { deepFreeze } from './engine/deep-freeze.js'
import { guardedCatalog, guardedStorage } from './engine/guarded-ports.js'
import { type EngineSettings, type QuoteEngineOptions, readOptions } from './engine/options.js'
import type { QuoteEngine } from './engine/quote-engine.js'
import {
  readGetOptions,
  readHistoryOptions,
  readPage,
  readPastRecord,
} from './engine/read-history.js'
import { QuoteError } from './errors.js'
import { createQuote as decideCreation } from './quote/create-quote.js'
import type { QuoteRecord } from './quote/quote.js'
import { type QuoteChanges, requestReader } from './quote/requests.js'
import { type StoreTags, type Tag, visibleTags } from './quote/tag.js'
import { readTag } from './quote/tag-definition.js'
import { isStorableName } from './quote/text.js'
import { updateQuote as decideUpdate, productIdsToPrice } from './quote/update-quote.js'

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
  const { limits, maxAttempts, timeLimit } = settings
  const storage = guardedStorage(settings.storage, timeLimit)
  const priceProducts = guardedCatalog(settings.catalog, timeLimit)
  const { readCreateRequest, readChanges } = requestReader(limits)
  const { run, close } = commands()
  const inTurn = commandQueue()

  async function loadQuote(
    storeId: string,
    quoteId: string,
    signal: AbortSignal | undefined,
  ): Promise<QuoteRecord> {
    const record = await storage.load(storeId, quoteId, signal)
    if (record === undefined) throw new QuoteError('quote_not_found', { quoteId })
    return record
  }

  async function attemptUpdate(
    { storeId, actor }: StoreContext,
    quoteId: string,
    changes: QuoteChanges,
    { expectedVersion, signal }: UpdateOptions,
  ): Promise<QuoteRecord | undefined> {
    const record = await loadQuote(storeId, quoteId, signal)
    if (expectedVersion !== undefined && record.version !== expectedVersion)
      throw versionMismatch(record, expectedVersion)
    const products = await priceProducts(storeId, productIdsToPrice(record, changes), signal)
    const facts = { actor, now: timeOf(settings), products }
    const change = decideUpdate(record, changes, facts, settings)
    if (change === undefined) return record
    return (await storage.commit(change, signal)) === 'committed' ? change.record : undefined
  }

  return {
    close,

    async createQuote(context, request, callOptions) {
      const { storeId, actor } = readContext(context)
      const { signal } = readCallOptions(callOptions)
      const read = readCreateRequest(request)
      return run(signal, async () => {
        const ids = new Set(read.products.map(({ id }) => id))
        const products = await priceProducts(storeId, ids, signal)
        let quoteId = ''
        for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
          quoteId = newId(settings)
          const facts = { storeId, quoteId, actor, now: timeOf(settings), products }
          const change = decideCreation(read, facts, settings)
          if ((await storage.commit(change, signal)) === 'committed') return change.record
        }
        throw new QuoteError('too_many_conflicts', { quoteId, attempts: maxAttempts })
      })
    },

    async updateQuote(context, quoteId, changes, updateOptions) {
      const caller = readContext(context)
      const options = readUpdateOptions(updateOptions)
      const { expectedVersion, signal } = options
      const read = readChanges(changes)
      checkQuoteId(quoteId)
      const command = async () => {
        for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
          if (attempt > 1) await jitteredPause(attempt)
          const record = await attemptUpdate(caller, quoteId, read, options)
          if (record !== undefined) return record
          if (expectedVersion !== undefined)
            throw versionMismatch(await loadQuote(caller.storeId, quoteId, signal), expectedVersion)
        }
        throw new QuoteError('too_many_conflicts', { quoteId, attempts: maxAttempts })
      }
      return run(signal, () => inTurn(`${caller.storeId}\0${quoteId}`, command))
    },

    async getQuote(context, quoteId, getOptions) {
      const { storeId } = readContext(context)
      const state = readGetOptions(getOptions)
      const { version, at, signal } = state
      checkQuoteId(quoteId)
      return run(signal, async () => {
        const record =
          version === undefined && at === undefined
            ? await loadQuote(storeId, quoteId, signal)
            : await readPastRecord(storage, storeId, quoteId, state)
        if (record.quote.tags === null) return record
        const storeTags = byName(await storage.listTags(storeId, signal))
        const shown = visibleTags(record.quote, storeTags)
        return shown.length === 0 ? record : Object.freeze({ ...record, visibleTags: shown })
      })
    },

    async history(context, quoteId, historyOptions) {
      const { storeId } = readContext(context)
      const range = readHistoryOptions(historyOptions)
      const { signal } = range
      checkQuoteId(quoteId)
      return run(signal, async () => {
        const page = await readPage(storage, storeId, quoteId, range)
        if (page.entries.length === 0) await loadQuote(storeId, quoteId, signal)
        return page
      })
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
      return run(signal, async () => {
        await storage.setTag(storeId, tag, signal)
        return tag
      })
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

function versionMismatch({ quoteId, version }: QuoteRecord, expectedVersion: number): QuoteError {
  return new QuoteError('version_mismatch', { quoteId, expectedVersion, currentVersion: version })
}

/** An id that no storage could keep is the id of no quote. */
function checkQuoteId(quoteId: unknown): void {
  if (!isStorableName(quoteId))
    throw new QuoteError('quote_not_found', {
      quoteId: typeof quoteId === 'string' ? quoteId : typeof quoteId,
    })
}

function timeOf({ clock }: EngineSettings): number {
  const now: unknown = clock()
  if (Number.isSafeInteger(now)) return now as number
  throw new QuoteError('invalid_options', { errors: { clock: 'must return whole milliseconds' } })
}

function newId({ newQuoteId }: EngineSettings): string {
  const quoteId: unknown = newQuoteId()
  if (isStorableName(quoteId)) return quoteId
  throw new QuoteError('invalid_options', {
    errors: { newQuoteId: 'must return a text of 1 to 255 characters' },
  })
}

/** A tag called `__proto__` becomes an own key like any other. */
function byName(tags: readonly Tag[]): StoreTags {
  return deepFreeze(Object.fromEntries(tags.map((tag) => [tag.value, { ...tag }])))
}

const longestPause = 50

/** Waits a random time, longer with every lost race, so that writers in different processes fall out of step. */
function jitteredPause(attempt: number): Promise<void> {
  const pause = Math.random() * Math.min(longestPause, 2 ** attempt)
  return new Promise((resolve) => setTimeout(resolve, pause))
}
