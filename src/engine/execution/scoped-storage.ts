import { QuoteError } from '../../errors.js'
import { countInMemory, type FindableRecord, findInMemory } from '../../ports/find-in-memory.js'
import type { StoragePage } from '../../ports/storage.js'
import type { HostIds } from '../../quote/model/host-ids.js'
import type { Quote } from '../../quote/model/quote.js'
import { quoteKind, quoteRef } from '../../quote/model/quote-record.js'
import type { Role } from '../../quote/model/transitions.js'
import {
  type FieldsInScope,
  hasFields,
  isByBuyers,
  isInScope,
  limitOfHostIds,
  type ScopeLimit,
  scopeErrors,
} from '../../quote/search/quote-scope.js'
import { quoteSearchRow } from '../../quote/search/search-terms.js'
import type { RecordRef, StoredRecord } from '../../record/record.js'
import type { RecordFilter } from '../../record/search/find-query.js'
import { findDeclaration } from '../../store/record-declarations.js'
import type { CheckedStorage } from '../ports/checked-storage.js'

/**
 * Returns true for a record that is there only with the quote of its id. The kind of a feature of
 * the host says it itself: `quote.callNotes`, `store.callTimes`.
 */
function isOfQuote({ kind }: Pick<RecordRef, 'kind'>): boolean {
  const of = findDeclaration(kind)?.of ?? (kind.startsWith('store.') ? 'store' : 'quote')
  return of === 'quote'
}

/** How a storage is limited. */
export interface StorageScope {
  /** The name of the operation, for errors. */
  readonly operation: string
  /** The role of the caller. */
  readonly role: Role | undefined
  /** Maximum length of a page, in bytes of JSON. */
  readonly maxBytes: number
  /** Returns what limits the caller; undefined for a caller who sees all quotes. */
  limit(): ScopeLimit | undefined
}

/**
 * Returns a storage that has no quotes but those that the caller of an operation sees. The current
 * version of a quote decides: its messages and its history are there or not with it. It asks the
 * other storage the same for a quote that is outside as for one that does not exist.
 */
export function createScopedStorage(
  storage: CheckedStorage,
  { operation, role, maxBytes, limit: getLimit }: StorageScope,
): CheckedStorage {
  const seen = createSeenQuotes()
  return {
    async load(storeId, refs, signal) {
      const limit = getLimit()
      if (limit === undefined || !refs.some(isOfQuote)) return storage.load(storeId, refs, signal)
      const known = new Set(refs.filter(isQuote).map(({ id }) => id))
      const missing = refs.filter((ref) => isOfQuote(ref) && !known.has(ref.id))
      const quoteIds = new Set(missing.map(({ id }) => id))
      const all = [...refs, ...[...quoteIds].map(quoteRef)]
      const loaded = await storage.load(storeId, all, signal)
      const ids = new Set(loaded.filter((record) => isSeen(limit, record)).map((each) => each?.id))
      for (const id of ids) seen.add(limit, id as string)
      return refs.map((ref, index) =>
        isOfQuote(ref) && !ids.has(ref.id) ? undefined : loaded[index],
      )
    },

    async find(storeId, query, signal) {
      const limit = getLimit()
      if (limit === undefined || !isOfQuote(query)) return storage.find(storeId, query, signal)
      if (limit === 'none') return emptyPage
      if (limit.quoteIds !== undefined) {
        const records = await loadQuotes(storeId, limit.quoteIds, limit, signal)
        return findInMemory(records, { ...query, maxBytes })
      }
      const page = await storage.find(storeId, withTerms(query, limit.terms), signal)
      return { ...page, items: page.items.filter((record) => isSeen(limit, record)) }
    },

    async count(storeId, filter, max, signal) {
      const limit = getLimit()
      if (limit === undefined || !isOfQuote(filter))
        return storage.count(storeId, filter, max, signal)
      if (limit === 'none') return 0
      if (limit.quoteIds === undefined)
        return storage.count(storeId, withTerms(filter, limit.terms), max, signal)
      const records = await loadQuotes(storeId, limit.quoteIds, limit, signal)
      return countInMemory(records, filter, max)
    },

    async listHistory(storeId, ref, range, signal) {
      const limit = getLimit()
      if (limit !== undefined && isOfQuote(ref) && !seen.has(limit, ref.id)) {
        const [quote] = await storage.load(storeId, [quoteRef(ref.id)], signal)
        if (!isSeen(limit, quote)) return emptyPage
        seen.add(limit, ref.id)
      }
      return storage.listHistory(storeId, ref, range, signal)
    },

    async listEvents(...args) {
      if (getLimit() !== undefined)
        throw notPermitted(
          operation,
          'events are of all quotes, and the scope of the caller is not',
        )
      return storage.listEvents(...args)
    },

    async commit(storeId, commit, signal) {
      for (const { record } of commit.changes)
        assertInScope(getLimit(), { operation, role }, record)
      return storage.commit(storeId, commit, signal)
    },

    async findIdempotencyRecord(...args) {
      return storage.findIdempotencyRecord(...args)
    },
  }

  async function loadQuotes(
    storeId: string,
    quoteIds: readonly string[],
    limit: ScopeLimit,
    signal: AbortSignal | undefined,
  ): Promise<readonly FindableRecord[]> {
    const loaded = await storage.load(storeId, quoteIds.map(quoteRef), signal)
    const quotes = loaded.filter((record) => isSeen(limit, record)) as StoredRecord<Quote>[]
    return quotes.map((record) => ({ record, search: quoteSearchRow(record) }))
  }
}

