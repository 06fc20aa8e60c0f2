import { isQuoteError, QuoteError } from '../errors.js'
import type { Catalog } from '../ports/catalog.js'
import type { CommitOutcome, HistoryRange, MaybePromise, QuoteStorage } from '../ports/storage.js'
import type { Change } from '../quote/change.js'
import type { HistoryEntry } from '../quote/history.js'
import { type Product, readProducts } from '../quote/product.js'
import type { QuoteRecord } from '../quote/quote.js'
import type { Tag } from '../quote/tag.js'
import { deepFreeze } from './deep-freeze.js'
import { readRecord } from './read-record.js'

/** The storage as the engine sees it: what it throws is typed, and what it answers is what was asked for. */
export interface GuardedStorage {
  load(storeId: string, quoteId: string): Promise<QuoteRecord | undefined>
  commit(change: Change): Promise<CommitOutcome>
  /** Entries are consecutive, from the one after `afterVersion` on, and at most `limit`. */
  listHistory(
    storeId: string,
    quoteId: string,
    range: HistoryRange,
  ): Promise<readonly HistoryEntry[]>
  listTags(storeId: string): Promise<readonly Tag[]>
  setTag(storeId: string, tag: Tag): Promise<void>
  removeTag(storeId: string, name: string): Promise<boolean>
}

export function guardedStorage(storage: QuoteStorage): GuardedStorage {
  const attempt = <T>(operation: string, call: () => MaybePromise<T>) =>
    typedFailure(call, (cause) => new QuoteError('storage_failed', { operation }, { cause }))

  return {
    async load(storeId, quoteId) {
      const record = await attempt('load', () => storage.load(storeId, quoteId))
      return record == null ? undefined : readRecord(record, storeId, quoteId)
    },

    async commit(change) {
      const outcome = await attempt('commit', () => storage.commit(change))
      if (outcome !== 'committed' && outcome !== 'conflict')
        throw invalidAnswer('commit', 'must be "committed" or "conflict"')
      return outcome
    },

    async listHistory(storeId, quoteId, range) {
      const entries = await attempt('listHistory', () =>
        storage.listHistory(storeId, quoteId, range),
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

    async listTags(storeId) {
      const tags = await attempt('listTags', () => storage.listTags(storeId))
      if (!Array.isArray(tags) || !tags.every(isTag))
        throw invalidAnswer('listTags', 'must be an array of tags')
      return tags
    },

    setTag: (storeId, tag) => attempt('setTag', () => storage.setTag(storeId, tag)),
    removeTag: async (storeId, name) =>
      (await attempt('removeTag', () => storage.removeTag(storeId, name))) === true,
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
) => Promise<ReadonlyMap<number, Product>>

export function guardedCatalog(catalog: Catalog): PriceProducts {
  return async (storeId, ids) => {
    if (ids.size === 0) return new Map()
    const answer = await typedFailure(
      () => catalog.findProducts(storeId, [...ids]),
      (cause) => new QuoteError('catalog_failed', { operation: 'findProducts' }, { cause }),
    )
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

async function typedFailure<T>(
  call: () => MaybePromise<T>,
  failure: (cause: unknown) => QuoteError,
): Promise<T> {
  try {
    return await call()
  } catch (cause) {
    throw isQuoteError(cause) ? cause : failure(cause)
  }
}
