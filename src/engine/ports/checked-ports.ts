import { type AwaitedFunction, type PortName, portMethods } from '../../errors/operation-names.js'
import { QuoteError } from '../../errors.js'
import type { PortCallOptions } from '../../ports/call-options.js'
import type { CatalogCallOptions, CatalogPort, SearchableCatalog } from '../../ports/catalog.js'
import type { OrderPort, PlaceOrderRequest } from '../../ports/orders.js'
import { parseSuggestions } from '../../ports/product-search.js'
import type { ShippingPort, ShippingRequest } from '../../ports/shipping.js'
import type { MaybePromise } from '../../ports/storage.js'
import type { TaxPort } from '../../ports/tax.js'
import { hasBundles, missingComponents, withComponents } from '../../quote/lines/bundles.js'
import {
  getExchange,
  type ProductPrices,
  parseCatalogResponse,
} from '../../quote/lines/catalog-product.js'
import type { Exchange } from '../../quote/model/exchange.js'
import type { HostIdFilter } from '../../quote/model/host-ids.js'
import { publishedDecimals } from '../../quote/model/precision.js'
import type { ProductId } from '../../quote/model/product-fields.js'
import { parseShippingOptions } from '../../quote/pricing/shipping.js'
import type { ExemptPrices } from '../../quote/taxes/price-taxes.js'
import { getRequestedTaxables, type TaxRequest } from '../../quote/taxes/tax-request.js'
import { parseTaxResponse } from '../../quote/taxes/tax-response.js'
import { describeKind, describeValue } from '../../validation/describe-value.js'
import { FieldErrorCollector, guardRead } from '../../validation/field-errors.js'
import { parseRowId, validRowId } from '../../validation/identifiers.js'
import { unknownFieldMessage } from '../../validation/known-fields.js'
import type { ResolvedOptions } from '../options.js'
import { callPort, type PortPolicy } from './call-port.js'

/** How a port is called, and how its response is checked. */
interface PortCheck<Port, Request, Context extends readonly unknown[], Result> {
  /** @default The operation of the port. */
  readonly operation?: AwaitedFunction
  call(port: Port, request: Request, options: PortCallOptions): MaybePromise<unknown>
  /**
   * Returns the checked response.
   *
   * @param context What only the check needs.
   * @throws QuoteError `<port>_invalid_response`
   */
  parse(response: unknown, request: Request, ...context: Context): Result
}

/**
 * Calls a port, and checks its response.
 *
 * @throws QuoteError `<port>_failed`, `<port>_invalid_response`, `timeout` or `aborted`
 */
type CheckedPort<Request, Context extends readonly unknown[], Result> = (
  request: Request,
  signal: AbortSignal | undefined,
  ...context: Context
) => Promise<Result>

/** Returns how to create the checked port of a host's port. */
function checkPort<Port, Request, Context extends readonly unknown[], Result>(
  name: PortName,
  {
    call,
    parse,
    operation = portMethods[name].operation,
  }: PortCheck<Port, Request, Context, Result>,
): (port: Port, policy: PortPolicy) => CheckedPort<Request, Context, Result> {
  const method = operation.slice(operation.indexOf('.') + 1)
  const wrapError = (cause: unknown) =>
    new QuoteError(`${name}_failed`, { operation: method as never }, { cause })
  return (port, policy) =>
    async (request, signal, ...context) => {
      const response = await callPort((options) => call(port, request, options), {
        operation,
        ...policy,
        signal,
        wrapError,
      })
      return guardRead(`${name}_invalid_response`, () => parse(response, request, ...context))
    }
}

interface CatalogRequest {
  readonly storeId: string
  readonly ids: ReadonlySet<ProductId>
  readonly pricing: Pricing
  /** The rate at which prices are to be converted. */
  readonly exchange: Exchange | undefined
  readonly limits: ResolvedOptions['limits']
}

const checkCatalog = checkPort('catalog', {
  call: (catalog: CatalogPort, { storeId, ids, pricing, exchange }: CatalogRequest, options) =>
    catalog.findProducts(storeId, [...ids], new CatalogCall(pricing, options, exchange)),
  parse: (response, { ids, pricing: { currency }, exchange, limits }) =>
    parseCatalogResponse(response, ids, limits, { currency, exchange }),
})

interface SearchRequest {
  readonly storeId: string
  readonly text: string
  readonly pricing: Pricing
}

const checkSearch = checkPort('catalog', {
  operation: 'searchProducts',
  call: (catalog: SearchableCatalog, { storeId, text, pricing }: SearchRequest, options) =>
    catalog.searchProducts(storeId, text, new CatalogCall(pricing, options, pricing.exchange)),
  parse: (response) =>
    parseSuggestions(response, (expected, received) => {
      const message = `searchProducts must return ${expected}, received ${describeKind(received)}`
      return new QuoteError('catalog_invalid_response', { errors: { '': message } })
    }),
})

const checkOrders = checkPort('orders', {
  call: (orders: OrderPort, request: PlaceOrderRequest, options) =>
    orders.placeOrder(request, options),
  parse: parseOrderResult,
})

const checkShipping = checkPort('shipping', {
  call: (provider: ShippingPort, request: ShippingRequest, options) =>
    provider.listShippingOptions(request, options),
  parse: (response, { quote }) =>
    parseShippingOptions(response, quote.decimals ?? publishedDecimals),
})

const checkTax = checkPort('tax', {
  call: (provider: TaxPort, request: TaxRequest, options) =>
    provider.calculateTaxes(request, options),
  parse: parseTaxes,
})

