import { z } from 'zod'
import { QuoteError } from '../../../errors.js'
import { copyQuote } from '../../../quote/operations/copy-quote.js'
import type { QuoteRecord } from '../../../quote/quote.js'
import { quoteRef } from '../../../quote/quote-record.js'
import { received } from '../../../validation/schemas/scalars.js'
import { parseUpdateOptions, type UpdateOptions } from '../../call-options.js'
import { assertQuoteId, requireQuote } from '../../commands/require-quote.js'
import { runNewQuoteCommand } from '../../commands/run-new-quote-command.js'
import { parseContext, type StoreContext } from '../../context.js'
import { assertRole } from '../../roles.js'
import { parseRequest } from '../lifecycle/run-lifecycle-command.js'
import { defineOperation } from '../operation.js'

/** What `copyQuote` takes. */
export interface CopyQuoteRequest {
  /**
   * `frozen` copies the prices of the lines, with the prices that were offered. `current` prices
   * the same products and quantities from the catalog.
   *
   * @default 'frozen'
   */
  readonly prices?: 'frozen' | 'current' | undefined
}

export interface CopyQuote {
  /**
   * Creates a new quote with the customer, the lines and the owner of another one, whatever its
   * status is. Its tags, its number and its offers stay with it.
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
  },
  { error: 'must be an object' },
)

export const copyQuoteOperation = defineOperation<CopyQuote['copyQuote']>({
  route: {
    method: 'POST',
    path: '/quotes/{quoteId}/copy',
    summary: 'Copy a quote',
    body: () => copyRequest.optional(),
    example: { prices: 'current' },
    status: 201,
    response: 'createdQuote',
  },

  create: (runtime) => async (context, quoteId, request, options) => {
    const caller = parseContext(context)
    const parsedOptions = parseUpdateOptions(options)
    const parsed = parseRequest(copyRequest, request)
    assertRole(caller, 'copyQuote')
    assertQuoteId(quoteId)
    const { storeId } = caller
    const { expectedVersion, ...commandOptions } = parsedOptions
    return runNewQuoteCommand(runtime, {
      operation: 'copyQuote',
      caller,
      options: commandOptions,
      payload: ['copy', quoteId, parsed, expectedVersion],
      also: [quoteRef(quoteId)],
      async prepare([loaded]) {
        const source = requireQuote(loaded, quoteId)
        const { version: currentVersion } = source
        if (expectedVersion !== undefined && expectedVersion !== currentVersion)
          throw new QuoteError('version_mismatch', { quoteId, expectedVersion, currentVersion })
        const ids = new Set(source.value.products.map(({ id }) => id))
        const products =
          parsed.prices === 'current'
            ? await runtime.findProducts(storeId, ids, parsedOptions.signal)
            : undefined
        return {
          source,
          create: (input) => copyQuote(source, { ...input, products }, runtime.options),
        }
      },
    })
  },
})
