import type { StoredRecord } from '../../record/record.js'
import { deepFreeze } from '../../validation/deep-freeze.js'
import type { ProductPrices } from '../lines/catalog-product.js'
import type { QuotePolicy } from '../policy.js'
import type { ProductLine, Quote } from '../quote.js'
import type { QuoteChange } from '../quote-record.js'
import { buildLines, type NewQuoteInput, newQuoteChange } from './create-quote.js'

/** The input of {@link copyQuote}. */
export interface CopyQuoteInput extends NewQuoteInput {
  /** Current prices by product id; undefined to copy the prices of the lines, offers included. */
  readonly products: ReadonlyMap<number, ProductPrices> | undefined
}

/**
 * Returns the change that creates a new quote with the customer, the lines and the owner of another
 * one. Everything that belongs to the life of the other one stays with it. Pure.
 *
 * @throws QuoteError `invalid_request` for products that the store no longer has, if they are
 * priced again
 */
export function copyQuote(
  { value: { customer, owner, ...quote } }: StoredRecord<Quote>,
  { products, ...input }: CopyQuoteInput,
  policy: QuotePolicy,
): QuoteChange {
  const ordered = orderedLines(quote)
  const lines =
    products === undefined
      ? deepFreeze(ordered.map((line) => ({ ...line, key: null })))
      : buildLines({ products: ordered }, { products }, policy)
  return newQuoteChange({ customer, lines, owner }, 'copy', input, policy)
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
