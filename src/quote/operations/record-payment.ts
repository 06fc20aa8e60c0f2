import { QuoteError } from '../../errors.js'
import { type Amount, equals, parseAmount, toDecimalString } from '../../money/amount.js'
import { getCurrencyDecimals } from '../../money/currency.js'
import { hasAtMostDecimals, toFixed } from '../../money/rounding.js'
import type { StoredRecord } from '../../record/record.js'
import { createQuoteChange, type LifecycleInput } from '../lifecycle/change-status.js'
import { maxPayments, type Payment, type PaymentType } from '../model/payment-fields.js'
import type { QuotePolicy } from '../model/policy.js'
import { publishedDecimals } from '../model/precision.js'
import type { Quote } from '../model/quote.js'
import type { QuoteChange } from '../model/quote-record.js'

/** A fact about a payment, as it is reported. */
export interface PaymentReport {
  /** The id of the payment or the refund at its provider: 1 to 255 characters. */
  readonly id: string
  /**
   * What happened.
   *
   * @default 'paid'
   */
  readonly type?: PaymentType | undefined
  /** The amount, above 0, as it was paid or paid back: up to four decimals. */
  readonly amount: number | string
  /**
   * The currency of the amount: three capital letters. An amount in another currency than that of
   * the quote is recorded, and pays nothing of it.
   *
   * @default The currency of the quote.
   */
  readonly currency?: string | undefined
  /**
   * When it happened, in milliseconds since the Unix epoch.
   *
   * @default The time of the call.
   */
  readonly time?: number | undefined
  /** What the provider said, for example why a payment failed. 1 to 500 characters. */
  readonly detail?: string | undefined
}

/**
 * Returns the change that adds a fact about a payment of a quote, in any status. Pure.
 *
 * The same id with the same amount is recorded once, whenever it is reported. A payment that failed
 * and is reported as paid has been paid; one that is paid does not fail any more. If there are 200
 * facts, the oldest failed one goes.
 *
 * @returns undefined if it is recorded already
 * @throws QuoteError `invalid_request` at `amount` if it has more decimals than its currency; at
 * `amount` or `currency` if the id is recorded with another one; at `id` if there are 200 payments
 */
export function recordPayment(
  record: StoredRecord<Quote>,
  report: PaymentReport,
  input: LifecycleInput,
  policy: Pick<QuotePolicy, 'limits' | 'currencyDecimals'>,
): QuoteChange | undefined {
  const { value: quote } = record
  const { payments = [] } = quote
  const payment = toPayment(report, quote, input.now, policy)
  const { id, type } = payment
  const ofSameId = payments.filter((each) => each.id === id)
  const known = ofSameId.find((each) => each.type === type)
  if (known !== undefined) {
    assertSame(known, payment)
    return undefined
  }
  if (type === 'failed' && ofSameId.length > 0) return undefined
  // The payment that failed before is the one that is paid now.
  const others = payments.filter((each) => each.id !== id || each.type !== 'failed')
  const next = [...withSpace(others), payment]
  return createQuoteChange(record, { ...quote, payments: next }, 'recordPayment', input, policy)
}

function toPayment(
  { id, type = 'paid', amount, currency: sent, time, detail }: PaymentReport,
  quote: Quote,
  now: number,
  { currencyDecimals }: Pick<QuotePolicy, 'currencyDecimals'>,
): Payment {
  const currency = sent ?? quote.currency
  const decimals =
    currency === undefined || currency === quote.currency
      ? (quote.decimals ?? publishedDecimals)
      : getCurrencyDecimals(currency, currencyDecimals)
  const parsed = parseAmount(amount) as Amount
  if (!hasAtMostDecimals(parsed, decimals)) {
    const message = `must have up to ${decimals} decimals, received ${toDecimalString(parsed)}`
    throw new QuoteError('invalid_request', { errors: { amount: message } })
  }
  return {
    id,
    type,
    amount: toFixed(parsed, decimals, 'half-up'),
    ...(currency !== undefined && { currency }),
    time: time ?? now,
    ...(detail !== undefined && { detail }),
  }
}

/** @throws QuoteError `invalid_request` if an id was reported with another amount or currency */
function assertSame(known: Payment, reported: Payment): void {
  const remedy = 'record another payment under an id of its own'
  const reject = (field: string, before: string | undefined) => {
    const message = `must be ${before ?? 'absent'}, as recorded for ${known.id}: ${remedy}`
    throw new QuoteError('invalid_request', { errors: { [field]: message } })
  }
  const [before, amount] = [known, reported].map((each) => parseAmount(each.amount) as Amount)
  if (!equals(before as Amount, amount as Amount))
    reject('amount', toDecimalString(before as Amount))
  if (known.currency !== reported.currency) reject('currency', known.currency)
}

/** Returns the payments without the oldest failed one if there are as many as possible. */
function withSpace(payments: readonly Payment[]): readonly Payment[] {
  if (payments.length < maxPayments) return payments
  const failed = payments.findIndex(({ type }) => type === 'failed')
  if (failed !== -1) return payments.toSpliced(failed, 1)
  const message = `cannot be recorded, as the quote has ${maxPayments} payments and refunds already`
  throw new QuoteError('invalid_request', { errors: { id: message } })
}
