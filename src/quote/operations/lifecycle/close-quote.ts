import type { EntryOperation } from '../../../record/history/entry-operations.js'
import type { StoredRecord } from '../../../record/record.js'
import { changeStatus, type LifecycleInput, quoteChange } from '../../lifecycle/change-status.js'
import type { QuotePolicy } from '../../policy.js'
import type { Quote } from '../../quote.js'
import type { QuoteChange } from '../../quote-record.js'

/** Why the status of a quote changes. */
export interface ReasonInput extends LifecycleInput {
  readonly reason?: string | undefined
}

// Each function returns a change of status whose only other effect is its reason. Pure. They throw
// QuoteError `not_permitted`, `quote_expired` or `invalid_transition`.

/** Returns the change by which a customer asks for another offer. */
export function requestRevision(
  record: StoredRecord<Quote>,
  input: ReasonInput,
  policy: QuotePolicy,
): QuoteChange | undefined {
  return changeWithReason(record, 'requestRevision', 'requestRevision', input, policy)
}

/** Returns the change by which a customer declines an offer. */
export function declineQuote(
  record: StoredRecord<Quote>,
  input: ReasonInput,
  policy: QuotePolicy,
): QuoteChange | undefined {
  return changeWithReason(record, 'declineQuote', 'decline', input, policy)
}

/** Returns the change by which a seller cancels a quote. */
export function cancelQuote(
  record: StoredRecord<Quote>,
  input: ReasonInput,
  policy: QuotePolicy,
): QuoteChange | undefined {
  return changeWithReason(record, 'cancelQuote', 'cancel', input, policy)
}

function changeWithReason(
  record: StoredRecord<Quote>,
  operation: 'requestRevision' | 'declineQuote' | 'cancelQuote',
  entry: EntryOperation<'quote'>,
  input: ReasonInput,
  policy: QuotePolicy,
): QuoteChange | undefined {
  const { reason } = input
  const next = changeStatus(record, { operation }, input, policy, (quote) =>
    reason === undefined ? quote : { ...quote, reason },
  )
  return quoteChange(record, next, entry, input)
}
