import type { Patch } from 'immer'
import type { QuoteRecord } from './quote.js'

/**
 * What a decision asks the storage to write, all or nothing.
 *
 * A value only: deciding it has written nothing.
 */
export interface Change {
  readonly operation: 'create' | 'update'
  /** Who asked for it, as the context of the call said. */
  readonly actor?: string | undefined
  /** The version that must be the stored one: 0 where the quote must not exist yet. */
  readonly previousVersion: number
  /** The next record, whole; its version is `previousVersion` + 1. Deeply frozen, so a storage may keep it as it is. */
  readonly record: QuoteRecord
  /** What leads from the previous quote to the next one. For a new quote: one patch that sets the whole of it. */
  readonly patches: readonly Patch[]
  /** What leads back. For a new quote: none. */
  readonly inversePatches: readonly Patch[]
}
