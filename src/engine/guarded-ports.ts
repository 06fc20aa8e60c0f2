import { isQuoteError, QuoteError } from '../errors.js'
import type { Catalog } from '../ports/catalog.js'
import type { PortCall } from '../ports/port-call.js'
import type { CommitOutcome, HistoryRange, MaybePromise, QuoteStorage } from '../ports/storage.js'
import type { Change } from '../quote/change.js'
import type { HistoryEntry } from '../quote/history.js'
import { type Product, readProducts } from '../quote/product.js'
import type { QuoteRecord } from '../quote/quote.js'
import type { Tag } from '../quote/tag.js'
import { deepFreeze } from './deep-freeze.js'
import { callPort } from './port-call.js'
import { readRecord } from './read-record.js'

/** The storage as the engine sees it: what it throws is typed, what it answers is what was asked for, and in time. */
export interface GuardedStorage {
  load(storeId: string, quoteId: string, signal?: AbortSignal): Promise<QuoteRecord | undefined>
  commit(change: Change, signal?: AbortSignal): Promise<CommitOutcome>
  /** Entries are consecutive, from the one after `afterVersion` on, and at most `limit`. */
  listHistory(
    storeId: string,
    quoteId: string,
    range: HistoryRange,
    signal?: AbortSignal,
  ): Promise<readonly HistoryEntry[]>
  listTags(storeId: string, signal?: AbortSignal): Promise<readonly Tag[]>
  setTag(storeId: string, tag: Tag, signal?: AbortSignal): Promise<void>
  removeTag(storeId: string, name: string, signal?: AbortSignal): Promise<boolean>
}

export function guardedStorage(storage: QuoteStorage, timeLimit: number): GuardedStorage {
  const attempt = <T>(
    operation: keyof QuoteStorage,
    signal: AbortSignal | undefined,
    call: (call: PortCall) => MaybePromise<T>,
  ) => {
    const failure = (cause: unknown) => new QuoteError('storage_failed', { operation }, { cause })
    return callPort(call, { operation, timeLimit, signal, failure })
  }

  return {
    async load(storeId, quoteId, signal) {
      const record = await attempt('load', signal, (call) => storage.load(storeId, quoteId, call))
      return record == null ? undefined : readRecord(record, storeId, quoteId)
    },

    async commit(change, signal) {
      const outcome = await attempt('commit', signal, (call) => storage.commit(change, call))
      if (outcome !== 'committed' && outcome !== 'conflict')
        throw invalidAnswer('commit', 'must be "committed" or "conflict"')
      return outcome
    },

    async listHistory(storeId, quoteId, range, signal) {
      const entries = await attempt('listHistory', signal, (call) =>
        storage.listHistory(storeId, quoteId, range, call),
      )
      const isSound =
        Array.isArray(entries) &&
        entries.length <= range.limit &&
        entries.every(
          (entry, index) =>
            entry?.version === range.afterVersion + index + 1 &&
            Number.isSafeInteger(entry.time) &&
            Array.isArray(entry.patches),
        )
      if (!isSound) throw invalidAnswer('listHistory', 'must be consecutive entries of the range')
      return deepFreeze(entries)
    },

    async listTags(storeId, signal) {
      const tags = await attempt('listTags', signal, (call) => storage.listTags(storeId, call))
      if (!Array.isArray(tags) || !tags.every(isTag))
        throw invalidAnswer('listTags', 'must be an array of tags')
      return tags
    },

    setTag: (storeId, tag, signal) =>
      attempt('setTag', signal, (call) => storage.setTag(storeId, tag, call)),

    async removeTag(storeId, name, signal) {
      const removed = await attempt('removeTag', signal, (call) =>
        storage.removeTag(storeId, name, call),
      )
      return removed === true
    },
  }
}

const tagFields = ['backgroundColor', 'color', 'label', 'value'] as const

function isTag(tag: Partial<Tag> | null | undefined): boolean {
  return tag != null && tagFields.every((field) => typeof tag[field] === 'string')
}

function invalidAnswer(operation: string, message: string): QuoteError {
  return new QuoteError('storage_invalid', { operation, errors: { '': message } })
}

/** The prices of these products, as far as the store has them; asks only where there is something to ask for. */
export type PriceProducts = (
  storeId: string,
  ids: ReadonlySet<number>,
  signal?: AbortSignal,
) => Promise<ReadonlyMap<number, Product>>

export function guardedCatalog(catalog: Catalog, timeLimit: number): PriceProducts {
  const operation = 'findProducts'
  const failure = (cause: unknown) => new QuoteError('catalog_failed', { operation }, { cause })
  return async (storeId, ids, signal) => {
    if (ids.size === 0) return new Map()
    const answer = await callPort((call) => catalog.findProducts(storeId, [...ids], call), {
      operation,
      timeLimit,
      signal,
      failure,
    })
    return readCatalogAnswer(answer, ids)
  }
}

/** An answer can throw while it is read, as a getter or a proxy does. */
function readCatalogAnswer(answer: unknown, ids: ReadonlySet<number>) {
  try {
    return readProducts(answer, ids)
  } catch (cause) {
    if (isQuoteError(cause)) throw cause
    throw new QuoteError('catalog_invalid', { errors: { '': 'cannot be read' } }, { cause })
  }
}
