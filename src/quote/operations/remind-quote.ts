import { QuoteError } from '../../errors.js'
import type { StoredRecord } from '../../record/record.js'
import { createQuoteChange, type LifecycleInput } from '../lifecycle/change-status.js'
import { statusAt } from '../model/expiry.js'
import { maxReminders } from '../model/lifecycle-fields.js'
import type { QuotePolicy } from '../model/policy.js'
import type { Quote } from '../model/quote.js'
import type { QuoteChange } from '../model/quote-record.js'

/** When a reminder of an offer is due. One of the numbers of days is set. */
export interface ReminderRule {
  /** The name of the rule. Each offer is reminded of once by it. */
  readonly rule: string
  /** Due so many days of 24 hours before the offer expires: 0 to 3,650. Or else the next one. */
  readonly days_before_expiry?: number | undefined
  /** Due so many days of 24 hours after the offer was sent: 0 to 3,650. */
  readonly days_after_sending?: number | undefined
}

const dayMs = 86_400_000

/** Returns whole milliseconds. */
export function daysToMs(days: number): number {
  return Math.round(days * dayMs)
}

/** Returns true if an offer is open, and a reminder of it due and not yet recorded. Pure. */
export function isReminderDue(
  quote: Quote,
  { rule, days_before_expiry, days_after_sending = 0 }: ReminderRule,
  now: number,
): boolean {
  if (statusAt(quote, now) !== 'sent') return false
  const { sent = 0, expires, reminders = [] } = quote
  if (reminders.some((reminder) => reminder.rule === rule)) return false
  if (days_before_expiry === undefined) return sent + daysToMs(days_after_sending) <= now
  return expires !== undefined && expires - daysToMs(days_before_expiry) <= now
}

/**
 * Returns the change that records a reminder of an offer, as an event. Pure.
 *
 * @returns undefined if it is not due, or recorded already
 * @throws QuoteError `invalid_request` at `rule` if the offer has had too many
 */
export function remindQuote(
  record: StoredRecord<Quote>,
  rule: ReminderRule,
  input: LifecycleInput,
  policy: Pick<QuotePolicy, 'limits'>,
): QuoteChange | undefined {
  const { id, value: quote } = record
  if (!isReminderDue(quote, rule, input.now)) return undefined
  const { reminders = [] } = quote
  if (reminders.length >= maxReminders) {
    const message = `must be one of at most ${maxReminders} rules of an offer, which ${id} has had`
    throw new QuoteError('invalid_request', { errors: { rule: message } })
  }
  const next = { ...quote, reminders: [...reminders, { rule: rule.rule, time: input.now }] }
  return createQuoteChange(record, next, 'remind', input, policy)
}
