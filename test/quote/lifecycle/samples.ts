import { expect } from 'vitest'
import { isQuoteError, type QuoteError } from '../../../src/errors.js'
import type { Quote } from '../../../src/quote/model/quote.js'
import type { QuoteChange } from '../../../src/quote/model/quote-record.js'
import {
  acceptQuote,
  cancelQuote,
  declineQuote,
  type SendQuoteInput,
  sendQuote,
} from '../../../src/quote/operations/offer.js'
import { orderQuote } from '../../../src/quote/operations/order.js'
import { reviseQuote } from '../../../src/quote/operations/proposals.js'
import type { StoredRecord } from '../../../src/record/record.js'
import { defaultPolicy } from '../../../src/testing/default-policy.js'
import { created } from '../samples.js'

export type QuoteInStore = StoredRecord<Quote>

/** Returns the record after a change. Throws if there is none. */
export function made(change: QuoteChange | undefined): QuoteInStore {
  if (change === undefined) throw new TypeError('the sample changes nothing')
  return change.record
}

/** Returns a quote that was created at 1,000 and is `new`. */
export function newQuote(): QuoteInStore {
  return created({}, defaultPolicy)
}

/** Returns a quote that was sent at 2,000, for the first time. */
export function sent(input: Partial<SendQuoteInput> = {}): QuoteInStore {
  return made(sendQuote(newQuote(), { now: 2_000, number: '7', ...input }, defaultPolicy))
}

/** Returns a quote that was accepted at 3,000. */
export function accepted(input: Partial<SendQuoteInput> = {}): QuoteInStore {
  const offer = { revision: 1, name: 'Ada', reference: 'PO-7' }
  return made(acceptQuote(sent(input), offer, { now: 3_000, actor: 'ada' }, defaultPolicy))
}

/** Returns a quote of each status that is stored. */
export function quoteOf(status: string): QuoteInStore {
  switch (status) {
    case 'new':
      return newQuote()
    case 'draft':
      return made(reviseQuote(sent(), { now: 3_000 }, defaultPolicy))
    case 'sent':
      return sent()
    case 'expired':
      return sent({ expires: 2_500 })
    case 'accepted':
      return accepted()
    case 'declined':
      return made(declineQuote(sent(), { now: 3_000, reason: 'too late' }, defaultPolicy))
    case 'canceled':
      return made(cancelQuote(sent(), { now: 3_000 }, defaultPolicy))
    case 'ordered':
      return made(orderQuote(accepted(), { now: 4_000, orderId: 'order-1' }, defaultPolicy))
    default:
      return withFields(sent(), { status })
  }
}

/** Returns a record with other fields of its quote, whatever they are. */
export function withFields(record: QuoteInStore, fields: object): QuoteInStore {
  return { ...record, value: { ...record.value, ...fields } }
}

/** Returns the QuoteError that a function throws. */
export function thrownBy(call: () => unknown): QuoteError {
  try {
    call()
  } catch (error) {
    if (isQuoteError(error)) return error
    throw error
  }
  return expect.fail('expected the call to throw a QuoteError')
}

/** Returns the code and the message of the QuoteError that a function throws. */
export function rejectionOf(call: () => unknown): readonly [code: string, message: string] {
  const { code, message } = thrownBy(call)
  return [code, message]
}
