import { type Amount, add, toDecimalString, zero } from '../../money/amount.js'
import { toFixed } from '../../money/rounding.js'
import { withKeys } from '../lines/line-keys.js'
import type { Precision } from '../pricing/precision.js'
import type { QuoteTaxes, TaxPortion, TaxTotal } from '../pricing/pricing-fields.js'
import type { Quote } from '../quote.js'
import type { ParsedTaxes } from './parse-response.js'
import { compareRates, computePortions } from './tax-portions.js'
import { shippingKey, taxablesOf } from './taxables.js'

/** Taxes that a provider has returned, and what it was asked. */
export interface PricedTaxes {
  readonly parsed: Exclude<ParsedTaxes, { readonly rejected: string }>
  /** True if the prices of the quote include the taxes. */
  readonly inclusive: boolean
  /** Milliseconds since the Unix epoch. */
  readonly date: number
}

/** Returns the quote with its taxes, and lines with keys, to which the taxes refer. Pure. */
export function withTaxes(
  quote: Quote,
  { parsed, inclusive, date }: PricedTaxes,
  taxRounding: 'line' | 'rate',
  precision: Precision,
): Quote {
  const products = withKeys(quote.products)
  const { discounts = [], shipping } = quote
  const taxables = taxablesOf({ products, discounts, shipping })
  const { decimals, rounding } = precision
  const computation = { inclusive, taxRounding, decimals, rounding }
  const portions = inLineOrder(
    'rates' in parsed ? computePortions(parsed.rates, taxables, computation) : parsed.amounts,
    products,
  )
  const taxes: QuoteTaxes = {
    inclusive,
    rounding: 'rates' in parsed ? taxRounding : 'provider',
    date,
    ...(parsed.reference === undefined ? undefined : { reference: parsed.reference }),
    portions: portions.map((portion) => toTaxPortion(portion, precision)),
    rates: totalsOf(portions, taxables, precision),
  }
  return { ...quote, products, taxes }
}

/** A tax of a line, computed or from a provider. */
interface Portion {
  readonly key: string
  readonly name: string
  readonly rate?: number | undefined
  readonly amount: Amount
}

/**
 * Returns the portions in the order of the lines, that of shipping at last; of a line, the highest
 * rate first. So their order does not depend on that of a response.
 */
function inLineOrder(
  portions: readonly Portion[],
  products: Quote['products'],
): readonly Portion[] {
  if (isInLineOrder(portions, products)) return portions
  const positions = new Map<string | null, number>()
  for (const [index, { key }] of products.entries()) positions.set(key, index)
  const placed = portions.map((portion) => ({
    portion,
    position: positions.get(portion.key) ?? products.length,
  }))
  return placed
    .sort(
      (left, right) => left.position - right.position || compareRates(left.portion, right.portion),
    )
    .map(({ portion }) => portion)
}

/** Returns true if the portions are in order already, as those of one rate are. */
function isInLineOrder(portions: readonly Portion[], products: Quote['products']): boolean {
  let position = 0
  let previous: Portion | undefined
  for (const portion of portions) {
    const start = position
    while (position < products.length && products[position]?.key !== portion.key) position += 1
    if (position === products.length && portion.key !== shippingKey) return false
    if (previous && start === position && compareRates(previous, portion) > 0) return false
    previous = portion
  }
  return true
}

/** Returns the sums of portions by name and rate, in the order in which they come first. */
export function totalsOf(
  portions: readonly Portion[],
  taxables: ReadonlyMap<string, Amount>,
  precision: Pick<Precision, 'decimals' | 'rounding'>,
): readonly TaxTotal[] {
  const totals = new Map<string, RateSum>()
  let total: RateSum | undefined
  for (const { key, name, rate, amount } of portions) {
    // Most quotes have one rate, so that looking up the sum would take longer than adding to it.
    if (total === undefined || total.name !== name || total.rate !== rate) {
      const id = `${rate} ${name}`
      total = totals.get(id) ?? { name, rate, base: zero, amount: zero }
      totals.set(id, total)
    }
    total.base = add(total.base, taxables.get(key) ?? zero)
    total.amount = add(total.amount, amount)
  }
  return [...totals.values()].map(({ name, rate, base, amount }) => {
    const sums = { base: show(base, precision), amount: show(amount, precision) }
    return rate === undefined ? { name, ...sums } : { name, rate: percent(rate), ...sums }
  })
}

/** The sums of the portions of one rate, while they are added. */
interface RateSum {
  readonly name: string
  readonly rate: number | undefined
  base: Amount
  amount: Amount
}

function toTaxPortion({ key, name, rate, amount }: Portion, precision: Precision): TaxPortion {
  const shown = show(amount, precision)
  return rate === undefined
    ? { line: key, name, amount: shown }
    : { line: key, name, rate: percent(rate), amount: shown }
}

const percent = (rate: number) => toDecimalString(rate as Amount & number)

function show(amount: Amount, { decimals, rounding }: Pick<Precision, 'decimals' | 'rounding'>) {
  return toFixed(amount, decimals, rounding)
}

/** Returns the quote with its taxes marked as stale, if it has any. Pure. */
export function withStaleTaxes(quote: Quote): Quote {
  const { taxes } = quote
  if (taxes === undefined || taxes.stale) return quote
  return { ...quote, taxes: { ...taxes, stale: true } }
}
