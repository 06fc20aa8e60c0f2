import * as z from 'zod'
import { acceptQuote } from '../../../quote/operations/offer.js'
import type { QuoteRecord } from '../../../quote/quote.js'
import { requiredOr } from '../../../validation/schemas/scalars.js'
import type { UpdateOptions } from '../../call-options.js'
import type { StoreContext } from '../../context.js'
import { defineOperation } from '../operation.js'
import { name, requestSchema } from './requests.js'
import { lifecycleMethod } from './run-lifecycle-command.js'

/** What `acceptQuote` takes. */
export interface AcceptQuoteRequest {
  /** The `revision` that the customer has seen. */
  readonly revision: number
  /** The `seal` of the quote that the customer has seen, to prove that it is this very content. */
  readonly seal?: string | undefined
  /** The name of the person who accepts: 1 to 255 characters. */
  readonly name?: string | undefined
  /** The buyer's reference, such as a purchase order number: 1 to 255 characters. */
  readonly reference?: string | undefined
}

export interface AcceptQuote {
  /**
   * Accepts an offer, on behalf of the buyer. Its content never changes from then on, and
   * `verifyAcceptance` proves from the quote alone that it is what was sent. Accepting it again
   * with the same arguments, as by a double click, changes nothing.
   *
   * The time that counts is the engine's, and never earlier than the last change of the quote.
   *
   * @throws QuoteError `quote_not_found` if this store has no such quote
   * @throws QuoteError `offer_mismatch` if `revision` or `seal` are not those of the current offer
   * @throws QuoteError `quote_expired` if the offer has expired
   * @throws QuoteError `invalid_transition` unless the quote is `sent`
   * @throws QuoteError `not_permitted` if it is not for the caller's role, or `permit` rejects it
   *
   * @example
   * const { revision, seal } = quote // as the customer has seen it
   * await engine.acceptQuote(context, quoteId, { revision, seal, name: 'Ada', reference: 'PO-7' })
   */
  acceptQuote(
    context: StoreContext,
    quoteId: string,
    request: AcceptQuoteRequest,
    options?: UpdateOptions,
  ): Promise<QuoteRecord>
}

const revisionMessage = {
  error: requiredOr('must be the revision that the customer has seen, an integer of at least 1'),
}

const acceptRequest = requestSchema({
  revision: z
    .int(revisionMessage)
    .min(1, revisionMessage)
    .describe('The revision that the customer has seen'),
  seal: z
    .string({ error: 'must be a string' })
    .max(64, { error: 'must have at most 64 characters' })
    .optional()
    .describe('The seal of what the customer has seen'),
  name: name.optional().describe('The name of the person who accepts'),
  reference: name.optional().describe("The buyer's reference, such as a purchase order number"),
})

export const acceptQuoteOperation = defineOperation<AcceptQuote['acceptQuote']>({
  roles: 'transitions',
  route: {
    method: 'POST',
    path: '/quotes/{quoteId}/accept',
    summary: 'Accept the offer',
    body: () => acceptRequest,
    example: { revision: 1, name: 'Ada Lovelace', reference: 'PO-2026-7' },
    status: 200,
    response: 'quote',
  },

  create: (runtime, operation) =>
    lifecycleMethod(runtime, {
      operation,
      schema: acceptRequest,
      decide: acceptQuote,
    }),
})
