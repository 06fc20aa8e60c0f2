import { QuoteError } from '../../../errors.js'
import { toFixed } from '../../../money/rounding.js'
import { publishedDecimals } from '../../../quote/precision.js'
import { quoteRef } from '../../../quote/quote-record.js'
import { type CallOptions, parseCallOptions } from '../../call-options.js'
import { getShippingOptions } from '../../commands/pricing.js'
import { assertQuoteId, requireQuote } from '../../commands/require-quote.js'
import { toPermitRecord } from '../../commands/run-quote-command.js'
import { parseContext, type StoreContext } from '../../context.js'
import { defineOperation } from '../operation.js'

/** A shipping method that a quote can have. */
export interface AvailableShipping {
  /** What to send as the `type` of `shipping` in an update. */
  readonly type: string
  /** The name that the customer sees. */
  readonly name: string
  /** The price now, with the decimals of the quote. */
  readonly price: string
}

export interface ListShippingOptions {
  /**
   * Returns the shipping methods that the shipping provider offers for a quote, with their prices
   * now, in the provider's order. Choose one with `updateQuote` and `shipping: { type }`.
   *
   * @throws QuoteError `quote_not_found` if this store has no such quote
   * @throws QuoteError `shipping_failed`, `shipping_invalid_response` or `timeout` if the provider
   * fails
   * @throws QuoteError `invalid_options` if the engine has no option `shipping`
   * @throws QuoteError `not_permitted` if the option `permit` rejects the call
   */
  listShippingOptions(
    context: StoreContext,
    quoteId: string,
    options?: CallOptions,
  ): Promise<readonly AvailableShipping[]>
}

export const listShippingOptionsOperation = defineOperation<
  ListShippingOptions['listShippingOptions']
>({
  roles: 'all',
  route: {
    method: 'GET',
    path: '/quotes/{quoteId}/shipping-options',
    summary: 'List the shipping methods of a quote',
    status: 200,
    response: 'shippingOptions',
  },

  create: (runtime, operation) => async (context, quoteId, options) => {
    const caller = parseContext(context)
    const { signal } = parseCallOptions(options)
    assertQuoteId(quoteId)
    const { storeId } = caller
    const { storage, permit } = runtime
    return runtime.run(signal, async () => {
      const [loaded] = await storage.load(storeId, [quoteRef(quoteId)], signal)
      const { value: quote, ...stored } = requireQuote(loaded, quoteId)
      const record = toPermitRecord(storeId, { ...stored, value: quote })
      await permit?.({ caller, operation, record, signal })
      const found = await getShippingOptions(runtime, storeId, quote, signal)
      if (found === undefined) {
        const errors = {
          shipping: 'is required to list options: an object with listShippingOptions',
        }
        throw new QuoteError('invalid_options', { errors })
      }
      const { decimals = publishedDecimals } = quote
      return Object.freeze(
        found.map(({ type, name, price }) =>
          Object.freeze({ type, name, price: toFixed(price, decimals, 'half-up') }),
        ),
      )
    })
  },
})
