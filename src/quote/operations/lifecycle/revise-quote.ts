import type { StoredRecord } from '../../../record/record.js'
import {
  changeStatus,
  type LifecycleInput,
  quoteChange,
  withdrawOffer,
} from '../../lifecycle/change-status.js'
import type { QuotePolicy } from '../../policy.js'
import type { Quote } from '../../quote.js'
import type { QuoteChange } from '../../quote-record.js'

/**
 * Returns the change that withdraws the offer of a quote, so that its content can be changed. Pure.
 *
 * @throws QuoteError `not_permitted` or `invalid_transition`
 */
export function reviseQuote(
  record: StoredRecord<Quote>,
  input: LifecycleInput,
  policy: QuotePolicy,
): QuoteChange | undefined {
  const next = changeStatus(record, { operation: 'reviseQuote' }, input, policy, withdrawOffer)
  return quoteChange(record, next, 'revise', input)
}
