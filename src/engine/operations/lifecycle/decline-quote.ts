import { declineQuote } from '../../../quote/operations/offer.js'
import type { QuoteRecord } from '../../../quote/quote.js'
import type { UpdateOptions } from '../../call-options.js'
import type { StoreContext } from '../../context.js'
import { defineOperation } from '../operation.js'
import { optionalReasonRequest } from './requests.js'
import { lifecycleMethod } from './run-lifecycle-command.js'

/** What `declineQuote` takes. */
export interface DeclineQuoteRequest {
  /** Why: 1 to 2,000 characters. */
  readonly reason?: string | undefined
}

export interface DeclineQuote {
  /**
   * Declines an offer, on behalf of the buyer. The seller can revise the quote and send it again.
   *
   * @throws QuoteError `quote_not_found` if this store has no such quote
   * @throws QuoteError `invalid_transition` unless the quote is `sent` or `revision_requested`
   * @throws QuoteError `quote_expired` if the offer has expired
   * @throws QuoteError `not_permitted` if it is not for the caller's role, or `permit` rejects it
   */
  declineQuote(
    context: StoreContext,
    quoteId: string,
    request?: DeclineQuoteRequest,
    options?: UpdateOptions,
  ): Promise<QuoteRecord>
}

export const declineQuoteOperation = defineOperation<DeclineQuote['declineQuote']>({
  roles: 'transitions',
  route: {
    method: 'POST',
    path: '/quotes/{quoteId}/decline',
    summary: 'Decline the offer',
    body: () => optionalReasonRequest.optional(),
    example: { reason: 'Too expensive' },
    status: 200,
    response: 'quote',
  },

  create: (runtime, operation) =>
    lifecycleMethod(runtime, {
      operation,
      schema: optionalReasonRequest,
      decide: (record, request, input, policy) =>
        declineQuote(record, { ...input, ...request }, policy),
    }),
})
