import * as z from 'zod'
import { QuoteError } from '../../../errors.js'
import { copyQuote } from '../../../quote/operations/create-quote.js'
import { currencySchema } from '../../../quote/pricing/pricing-request.js'
import type { QuoteRecord } from '../../../quote/quote.js'
import { quoteRef } from '../../../quote/quote-record.js'
import { received } from '../../../validation/schemas/scalars.js'
import { parseUpdateOptions, type UpdateOptions } from '../../call-options.js'
import { getPricing } from '../../commands/pricing.js'
import { assertQuoteId, requireQuote } from '../../commands/require-quote.js'
import { runNewQuoteCommand } from '../../commands/run-new-quote-command.js'
import { parseContext, type StoreContext } from '../../context.js'
import { parseRequest } from '../lifecycle/run-lifecycle-command.js'
import { defineOperation, sellers } from '../operation.js'

/** What `copyQuote` takes. */
export interface CopyQuoteRequest {
  /**
   * `frozen` copies the prices of the lines, with the prices that were offered. `current` prices
   * the same products and quantities from the catalog.
   *
   * @default 'frozen'
   */
  readonly prices?: 'frozen' | 'current' | undefined
  /**
   * The currency of the copy: three capital letters. Another one needs `prices: 'current'`.
   *
   * @default The currency of the quote.
   */
  readonly currency?: string | undefined
}

export interface CopyQuote {
  /**
   * Creates a new quote with the customer and its id, the lines, the discounts, the shipping and
   * the owner of another one, whatever its status is. Its tags, its number, its taxes and its
   * offers stay with it. At current prices, the copy has no shipping.
   *
   * @throws QuoteError `quote_not_found` if this store has no such quote
   * @throws QuoteError `invalid_request` if a product left the catalog and `prices` is `current`
   * @throws QuoteError `version_mismatch` if `expectedVersion` is not the version of that quote
   * @throws QuoteError `not_permitted` if it is not for the caller's role, or `permit` rejects it
   * @throws QuoteError `catalog_failed`, `catalog_invalid_response` or `timeout` if the catalog
   * fails
   */
  copyQuote(
    context: StoreContext,
    quoteId: string,
    request?: CopyQuoteRequest,
    options?: UpdateOptions,
  ): Promise<QuoteRecord>
}

const copyRequest = z.strictObject(
  {
    prices: z
      .enum(['frozen', 'current'], { error: received('must be frozen or current') })
      .optional()
      .describe('The prices of the lines, or those of the catalog now'),
    currency: currencySchema.optional(),
  },
  { error: 'must be an object' },
)

export const copyQuoteOperation = defineOperation<CopyQuote['copyQuote']>({
  roles: sellers,
  route: {
    method: 'POST',
    path: '/quotes/{quoteId}/copy',
    summary: 'Copy a quote',
    body: () => copyRequest.optional(),
    example: { prices: 'current' },
    status: 201,
    response: 'createdQuote',
  },

  create: (runtime, operation) => async (context, quoteId, request, options) => {
    const caller = parseContext(context)
    const parsedOptions = parseUpdateOptions(options)
    const parsed = parseRequest(copyRequest, request)
    assertQuoteId(quoteId)
    const { storeId } = caller
    const { expectedVersion, ...commandOptions } = parsedOptions
    return runNewQuoteCommand(runtime, {
      operation,
      caller,
      options: commandOptions,
      payload: ['copy', quoteId, parsed, expectedVersion],
      also: [quoteRef(quoteId)],
      async prepare([loaded]) {
        const source = requireQuote(loaded, quoteId)
        const { version: currentVersion } = source
        if (expectedVersion !== undefined && expectedVersion !== currentVersion)
          throw new QuoteError('version_mismatch', { quoteId, expectedVersion, currentVersion })
        const ids = new Set(source.value.products.map(({ id }) => id).filter((id) => id !== 0))
        const { currency = source.value.currency } = parsed
        const isCurrent = parsed.prices === 'current'
        if (currency !== source.value.currency && !isCurrent) throw frozenCurrencyError()
        const pricing = getPricing(runtime.options, currency, source.value.customer)
        const products = isCurrent
          ? await runtime.findProducts(storeId, ids, pricing, parsedOptions.signal)
          : undefined
        return {
          source,
          create: (input) => copyQuote(source, { ...input, products, currency }, runtime.options),
        }
      },
    })
  },
})

function frozenCurrencyError(): QuoteError {
  const message = "needs prices: 'current', because frozen prices are in the quote's own currency"
  return new QuoteError('invalid_request', { errors: { currency: message } })
}
