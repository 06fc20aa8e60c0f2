import { QuoteError } from '../../errors.js'
import type { Quote } from '../../quote/quote.js'
import type { HistoryEntry } from '../../record/history/entry.js'
import { Replay } from '../../record/history/replay.js'
import type { RecordRef, StoredRecord } from '../../record/record.js'
import { deepFreeze } from '../../validation/deep-freeze.js'
import type { CheckedStorage } from '../ports/checked-storage.js'
import { maxPageSize } from './pages.js'

/** A current or past version of a record. */
export type RecordVersion<Value = unknown> = Pick<
  StoredRecord<Value>,
  'kind' | 'id' | 'version' | 'updated' | 'value'
>

/**
 * Loads a record as it was at a version. Returns undefined if it has no such version.
 *
 * Starts at the nearest entry that holds the full value and applies the entries after it page by
 * page. The cost therefore depends on the size of the value, not on the length of its history.
 *
 * @throws QuoteError `storage_invalid_response` if the history cannot be replayed
 */
export async function loadVersion(
  storage: CheckedStorage,
  storeId: string,
  ref: RecordRef,
  version: number,
  signal: AbortSignal | undefined,
): Promise<RecordVersion | undefined> {
  const history = createHistoryReader(storage, storeId, ref, signal)
  const entry = await history.find(version)
  return entry && history.replayTo(entry)
}

/**
 * Loads a quote as it was at a time, by default now. Returns undefined if it did not exist yet.
 * Finds the version by a binary search, which loads one entry for each step.
 *
 * @param current The current version of the quote.
 * @throws QuoteError `storage_invalid_response` if the history cannot be replayed
 */
export async function loadQuoteAt(
  storage: CheckedStorage,
  storeId: string,
  current: StoredRecord<Quote>,
  time: number | undefined,
  signal: AbortSignal | undefined,
): Promise<RecordVersion | undefined> {
  if (time === undefined || time >= current.updated) return current
  if (time < current.value.created) return undefined
  const history = createHistoryReader(storage, storeId, current, signal)
  let before = 1
  let after = current.version
  while (after - before > 1) {
    const middle = before + Math.floor((after - before) / 2)
    const entry = await history.find(middle)
    if (entry === undefined) throw invalidHistoryError(`must have version ${middle}`)
    if (entry.timestamp <= time) before = middle
    else after = middle
  }
  return loadVersion(storage, storeId, current, before, signal)
}

/** Reads no more of a record's history than it takes to rebuild one version. */
function createHistoryReader(
  storage: CheckedStorage,
  storeId: string,
  { kind, id }: RecordRef,
  signal: AbortSignal | undefined,
) {
  const ref = { kind, id }
  const list = async (afterVersion: number, limit: number) =>
    (await storage.listHistory(storeId, ref, { afterVersion, limit }, signal)).items

  async function find(version: number): Promise<HistoryEntry | undefined> {
    const [entry] = await list(version - 1, 1)
    return entry
  }

  async function replayTo(entry: HistoryEntry): Promise<RecordVersion> {
    const { version, timestamp, base = version } = entry
    const replay = new Replay()
    if (base === version) applyAll(replay, [entry])
    for (let next = base; base < version && next <= version; ) {
      const entries = await list(next - 1, Math.min(maxPageSize, version - next + 1))
      if (entries.length === 0) throw invalidHistoryError(`must have version ${next}`)
      applyAll(replay, entries)
      next += entries.length
    }
    return deepFreeze({ kind, id, version, updated: timestamp, value: replay.value })
  }

  return { find, replayTo }
}

function applyAll(replay: Replay, entries: readonly HistoryEntry[]): void {
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
