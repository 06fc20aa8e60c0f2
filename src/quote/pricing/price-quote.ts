import { countedLines } from '../model/counted-lines.js'
import { withKeys } from '../model/line-keys.js'
import type { Precision } from '../model/precision.js'
import type { Quote } from '../model/quote.js'
import { withAmounts } from './amounts.js'
import { applyCharges, type ChargeTerms } from './charges.js'
import { applyDiscounts, type DiscountTerms } from './discounts.js'
import { quoteTotals } from './line-totals.js'

/** The writable form of a quote, for functions that build one. */
export type MutableQuote = { -readonly [Field in keyof Quote]: Quote[Field] }

/** What a quote costs and saves besides its lines, without what is computed from it. */
export interface PriceTerms {
  readonly discounts: readonly DiscountTerms[]
  readonly charges: readonly ChargeTerms[]
}

/** Returns the terms of a quote as it is stored. */
export function termsOf({ discounts = none, charges = none }: Quote): PriceTerms {
  return { discounts, charges }
}

const none: readonly never[] = Object.freeze([])

/**
 * Returns the quote with everything that follows from its lines, discounts, charges, shipping and
 * taxes: the shares of discounts and charges, and what it adds up to. Pure.
 */
export function priceQuote(quote: Quote, terms: PriceTerms, precision: Precision): Quote {
  const { discounts: _, charges: __, amounts: ___, ...rest } = quote
  const next: MutableQuote = rest
  const totals = quoteTotals(countedLines(next), precision)
  next.quote_total = totals.quote_total
  next.price_total = totals.price_total
  applyTerms(next, terms, precision)
  return withAmounts(next, precision)
}

/**
 * Sets the discounts and the charges of a quote that is being built, and has none yet. It has keys
 * on its lines then, because the shares refer to them.
 */
export function applyTerms(
  quote: MutableQuote,
  { discounts, charges }: PriceTerms,
  precision: Precision,
): void {
  if (discounts.length + charges.length === 0) return
  quote.products = withKeys(quote.products)
  const applied = applyDiscounts(discounts, quote, precision)
  if (discounts.length > 0) quote.discounts = applied
  if (charges.length > 0)
    quote.charges = applyCharges(charges, countedLines(quote), applied, precision)
}
