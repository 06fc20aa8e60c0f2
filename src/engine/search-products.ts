import * as z from 'zod'
import { QuoteError } from '../errors.js'
import type { ProductSuggestion } from '../ports/product-search.js'
import {
  type HostIdFilter,
  type HostIds,
  hostIdNames,
  hostIds,
  mapHostIdFilters,
  mapHostIds,
  mergeHostId,
} from '../quote/model/host-ids.js'
import { rolesError } from '../quote/model/lifecycle.js'
import type { Quote, QuoteRecord } from '../quote/model/quote.js'
import { scopedFields } from '../quote/search/quote-scope.js'
import { describeValue } from '../validation/describe-value.js'
import { parseOrThrow } from '../validation/field-errors.js'
import { isValidId } from '../validation/identifiers.js'
import { invalidId } from '../validation/schemas/scalars.js'
import { type CallOptions, parseCallOptions, parseContext, type StoreContext } from './arguments.js'
import { currencyOfStore, getPricing } from './commands/pricing.js'
import { assertIdsInScope } from './execution/scoped-storage.js'
import { internalRoles } from './operation.js'
import type { EngineRuntime } from './runtime.js'

/** The ids of a customer for whom prices are searched. */
export interface SearchedCustomer
  extends Readonly<Partial<Record<HostIdFilter, string | null | undefined>>> {
  /**
   * The id of the customer; null for none.
   *
   * @default that of the quote; without a quote, that of the scope of the caller
   */
  readonly customerId?: string | null | undefined
  /**
   * The id of the customer's company; null for none.
   *
   * @default that of the quote; without a quote, that of the scope of the caller
   */
  readonly companyId?: string | null | undefined
}

/** Options of `engine.searchProducts`. */
export interface SearchProductsOptions extends CallOptions, SearchedCustomer {
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
    const caller = parseContext(context)
    const { storeId, role } = caller
    const { quoteId, customerId, companyId, ...others } = Object(
      searchOptions,
    ) as SearchProductsOptions
    const options = parseCallOptions(
      Object(searchOptions) === searchOptions ? others : searchOptions,
    )
    const ids = parseIds({ customerId, companyId })
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
      const { customer = {}, exchange } = quote ?? {}
      const idsBefore = await getIdsBefore(runtime, { caller, ids, quote, signal: options.signal })
      const pricing = getPricing(runtime, { currency, exchange, customer, ids, idsBefore })
      return searchProducts({ storeId, text, pricing }, options.signal)
    })
  }
}

const searchedId = z.custom<string | null | undefined>(
  (value) => value === null || value === undefined || isValidId(value),
  { error: (issue) => `${invalidId(issue)}; null for none` },
)
const searchedCustomerSchema = z.object(mapHostIdFilters(() => searchedId.optional()))

type SearchedIds = HostIds<string | null | undefined>

/** @throws QuoteError `invalid_options` */
function parseIds(options: SearchedCustomer): SearchedIds {
  const parsed: SearchedCustomer = parseOrThrow(searchedCustomerSchema, options, 'invalid_options')
  return mapHostIds((name) => parsed[hostIds[name].filter])
}

/** A search, and what it is for. */
interface Search {
  readonly caller: StoreContext
  readonly ids: SearchedIds
  readonly quote: Quote | undefined
  readonly signal: AbortSignal | undefined
}

/**
 * Returns the ids for which prices are shown where the search names none: those of the quote, or
 * those that a new quote of the caller gets.
 *
 * @throws QuoteError `invalid_request` or `not_permitted` if the search names ids that no quote of
 * the caller can have: their prices are outside of the scope of the caller
 */
async function getIdsBefore(
  { getLimit, options: { limits } }: EngineRuntime,
  { caller, ids, quote, signal }: Search,
): Promise<HostIds<string | undefined>> {
  const isNamed = hostIdNames.some((name) => ids[name] !== undefined)
  if (quote !== undefined && !isNamed) return quote
  const limit = await getLimit(caller, signal)
  const before = quote ?? (limit === undefined ? {} : scopedFields(limit, limits))
  const merged = mapHostIds((name) => mergeHostId(name, ids, before))
  if (isNamed) assertIdsInScope(limit, { operation: 'searchProducts', role: caller.role }, merged)
  return before
}
