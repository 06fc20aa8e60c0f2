import { QuoteError } from '../errors.js'
import { FaultList } from '../quote/faults.js'
import type { Quote, QuoteRecord } from '../quote/quote.js'
import { readQuoteShape } from '../quote/quote-shape.js'
import { isSoundQuote } from '../quote/sound-quote.js'
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
export function readRecord(answer: QuoteRecord, storeId: string, quoteId: string): QuoteRecord {
  const faults = new FaultList()
  const { version, updated, quote } = answer
  if (answer.storeId !== storeId || answer.quoteId !== quoteId)
    faults.add([], 'must be the record that was asked for')
  if (!Number.isSafeInteger(version) || version < 1)
    faults.add(['version'], 'must be an integer of at least 1')
  if (!Number.isSafeInteger(updated)) faults.add(['updated'], 'must be whole milliseconds')
  if (!sound.has(Object(quote)) && isSound(quote, faults)) {
    deepFreeze(quote)
    sound.add(quote)
  }
  if (faults.isEmpty) return Object.freeze({ storeId, quoteId, version, updated, quote })
  throw new QuoteError('storage_invalid', { operation: 'load', errors: faults.toFaults() })
}

function isSound(quote: unknown, faults: FaultList): boolean {
  return isSoundQuote(quote) || readQuoteShape(quote, faults) !== undefined
}
