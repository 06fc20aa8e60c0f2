import { QuoteError } from '../../../errors.js'
import { endOfDay, isTimeZone } from '../../../quote/lifecycle/expiry.js'
import { sendQuote } from '../../../quote/operations/offer.js'
import type { Quote, QuoteRecord } from '../../../quote/quote.js'
import type { StoredRecord } from '../../../record/record.js'
import { describeValue } from '../../../validation/describe-value.js'
import type { UpdateOptions } from '../../call-options.js'
import { oncePerVersion } from '../../commands/price-once.js'
import { hasOfferPrices, priceOffer } from '../../commands/price-update.js'
import { refsToNumber, withNumber } from '../../commands/quote-numbers.js'
import { runQuoteCommand } from '../../commands/run-quote-command.js'
import type { StoreContext } from '../../context.js'
import { currentTime, type EngineRuntime } from '../../runtime.js'
import { defineOperation } from '../operation.js'
import { expires, requestSchema } from './requests.js'
import { parseCall, toInput } from './run-lifecycle-command.js'

/** What `sendQuote` takes. */
export interface SendQuoteRequest {
  /**
   * When the offer expires, in milliseconds since the Unix epoch: from then on it cannot be
   * accepted. Or a date, YYYY-MM-DD: the offer then expires at the end of that day in the time zone
   * of the store.
   *
   * @default The offer does not expire.
   */
  readonly expires?: number | string | undefined
}

export interface SendQuote {
  /**
   * Sends a quote to the customer: gives it its next `revision`, freezes its content with a
   * `seal`, takes the current price of shipping that is `stale`, calculates its taxes, sets its
   * `total`, and assigns its `number` if it is sent for the first time. It sends no message:
   * deliver the offer yourself, and report what becomes of it with `recordDelivery`.
   *
   * Pass `expectedVersion` to send exactly what you have seen.
   *
   * @throws QuoteError `quote_not_found` if this store has no such quote
   * @throws QuoteError `invalid_request` at `expires` if it is not in the future, or at `shipping`
   * if it is `stale`, and the shipping provider does not offer it any more
   * @throws QuoteError `invalid_transition` unless the quote is `new` or `draft`
   * @throws QuoteError `not_permitted` if it is not for the caller's role, or `permit` rejects it
   * @throws QuoteError `version_mismatch` if `expectedVersion` is not the stored version
   * @throws QuoteError `tax_rejected`, `tax_failed`, `tax_invalid_response` or `timeout` if the tax
   * provider does not price the taxes
   * @throws QuoteError `shipping_failed`, `shipping_invalid_response` or `timeout` if the shipping
   * is `stale` and the provider does not price it
   * @throws QuoteError `conflict` if other writers committed first in all `maxAttempts` attempts
   *
   * @example
   * const { quote } = await engine.sendQuote(context, quoteId, { expires: '2026-12-31' })
   * console.log(quote.number, quote.revision, quote.total)
   */
  sendQuote(
    context: StoreContext,
    quoteId: string,
    request?: SendQuoteRequest,
    options?: UpdateOptions,
  ): Promise<QuoteRecord>
}

const sendRequest = requestSchema({ expires: expires.optional() })

export const sendQuoteOperation = defineOperation<SendQuote['sendQuote']>({
  roles: 'transitions',
  route: {
    method: 'POST',
    path: '/quotes/{quoteId}/send',
    summary: 'Send a quote to the customer',
    body: () => sendRequest.optional(),
    example: { expires: '2026-12-31' },
    status: 200,
    response: 'quote',
  },

  create: (runtime, operation) => async (context, quoteId, request, options) => {
    const args = [context, quoteId, request, options] as const
    const { request: parsed, command } = parseCall(operation, sendRequest, args)
    const { caller } = command
    const expiry = resolveExpiry(runtime, caller, parsed.expires)
    const numberRefs = refsToNumber(runtime, 'send')
    const { signal } = command.options
    const pricesOf = oncePerVersion((record, now) =>
      priceOffer(runtime, { caller, record, now, signal }),
    )
    return runQuoteCommand(runtime, {
      ...command,
      numberRefs,
      ...(hasOfferPrices(runtime) && {
        prepare: (record) => pricesOf(record, currentTime(runtime.options)),
      }),
      decide: async (record, others) => {
        const who = toInput(runtime, caller)
        const input = { ...who, expires: expiry, ...(await pricesOf(record, who.now)) }
        const refs = refsFor(record, numberRefs)
        return withNumber(runtime, caller, others, refs, (number) =>
          sendQuote(record, { ...input, number }, runtime.options),
        )
      },
    })
  },
})

/** A quote keeps its number. */
export function refsFor<Ref>({ value }: StoredRecord<Quote>, refs: readonly Ref[]): readonly Ref[] {
  return value.number === undefined ? refs : []
}

/** @throws QuoteError `invalid_options` if `timeZone` returns no time zone */
function resolveExpiry(
  { options }: EngineRuntime,
  { storeId }: StoreContext,
  value: number | string | undefined,
): number | undefined {
  if (typeof value !== 'string') return value
  const timeZone: unknown = options.timeZone(storeId)
  if (isTimeZone(timeZone)) return endOfDay(value, timeZone)
  const expected = 'must return a time zone such as Europe/Berlin'
  const message = `${expected}, received ${describeValue(timeZone)}`
  throw new QuoteError('invalid_options', { errors: { timeZone: message } })
}
