import { defaultLimits } from '../../../quote/limits.js'
import { createQuote } from '../../../quote/operations/create-quote.js'
import type { QuoteRecord } from '../../../quote/quote.js'
import {
  type CreateQuoteRequest,
  createRequestSchema,
} from '../../../quote/requests/create-request.js'
import type { StoredRecord } from '../../../record/record.js'
import { assertUser, type UserList, usersRef } from '../../../store/users-record.js'
import { type CommandOptions, parseCommandOptions } from '../../call-options.js'
import { runNewQuoteCommand } from '../../commands/run-new-quote-command.js'
import { parseContext, type StoreContext } from '../../context.js'
import { ownerError } from '../../roles.js'
import { defineOperation } from '../operation.js'

export interface CreateQuote {
  /**
   * Creates a quote at current catalog prices. Stores nothing if it rejects with one of these
   * errors.
   *
   * @throws QuoteError `invalid_request` with one error per invalid field
   * @throws QuoteError `not_permitted` if the option `permit` rejects the call
   * @throws QuoteError `idempotency_key_reused` if the key was used for a different request
   * @throws QuoteError `catalog_failed`, `catalog_invalid_response` or `timeout` if the catalog
   * fails
   * @throws QuoteError `conflict` if `generateId` returned only ids that are already used
   *
   * @example
   * // Calls with the same key create one quote and return the same result.
   * const { quoteId } = await engine.createQuote(context, request, {
   *   idempotencyKey: order.checkoutId,
   * })
   */
  createQuote(
    context: StoreContext,
    request: CreateQuoteRequest,
    options?: CommandOptions,
  ): Promise<QuoteRecord>
}

export const createQuoteOperation = defineOperation<CreateQuote['createQuote']>({
  route: {
    method: 'POST',
    path: '/quotes',
    summary: 'Create a quote',
    body: () => createRequestSchema(defaultLimits),
    example: { customer: { name: 'Ada', state: 'CA' }, products: [{ id: 118, qty: 2 }] },
    status: 201,
    response: 'createdQuote',
  },

  create: (runtime) => async (context, request, options) => {
    const caller = parseContext(context)
    const parsedOptions = parseCommandOptions(options)
    const parsedRequest = runtime.parseCreateRequest(request)
    const { findProducts } = runtime
    const { owner } = parsedRequest
    const productIds = new Set(parsedRequest.products.map(({ id }) => id))
    return runNewQuoteCommand(runtime, {
      operation: 'createQuote',
      caller,
      options: parsedOptions,
      payload: ['create', parsedRequest],
      also: owner === undefined ? [] : [usersRef],
      async prepare([users]) {
        if (owner !== undefined && caller.role === 'buyer') throw ownerError('createQuote')
        if (owner !== undefined) assertUser(users as StoredRecord<UserList> | undefined, owner)
        const products = await findProducts(caller.storeId, productIds, parsedOptions.signal)
        return {
          create: ({ quoteId, actor, now, number }) =>
            createQuote(parsedRequest, { quoteId, actor, now, number, products }, runtime.options),
        }
      },
    })
  },
})
