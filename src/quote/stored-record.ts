import type { QuoteRecord } from './quote.js'

/** A record in a storage. Callers of the engine get it without `replay`. */
export interface StoredRecord extends QuoteRecord {
  /** The history entry from which this version is rebuilt, and the cost of doing so. */
  readonly replay: ReplayState
}

/**
 * Tells from which history entry a version is rebuilt, and how much has to be applied to it. Bounds
 * the cost of loading a past version, however long the history is.
 */
export interface ReplayState {
  /** The latest version whose history entry holds the full quote. */
  readonly base: number
  /** Estimated length of the history entries after `base`, as JSON. 0 at `base` itself. */
  readonly size: number
}

/** The state of a new quote: its first history entry holds the full quote. */
export const initialReplayState: ReplayState = Object.freeze({ base: 1, size: 0 })

/** Returns the part of a stored record that callers of the engine get. */
export function toQuoteRecord({
  storeId,
  quoteId,
  version,
  updated,
  quote,
}: QuoteRecord): QuoteRecord {
  return Object.freeze({ storeId, quoteId, version, updated, quote })
}
