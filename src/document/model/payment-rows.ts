import { endOfDay } from '../../quote/model/expiry.js'
import {
  isPaymentEvent,
  type PaymentEvent,
  type PaymentPart,
} from '../../quote/model/payment-fields.js'
import type { Quote } from '../../quote/model/quote.js'
import type { DocumentSettings } from './document-options.js'
import { fill } from './document-strings.js'
import { plainText } from './plain-text.js'
import type { DocumentTotal } from './quote-document.js'

type DueSettings = Pick<DocumentSettings, 'strings' | 'formats' | 'timeZone'>

const dueAtOnce = {
  acceptance: 'dueOnAcceptance',
  order: 'dueOnOrder',
  delivery: 'dueOnDelivery',
} as const satisfies Record<PaymentEvent, string>

const dueAfter = {
  acceptance: 'dueAfterAcceptance',
  order: 'dueAfterOrder',
  delivery: 'dueAfterDelivery',
} as const satisfies Record<PaymentEvent, string>

/** Returns when a part is due: `on acceptance`, `30 days after delivery`, `on 31 December 2026`. */
export function dueText(
  { due, days }: Pick<PaymentPart, 'due' | 'days'>,
  { strings, formats, timeZone }: DueSettings,
): string {
  if (!isPaymentEvent(due))
    return fill(strings.dueOnDay, { date: formats.date(endOfDay(due, timeZone) - 1) })
  if (days === undefined) return strings[dueAtOnce[due]]
  return fill(strings[dueAfter[due]], { duration: formats.duration(days, 'day') })
}

/** Returns the parts of the payment plan, of which those of 0 are not shown. */
export function paymentRows(
  { payment_plan: plan = [] }: Pick<Quote, 'payment_plan'>,
  settings: DueSettings,
): DocumentTotal[] {
  return plan
    .filter(({ amount }) => /[1-9]/.test(amount))
    .map(({ label, type, value = '', amount, ...due }) => {
      const { strings, formats } = settings
      const percent = type === 'percent' ? `${formats.percent(value)} ` : ''
      const detail = percent + dueText(due, settings)
      return {
        type: 'payment',
        label: fill(strings.labelWithDetail, { label: plainText(label), detail }),
        amount,
      }
    })
}
