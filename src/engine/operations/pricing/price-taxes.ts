import { assertEditable } from '../../../quote/operations/edit-rules.js'
import { priceTaxes } from '../../../quote/operations/reprice-quote.js'
import type { QuoteRecord } from '../../../quote/quote.js'
import type { UpdateOptions } from '../../call-options.js'
import { getTaxes } from '../../commands/pricing.js'
import { runQuoteCommand } from '../../commands/run-quote-command.js'
import type { StoreContext } from '../../context.js'
import { requestSchema } from '../lifecycle/requests.js'
import { parseCall, toInput } from '../lifecycle/run-lifecycle-command.js'
import { defineOperation } from '../operation.js'

/** What `priceTaxes` takes: nothing. */
export type PriceTaxesRequest = Readonly<Record<never, never>>

export interface PriceTaxes {
  /**
   * Calculates the taxes of a quote that can be edited, with the tax provider, and stores them in
   * the quote. `sendQuote` does so as well: call this to show the taxes before.
   *
   * @throws QuoteError `quote_not_found` if this store has no such quote
   * @throws QuoteError `quote_locked` if the quote was sent or closed
   * @throws QuoteError `tax_rejected` if the provider cannot price this quote, for example because
   * of the customer's address
   * @throws QuoteError `tax_failed`, `tax_invalid_response` or `timeout` if the provider fails
   * @throws QuoteError `invalid_options` if the engine has no option `tax`
   * @throws QuoteError `not_permitted` if it is not for the caller's role, or `permit` rejects it
   * @throws QuoteError `version_mismatch` if `expectedVersion` is not the stored version
   * @throws QuoteError `conflict` if other writers committed first in all `maxAttempts` attempts
   */
  priceTaxes(
    context: StoreContext,
    quoteId: string,
    request?: PriceTaxesRequest,
    options?: UpdateOptions,
  ): Promise<QuoteRecord>
}

const priceTaxesRequest = requestSchema({})

export const priceTaxesOperation = defineOperation<PriceTaxes['priceTaxes']>({
  roles: ['seller'],
  route: {
    method: 'POST',
    path: '/quotes/{quoteId}/price-taxes',
    summary: 'Calculate the taxes of a quote',
    body: () => priceTaxesRequest.optional(),
    status: 200,
    response: 'quote',
  },

  create: (runtime, operation) => async (context, quoteId, request, options) => {
    const args = [context, quoteId, request, options] as const
    const { command } = parseCall(operation, priceTaxesRequest, args)
    const { caller } = command
    const { storeId } = caller
    const { signal } = command.options
    const { options: policy } = runtime
    return runQuoteCommand(runtime, {
      ...command,
      async decide(record) {
        const input = toInput(runtime, caller)
        assertEditable(record, input, { ...policy, reviseOnUpdate: false })
        const taxed = { storeId, quoteId, quote: record.value, signal }
        const taxes = await getTaxes(runtime, taxed)
        return priceTaxes(record, { ...input, taxes }, policy)
      },
    })
  },
})
