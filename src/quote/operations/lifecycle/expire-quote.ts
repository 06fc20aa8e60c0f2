import type { StoredRecord } from '../../../record/record.js'
import { type LifecycleInput, quoteChange } from '../../lifecycle/change-status.js'
import { statusAt } from '../../lifecycle/expiry.js'
import type { Quote } from '../../quote.js'
import type { QuoteChange } from '../../quote-record.js'

/**
 * Returns the change that reports the expiry of an offer as an event. Pure.
 *
 * @returns undefined if the offer has not expired, or its expiry is reported already
 */
export function expireQuote(
  record: StoredRecord<Quote>,
  input: LifecycleInput,
): QuoteChange | undefined {
  const { value: quote } = record
  if (statusAt(quote, input.now) !== 'expired') return undefined
  return quoteChange(record, { ...quote, expiry_reported: true }, 'expire', input)
}
