import { QuoteError } from '../../errors.js'
import { endOfDay, localDate } from '../../quote/model/expiry.js'
import { isDay } from '../../quote/model/follow-up.js'
import type { PaymentType } from '../../quote/model/payment-fields.js'
import type { Quote } from '../../quote/model/quote.js'
import type { PaymentReport } from '../../quote/operations/record-payment.js'
import { payableNow, recordedTypes } from '../parts/payments.js'
import { defineAction, type SentFields } from './action.js'

/** The part of the page of a quote that has its payments, and the form for one more. */
export const paymentsId = 'payments'

/** Returns true if the page of a quote has a part for its payments. */
export function hasPayments({ acceptance, payment_plan: plan, payments }: Quote): boolean {
  const hasPlan = plan !== undefined || acceptance?.payment_plan !== undefined
  return payments !== undefined || (hasPlan && acceptance !== undefined)
}

/** What a seller can record of payments that no program reports. */
export const paymentActions = {
  payment: defineAction({
    when: ({ isInternal }) => isInternal,
    anchor: (quote) => (hasPayments(quote) ? paymentsId : undefined),
    form: ({ quote }, { numbers, options, strings }) => {
      const { payment } = strings.actions
      const { dueNow, open, refund } = payableNow({ options }, quote)
      const amount = [refund, dueNow, open].find((each) => Number(each) > 0)
      return {
        button: payment.button,
        fields: [
          {
            name: 'type',
            label: payment.type,
            value: Number(refund) > 0 ? 'refunded' : 'paid',
            options: recordedTypes.map((type) => [type, strings.payments.types[type]] as const),
          },
          { name: 'amount', label: payment.amount, value: amount && numbers.format(amount) },
          { name: 'date', label: payment.date, type: 'date', hint: payment.dateHint },
          {
            name: 'id',
            label: payment.reference,
            hint: payment.referenceHint,
            isRequired: true,
          },
        ],
      }
    },
    async run(sent) {
      const { call, quoteId, options } = sent
      await call.engine.recordPayment(call.user, quoteId, readReport(sent), options)
      return { done: 'payment-recorded' }
    },
  }),
}

/** @throws QuoteError `invalid_request` with one error per invalid field */
function readReport({ call: { numbers, options, strings }, read }: SentFields): PaymentReport {
  const { actions, lifecycle, list } = strings
  const { timeZone = 'UTC' } = options
  const errors: Record<string, string> = {}
  const [id = '', typed = '', date] = [read('id'), read('amount'), read('date')]
  const amount = numbers.parse(typed, 'money')
  if (amount === undefined)
    errors.amount = typed === '' ? lifecycle.required : numbers.error('money', typed)
  const today = localDate(Date.now(), timeZone)
  if (date !== undefined && !isDay(date)) errors.date = list.invalidDate
  else if (date !== undefined && date > today) errors.date = actions.payment.futureDay(date)
  if (id === '') errors.id = lifecycle.required
  if (amount === undefined || Object.keys(errors).length > 0)
    throw new QuoteError('invalid_request', { errors })
  const time = date === undefined || date === today ? undefined : middleOf(date, timeZone)
  return { id, amount, type: read('type') as PaymentType, ...(time !== undefined && { time }) }
}

const halfDayMs = 12 * 3_600_000

/** Returns the middle of a day, as the hour of the payment is not known. */
function middleOf(day: string, timeZone: string): number {
  return endOfDay(day, timeZone) - halfDayMs
}
