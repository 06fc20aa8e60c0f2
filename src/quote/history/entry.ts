import type { Patch } from 'immer'
import type { Quote } from '../quote.js'
import { PatchedCopy } from './patches.js'

/** Who changed what of a quote, and when: one entry for every version. */
export interface HistoryEntry {
  /** The version that the change made. */
  readonly version: number
  /** Milliseconds since the Unix epoch; never less than that of the entry before. */
  readonly timestamp: number
  readonly operation: 'create' | 'update'
  /** Who asked for it, as the context of the call said; absent where it said nothing. */
  readonly actor?: string
  /**
   * The latest version before this one whose entry holds the full quote: replaying can start there. Absent if this entry holds
   * the full quote itself.
   */
  readonly base?: number
  /** What leads from the previous quote to this one, in immer's form. For a new quote: one patch that sets the whole of it. */
  readonly patches: readonly Patch[]
  /** What leads back. For a new quote: none. */
  readonly inversePatches: readonly Patch[]
  /**
   * The quote that the patches lead to. Present only if the patches since the last full quote have outgrown the quote, so that
   * no version is far from a full one.
   */
  readonly snapshot?: Quote
}

/** A change of one of a store's quotes. */
export interface QuoteEvent {
  /** The store's events are numbered from 1 without a gap, in the order in which they were committed. */
  readonly position: number
  readonly quoteId: string
  readonly entry: HistoryEntry
}

/** Returns the full quote that an entry holds: its snapshot, or the whole that a creation sets. */
export function snapshotOf(entry: HistoryEntry | null): Quote | undefined {
  if (entry?.snapshot !== undefined) return entry.snapshot
  const [patch, ...others] = entry?.patches ?? []
  return others.length === 0 && patch?.path.length === 0 ? (patch.value as Quote) : undefined
}

/**
 * Rebuilds a quote from entries of its history, given one by one in order of version.
 *
 * Holds no more than the quote itself, so a history of any length can be replayed page by page.
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
          `the first entry, of version ${version}, holds no full quote: start at version ${entry.base}`,
        )
      this.#quote = new PatchedCopy(full)
    } else if (version !== this.#version + 1) {
      throw new TypeError(`version ${this.#version + 1} is missing from the history`)
    } else {
      this.#quote.apply(patches)
    }
    this.#version = version
  }

  /** The quote as the last entry made it. */
  get quote(): Quote {
    if (this.#version === undefined) throw new TypeError('a history has at least one entry')
    return this.#quote.value as Quote
  }
}

/**
 * Returns the quote that a history leads to, byte for byte as it then was. Pure.
 *
 * @param entries Entries of a quote's history in order of version and without a gap, from its creation on, or from any entry
 * that has no `base`.
 * @throws TypeError if entries are missing
 *
 * @example
 * const { entries } = await engine.history(context, quoteId)
 * const firstQuote = replayQuote(entries.slice(0, 1))
 */
export function replayQuote(entries: readonly HistoryEntry[]): Quote {
  const replay = new QuoteReplay()
  for (const entry of entries) replay.apply(entry)
  return replay.quote
}
