import { QuoteError } from '../../errors.js'
import type { StoredRecord } from '../../record/record.js'
import { deepFreeze } from '../../validation/deep-freeze.js'
import { FieldErrorCollector } from '../../validation/field-errors.js'
import { isCustomLine, mergeCustomFields } from '../lines/custom-line.js'
import { newKey, withKeys } from '../lines/line-keys.js'
import type { UpdateLineRequest } from '../lines/line-request.js'
import { getOverridePolicy } from '../lines/price-override.js'
import type { QuotePolicy } from '../policy.js'
import { currencyFields, getPrecision } from '../precision.js'
import { getTerms, parseDiscounts } from '../pricing/discounts.js'
import type { ProductPrices } from '../products/catalog-product.js'
import type { ProductId } from '../products/product-id.js'
import type { ProductLine, Quote } from '../quote.js'
import type { QuoteChange } from '../quote-record.js'
import { buildLines, type NewQuoteInput, newQuoteChange } from './create-quote.js'

/** The input of {@link copyQuote}. */
export interface CopyQuoteInput extends NewQuoteInput {
  /** The current products by id; undefined to copy the prices of the lines, offers included. */
  readonly products: ReadonlyMap<ProductId, ProductPrices> | undefined
  /** The currency of the copy, if it is another one. Needs current prices. */
  readonly currency?: string | undefined
}

/**
 * Returns the change that creates a new quote with the customer and its id, the lines, the
 * discounts, the shipping and the owner of another one. At current prices, it has the percentages
 * of the lines, but neither their offered prices nor the shipping. Everything that belongs to the
 * life of the other one stays with it. Pure.
 *
 * @throws QuoteError `invalid_request` for products that the store no longer has, and for amounts
 * that the currency cannot have, if they are priced again
 */
export function copyQuote(
  { value: { customer, owner, customer_id, ...quote } }: StoredRecord<Quote>,
  { products, ...input }: CopyQuoteInput,
  policy: QuotePolicy,
): QuoteChange {
  const { currency = quote.currency } = input
  const ordered = orderedLines({ ...quote, products: withKeys(quote.products) })
  const newKeys = new Map(ordered.map(({ key }, index) => [key, newKey(1, index)]))
  const discounts = (quote.discounts ?? []).map((discount) =>
    getTerms({ ...discount, lines: discount.lines?.map((key) => newKeys.get(key) ?? key) }),
  )
  const content = { customer, owner, customer_id, currency: getCurrency(quote, currency, policy) }
  if (products === undefined) {
    const lines = deepFreeze(ordered.map((line) => ({ ...line, key: null })))
    const { shipping } = quote
    return newQuoteChange(
      { ...content, products: lines, discounts, shipping },
      'copy',
      input,
      policy,
    )
  }
  const errors = new FieldErrorCollector()
  if (currency !== quote.currency) rejectOwnAmounts(quote, errors)
  const precision = getPrecision(content.currency, policy)
  const lines = buildLines(
    ordered.map(toEntry),
    getOverridePolicy(precision, policy),
    { products, isKeyed: discounts.length > 0 },
    errors,
  )
  const terms = parseDiscounts(discounts, lines, [], precision, errors)
  if (!errors.isEmpty) throw new QuoteError('invalid_request', { errors: errors.toFieldErrors() })
  return newQuoteChange({ ...content, products: lines, discounts: terms }, 'copy', input, policy)
}

/** A copy in the same currency has the same decimals, also if the option has changed since. */
function getCurrency(
  { currency, decimals }: Pick<Quote, 'currency' | 'decimals'>,
  chosen: string | undefined,
  policy: QuotePolicy,
): Pick<Quote, 'currency' | 'decimals'> {
  if (chosen !== currency || currency === undefined || decimals === undefined)
    return currencyFields(chosen, policy)
  return { currency, decimals }
}

/** Amounts that no catalog has are in the currency of the quote, and can't be converted. */
function rejectOwnAmounts(
  { products, discounts = [] }: Pick<Quote, 'products' | 'discounts'>,
  errors: FieldErrorCollector,
): void {
  const isOwn = products.some(isCustomLine) || discounts.some(({ type }) => type !== 'percent')
  const message =
    'cannot be another one, because the quote has amounts of its own: lines without a product, ' +
    'or discounts that are not percentages'
  if (isOwn) errors.add(['currency'], message)
}

/**
 * Returns what a line is without its prices, but with its percentage. A line without a product
 * keeps its prices.
 */
function toEntry(line: ProductLine): UpdateLineRequest {
  const { id, qty, note, discount_percent: percent } = line
  const noted = note === undefined ? {} : { note }
  const discounted = percent === undefined ? {} : { discount_percent: percent }
  if (!isCustomLine(line)) return { id, qty, ...discounted, ...noted }
  const { price, quote } = line
  const offered = percent === undefined ? { quote } : discounted
  return { qty, price, ...offered, ...mergeCustomFields(line, {}), ...noted }
}

/** Returns the lines in the order of display, because the lines of a new quote have no keys. */
export function orderedLines({
  products,
  product_order: order,
}: Pick<Quote, 'products' | 'product_order'>): readonly ProductLine[] {
  if (order === null) return products
  const positions = new Map(order.map((key, index) => [key, index]))
  const position = ({ key }: ProductLine) => positions.get(key ?? '') ?? 0
  return products.toSorted((left, right) => position(left) - position(right))
}
