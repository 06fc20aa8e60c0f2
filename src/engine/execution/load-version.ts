import { isQuoteError, QuoteError } from '../../errors.js'
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
 * Loads a record as it was at a version. Returns undefined if it has no such version, or is erased.
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
  try {
    const entry = await history.find(version)
    return entry && (await history.replayTo(entry))
  } catch (error) {
    // An erasure empties the history, even while it is read.
    if (isInvalidHistory(error) && (await isErased(storage, storeId, ref, signal))) return undefined
    throw error
  }
}

/** Returns true if a record was erased. */
export async function isErased(
  storage: CheckedStorage,
  storeId: string,
  { kind, id }: RecordRef,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const [record] = await storage.load(storeId, [{ kind, id }], signal)
  return record?.value === null
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
    const { version, time, base = version } = entry
    const replay = new Replay()
    if (base === version) applyAll(replay, [entry], base)
    for (let next = base; base < version && next <= version; ) {
      const entries = await list(next - 1, Math.min(maxPageSize, version - next + 1))
      if (entries.length === 0) throw invalidHistoryError(`must have version ${next}`)
      applyAll(replay, entries, base)
      next += entries.length
    }
    return deepFreeze({ kind, id, version, updated: time, value: replay.value })
  }

  return { find, replayTo }
}

/** Applies entries that lead from the full value of the version `base` to a later one. */
function applyAll(replay: Replay, entries: readonly HistoryEntry[], base: number): void {
  try {
    for (const entry of entries) {
      if (entry.version !== base && entry.base !== base)
        throw new TypeError(`the entry of version ${entry.version} must have the base ${base}`)
      replay.apply(entry)
    }
  } catch (cause) {
    throw invalidHistoryError('must be entries that can be replayed', { cause })
  }
}

function isInvalidHistory(error: unknown): boolean {
  return isQuoteError(error) && error.code === 'storage_invalid_response'
}

/** Returns the error of a storage whose history lacks what it must have. */
export function invalidHistoryError(message: string, options?: ErrorOptions): QuoteError {
  return new QuoteError(
    'storage_invalid_response',
    { operation: 'listHistory', errors: { '': message } },
    options,
  )
}
