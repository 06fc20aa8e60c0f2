import { takePage } from '../../../src/ports/pages.js'
import type { QuoteStorage } from '../../../src/ports/storage.js'
import type { IdempotencyRecord, QuoteCommit } from '../../../src/quote/commit.js'
import type { HistoryEntry, QuoteEvent } from '../../../src/quote/history/entry.js'
import type { StoredRecord } from '../../../src/quote/stored-record.js'

/** The parts of a plain storage, each of which can be broken by itself. */
interface Parts {
  quoteKey(storeId: string, quoteId: string): string
  idempotencyKey(storeId: string, key: string): string
  storeKey(storeId: string): string
  isCurrent(stored: StoredRecord | undefined, previousVersion: number): boolean
  isFree(stored: IdempotencyRecord | undefined, record: IdempotencyRecord): boolean
  /** What happens between the look at version and key and the write. */
  between(): unknown
  keep<T>(value: T): T
  /** Throws where this storage cannot write the value. */
  encode(value: unknown): unknown
  /** In which order a change is written. */
  readonly order: readonly (keyof QuoteCommit)[]
}

const soundParts: Parts = {
  quoteKey: (...parts) => JSON.stringify(parts),
  idempotencyKey: (...parts) => JSON.stringify(parts),
  storeKey: (storeId) => storeId,
  isCurrent: (stored, previousVersion) => (stored?.version ?? 0) === previousVersion,
  isFree: (stored, { createdAt: time }) => (stored?.expiresAt ?? time) <= time,
  between: () => undefined,
  keep: (value) => Object.freeze(value),
  encode: () => undefined,
  order: ['record', 'historyEntry', 'idempotency'],
}

export function plainStorage(broken: Partial<Parts> = {}): Partial<QuoteStorage> {
  const parts = { ...soundParts, ...broken }
  const { quoteKey, idempotencyKey, storeKey, isCurrent, isFree, between, keep, encode } = parts
  const records = new Map<string, StoredRecord>()
  const histories = new Map<string, HistoryEntry[]>()
  const events = new Map<string, QuoteEvent[]>()
  const remembered = new Map<string, IdempotencyRecord>()

  const pushTo = <T>(lists: Map<string, T[]>, key: string, value: T) =>
    lists.set(key, [...(lists.get(key) ?? []), value])

  function write(
    part: keyof QuoteCommit,
    { record, historyEntry: entry, idempotency }: QuoteCommit,
  ): void {
    const { storeId, quoteId } = record
    const key = quoteKey(storeId, quoteId)
    if (part === 'record') records.set(key, keep(record))
    if (part === 'idempotency' && idempotency)
      remembered.set(idempotencyKey(storeId, idempotency.key), keep({ ...idempotency }))
    if (part === 'historyEntry') {
      const kept = keep(entry)
      const store = storeKey(storeId)
      pushTo(histories, key, kept)
      const position = (events.get(store)?.length ?? 0) + 1
      pushTo(events, store, keep({ position, quoteId, entry: kept }))
    }
  }

  return {
    load: (storeId, quoteId) => records.get(quoteKey(storeId, quoteId)),

    async commit(change) {
      const { previousVersion, record, idempotency } = change
      const { storeId, quoteId } = record
      if (!isCurrent(records.get(quoteKey(storeId, quoteId)), previousVersion)) return 'conflict'
      const found = idempotency && remembered.get(idempotencyKey(storeId, idempotency.key))
      if (idempotency && !isFree(found, idempotency)) return 'conflict'
      const pause = between()
      if (pause !== undefined) await pause
      for (const part of parts.order) {
        encode(change[part])
        write(part, change)
      }
      return 'committed'
    },

    listHistory(storeId, quoteId, range) {
      const entries = histories.get(quoteKey(storeId, quoteId)) ?? []
      const following = entries.filter(({ version }) => version > range.afterVersion)
      return takePage(following, range)
    },

    listEvents(storeId, range) {
      const all = events.get(storeKey(storeId)) ?? []
      const following = all.filter(({ position }) => position > range.afterPosition)
      return takePage(following, range)
    },

    findIdempotencyRecord: (storeId, key) => remembered.get(idempotencyKey(storeId, key)),

    async addIdempotencyRecord(storeId, record) {
      const key = idempotencyKey(storeId, record.key)
      if (!isFree(remembered.get(key), record)) return false
      const pause = between()
      if (pause !== undefined) await pause
      remembered.set(key, keep({ ...record }))
      return true
    },
  }
}
