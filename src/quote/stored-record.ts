import type { QuoteRecord } from './quote.js'

/** A record as storages keep it. The engine's callers get it without `replay`. */
export interface StoredRecord extends QuoteRecord {
  readonly replay: ReplayState
}

/**
 * Where rebuilding a stored quote from its history starts, and how much there is to apply from there. It bounds what reading
 * a past version costs, however long the history is.
 */
export interface ReplayState {
  /** The latest version whose history entry holds the full quote. */
  readonly base: number
  /** Estimated length of the history entries since that version, as JSON. 0 at `base` itself. */
  readonly size: number
}

/** The state of a quote that was just created: its first entry holds it in full. */
export const initialReplayState: ReplayState = Object.freeze({ base: 1, size: 0 })

/** Returns what callers see of a stored record. */
export function toQuoteRecord({
  storeId,
  quoteId,
  version,
  updated,
  quote,
}: QuoteRecord): QuoteRecord {
  return Object.freeze({ storeId, quoteId, version, updated, quote })
}
