import { QuoteError } from '../../../errors.js'
import type { StoredRecord } from '../../../record/record.js'
import { jsonEqual } from '../../../validation/json-equal.js'
import { type LifecycleInput, quoteChange } from '../../lifecycle/change-status.js'
import { type DeliveryFact, type DeliveryType, maxDeliveryFacts } from '../../lifecycle-fields.js'
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
 * Returns the change that adds a fact about the delivery of a quote. If there are 200, the one that
 * says least goes. Pure.
 *
 * @returns undefined if this very fact, with its time, is recorded already
 * @throws QuoteError `invalid_request` at `revision` if it was never sent
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
  const kept = withSpace(delivery, current)
  return quoteChange(record, { ...quote, delivery: [...kept, fact] }, 'recordDelivery', input)
}

/**
 * Returns the facts without those that go if there are as many as possible. A new fact always
 * fits: attempts go first, then what is about earlier offers, each the oldest first. So a mailbox
 * that is full never hides that an offer bounced, or was opened.
 */
function withSpace(delivery: readonly DeliveryFact[], revision: number): readonly DeliveryFact[] {
  if (delivery.length < maxDeliveryFacts) return delivery
  const leastFirst: readonly ((fact: DeliveryFact) => boolean)[] = [
    ({ type }) => type === 'deferred',
    (fact) => fact.revision < revision,
    ({ type }) => type === 'delivered',
    ({ type }) => type !== 'opened',
  ]
  const places = leastFirst.map((isLess) => delivery.findIndex(isLess))
  return delivery.toSpliced(places.find((place) => place !== -1) ?? 0, 1)
}

function invalid(path: string, message: string): QuoteError {
  return new QuoteError('invalid_request', { errors: { [path]: message } })
}
