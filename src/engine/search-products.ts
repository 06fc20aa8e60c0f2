import { QuoteError } from '../errors.js'
import type { ProductSuggestion } from '../ports/product-search.js'
import { rolesError } from '../quote/lifecycle/lifecycle.js'
import type { QuoteRecord } from '../quote/quote.js'
import { describeValue } from '../validation/describe-value.js'
import { type CallOptions, parseCallOptions, parseContext, type StoreContext } from './arguments.js'
import { currencyOfStore, getPricing } from './commands/pricing.js'
import { internalRoles } from './operations/operation.js'
import type { EngineRuntime } from './runtime.js'

/** Options of `engine.searchProducts`. */
export interface SearchProductsOptions extends CallOptions {
  /**
   * The quote for whose customer and currency prices are shown.
   *
   * @default none: those for all customers, in the currency of the store
   */
  readonly quoteId?: string | undefined
}

/** The method `searchProducts` of an engine. */
export type SearchProducts = (
  context: StoreContext,
  text: string,
  options?: SearchProductsOptions,
) => Promise<readonly ProductSuggestion[]>

/** Returns the search for products; undefined if the catalog has none. */
export function createSearchProducts(
  runtime: EngineRuntime,
  getQuote: (context: StoreContext, quoteId: string, options: CallOptions) => Promise<QuoteRecord>,
): SearchProducts | undefined {
  const { searchProducts } = runtime
  if (searchProducts === undefined) return undefined
  return async (context, text, searchOptions = {}) => {
    const { storeId, role } = parseContext(context)
    const { quoteId, ...others } = Object(searchOptions) as SearchProductsOptions
    const options = parseCallOptions(
      Object(searchOptions) === searchOptions ? others : searchOptions,
    )
    if (role === 'buyer') throw rolesError('searchProducts', internalRoles)
    if (typeof text !== 'string') {
      const message = `must be a string, received ${describeValue(text)}`
      throw new QuoteError('invalid_request', { errors: { text: message } })
    }
    const view = quoteId === undefined ? undefined : await getQuote(context, quoteId, options)
    return runtime.run(options.signal, async () => {
      if (text.trim() === '') return []
      const quote = view?.quote
      const currency = quote ? quote.currency : currencyOfStore(runtime, storeId)
      const { customer = {} } = quote ?? {}
      const pricing = getPricing(runtime, { currency, customer, ids: quote ?? {} })
      return searchProducts({ storeId, text, pricing }, options.signal)
    })
  }
}
