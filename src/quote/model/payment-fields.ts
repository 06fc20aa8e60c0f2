import * as z from 'zod'
import { lazy } from '../../validation/lazy.js'
import { listSchema } from '../../validation/schemas/list-schema.js'
import { mustBeObject } from '../../validation/schemas/scalars.js'
import { storedCurrency } from './exchange.js'
import { isDay } from './follow-up.js'
import {
  maxDetailLength,
  maxNameLength,
  shortString,
  storedId,
  storedTime,
} from './lifecycle-fields.js'
import { storedStrings } from './pricing-fields.js'

/** What a part of a payment plan is: a share, an amount, or what the others leave. */
export const paymentPartTypes = ['percent', 'amount', 'rest'] as const

/** How the value of a part of a payment plan is meant. */
export type PaymentPartType = (typeof paymentPartTypes)[number]

/** The events after which a part of a payment plan is due. */
export const paymentEvents = ['acceptance', 'order', 'delivery'] as const

/** An event after which a part of a payment plan is due. */
export type PaymentEvent = (typeof paymentEvents)[number]

/** A part of a payment plan. The amounts of all parts sum to what is charged once. */
export interface PaymentPart {
  /** The name that the customer sees. */
  readonly label: string
  /** `percent` of what is charged once; a fixed `amount`; or `rest`, what the others leave. */
  readonly type: PaymentPartType
  /** The percent, or an amount with the decimals of the quote. Absent for the rest. */
  readonly value?: string
  /** The event after which it is due, or a day, YYYY-MM-DD. */
  readonly due: PaymentEvent | (string & {})
  /** The number of days after the event, 1 to 3,650. Absent if it is due at once, or on a day. */
  readonly days?: number
  /** What is to be paid. */
  readonly amount: string
}

/** The kinds of facts about payments. */
export const paymentTypes = ['paid', 'failed', 'refunded'] as const

/** What a payment provider reports. */
export type PaymentType = (typeof paymentTypes)[number]

/** A fact about a payment, as the payment provider reported it. */
export interface Payment {
  /** The id of the payment or the refund at its provider. Each is recorded once. */
  readonly id: string
  /** What happened. */
  readonly type: PaymentType
  /** The amount, above 0, as it was paid or paid back. */
  readonly amount: string
  /** The currency of the amount. Absent for a quote without one. */
  readonly currency?: string
  /** When it happened, in milliseconds since the Unix epoch. */
  readonly time: number
  /** What the provider said, for example why a payment failed. */
  readonly detail?: string
}

/** Maximum number of parts of a payment plan. */
export const maxPaymentParts = 60
/** Maximum number of days after an event at which a part is due. */
export const maxPaymentDays = 3_650
/** Maximum number of facts about the payments of a quote. The next one replaces a failed one. */
export const maxPayments = 200

/** Returns true for an event after which a part of a plan is due: it can have days after that. */
export function isPaymentEvent(due: unknown): due is PaymentEvent {
  return (paymentEvents as readonly unknown[]).includes(due)
}

/** Returns true for an event or a day at which a part of a plan can be due. */
export function isPaymentDue(value: unknown): value is string {
  return isPaymentEvent(value) || isDay(value)
}

/** What {@link isPaymentDue} accepts, as a pattern of JSON Schema. */
export const paymentDuePattern = `^(${paymentEvents.join('|')}|[0-9]{4}-[0-9]{2}-[0-9]{2})$`

/** The payment plan and the payments of a quote. Each is absent until it is set. */
export const paymentSchemas = lazy(() => {
  const { decimal } = storedStrings()
  const mustBeArray = { error: 'must be an array' }
  const daysMessage = { error: `must be an integer from 1 to ${maxPaymentDays}` }
  const part = z.strictObject(
    {
      label: shortString(maxNameLength),
      type: z.literal(paymentPartTypes, { error: 'must be percent, amount or rest' }),
      value: decimal.exactOptional(),
      due: z
        .custom<string>(isPaymentDue, {
          error: 'must be acceptance, order, delivery, or a day such as 2026-12-31',
        })
        .meta({ type: 'string', pattern: paymentDuePattern }),
      days: z.int(daysMessage).min(1, daysMessage).max(maxPaymentDays, daysMessage).exactOptional(),
      amount: decimal,
    },
    mustBeObject,
  )
  const payment = z.strictObject(
    {
      id: storedId,
      type: z.literal(paymentTypes, { error: `must be one of ${paymentTypes.join(', ')}` }),
      amount: decimal,
      currency: storedCurrency().exactOptional(),
      time: storedTime,
      detail: shortString(maxDetailLength).exactOptional(),
    },
    mustBeObject,
  )
  return {
    payment_plan: listSchema(part, mustBeArray, {
      min: [1, 'must be absent if there is no plan'],
      max: [maxPaymentParts, `must have at most ${maxPaymentParts} parts`],
    }).exactOptional(),
    payments: listSchema(payment, mustBeArray, {
      min: [1, 'must be absent if there are no payments'],
      max: [maxPayments, `must have at most ${maxPayments} payments`],
    }).exactOptional(),
  }
})
