import type { HistoryEntry } from '../record/history/entry.js'
import { Replay } from '../record/history/replay.js'
import type { Quote } from './quote.js'

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
  const replay = new Replay()
  for (const entry of entries) replay.apply(entry)
  return replay.value as Quote
}
