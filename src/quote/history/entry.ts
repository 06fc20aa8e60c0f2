import type { Patch } from 'immer'
import type { Quote } from '../quote.js'
import { PatchedCopy } from './apply-patches.js'

/** A change of a quote: what changed, when and by whom. Every version has one entry. */
export interface HistoryEntry {
  /** The version that the change made. */
  readonly version: number
  /** Milliseconds since the Unix epoch; at least the timestamp of the previous entry. */
  readonly timestamp: number
  /** The call that made the change. */
  readonly operation: 'create' | 'update'
  /** The `actor` of the call's context; absent if it had none. */
  readonly actor?: string
  /**
   * The latest earlier version whose entry holds the full quote, where a replay can start. Absent
   * if this entry holds the full quote itself.
   */
  readonly base?: number
  /**
   * Patches from the previous quote to this one, in immer's format. A new quote has one patch that
   * sets the full quote.
   */
  readonly patches: readonly Patch[]
  /** Patches back to the previous quote. A new quote has none. */
  readonly inversePatches: readonly Patch[]
  /**
   * The quote after the patches. Present only if the patches since the last full quote have become
   * larger than the quote, so that every version is near a full one.
   */
  readonly snapshot?: Quote
}

/** A change of one of a store's quotes. */
export interface QuoteEvent {
  /** Position among the store's events, counted from 1 without gaps in commit order. */
  readonly position: number
  /** The quote that changed. */
  readonly quoteId: string
  /** The change, as in the quote's own history. */
  readonly entry: HistoryEntry
}

/** Returns the full quote that an entry holds: its snapshot, or the quote that a creation sets. */
export function snapshotOf(entry: HistoryEntry | null): Quote | undefined {
  if (entry?.snapshot !== undefined) return entry.snapshot
  const [patch, ...others] = entry?.patches ?? []
  return others.length === 0 && patch?.path.length === 0 ? (patch.value as Quote) : undefined
}

/**
 * Rebuilds a quote from the entries of its history, in order of version. Holds only the quote, so a
 * history of any length can be replayed page by page.
 */
export class QuoteReplay {
  #version: number | undefined
  #quote = new PatchedCopy(undefined)

  /**
   * Applies the next entry. The first one must hold the full quote.
   *
   * @throws TypeError if an entry is missing
   */
  apply(entry: HistoryEntry): void {
    const { version, patches } = entry
    if (this.#version === undefined) {
      const full = snapshotOf(entry)
      if (full === undefined)
        throw new TypeError(
          `the entry of version ${version} holds no full quote: start at version ${entry.base}`,
        )
      this.#quote = new PatchedCopy(full)
    } else if (version !== this.#version + 1) {
      throw new TypeError(`version ${this.#version + 1} is missing from the history`)
    } else {
      this.#quote.apply(patches)
    }
    this.#version = version
  }

  /** The quote after the last entry. */
  get quote(): Quote {
    if (this.#version === undefined) throw new TypeError('a history has at least one entry')
    return this.#quote.value as Quote
  }
}

/**
 * Returns the quote after the last of these history entries, byte for byte as it was then. Pure.
 *
 * @param entries Entries in order of version and without gaps. The first entry is the creation of
 * the quote, or any other entry without `base`.
 * @throws TypeError if entries are missing
 *
 * @example
 * const { items } = await engine.listHistory(context, quoteId)
 * const firstQuote = replayQuote(items.slice(0, 1))
 */
export function replayQuote(entries: readonly HistoryEntry[]): Quote {
  const replay = new QuoteReplay()
  for (const entry of entries) replay.apply(entry)
  return replay.quote
}
