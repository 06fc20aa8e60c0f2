import { getPayable, type Payable } from '../../quote/lifecycle/get-payable.js'
import { isDay } from '../../quote/model/follow-up.js'
import {
  isPaymentEvent,
  type Payment,
  type PaymentPart,
  type PaymentType,
} from '../../quote/model/payment-fields.js'
import type { Quote } from '../../quote/model/quote.js'
import type { DeskRuntime } from '../desk-call.js'
import type { DeskStrings } from '../strings.js'
import { timeOnDay } from './changes.js'

/**
 * Returns when a part of a payment plan is due: `30 days after delivery`.
 *
 * @param due An event, or a day as people read it.
 * @param days The number of days after the event; empty for none.
 */
export function dueWords({ edit }: DeskStrings, due: string, days: string): string {
  return isPaymentEvent(due) ? edit.due[due](days) : edit.dueOn(due)
}

/** Returns what a part of a payment plan is, and when it is due: `30%, on acceptance`. */
export function partTerms(
  desk: Pick<DeskRuntime, 'formats' | 'options' | 'strings'>,
  { type, value = '', due, days }: Pick<PaymentPart, 'type' | 'value' | 'due' | 'days'>,
): string {
  const { formats, strings } = desk
  const day = isDay(due) ? formats.date(timeOnDay(desk, due)) : due
  const when = dueWords(strings, day, days === undefined ? '' : formats.number(days))
  return type === 'percent' ? `${formats.percent(value)}, ${when}` : when
}

/** Returns what a payment was: `Received 100.00`. */
export function paymentTitle(
  { formats, strings }: Pick<DeskRuntime, 'formats' | 'strings'>,
  { type, amount, currency }: Pick<Payment, 'type' | 'amount' | 'currency'>,
): string {
  return `${strings.payments.types[type]} ${formats.money(amount, currency)}`
}

/** What sellers record by hand: a payment that has failed changes nothing. */
export const recordedTypes = ['paid', 'refunded'] as const satisfies readonly PaymentType[]

/** Returns what is paid, due and open now, in the time zone of the desk. */
export function payableNow(
  { options: { timeZone = 'UTC' } }: Pick<DeskRuntime, 'options'>,
  quote: Quote,
): Payable {
  return getPayable(quote, { timeZone })
}
