import type { QuoteRecord } from '../../quote/quote.js'
import type { DeskCall } from '../desk-call.js'

/** Returns a version of a quote that a form names. */
export async function recordAt(
  { engine, user }: DeskCall,
  current: QuoteRecord,
  version: number,
): Promise<QuoteRecord> {
  if (version === current.version) return current
  return engine.getQuote(user, current.quoteId, { version })
}