/** The quotes that one call has seen, so that it need not look again for each page of a history. */
function createSeenQuotes() {
  let seenBy: ScopeLimit | undefined
  let ids = new Set<string>()
  return {
    has: (limit: ScopeLimit, id: string) => limit === seenBy && ids.has(id),
    add(limit: ScopeLimit, id: string) {
      // Each call, and each page of a list, has a limit of its own.
      if (limit !== seenBy) ids = new Set()
      seenBy = limit
      ids.add(id)
    },
  }
}

const emptyPage: StoragePage<never> = Object.freeze({ items: Object.freeze([]), hasMore: false })

function isQuote({ kind }: Pick<RecordRef, 'kind'>): boolean {
  return kind === quoteKind
}

function isSeen(limit: ScopeLimit, record: StoredRecord | undefined): boolean {
  return record !== undefined && isQuote(record) && isInScope(limit, record as StoredRecord<Quote>)
}

function withTerms<Filter extends Pick<RecordFilter, 'terms'>>(
  filter: Filter,
  terms: RecordFilter['terms'],
): Filter {
  return { ...filter, terms: [...filter.terms, ...terms] }
}

/**
 * Rejects a change that would create a quote outside of the caller's scope, or move one there.
 *
 * @throws QuoteError `invalid_request` at the fields by which it is outside; `not_permitted` if the
 * caller can create no quote at all, or is a buyer who cannot set these fields
 */
export function assertInScope(
  limit: ScopeLimit | undefined,
  { operation, role }: Pick<StorageScope, 'operation' | 'role'>,
  record: StoredRecord,
): void {
  if (limit === undefined || !isQuote(record) || record.value === null) return
  const quote = record as StoredRecord<Quote>
  if (isInScope(limit, quote)) return
  throw outOfScope(limit, { operation, role }, quote.value)
}

/**
 * Rejects ids of the host that no quote of the caller's scope has, before there is a quote.
 *
 * @throws QuoteError `invalid_request` at the ids; `not_permitted` for a buyer, or without a scope
 * that has quotes
 */
export function assertIdsInScope(
  limit: ScopeLimit | undefined,
  { operation, role }: Pick<StorageScope, 'operation' | 'role'>,
  ids: HostIds<string | undefined>,
): void {
  if (limit === undefined) return
  const ofIds = limitOfHostIds(limit)
  if (!hasFields(ofIds, ids)) throw outOfScope(ofIds, { operation, role }, ids)
}

function outOfScope(
  limit: ScopeLimit,
  { operation, role }: Pick<StorageScope, 'operation' | 'role'>,
  fields: FieldsInScope,
): QuoteError {
  if (limit === 'none') return notPermitted(operation, 'the scope of the caller has no quotes')
  // A buyer must not learn the values of what it cannot set.
  if (role === 'buyer' && !isByBuyers(limit))
    return notPermitted(operation, 'the quote would be outside of the scope of the caller')
  const errors = scopeErrors(limit, fields)
  if (Object.keys(errors).length > 0) return new QuoteError('invalid_request', { errors })
  return notPermitted(operation, 'the scope of the caller is single quotes, and has no others')
}

function notPermitted(operation: string, reason: string): QuoteError {
  return new QuoteError('not_permitted', { operation, reason })
}
