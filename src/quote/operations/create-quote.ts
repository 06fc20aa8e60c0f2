import { QuoteError } from '../../errors.js'
import { createChange } from '../../record/change.js'
import type { EntryOperation } from '../../record/history/entry-operations.js'
import { deepFreeze } from '../../validation/deep-freeze.js'
import { FieldErrorCollector } from '../../validation/field-errors.js'
import { mergeCustomer } from '../customer/customer.js'
import { newKey, withKeys } from '../lines/line-keys.js'
import type { CreateLineRequest, UpdateLineRequest } from '../lines/line-request.js'
import { newLine } from '../lines/new-line.js'
import { getOverridePolicy, type OverridePolicy } from '../lines/price-override.js'
import type { QuotePolicy } from '../policy.js'
import { currencyFields, getPrecision } from '../precision.js'
import { applyDiscounts, type DiscountTerms, parseDiscounts } from '../pricing/discounts.js'
import { getAmounts, hasMoreThanLines, type MutableQuote } from '../pricing/price-quote.js'
import type { Shipping } from '../pricing/pricing-fields.js'
import { quoteTotals } from '../pricing/totals.js'
import type { ProductPrices } from '../products/catalog-product.js'
import type { ProductId } from '../products/product-id.js'
import type { Customer, ProductLine, Quote } from '../quote.js'
import { type QuoteChange, quoteRef } from '../quote-record.js'
import type { CreateQuoteRequest } from '../requests/create-request.js'
import { quoteSearchRow } from '../search/search-row.js'
import { chooseShipping, noShipping } from '../shipping/choose-shipping.js'
import type { ParsedShippingOption } from '../shipping/parse-options.js'

/** What a new quote gets besides its content. */
export interface NewQuoteInput {
  readonly quoteId: string
  readonly actor?: string | undefined
  /** Milliseconds since the Unix epoch. */
  readonly now: number
  /** The number of the quote, if it is assigned on creation. */
  readonly number?: string | undefined
}

/** The input of {@link createQuote} besides the request. */
export interface CreateQuoteInput extends NewQuoteInput {
  /** The requested products by id. Absent ids are not products of the store. */
  readonly products: ReadonlyMap<ProductId, ProductPrices>
  /** The currency of the store, if the request has none. */
  readonly currency?: string | undefined
  /** The options of the shipping provider. Undefined if there is no provider. */
  readonly shippingOptions?: readonly ParsedShippingOption[] | undefined
}

/**
 * Returns the change that creates a quote. Pure.
 *
 * @throws QuoteError `invalid_request` for unknown products, inexact line totals, prices with too
 * many decimals, and discounts or shipping that the quote cannot have
 */
export function createQuote(
  request: CreateQuoteRequest,
  input: CreateQuoteInput,
  policy: QuotePolicy,
): QuoteChange {
  const currency = currencyFields(request.currency ?? input.currency, policy)
  const errors = new FieldErrorCollector()
  const precision = getPrecision(currency, policy)
  const isKeyed = (request.discounts?.length ?? 0) > 0
  const lineInput = { products: input.products, isKeyed }
  const overridePolicy = getOverridePolicy(precision, policy)
  const products = buildLines(request.products, overridePolicy, lineInput, errors)
  const discounts =
    request.discounts && parseDiscounts(request.discounts, products, [], precision, errors)
  const { shipping: choice } = request
  const shipping = chooseShipping(choice, noShipping, input.shippingOptions, precision, errors)
  if (!errors.isEmpty) throw new QuoteError('invalid_request', { errors: errors.toFieldErrors() })
  const content = {
    customer: mergeCustomer({}, request.customer, policy.resolveRegion),
    products,
    owner: request.owner,
    customer_id: request.customer_id,
    currency,
    discounts,
    shipping,
  }
  return newQuoteChange(content, 'create', input, policy)
}

/** The content of a new quote. */
export interface NewQuoteContent {
  readonly customer: Customer
  /** Priced lines, which get keys if there are discounts. Frozen. */
  readonly products: readonly ProductLine[]
  readonly owner?: string | undefined
  readonly customer_id?: string | undefined
  /** Without duplicates; null for none. Frozen. */
  readonly tags?: readonly string[] | null | undefined
  readonly currency: Pick<Quote, 'currency' | 'decimals'>
  readonly discounts?: readonly DiscountTerms[] | undefined
  readonly shipping?: Shipping | undefined
}

/** Returns the change that creates a quote with this content. */
export function newQuoteChange(
  content: NewQuoteContent,
  operation: EntryOperation<'quote'>,
  { quoteId, actor, now, number }: NewQuoteInput,
  policy: QuotePolicy,
): QuoteChange {
  const { currency } = content
  const precision = getPrecision(currency, policy)
  const { customer, products, owner, tags = null, discounts = [], shipping = noShipping } = content
  const totals = quoteTotals(products, precision)
  const quote: MutableQuote = {
    customer,
    products: discounts.length === 0 ? products : withKeys(products),
    product_order: null,
    quote_total: totals.quote_total,
    price_total: totals.price_total,
    shipping,
    created: now,
    status: 'new',
    tags,
    total: 0,
  }
  if (owner !== undefined) quote.owner = owner
  if (content.customer_id !== undefined) quote.customer_id = content.customer_id
  if (number !== undefined) quote.number = number
  if (currency.currency !== undefined) quote.currency = currency.currency
  if (currency.decimals !== undefined) quote.decimals = currency.decimals
  if (discounts.length > 0) quote.discounts = applyDiscounts(discounts, quote.products, precision)
  if (hasMoreThanLines(quote)) quote.amounts = getAmounts(quote, precision)
  // All else is frozen already, and there can be many lines.
  if (shipping !== noShipping) deepFreeze(shipping)
  Object.freeze(quote)
  return createChange(quoteRef(quoteId), quote, { operation, actor, now }, quoteSearchRow)
}

/** What lines are built with. */
export interface BuildLinesInput extends Pick<CreateQuoteInput, 'products'> {
  /**
   * True if the lines get keys at once, as those of a quote with discounts do.
   *
   * @default false
   */
  readonly isKeyed?: boolean | undefined
}

/**
 * Returns new lines, and adds the errors of invalid ones. Frozen.
 *
 * @param entries Lines that are valid by themselves.
 */
export function buildLines(
  entries: readonly (CreateLineRequest | UpdateLineRequest)[],
  policy: OverridePolicy,
  { products, isKeyed = false }: BuildLinesInput,
  errors: FieldErrorCollector,
): readonly ProductLine[] {
  const input = { version: 1, products, policy }
  const lines: ProductLine[] = []
  for (let index = 0; index < entries.length && !errors.isFull; index += 1) {
    const entry = entries[index] as UpdateLineRequest
    const key = isKeyed ? newKey(1, lines.length) : null
    const line = newLine({ entry, path: ['products', index], errors }, input, key)
    if (line !== undefined) lines.push(line)
  }
  return Object.freeze(lines)
}
