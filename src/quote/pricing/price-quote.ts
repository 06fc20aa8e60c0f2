import { type Amount, add, parseAmount, subtract, zero } from '../../money/amount.js'
import { toFixed } from '../../money/rounding.js'
import { withKeys } from '../lines/line-keys.js'
import type { Precision } from '../precision.js'
import type { Quote } from '../quote.js'
import { applyDiscounts, type DiscountTerms } from './discounts.js'
import type { QuoteAmounts } from './pricing-fields.js'
import { quoteTotals } from './totals.js'

/** The writable form of a quote, for functions that build one. */
export type MutableQuote = { -readonly [Field in keyof Quote]: Quote[Field] }

/**
 * Returns the quote with everything that follows from its lines, discounts, shipping and taxes: the
 * shares of the discounts, and what it adds up to. Pure.
 *
 * A quote with discounts has lines with keys, because the shares refer to them.
 */
export function priceQuote(
  quote: Quote,
  terms: readonly DiscountTerms[],
  precision: Precision,
): Quote {
  const { discounts: _, amounts: __, ...rest } = quote
  const next: MutableQuote = rest
  const totals = quoteTotals(next.products, precision)
  next.quote_total = totals.quote_total
  next.price_total = totals.price_total
  if (terms.length > 0) {
    next.products = withKeys(next.products)
    next.discounts = applyDiscounts(terms, next.products, precision)
  }
  if (hasMoreThanLines(next)) next.amounts = getAmounts(next, precision)
  return next
}

/** Returns the quote with its amounts, if it has any besides those of the lines, or an offer. */
export function withAmounts(quote: Quote, precision: Precision, isOffer = false): Quote {
  const { amounts: _, ...rest } = quote
  const next: MutableQuote = rest
  if (isOffer || hasMoreThanLines(next)) next.amounts = getAmounts(next, precision)
  return next
}

/** Returns true if the customer pays or saves anything besides the lines. */
export function hasMoreThanLines({ discounts, shipping, taxes }: Quote): boolean {
  return discounts !== undefined || taxes !== undefined || shipping.product !== null
}

/** Returns what a quote adds up to, as it shows it, without taxes that are stale. Frozen. */
export function getAmounts(
  { quote_total: lines, discounts = [], shipping, taxes: priced }: Quote,
  { decimals, rounding }: Pick<Precision, 'decimals' | 'rounding'>,
): QuoteAmounts {
  const show = (amount: Amount) => toFixed(amount, decimals, rounding)
  const discount = sumOf(discounts)
  const shippingPrice = shipping.product === null ? zero : parse(shipping.product.price)
  const taxes = priced?.stale ? undefined : priced
  const tax = taxes === undefined ? zero : sumOf(taxes.rates)
  const removed = taxes?.removed && sumOf(taxes.removed.rates)
  const net = subtract(add(subtract(parse(lines), discount), shippingPrice), removed ?? zero)
  return Object.freeze({
    lines,
    discounts: show(discount),
    shipping: show(shippingPrice),
    taxes: show(tax),
    ...(removed !== undefined && { taxes_removed: show(removed) }),
    total: show(taxes === undefined || taxes.inclusive ? net : add(net, tax)),
  })
}

const parse = (value: string) => parseAmount(value) as Amount

function sumOf(parts: readonly { readonly amount: string }[]): Amount {
  let total: Amount = zero
  for (const { amount } of parts) total = add(total, parse(amount))
  return total
}
