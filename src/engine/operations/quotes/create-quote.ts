import { defaultLimits } from '../../../quote/limits.js'
import { createQuote } from '../../../quote/operations/create-quote.js'
import type { Quote, QuoteRecord } from '../../../quote/quote.js'
import { toQuoteRecord } from '../../../quote/quote-record.js'
import {
  type CreateQuoteRequest,
  createRequestSchema,
} from '../../../quote/requests/create-request.js'
import type { StoredRecord } from '../../../record/record.js'
import { type CommandOptions, parseCommandOptions } from '../../call-options.js'
import { parseContext, type StoreContext } from '../../context.js'
import { requireUnerasedQuote } from '../../execution/require-quote.js'
import { type Command, runCommand } from '../../execution/run-command.js'
import { quoteAuthorization, quoteCache } from '../../execution/run-quote-command.js'
import { currentTime, type EngineRuntime, generateQuoteId } from '../../runtime.js'
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
    const command = createCommand(runtime, caller, parsedRequest, parsedOptions)
    return runtime.run(parsedOptions.signal, async () => {
      const record = (await runCommand(runtime, command)) as StoredRecord
      return toQuoteRecord(caller.storeId, requireUnerasedQuote(record, record.id))
    })
  },
})

/** Each attempt prices the request again, and creates a quote with an id of its own. */
function createCommand(
  runtime: EngineRuntime,
  caller: StoreContext,
  request: CreateQuoteRequest,
  options: CommandOptions,
): Command<Quote> {
  const { findProducts, options: policy } = runtime
  const { storeId, actor } = caller
  const { signal } = options
  const productIds = new Set(request.products.map(({ id }) => id))
  return {
    caller,
    options,
    payload: ['create', request],
    async decide() {
      const products = await findProducts(storeId, productIds, signal)
      const quoteId = generateQuoteId(policy)
      const input = { quoteId, actor, now: currentTime(policy), products }
      return createQuote(request, input, policy)
    },
    ...quoteAuthorization(runtime, 'createQuote', caller, signal),
    ...quoteCache(runtime, storeId),
  }
}
