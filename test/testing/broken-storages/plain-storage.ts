import { takePage } from '../../../src/ports/pages.js'
import type { QuoteStorage } from '../../../src/ports/storage.js'
import type { IdempotencyRecord, QuoteCommit } from '../../../src/quote/commit.js'
import type { HistoryEntry, QuoteEvent } from '../../../src/quote/history/entry.js'
import type { StoredRecord } from '../../../src/quote/stored-record.js'

/** The parts of a plain storage. Each can be replaced by a defective one. */
interface Parts {
  quoteKey(storeId: string, quoteId: string): string
  idempotencyKey(storeId: string, key: string): string
  storeKey(storeId: string): string
  isCurrent(stored: StoredRecord | undefined, previousVersion: number): boolean
  isFree(stored: IdempotencyRecord | undefined, record: IdempotencyRecord): boolean
  /** Runs beforeWrite the check of version and key and the write. */
  beforeWrite(): unknown
  copy<T>(value: T): T
  /** Throws if the storage cannot write the value. */
  encode(value: unknown): unknown
  /** The order in which the parts of a commit are written. */
  readonly order: readonly (keyof QuoteCommit)[]
}

const correctParts: Parts = {
  quoteKey: (...parts) => JSON.stringify(parts),
  idempotencyKey: (...parts) => JSON.stringify(parts),
  storeKey: (storeId) => storeId,
  isCurrent: (stored, previousVersion) => (stored?.version ?? 0) === previousVersion,
  isFree: (stored, { createdAt }) => (stored?.expiresAt ?? createdAt) <= createdAt,
  beforeWrite: () => undefined,
  copy: (value) => Object.freeze(value),
  encode: () => undefined,
  order: ['record', 'historyEntry', 'idempotency'],
}

export function plainStorage(broken: Partial<Parts> = {}): Partial<QuoteStorage> {
  const parts = { ...correctParts, ...broken }
  const { quoteKey, idempotencyKey, storeKey, isCurrent, isFree, beforeWrite, copy, encode } = parts
  const records = new Map<string, StoredRecord>()
  const histories = new Map<string, HistoryEntry[]>()
  const events = new Map<string, QuoteEvent[]>()
  const idempotencyRecords = new Map<string, IdempotencyRecord>()

  const pushTo = <T>(lists: Map<string, T[]>, key: string, value: T) =>
    lists.set(key, [...(lists.get(key) ?? []), value])

  function write(
    part: keyof QuoteCommit,
    { record, historyEntry, idempotency }: QuoteCommit,
  ): void {
    const { storeId, quoteId } = record
    const key = quoteKey(storeId, quoteId)
    if (part === 'record') records.set(key, copy(record))
    if (part === 'idempotency' && idempotency)
      idempotencyRecords.set(idempotencyKey(storeId, idempotency.key), copy({ ...idempotency }))
    if (part === 'historyEntry') {
      const copied = copy(historyEntry)
      const store = storeKey(storeId)
      pushTo(histories, key, copied)
      const position = (events.get(store)?.length ?? 0) + 1
      pushTo(events, store, copy({ position, quoteId, entry: copied }))
    }
  }

  return {
    load: (storeId, quoteId) => records.get(quoteKey(storeId, quoteId)),

    async commit(input) {
      const { previousVersion, record, idempotency } = input
      const { storeId, quoteId } = record
      if (!isCurrent(records.get(quoteKey(storeId, quoteId)), previousVersion)) return 'conflict'
      const found = idempotency && idempotencyRecords.get(idempotencyKey(storeId, idempotency.key))
      if (idempotency && !isFree(found, idempotency)) return 'conflict'
      const pause = beforeWrite()
      if (pause !== undefined) await pause
      for (const part of parts.order) {
        encode(input[part])
        write(part, input)
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

    findIdempotencyRecord: (storeId, key) => idempotencyRecords.get(idempotencyKey(storeId, key)),

    async addIdempotencyRecord(storeId, record) {
      const key = idempotencyKey(storeId, record.key)
      if (!isFree(idempotencyRecords.get(key), record)) return false
      const pause = beforeWrite()
      if (pause !== undefined) await pause
      idempotencyRecords.set(key, copy({ ...record }))
      return true
    },
  }
}