/**
 * The ports besides the storage, whose responses are validated and whose calls time out. Those that
 * the host does not have are undefined.
 */
export type CheckedPorts = ReturnType<typeof createCheckedPorts>

export type PlaceOrder = NonNullable<CheckedPorts['placeOrder']>

/** Creates the calls of the ports that the host has. */
export function createCheckedPorts(
  { catalog, orders, shipping, tax, limits }: ResolvedOptions,
  policy: PortPolicy,
) {
  const callCatalog = checkCatalog(catalog, policy)
  return {
    /**
     * Returns the prices of these products by id, without those that the store does not have. Calls
     * the catalog only if there are ids, and again only if a product has components, which are
     * loaded at the same rate.
     */
    async findProducts(
      storeId: string,
      ids: ReadonlySet<ProductId>,
      pricing: Pricing,
      signal?: AbortSignal,
    ): Promise<ReadonlyMap<ProductId, ProductPrices>> {
      if (ids.size === 0) return new Map()
      const { exchange } = pricing
      const products = await callCatalog({ storeId, ids, pricing, exchange, limits }, signal)
      if (!hasBundles(products)) return products
      const missing = missingComponents(products)
      if (missing.size === 0) return withComponents(products, products)
      const rate = exchange ?? getExchange(products)
      const request = { storeId, ids: missing, pricing, exchange: rate, limits }
      return withComponents(products, await callCatalog(request, signal))
    },
    /** Undefined if the catalog has no search. */
    searchProducts: isSearchable(catalog) ? checkSearch(catalog, policy) : undefined,
    placeOrder: orders && checkOrders(orders, policy),
    listShippingOptions: shipping && checkShipping(shipping, policy),
    /** Throws `tax_rejected` if the provider rejects the quote. */
    calculateTaxes: tax && checkTax(tax, policy),
  }
}

function isSearchable(catalog: CatalogPort): catalog is SearchableCatalog {
  return typeof catalog.searchProducts === 'function'
}

/** What became of an order, with its id as it is stored. */
type OrderResult = { readonly orderId: string } | { readonly rejected: string }

const orderResultFields = ['orderId', 'rejected']

/** @throws QuoteError `orders_invalid_response` */
function parseOrderResult(response: unknown): OrderResult {
  const errors = new FieldErrorCollector()
  if (typeof response !== 'object' || response === null) {
    const message = `placeOrder must return { orderId } or { rejected }, received`
    errors.add([], `${message} ${describeValue(response)}`)
    throw new QuoteError('orders_invalid_response', { errors: errors.toFieldErrors() })
  }
  const { orderId, rejected } = response as Readonly<Record<string, unknown>>
  const id = parseRowId(orderId)
  if (rejected === undefined && id !== undefined) return { orderId: id }
  if (orderId === undefined && typeof rejected === 'string' && rejected !== '') return { rejected }
  if (orderId !== undefined && rejected !== undefined)
    errors.add(['rejected'], 'must be absent if there is an orderId')
  else if (rejected !== undefined)
    errors.add(['rejected'], `must be a reason, received ${describeValue(rejected)}`)
  else {
    errors.add(['orderId'], `must be ${validRowId}, received ${describeValue(orderId)}`)
    const received = orderId === undefined ? Object.keys(response).slice(0, maxNamed) : []
    for (const name of received) errors.add([name], unknownFieldMessage(name, orderResultFields))
  }
  throw new QuoteError('orders_invalid_response', { errors: errors.toFieldErrors() })
}

/** Maximum number of fields that the error of a response names. */
const maxNamed = 5

/**
 * @param exemptPrices Undefined if the prices include no taxes.
 * @throws QuoteError `tax_rejected` or `tax_invalid_response`
 */
function parseTaxes(response: unknown, request: TaxRequest, exemptPrices?: ExemptPrices) {
  const { quoteId, decimals, inclusive } = request
  const taxables = getRequestedTaxables(request)
  const parsed = parseTaxResponse(response, { taxables, decimals, inclusive, exemptPrices })
  if (!('rejected' in parsed)) return parsed
  throw new QuoteError('tax_rejected', { quoteId, reason: parsed.rejected })
}

/** What prices depend on besides the product. */
export type Pricing = Pick<
  CatalogCallOptions,
  'customer' | 'currency' | 'time' | 'exchange' | 'unitPriceDecimals' | HostIdFilter
>

/** Computes only what the catalog reads, and each once. Reading the signal creates it. */
class CatalogCall implements CatalogCallOptions {
  readonly currency: CatalogCallOptions['currency']
  readonly exchange: CatalogCallOptions['exchange']
  readonly #pricing: Pricing
  readonly #call: PortCallOptions
  #customer: CatalogCallOptions['customer']
  #time: CatalogCallOptions['time']

  constructor(pricing: Pricing, call: PortCallOptions, exchange: Exchange | undefined) {
    this.currency = pricing.currency
    this.exchange = exchange
    this.#pricing = pricing
    this.#call = call
  }

  get customer(): CatalogCallOptions['customer'] {
    this.#customer ??= this.#pricing.customer
    return this.#customer
  }

  get time(): CatalogCallOptions['time'] {
    this.#time ??= this.#pricing.time
    return this.#time
  }

  get unitPriceDecimals(): number | undefined {
    return this.#pricing.unitPriceDecimals
  }

  get customerId(): string | undefined {
    return this.#pricing.customerId
  }

  get companyId(): string | undefined {
    return this.#pricing.companyId
  }

  get client(): unknown {
    return this.#call.client
  }

  get signal(): AbortSignal {
    return this.#call.signal
  }
}
