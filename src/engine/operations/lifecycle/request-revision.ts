import { requestRevision } from '../../../quote/operations/offer.js'
import type { QuoteRecord } from '../../../quote/quote.js'
import type { UpdateOptions } from '../../call-options.js'
import type { StoreContext } from '../../context.js'
import { defineOperation } from '../operation.js'
import { reason, requestSchema } from './requests.js'
import { lifecycleMethod } from './run-lifecycle-command.js'

/** What `requestRevision` takes. */
export interface RequestRevisionRequest {
  /** What the customer wants to have changed: 1 to 2,000 characters. */
  readonly reason: string
}

export interface RequestRevision {
  /**
   * Asks the seller for another offer, on behalf of the buyer. The quote becomes
   * `revision_requested`, and its offer can no longer be accepted.
   *
   * @throws QuoteError `quote_not_found` if this store has no such quote
   * @throws QuoteError `invalid_request` at `reason` if there is none
   * @throws QuoteError `invalid_transition` unless the quote is `sent`
   * @throws QuoteError `quote_expired` if the offer has expired
   * @throws QuoteError `not_permitted` if it is not for the caller's role, or `permit` rejects it
   */
  requestRevision(
    context: StoreContext,
    quoteId: string,
    request: RequestRevisionRequest,
    options?: UpdateOptions,
  ): Promise<QuoteRecord>
}

const revisionRequest = requestSchema({ reason })

export const requestRevisionOperation = defineOperation<RequestRevision['requestRevision']>({
  roles: 'transitions',
  route: {
    method: 'POST',
    path: '/quotes/{quoteId}/request-revision',
    summary: 'Ask for another offer',
    body: () => revisionRequest,
    example: { reason: 'Can you deliver ten instead of five?' },
    status: 200,
    response: 'quote',
  },

  create: (runtime, operation) =>
    lifecycleMethod(runtime, {
      operation,
      schema: revisionRequest,
      decide: (record, request, input, policy) =>
        requestRevision(record, { ...input, ...request }, policy),
    }),
})
