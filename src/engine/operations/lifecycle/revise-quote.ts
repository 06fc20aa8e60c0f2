import { reviseQuote } from '../../../quote/operations/offer.js'
import type { QuoteRecord } from '../../../quote/quote.js'
import type { UpdateOptions } from '../../call-options.js'
import type { StoreContext } from '../../context.js'
import { defineOperation } from '../operation.js'
import { requestSchema } from './requests.js'
import { lifecycleMethod } from './run-lifecycle-command.js'

export interface ReviseQuote {
  /**
   * Withdraws the offer of a quote, which becomes a `draft`: its customer and lines can be changed
   * again, and `sendQuote` sends them as the next revision. Also reopens a quote that has expired,
   * or was declined or canceled. Earlier revisions stay readable:
   * `getQuote(context, quoteId, { revision })`.
   *
   * @throws QuoteError `quote_not_found` if this store has no such quote
   * @throws QuoteError `invalid_transition` if the quote is `new`, `draft`, `accepted` or `ordered`
   * @throws QuoteError `not_permitted` if it is not for the caller's role, or `permit` rejects it
   * @throws QuoteError `version_mismatch` if `expectedVersion` is not the stored version
   */
  reviseQuote(context: StoreContext, quoteId: string, options?: UpdateOptions): Promise<QuoteRecord>
}

export const reviseQuoteOperation = defineOperation<ReviseQuote['reviseQuote']>({
  roles: 'transitions',
  route: {
    method: 'POST',
    path: '/quotes/{quoteId}/revise',
    summary: 'Withdraw the offer, to change the quote',
    status: 200,
    response: 'quote',
  },

  create: (runtime, operation) => {
    const method = lifecycleMethod(runtime, {
      operation,
      schema: requestSchema({}),
      decide: (record, _, input, policy) => reviseQuote(record, input, policy),
    })
    return (context, quoteId, options) => method(context, quoteId, undefined, options)
  },
})
