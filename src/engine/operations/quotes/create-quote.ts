import { createQuote, type NewQuoteInput } from '../../../quote/operations/create-quote.js'
import { assertBuyersRequest } from '../../../quote/operations/edit-rules.js'
import { defaultLimits } from '../../../quote/policy.js'
import type { ProductId } from '../../../quote/products/product-fields.js'
import type { QuoteRecord } from '../../../quote/quote.js'
import { type CreateQuoteRequest, createRequestSchema } from '../../../quote/requests.js'
import {
  needsShippingOptions,
  noShipping,
  type ParsedShippingOption,
} from '../../../quote/shipping.js'
import type { StoredRecord } from '../../../record/record.js'
import { assertUser, type UserList, usersRef } from '../../../store/users-record.js'
import { type CommandOptions, parseCommandOptions } from '../../call-options.js'
import { currencyOfStore, getPricing, getShippingOptions } from '../../commands/pricing.js'
import { runNewQuoteCommand } from '../../commands/run-new-quote-command.js'
import { parseContext, type StoreContext } from '../../context.js'
import { ownerError } from '../../roles.js'
import { currentTime } from '../../runtime.js'
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
  roles: 'all',
  route: {
    method: 'POST',
    path: '/quotes',
    summary: 'Create a quote',
    body: () => createRequestSchema(defaultLimits),
    example: { customer: { name: 'Ada', state: 'CA' }, products: [{ id: 118, qty: 2 }] },
    status: 201,
    response: 'createdQuote',
  },

  create: (runtime, operation) => async (context, request, options) => {
    const caller = parseContext(context)
    const parsedOptions = parseCommandOptions(options)
    const parsedRequest = runtime.parseCreateRequest(request)
    const { findProducts, options: policy } = runtime
    const { owner, customer, shipping } = parsedRequest
    const { storeId, role } = caller
    const { signal } = parsedOptions
    const productIds = new Set<ProductId>()
    for (const { id } of parsedRequest.products)
      if (id !== undefined && id !== 0) productIds.add(id)
    return runNewQuoteCommand(runtime, {
      operation,
      caller,
      options: parsedOptions,
      payload: ['create', parsedRequest],
      also: owner === undefined ? [] : [usersRef],
      async prepare([users]) {
        const storeCurrency = currencyOfStore(runtime, storeId)
        if (role === 'buyer') assertBuyersRequest(parsedRequest, storeCurrency)
        if (owner !== undefined && role === 'buyer') throw ownerError(operation)
        if (owner !== undefined) assertUser(users as StoredRecord<UserList> | undefined, owner)
        const currency = parsedRequest.currency ?? storeCurrency
        const pricing = getPricing(policy, currency, {}, customer)
        const products = await findProducts(storeId, productIds, pricing, signal)
        // Lists the fields because V8 is slow to spread, and every creation passes here.
        const create = (
          created: CreateQuoteRequest,
          { quoteId, actor, now, number }: NewQuoteInput,
          shippingOptions?: readonly ParsedShippingOption[],
        ) => {
          const input = { quoteId, actor, now, number, products, currency, shippingOptions }
          return createQuote(created, input, policy)
        }
        if (!needsShippingOptions(shipping, noShipping))
          return { create: (input) => create(parsedRequest, input) }
        const draft = create(
          { ...parsedRequest, shipping: undefined },
          { quoteId: '', now: currentTime(policy) },
        )
        const shippingOptions = await getShippingOptions(
          runtime,
          storeId,
          draft.record.value,
          signal,
        )
        return { create: (input) => create(parsedRequest, input, shippingOptions) }
      },
    })
  },
})
