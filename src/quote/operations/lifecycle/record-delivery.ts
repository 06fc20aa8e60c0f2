import { QuoteError } from '../../../errors.js'
import type { StoredRecord } from '../../../record/record.js'
import { jsonEqual } from '../../../validation/json-equal.js'
import { type LifecycleInput, quoteChange } from '../../lifecycle/change-status.js'
import { type DeliveryFact, type DeliveryType, maxDeliveryFacts } from '../../lifecycle/facts.js'
import type { Quote } from '../../quote.js'
import type { QuoteChange } from '../../quote-record.js'

/** A fact about a delivery, as it is reported. */
export interface DeliveryReport {
  /** What happened. */
  readonly type: DeliveryType
  /**
   * When it happened, in milliseconds since the Unix epoch.
   *
   * @default The time of the call.
   */
  readonly time?: number | undefined
  /**
   * The revision that was delivered.
   *
   * @default The current revision.
   */
  readonly revision?: number | undefined
  /** To whom, for example an e-mail address. 1 to 255 characters. */
  readonly recipient?: string | undefined
  /** What the mail provider said. 1 to 500 characters. */
  readonly detail?: string | undefined
}

/**
 * Returns the change that adds a fact about the delivery of a quote. Pure.
 *
 * @returns undefined if this very fact, with its time, is recorded already
 * @throws QuoteError `invalid_request` at `revision` if it was never sent, or if the quote has too
 * many facts
 */
export function recordDelivery(
  record: StoredRecord<Quote>,
  report: DeliveryReport,
  input: LifecycleInput,
): QuoteChange | undefined {
  const { value: quote } = record
  const { revision: current = 0, delivery = [] } = quote
  const { type, time = input.now, revision = current, recipient, detail } = report
  if (revision < 1 || revision > current)
    throw invalid('revision', `must be a revision that was sent, of which there are ${current}`)
  const fact: DeliveryFact = {
    type,
    time,
    revision,
    ...(recipient === undefined ? undefined : { recipient }),
    ...(detail === undefined ? undefined : { detail }),
  }
  if (delivery.some((known) => jsonEqual(known, fact))) return undefined
  if (delivery.length >= maxDeliveryFacts)
    throw invalid('', `has its maximum of ${maxDeliveryFacts} facts about deliveries`)
  return quoteChange(record, { ...quote, delivery: [...delivery, fact] }, 'recordDelivery', input)
}

function invalid(path: string, message: string): QuoteError {
  return new QuoteError('invalid_request', { errors: { [path]: message } })
}
