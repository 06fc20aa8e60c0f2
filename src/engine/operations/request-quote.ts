import { limitsForRole } from '../../quote/model/field-rules.js'
import type { FieldTypes } from '../../quote/model/own-fields.js'
import { documentedLimits, type RequestLimits } from '../../quote/model/policy.js'
import type { QuoteRecord } from '../../quote/model/quote.js'
import { toCreateRequest } from '../../quote/operations/create-quote.js'
import { assertBuyersQuoteRequest } from '../../quote/operations/edit-rules.js'
import { quoteRequestSchema, type RequestQuoteRequest } from '../../quote/operations/requests.js'
import {
  type CommandOptions,
  parseCommandOptions,
  parseContext,
  type StoreContext,
} from '../arguments.js'
import { createNewQuote } from '../commands/create-quote.js'
import { defineOperation, errorsOfPort } from '../operation.js'

export interface RequestQuote<Fields extends FieldTypes = FieldTypes> {
  /**
   * Requests a quote for a customer, who names no price: products get those of the catalog, and
   * what the customer needs besides becomes lines that are `unpriced`. The quote is `new`, has the
   * `request` with its message, and `listQuotes({ requested: true })` finds it until it is sent or
   * canceled. Stores nothing if it rejects.
   *
   * @throws QuoteError `catalog_failed`, `catalog_invalid_response` or `timeout` if the catalog
   * fails
   *
   * @example
   * const products = [{ id: 118, qty: 2 }, { name: 'Assembly on site', qty: 1 }]
   * await engine.requestQuote(buyer, { customer, products, message: 'Needed by March' })
   */
  requestQuote(
    context: StoreContext,
    request: RequestQuoteRequest<Fields>,
    options?: CommandOptions,
  ): Promise<QuoteRecord<Fields>>
}

/** A buyer learns less from errors. */
const buyersRequestSchema = (limits: RequestLimits) =>
  quoteRequestSchema(limitsForRole('buyer', limits))

export const requestQuoteOperation = defineOperation<RequestQuote['requestQuote']>({
  roles: 'all',
  errors: errorsOfPort('catalog'),
  route: {
    method: 'POST',
    path: '/quote-requests',
    summary: 'Request a quote without prices',
    body: () => quoteRequestSchema(documentedLimits),
    example: {
      customer: { name: 'Ada', email: 'ada@example.com' },
      products: [
        { id: 118, qty: 2 },
        { name: 'Assembly on site', qty: 1 },
      ],
      message: 'Needed by March',
    },
    status: 201,
    response: 'createdQuote',
  },

  create: (runtime, operation) => async (context, request, options) => {
    const caller = parseContext(context)
    const isBuyer = caller.role === 'buyer'
    const parsedOptions = parseCommandOptions(options)
    const parsed = runtime.parseRequest(isBuyer ? buyersRequestSchema : quoteRequestSchema, request)
    return createNewQuote(runtime, {
      operation,
      caller,
      options: parsedOptions,
      payload: [operation, parsed],
      request: toCreateRequest(parsed),
      requested: parsed,
      assertPermitted: () => {
        if (isBuyer) assertBuyersQuoteRequest(parsed)
      },
    })
  },
})
