import type { PortCallOptions } from './call-options.js'
import type { MaybePromise, StoragePage } from './storage.js'

/** A value that a background process keeps beside the records of a store, such as a position. */
export interface StateValue {
  /** Names the value in its store. */
  readonly key: string
  /** Given by the last `saveState`. */
  readonly version: number
  /** JSON. */
  readonly value: unknown
}

/** Replaces a value, unless another process has replaced it. */
export interface StateWrite {
  /** Names the value in its store. */
  readonly key: string
  /** Write only if the stored value has this version; 0 if there must be none. */
  readonly previousVersion: number
  /** The version of the new value, greater than the previous one. */
  readonly version: number
  /** JSON of up to 65,536 characters. Null deletes the value. */
  readonly value: unknown
}

/** Selects values of a store, in the order of `compareIds`. */
export interface StateRange {
  /** List the values whose key comes after this one. */
  readonly afterKey: string
  /** List the values whose key comes before this one. */
  readonly beforeKey: string
  /** Maximum number of values, 1 or more. */
  readonly limit: number
}

/** The names of the methods of a {@link StateStorage}. */
export const stateMethods = Object.freeze([
  'loadState',
  'saveState',
  'listState',
] as const satisfies readonly (keyof StateStorage)[])

/**
 * Keeps small values for background processes such as the relay: without history, without events,
 * and apart from records. Every storage of quotewright is one. The engine does not need it, so a
 * host's own storage can do without.
 *
 * Keys are opaque strings of 1 to 255 characters, compared exactly. Stores are separate. The last
 * argument of each method is as for a {@link StoragePort}. Test an implementation with `stateSuite`
 * of `quotewright/testing`.
 */
export interface StateStorage {
  /**
   * Returns the value of each key, in the order of `keys`, or undefined in its place.
   *
   * @param keys One or more different keys.
   */
  loadState(
    storeId: string,
    keys: readonly string[],
    call?: PortCallOptions,
  ): MaybePromise<readonly (StateValue | undefined)[]>

  /**
   * Replaces or deletes a value atomically. Returns false, and writes nothing, if the stored
   * version is not `previousVersion`. Of several writers with the same `previousVersion`, exactly
   * one succeeds. After true, the value survives a crash if the storage is durable.
   */
  saveState(storeId: string, write: StateWrite, call?: PortCallOptions): MaybePromise<boolean>

  /** Lists values in the order of their keys. */
  listState(
    storeId: string,
    range: StateRange,
    call?: PortCallOptions,
  ): MaybePromise<StoragePage<StateValue>>
}
