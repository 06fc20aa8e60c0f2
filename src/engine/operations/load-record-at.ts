import { QuoteError } from '../../errors.js'
import { type HistoryEntry, QuoteReplay } from '../../quote/history/entry.js'
import type { Quote, QuoteRecord } from '../../quote/quote.js'
import { deepFreeze } from '../../validation/deep-freeze.js'
import type { CallOptions } from '../context.js'
import type { CheckedStorage } from '../ports/checked-storage.js'
import { maxPageSize } from './pages.js'
import { requireRecord } from './require-record.js'

/** A version, or else the version that was current at a time. */
export interface RecordSelector extends CallOptions {
  readonly version?: number | undefined
  readonly at?: number | undefined
}

/**
 * Loads a quote as it was at a version or a time.
 *
 * Starts at the nearest entry that holds the full quote and applies the entries after it page by
 * page. The cost therefore depends on the size of the quote, not on the length of its history.
 * Finding the version of a time is a binary search, which loads one entry for each step.
 *
 * @throws QuoteError `quote_not_found`; `version_not_found` if there is no such version, or no
 * quote at that time; `storage_invalid_response` if the history cannot be replayed
 */
export async function loadRecordAt(
  storage: CheckedStorage,
  storeId: string,
  quoteId: string,
  { version, at = Number.MAX_SAFE_INTEGER, signal }: RecordSelector,
): Promise<QuoteRecord> {
  const history = createHistoryReader(storage, storeId, quoteId, signal)
  const entry = await (version === undefined ? history.findAt(at) : history.find(version))
  if (entry === undefined) {
    await requireRecord(storage, storeId, quoteId, signal)
    throw new QuoteError('version_not_found', { quoteId })
  }
  return deepFreeze({
    storeId,
    quoteId,
    version: entry.version,
    updated: entry.timestamp,
    quote: await history.replayTo(entry),
  })
}

/** Reads no more of a quote's history than it takes to rebuild one version. */
function createHistoryReader(
  storage: CheckedStorage,
  storeId: string,
  quoteId: string,
  signal: AbortSignal | undefined,
) {
  const list = async (afterVersion: number, limit: number) => {
    const range = { afterVersion, limit }
    return (await storage.listHistory(storeId, quoteId, range, signal)).items
  }

  async function find(version: number): Promise<HistoryEntry | undefined> {
    const [entry] = await list(version - 1, 1)
    return entry
  }

  /** Finds the last entry at or before a time. Timestamps never decrease. */
  async function findAt(time: number): Promise<HistoryEntry | undefined> {
    const { version, updated, quote } = await requireRecord(storage, storeId, quoteId, signal)
    if (time >= updated) return find(version)
    if (time < quote.created) return undefined
    let before = 1
    let after = version
    while (after - before > 1) {
      const middle = before + Math.floor((after - before) / 2)
      const entry = await find(middle)
      if (entry === undefined) throw invalidHistoryError(`must have version ${middle}`)
      if (entry.timestamp <= time) before = middle
      else after = middle
    }
    return find(before)
  }

  async function replayTo(entry: HistoryEntry): Promise<Quote> {
    const { version, base = version } = entry
    const replay = new QuoteReplay()
    if (base === version) {
      applyAll(replay, [entry])
      return replay.quote
    }
    for (let next = base; next <= version; ) {
      const entries = await list(next - 1, Math.min(maxPageSize, version - next + 1))
      if (entries.length === 0) throw invalidHistoryError(`must have version ${next}`)
      applyAll(replay, entries)
      next += entries.length
    }
    return replay.quote
  }

  return { find, findAt, replayTo }
}

function applyAll(replay: QuoteReplay, entries: readonly HistoryEntry[]): void {
  try {
    for (const entry of entries) replay.apply(entry)
  } catch (cause) {
    throw invalidHistoryError('must be entries that can be replayed', { cause })
  }
}

function invalidHistoryError(message: string, options?: ErrorOptions): QuoteError {
  return new QuoteError(
    'storage_invalid_response',
    { operation: 'listHistory', errors: { '': message } },
    options,
  )
}
