import { deletionChange, erasureChange, type UpdateInput } from '../../record/change.js'
import type { RecordChange } from '../../record/commit.js'
import type { EntryOperation } from '../../record/history/entry-operations.js'
import type { StoredRecord } from '../../record/record.js'
import { hasPendingOrder, orderError, pendingOrderReason } from '../model/lifecycle.js'
import type { QuotePolicy } from '../model/policy.js'
import type { Quote } from '../model/quote.js'
import { estimateQuoteLength, type QuoteChange } from '../model/quote-record.js'
import { searchRowOf } from '../search/search-terms.js'

/** Who deletes, restores or erases a quote, and when. */
export interface DeleteQuoteInput {
  readonly actor?: string | undefined
  /** Milliseconds since the Unix epoch. */
  readonly now: number
}

type SearchPolicy = Pick<QuotePolicy, 'limits'>

/**
 * Returns the change that deletes a quote. Pure.
 *
 * @throws QuoteError `invalid_transition` while its order is being placed, which could not be
 * finished otherwise
 */
export function deleteQuote(
  record: StoredRecord<Quote>,
  input: DeleteQuoteInput,
  policy: SearchPolicy,
): QuoteChange {
  assertNoPendingOrder(record, 'deleteQuote')
  const deleted = Math.max(input.now, record.updated)
  return deletionChange(record, deleted, createUpdateInput('delete', input, policy))
}

/** Returns the change that restores a deleted quote; undefined if it is not deleted. Pure. */
export function restoreQuote(
  record: StoredRecord<Quote>,
  input: DeleteQuoteInput,
  policy: SearchPolicy,
): QuoteChange | undefined {
  if (record.deleted === undefined) return undefined
  return deletionChange(record, undefined, createUpdateInput('restore', input, policy))
}

/**
 * Returns the change that erases a quote, deleted or not. Pure.
 *
 * @throws QuoteError `invalid_transition` while its order is being placed
 */
export function eraseQuote(
  record: StoredRecord<Quote>,
  input: DeleteQuoteInput,
  policy: SearchPolicy,
): RecordChange<null> {
  assertNoPendingOrder(record, 'eraseQuote')
  return erasureChange(record, createUpdateInput('erase', input, policy))
}

function assertNoPendingOrder(record: StoredRecord<Quote>, operation: string): void {
  const { order } = record.value
  if (order === undefined || !hasPendingOrder(record.value)) return
  throw orderError(record, operation, pendingOrderReason(order), ['orderQuote'])
}

function createUpdateInput(
  operation: EntryOperation<'quote'>,
  { actor, now }: DeleteQuoteInput,
  policy: SearchPolicy,
): UpdateInput<Quote> {
  const lengthOf = estimateQuoteLength
  return { operation, actor, now, lengthOf, searchRowOf: searchRowOf(policy) }
}
