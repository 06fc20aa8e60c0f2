import { QuoteError } from '../errors.js'
import type { PortCall } from '../ports/port-call.js'
import type {
  CommitOutcome,
  EventRange,
  HistoryRange,
  MaybePromise,
  QuoteStorage,
} from '../ports/storage.js'
import type { Change, IdempotencyRecord } from '../quote/change.js'
import type { HistoryEntry, QuoteEvent } from '../quote/history.js'
import type { QuoteRecord } from '../quote/quote.js'
import type { Tag } from '../quote/tag.js'
import { isStorableName } from '../quote/text.js'
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
  /** Positions are consecutive, from the one after `afterPosition` on, and at most `limit`. */
  listEvents(
    storeId: string,
    range: EventRange,
    signal?: AbortSignal,
  ): Promise<readonly QuoteEvent[]>
  findIdempotencyRecord(
    storeId: string,
    key: string,
    signal?: AbortSignal,
  ): Promise<IdempotencyRecord | undefined>
  addIdempotencyRecord(
    storeId: string,
    record: IdempotencyRecord,
    signal?: AbortSignal,
  ): Promise<boolean>
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
      const { afterVersion, limit } = range
      const isSound =
        isPage(entries, limit) &&
        entries.every((entry, index) => isEntry(entry, afterVersion + index + 1))
      if (!isSound) throw invalidAnswer('listHistory', 'must be consecutive entries of the range')
      return Object.freeze(entries.map(deepFreeze))
    },

    async listEvents(storeId, range, signal) {
      const events = await attempt('listEvents', signal, (call) =>
        storage.listEvents(storeId, range, call),
      )
      const { afterPosition, limit } = range
      const isSound =
        isPage(events, limit) &&
        events.every((event, index) => isEvent(event, afterPosition + index + 1))
      if (!isSound) throw invalidAnswer('listEvents', 'must be consecutive events of the range')
      return Object.freeze(events.map(deepFreeze))
    },

    async findIdempotencyRecord(storeId, key, signal) {
      const record = await attempt('findIdempotencyRecord', signal, (call) =>
        storage.findIdempotencyRecord(storeId, key, call),
      )
      if (record == null) return undefined
      if (isIdempotencyRecord(record, key)) return record
      throw invalidAnswer('findIdempotencyRecord', 'must be the record of the key')
    },

    async addIdempotencyRecord(storeId, record, signal) {
      const added = await attempt('addIdempotencyRecord', signal, (call) =>
        storage.addIdempotencyRecord(storeId, record, call),
      )
      if (typeof added !== 'boolean')
        throw invalidAnswer('addIdempotencyRecord', 'must be true or false')
      return added
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

function isPage<T>(page: readonly T[] | null | undefined, limit: number): page is readonly T[] {
  return Array.isArray(page) && page.length <= limit
}

function isEntry(entry: HistoryEntry | null | undefined, version: number): boolean {
  return (
    entry?.version === version && Number.isSafeInteger(entry.time) && Array.isArray(entry.patches)
  )
}

function isEvent(event: QuoteEvent | null | undefined, position: number): boolean {
  return (
    event?.position === position &&
    isStorableName(event.quoteId) &&
    event.entry?.version >= 1 &&
    isEntry(event.entry, event.entry.version)
  )
}

function isIdempotencyRecord(record: IdempotencyRecord, key: string): boolean {
  const { fingerprint, quoteId, version, expires } = record
  return (
    record.key === key &&
    typeof fingerprint === 'string' &&
    isStorableName(quoteId) &&
    Number.isSafeInteger(version) &&
    version >= 1 &&
    Number.isSafeInteger(expires)
  )
}

const tagFields = ['backgroundColor', 'color', 'label', 'value'] as const

function isTag(tag: Partial<Tag> | null | undefined): boolean {
  return tag != null && tagFields.every((field) => typeof tag[field] === 'string')
}

function invalidAnswer(operation: string, message: string): QuoteError {
  return new QuoteError('storage_invalid', { operation, errors: { '': message } })
}
