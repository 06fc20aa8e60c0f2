import { expect } from 'vitest'
import { type FieldErrors, isQuoteError } from '../../src/errors.js'
import { withComponents } from '../../src/quote/lines/bundles.js'
import {
  type CatalogProduct,
  type ProductPrices,
  parseCatalogResponse,
} from '../../src/quote/lines/catalog-product.js'
import {
  defaultLimits,
  type QuotePolicy,
  type RequestLimits,
} from '../../src/quote/model/policy.js'
import type { ProductId } from '../../src/quote/model/product-fields.js'
import type { Quote } from '../../src/quote/model/quote.js'
import type { QuoteChange } from '../../src/quote/model/quote-record.js'
import { createQuote } from '../../src/quote/operations/create-quote.js'
import {
  type CreateQuoteRequest,
  createQuoteRequestParser,
  type UpdateQuoteRequest,
  updateQuoteRequestParser,
} from '../../src/quote/operations/requests.js'
import { updateQuote } from '../../src/quote/operations/update-quote.js'
import type { StoredRecord } from '../../src/record/record.js'
import { defaultPolicy } from '../../src/testing/default-policy.js'

export const rules: QuotePolicy = defaultPolicy

/** 1 costs 10, 2 is on sale at 149.95 instead of 200, 3 has half a cent, and 4 is free. */
const sampleProducts: readonly CatalogProduct[] = [
  { id: 1, price: '10.00' },
  { id: 2, price: '200.00', salePrice: '149.95' },
  { id: 3, price: '1.005' },
  { id: 4, price: 5, salePrice: 0 },
]

export function pricesOf(
  products: readonly CatalogProduct[],
): ReadonlyMap<ProductId, ProductPrices> {
  const parsed = parseCatalogResponse(products, new Set(products.map(({ id }) => id)))
  return withComponents(parsed, parsed)
}

const parseCreateRequest = createQuoteRequestParser(defaultLimits)
const parseUpdateRequest = updateQuoteRequestParser(defaultLimits)
const creation = { quoteId: 'quote-1', actor: 'ann', now: 1_000 }

/** The change that creates a quote from a request of unknown content. */
export function creationFrom(
  request: unknown,
  products = pricesOf(sampleProducts),
  chosen: QuotePolicy = rules,
): QuoteChange {
  return createQuote(parseCreateRequest(request), { ...creation, products }, chosen)
}

/** A new quote of the sample products. */
export function created(
  request: Partial<CreateQuoteRequest> = {},
  chosen = rules,
): StoredRecord<Quote> {
  const whole = { customer: { name: 'Ann' }, products: [{ id: 1, qty: 2 }], ...request }
  return creationFrom(whole, pricesOf(sampleProducts), chosen).record
}

/** The change that an update of unknown content makes; undefined where it changes nothing. */
export function changeOf(
  record: StoredRecord<Quote>,
  changes: unknown,
  { products = pricesOf(sampleProducts), now = 2_000, ...chosen }: ChangeFacts = {},
): QuoteChange | undefined {
  const facts = { actor: 'bob', now, products }
  return updateQuote(record, parseUpdateRequest(changes), facts, { ...rules, ...chosen })
}

interface ChangeFacts extends Partial<QuotePolicy> {
  readonly products?: ReadonlyMap<ProductId, ProductPrices>
  readonly now?: number
  readonly limits?: RequestLimits
}

/** The record after an update: the very same where nothing changes. */
export function updated(
  record: StoredRecord<Quote>,
  changes: UpdateQuoteRequest,
  facts?: ChangeFacts,
): StoredRecord<Quote> {
  return changeOf(record, changes, facts)?.record ?? record
}

/** The record after its lines got their keys, which the first change of `products` gives. */
export function keyed(record: StoredRecord<Quote>): StoredRecord<Quote> {
  const { products } = record.value
  const qtys = products.map(({ id, qty }) => ({ id, qty: qty + 1, qty_range: null }))
  return updated(record, { products: qtys })
}

/** Returns the field errors that a call is rejected with. */
export function fieldErrorsOf(call: () => unknown, code = 'invalid_request'): FieldErrors {
  try {
    call()
  } catch (error) {
    if (!isQuoteError(error)) throw error
    expect(error.code).toBe(code)
    return (error.details as { readonly errors: FieldErrors }).errors
  }
  throw new Error('expected the call to throw a QuoteError, but it returned')
}

/** One line's fields of the first line, or of the one at `index`. */
export function line(quote: Quote, index = 0) {
  const found = quote.products[index]
  if (found === undefined) throw new Error(`has no line ${index}`)
  return found
}
