import { QuoteError } from '../errors.js'
import { FaultList } from '../quote/faults.js'
import type { Quote } from '../quote/quote.js'
import { readQuoteShape } from '../quote/quote-shape.js'
import { isSoundQuote } from '../quote/sound-quote.js'
import type { ReplayState, StoredRecord } from '../quote/stored-record.js'
import { deepFreeze } from './deep-freeze.js'

/** Quotes that were found to be sound before; frozen since, so they still are. */
const sound = new WeakSet<object>()

/** Says that a quote was decided here, so that it is not looked at again where a storage gives back this very object. */
export function trustQuote(quote: Quote): void {
  sound.add(quote)
}

/**
 * Reads what a storage loaded as the foreign data it is: the record that was asked for, with a quote in the shape of one. Fields
 * beside those of a record are left behind.
 *
 * @throws QuoteError `storage_invalid`
 */
export function readRecord(answer: StoredRecord, storeId: string, quoteId: string): StoredRecord {
  const faults = new FaultList()
  const { version, updated } = answer
  if (answer.storeId !== storeId || answer.quoteId !== quoteId)
    faults.add([], 'must be the record that was asked for')
  if (!Number.isSafeInteger(version) || version < 1)
    faults.add(['version'], 'must be an integer of at least 1')
  if (!Number.isSafeInteger(updated)) faults.add(['updated'], 'must be whole milliseconds')
  const replay = readReplayState(answer.replay, version, faults)
  const quote = readQuote(answer.quote, faults)
  if (quote !== undefined && faults.isEmpty)
    return Object.freeze({ storeId, quoteId, version, updated, quote, replay })
  throw new QuoteError('storage_invalid', { operation: 'load', errors: faults.toFaults() })
}

function readReplayState(
  state: Partial<ReplayState> | null | undefined,
  version: number,
  faults: FaultList,
): ReplayState {
  const { base = 0, size = -1 } = state ?? {}
  const isValid =
    Number.isSafeInteger(base) &&
    base >= 1 &&
    base <= version &&
    Number.isSafeInteger(size) &&
    size >= 0
  if (!isValid) faults.add(['replay'], 'must be the replay state that was committed')
  return Object.freeze({ base, size })
}

/** The quote itself where it is an ordinary one; else a copy, whose fields are all its own. */
function readQuote(loaded: Quote, faults: FaultList): Quote | undefined {
  if (sound.has(Object(loaded))) return loaded
  const quote = isSoundQuote(loaded) ? loaded : readQuoteShape(loaded, faults)
  if (quote === undefined) return undefined
  sound.add(deepFreeze(quote))
  return quote
}
