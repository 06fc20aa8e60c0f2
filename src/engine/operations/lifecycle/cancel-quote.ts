import { cancelQuote } from '../../../quote/operations/offer.js'
import type { QuoteRecord } from '../../../quote/quote.js'
import type { UpdateOptions } from '../../call-options.js'
import type { StoreContext } from '../../context.js'
import { defineOperation } from '../operation.js'
import { optionalReasonRequest } from './requests.js'
import { lifecycleMethod } from './run-lifecycle-command.js'

/** What `cancelQuote` takes. */
export interface CancelQuoteRequest {
  /** Why: 1 to 2,000 characters. */
  readonly reason?: string | undefined
}

export interface CancelQuote {
  /**
   * Cancels a quote that is not ordered. The seller can revise it and send it again.
   *
   * @throws QuoteError `quote_not_found` if this store has no such quote
   * @throws QuoteError `invalid_transition` if the quote is `canceled` or `ordered`, or if its
   * order is being placed
   * @throws QuoteError `not_permitted` if it is not for the caller's role, or `permit` rejects it
   */
  cancelQuote(
    context: StoreContext,
    quoteId: string,
    request?: CancelQuoteRequest,
    options?: UpdateOptions,
  ): Promise<QuoteRecord>
}

export const cancelQuoteOperation = defineOperation<CancelQuote['cancelQuote']>({
  roles: 'transitions',
  route: {
    method: 'POST',
    path: '/quotes/{quoteId}/cancel',
    summary: 'Cancel a quote',
    body: () => optionalReasonRequest.optional(),
    example: { reason: 'Product discontinued' },
    status: 200,
    response: 'quote',
  },

  create: (runtime, operation) =>
    lifecycleMethod(runtime, {
      operation,
      schema: optionalReasonRequest,
      decide: (record, request, input, policy) =>
        cancelQuote(record, { ...input, ...request }, policy),
    }),
})
