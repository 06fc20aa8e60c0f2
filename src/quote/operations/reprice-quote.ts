import { QuoteError } from '../../errors.js'
import type { StoredRecord } from '../../record/record.js'
import { FieldErrorCollector } from '../../validation/field-errors.js'
import { jsonEqual } from '../../validation/json-equal.js'
import { createQuoteChange, type LifecycleInput } from '../lifecycle/change-status.js'
import { getExchange, type ProductFacts, type ProductPrices } from '../lines/catalog-product.js'
import { createLine } from '../lines/change-lines.js'
import { isCustomLine } from '../lines/custom-line.js'
import { isPricedByHand } from '../lines/line-pricing.js'
import { getOverridePolicy } from '../lines/price-override.js'
import { getChoiceFields } from '../model/choice-fields.js'
import { getLineKey, withKeys } from '../model/line-keys.js'
import { getFields } from '../model/merge-fields.js'
import type { QuotePolicy } from '../model/policy.js'
import { getPrecision } from '../model/precision.js'
import type { ProductId } from '../model/product-fields.js'
import type { ProductLine, Quote } from '../model/quote.js'
import type { QuoteChange } from '../model/quote-record.js'
import { withAmounts } from '../pricing/amounts.js'
import { priceQuote, termsOf } from '../pricing/price-quote.js'
import { type PricedTaxes, withStaleTaxes, withTaxes } from '../taxes/price-taxes.js'
import { assertEditable, withStaleShipping } from './edit-rules.js'

/** The input of {@link repriceQuote}. */
interface RepriceQuoteInput extends LifecycleInput {
  /** The current products by id. */
  readonly products: ReadonlyMap<ProductId, ProductPrices>
  /** The keys of the lines to price again. Undefined for all. */
  readonly lines: readonly string[] | undefined
}

/** A line that has other prices, or other facts of its product, than before. */
export interface PriceChange {
  /** The key of the line. */
  readonly key: string
  /** The product's identifier. */
  readonly id: ProductId
  /** Its prices before. */
  readonly before: LinePriceFields
  /** Its prices now. */
  readonly after: LinePriceFields
}

/** What a line has frozen of its product, and what follows from it. */
export type LinePriceFields = Pick<
  ProductLine,
  'price' | 'calculated_price' | 'quote' | 'quote_total' | 'discount_percent' | keyof ProductFacts
>

/**
 * Returns the ids of the products whose current prices are needed.
 *
 * @throws QuoteError `invalid_request` at `lines` for keys that no line has
 */
export function repricedProductIds(
  { value: quote }: StoredRecord<Quote>,
  lines: readonly string[] | undefined,
  policy: QuotePolicy,
): ReadonlySet<ProductId> {
  const chosen = chosenKeys(quote, lines)
  const repriced = quote.products.filter((line, index) => canReprice(line, index, chosen, policy))
  return new Set(repriced.map(({ id }) => id))
}

/**
 * Returns the change that gives lines the current prices and facts of their products. A percentage
 * is taken off the new list price. Lines without a product, and those whose offered price somebody
 * has set, stay as they are. Pure.
 *
 * @returns undefined if neither a price nor the exchange has changed
 * @throws QuoteError `invalid_request` for products that the store no longer has, and for keys that
 * no line has; `quote_locked` or `not_permitted`
 */
export function repriceQuote(
  record: StoredRecord<Quote>,
  { products, lines, ...input }: RepriceQuoteInput,
  policy: QuotePolicy,
): QuoteChange | undefined {
  const { value: quote } = record
  assertEditable(record, input, { ...policy, reviseOnUpdate: false })
  const chosen = chosenKeys(quote, lines)
  const precision = getPrecision(quote, policy)
  const errors = new FieldErrorCollector()
  const lineInput = {
    version: record.version + 1,
    products,
    policy: getOverridePolicy(precision, policy),
    areFieldsCurrent: true,
  }
  const repriced = quote.products.map((line, index) => {
    if (!canReprice(line, index, chosen, policy)) return line
    const { id, qty, note, billing = null, discount_percent: percent } = line
    const entry = {
      id,
      qty,
      ...(note === undefined ? undefined : { note }),
      ...(percent === undefined ? undefined : { discount_percent: percent }),
      // A line that is charged once stays so, also if its product recurs.
      billing,
      ...getChoiceFields(line),
      ...getFields(line),
    }
    const next = createLine({ entry, path: ['products', index], errors }, lineInput)
    return next === undefined ? line : { ...next, key: line.key }
  })
  if (!errors.isEmpty) throw new QuoteError('invalid_request', { errors: errors.toFieldErrors() })
  const converted = withExchange(quote, products, lines === undefined)
  if (jsonEqual(repriced, quote.products))
    return createQuoteChange(record, converted, 'reprice', input, policy)
  const next = { ...converted, products: withKeys(repriced) }
  const priced = priceQuote(next, termsOf(quote), precision)
  const repricedQuote = withAmounts(withStaleTaxes(withStaleShipping(priced)), precision)
  return createQuoteChange(record, repricedQuote, 'reprice', input, policy)
}

