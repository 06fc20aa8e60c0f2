import { QuoteError } from '../../errors.js'
import { parseAmount } from '../../money/amount.js'
import { createChange } from '../../record/change.js'
import { FieldErrorCollector } from '../../validation/field-errors.js'
import { mergeCustomer } from '../customer/customer.js'
import { type ProductPrices, unknownProductMessage } from '../lines/catalog-product.js'
import { inexactTotalMessage, priceLine, pricesFromProduct } from '../lines/line-pricing.js'
import type { QuotePolicy } from '../policy.js'
import { quoteTotals } from '../pricing/totals.js'
import type { Customer, ProductLine, Quote, Shipping } from '../quote.js'
import { type QuoteChange, quoteRef } from '../quote-record.js'
import type { CreateQuoteRequest } from '../requests/create-request.js'
import { quoteSearchRow } from '../search/search-row.js'

/** What a new quote gets beside its content. */
export interface NewQuoteInput {
  readonly quoteId: string
  readonly actor?: string | undefined
  /** Milliseconds since the Unix epoch. */
  readonly now: number
  /** The number of the quote, if it is assigned on creation. */
  readonly number?: string | undefined
}

/** The input of {@link createQuote} beside the request. */
export interface CreateQuoteInput extends NewQuoteInput {
  /** Prices of the requested products by id. Absent ids are not products of the store. */
  readonly products: ReadonlyMap<number, ProductPrices>
}

/**
 * Returns the change that creates a quote. Pure.
 *
 * @throws QuoteError `invalid_request` for unknown products and inexact line totals
 */
export function createQuote(
  request: CreateQuoteRequest,
  input: CreateQuoteInput,
  policy: QuotePolicy,
): QuoteChange {
  const content = {
    customer: mergeCustomer({}, request.customer, policy.resolveRegion),
    lines: buildLines(request, input, policy),
    owner: request.owner,
  }
  return newQuoteChange(content, 'create', input, policy)
}

/** The content of a new quote. */
export interface NewQuoteContent {
  readonly customer: Customer
  /** Priced lines without keys. Frozen. */
  readonly lines: readonly ProductLine[]
  readonly owner?: string | undefined
  /** Without duplicates; null for none. Frozen. */
  readonly tags?: readonly string[] | null
}

/** Returns the change that creates a quote with this content. */
export function newQuoteChange(
  { customer, lines, owner, tags = null }: NewQuoteContent,
  operation: string,
  { quoteId, actor, now, number }: NewQuoteInput,
  { rounding }: QuotePolicy,
): QuoteChange {
  const totals = quoteTotals(lines, rounding)
  const quote: { -readonly [Field in keyof Quote]: Quote[Field] } = {
    customer,
    products: lines,
    product_order: null,
    quote_total: totals.quote_total,
    price_total: totals.price_total,
    shipping: noShipping,
    created: now,
    status: 'new',
    tags,
    total: 0,
  }
  if (owner !== undefined) quote.owner = owner
  if (number !== undefined) quote.number = number
  Object.freeze(quote)
  return createChange(quoteRef(quoteId), quote, { operation, actor, now }, quoteSearchRow)
}

const noShipping: Shipping = Object.freeze({ type: 'no_additional', product: null })

/** The prices of new lines. */
export interface NewLinePrices extends Pick<CreateQuoteInput, 'products'> {
  /** The offered unit price of each line, undefined for the catalog's price. */
  readonly offers?: readonly (number | string | undefined)[]
}

/**
 * Returns new lines at these prices.
 *
 * @throws QuoteError `invalid_request` for unknown products and inexact line totals
 */
export function buildLines(
  request: Pick<CreateQuoteRequest, 'products'>,
  { products, offers }: NewLinePrices,
  { rounding }: QuotePolicy,
): readonly ProductLine[] {
  const errors = new FieldErrorCollector()
  const lines: ProductLine[] = []
  for (const [index, { id, qty }] of request.products.entries()) {
    if (errors.isFull) break
    const product = products.get(id)
    if (product === undefined) {
      errors.add(['products', index, 'id'], unknownProductMessage)
      continue
    }
    const prices = pricesFromProduct(product, rounding)
    const quote = parseAmount(offers?.[index])
    const offered = quote === undefined ? prices : { ...prices, quote }
    const line = priceLine({ id, qty, key: null }, offered, rounding)
    if (line === undefined) errors.add(['products', index, 'qty'], inexactTotalMessage)
    else lines.push(line)
  }
  if (!errors.isEmpty) throw new QuoteError('invalid_request', { errors: errors.toFieldErrors() })
  return Object.freeze(lines)
}
