import type { Patch } from 'immer'
import type { RecordRef } from '../record.js'
import { currentOperation } from './entry-operations.js'

/** A change of a record: what changed, when and by whom. Every version has one entry. */
export interface HistoryEntry<Value = unknown> {
  /** The version that the change made. */
  readonly version: number
  /** Milliseconds since the Unix epoch; at least the time of the previous entry. */
  readonly time: number
  /** What was done, for example `create` or `update`. */
  readonly operation: string
  /** The `actor` of the call's context; absent if it had none. */
  readonly by?: string
  /**
   * The latest earlier version whose entry holds the full value, where a replay can start. Absent
   * if this entry holds the full value itself.
   */
  readonly base?: number
  /**
   * Patches from the previous value to this one, in immer's format. A new record has one patch that
   * sets the full value.
   */
  readonly patches: readonly Patch[]
  /**
   * The value after the patches. Present only if the patches since the last full value have become
   * larger than the value, so that every version is near a full one.
   */
  readonly snapshot?: Value
}

/** A change of one of a store's records. */
export interface StoreEvent extends RecordRef {
  /** Position among the store's events, counted from 1 without gaps in commit order. */
  readonly position: number
  /** The change, as in the record's own history. */
  readonly entry: HistoryEntry
}

/** Returns the full value that an entry holds: its snapshot, or the value that a creation sets. */
export function getSnapshot(entry: HistoryEntry | null): unknown {
  if (entry?.snapshot !== undefined) return entry.snapshot
  const [patch, ...others] = entry?.patches ?? []
  return others.length === 0 && patch?.path.length === 0 ? patch.value : undefined
}

/** The fields of entries that earlier releases have stored under other names. */
interface EarlierEntry {
  readonly timestamp?: number
  readonly actor?: string
}

/** Returns an entry whose fields and operation have the names that they have now. */
export function withCurrentNames(entry: HistoryEntry): HistoryEntry {
  const operation = currentOperation(entry.operation)
  if (entry.time !== undefined && operation === entry.operation) return entry
  const { timestamp, actor, ...others }: HistoryEntry & EarlierEntry = entry
  const { version, time = timestamp, by = actor, operation: _, ...fields } = others
  const person = by === undefined ? undefined : { by }
  return { version, time: time as number, operation, ...person, ...fields }
}

/**
 * Returns an entry without the data of its record, as it stays once the record is erased. Accepts
 * entries that earlier releases have stored.
 */
export function eraseEntry(entry: HistoryEntry): HistoryEntry {
  const { version, time, operation } = withCurrentNames(entry)
  const noPatches = Object.freeze([])
  return Object.freeze({ version, time, operation, patches: noPatches })
}
