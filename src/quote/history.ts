import type { Patch } from 'immer'
import { applyPatches } from './patches.js'
import type { Quote } from './quote.js'

/** Who changed what of a quote, and when: one entry for every version. */
export interface HistoryEntry {
  /** The version that the change made. */
  readonly version: number
  /** Milliseconds since the Unix epoch; never less than that of the entry before. */
  readonly time: number
  readonly operation: 'create' | 'update'
  /** Who asked for it, as the context of the call said; absent where it said nothing. */
  readonly actor?: string
  /** What leads from the previous quote to this one, in immer's form. For a new quote: one patch that sets the whole of it. */
  readonly patches: readonly Patch[]
  /** What leads back. For a new quote: none. */
  readonly inversePatches: readonly Patch[]
}

/** A change of one of a store's quotes. */
export interface QuoteEvent {
  /** The store's events are numbered from 1 without a gap, in the order in which they were committed. */
  readonly position: number
  readonly quoteId: string
  readonly entry: HistoryEntry
}

/** The quote that an entry set as a whole, as that of a creation does; undefined where it changed parts of one, or there is no entry. */
export function wholeQuoteOf(entry: HistoryEntry | null): Quote | undefined {
  const [patch, ...others] = entry?.patches ?? []
  return others.length === 0 && patch?.path.length === 0 ? (patch.value as Quote) : undefined
}

/**
 * The quote that a history leads to, byte for byte as it then was. Pure.
 *
 * @param entries The first entries of a quote's history, from its creation on, in order of version and without a gap.
 * @throws TypeError where entries are missing
 *
 * @example
 * const { entries } = await engine.history(context, quoteId)
 * const firstQuote = replayQuote(entries.slice(0, 1))
 */
export function replayQuote(entries: readonly HistoryEntry[]): Quote {
  let quote: unknown
  for (const [index, { version, patches }] of entries.entries()) {
    if (version !== index + 1)
      throw new TypeError(`version ${index + 1} is missing from the history`)
    quote = applyPatches(quote, patches)
  }
  if (quote === undefined) throw new TypeError('a history has at least one entry')
  return quote as Quote
}