/**
 * Returns the quote with the rate at which its prices are converted now. All lines together have
 * that of the response, or none; a part of them, and no product at all, leave the recorded one.
 */
function withExchange(
  quote: Quote,
  products: ReadonlyMap<ProductId, ProductPrices>,
  isOfAllLines: boolean,
): Quote {
  const { exchange: recorded, ...rest } = quote
  const found = getExchange(products)
  const exchange = isOfAllLines && products.size > 0 ? found : (recorded ?? found)
  if (exchange === recorded) return quote
  return exchange === undefined ? rest : { ...rest, exchange }
}

function canReprice(
  line: ProductLine,
  index: number,
  chosen: ReadonlySet<string> | undefined,
  policy: QuotePolicy,
): boolean {
  if (isCustomLine(line)) return false
  if (line.discount_percent === undefined && isPricedByHand(line, policy)) return false
  return chosen === undefined || chosen.has(getLineKey(line, index))
}

function chosenKeys(
  { products }: Quote,
  lines: readonly string[] | undefined,
): ReadonlySet<string> | undefined {
  if (lines === undefined) return undefined
  const keys = new Set(products.map(getLineKey))
  const errors = new FieldErrorCollector()
  for (const [index, key] of lines.entries())
    if (!keys.has(key)) errors.add(['lines', index], 'is not the key of a line of this quote')
  if (!errors.isEmpty) throw new QuoteError('invalid_request', { errors: errors.toFieldErrors() })
  return new Set(lines)
}

/** Returns the lines whose prices or facts differ between two versions of a quote. Pure. */
export function priceChanges(before: Quote, after: Quote): readonly PriceChange[] {
  const lines = new Map(before.products.map((line, index) => [getLineKey(line, index), line]))
  return after.products.flatMap((line, index) => {
    const key = getLineKey(line, index)
    const earlier = lines.get(key)
    if (earlier === undefined || jsonEqual(getPrices(earlier), getPrices(line))) return []
    return [{ key, id: line.id, before: getPrices(earlier), after: getPrices(line) }]
  })
}

function getPrices(line: ProductLine): LinePriceFields {
  const { id: _, qty: __, key: ___, note: ____, ...frozen } = line
  const { price_total, discount, discount_total, ...prices } = frozen
  return prices
}

/** The input of {@link priceTaxes}. */
interface PriceTaxesInput extends LifecycleInput {
  /** Undefined if there is no tax provider. */
  readonly taxes: PricedTaxes | undefined
}

/**
 * Returns the change that sets the taxes of a quote that can be edited. Pure.
 *
 * @throws QuoteError `quote_locked` or `not_permitted`; `invalid_options` without a tax provider
 */
export function priceTaxes(
  record: StoredRecord<Quote>,
  { taxes, ...input }: PriceTaxesInput,
  policy: QuotePolicy,
): QuoteChange | undefined {
  assertEditable(record, input, { ...policy, reviseOnUpdate: false })
  if (taxes === undefined) {
    const errors = { tax: 'is required to price taxes: an object with calculateTaxes' }
    throw new QuoteError('invalid_options', { errors })
  }
  const precision = getPrecision(record.value, policy)
  const taxed = withTaxes(record.value, taxes, policy.taxRounding, precision)
  return createQuoteChange(record, withAmounts(taxed, precision), 'priceTaxes', input, policy)
}
