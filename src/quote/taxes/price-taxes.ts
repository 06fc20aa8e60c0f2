import { type Amount, add, toDecimalString, zero } from '../../money/amount.js'
import { toFixed } from '../../money/rounding.js'
import { withKeys } from '../model/line-keys.js'
import type { Precision } from '../model/precision.js'
import type { QuoteTaxes, TaxPortion, TaxTotal } from '../model/pricing-fields.js'
import type { Quote } from '../model/quote.js'
import {
  compareRates,
  computeTaxes,
  getTaxables,
  getUntaxedKeys,
  isTaxedAlike,
  type Portion,
  shippingKey,
} from './compute-taxes.js'
import type { ParsedTaxes } from './tax-response.js'

/**
 * What a customer pays who pays other taxes than the prices contain: the `net` price with their own
 * taxes, or the same `gross` price as all others.
 */
export type ExemptPrices = 'net' | 'gross'

/** Taxes that a provider has returned, and what it was asked. */
export interface PricedTaxes {
  readonly parsed: Exclude<ParsedTaxes, { readonly rejected: string }>
  /** True if the prices of the quote include taxes. */
  readonly inclusive: boolean
  /**
   * What a customer pays who pays other taxes than the prices contain.
   *
   * @default 'net'
   */
  readonly exemptPrices?: ExemptPrices | undefined
  /** Milliseconds since the Unix epoch. */
  readonly date: number
}

/** Returns the quote with its taxes, and lines with keys, to which the taxes refer. Pure. */
export function withTaxes(
  quote: Quote,
  { parsed, inclusive, exemptPrices, date }: PricedTaxes,
  taxRounding: 'line' | 'rate',
  precision: Precision,
): Quote {
  const products = withKeys(quote.products)
  const { discounts = [], shipping } = quote
  const taxables = getTaxables({ products, discounts, shipping })
  const { decimals, rounding } = precision
  const isGross = inclusive && exemptPrices === 'gross'
  const { inclusive: isIncluded, ...computed } = computeTaxes(
    isGross ? { ...parsed, included: undefined } : parsed,
    taxables,
    { inclusive, taxRounding, decimals, rounding },
  )
  const { bases } = computed
  const portions = inLineOrder(computed.portions, products)
  const removed = inLineOrder(computed.removed, products)
  const list = (each: readonly Portion[]) => each.map((portion) => toTaxPortion(portion, precision))
  const taxes: QuoteTaxes = {
    inclusive: isIncluded,
    rounding: 'rates' in parsed ? taxRounding : 'provider',
    date,
    ...(parsed.reference === undefined ? undefined : { reference: parsed.reference }),
    portions: list(portions),
    rates: getTotals(portions, bases, precision),
    ...(removed.length > 0 && {
      removed: {
        rounding: taxRounding,
        portions: list(removed),
        rates: getTotals(removed, taxables, precision),
      },
    }),
    ...(isGross && paysWithoutTax(parsed, taxables) && { same_gross: true }),
  }
  return { ...quote, products, taxes }
}

/** Returns true if a customer pays other taxes than the prices contain, as far as that is known. */
function paysWithoutTax(
  parsed: PricedTaxes['parsed'],
  taxables: ReadonlyMap<string, Amount>,
): boolean {
  if (parsed.included !== undefined) return !isTaxedAlike(parsed, taxables)
  return getUntaxedKeys(parsed, taxables).length > 0
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
export function getTotals(
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
