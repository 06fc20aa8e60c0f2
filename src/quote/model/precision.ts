import { type Amount, parseAmount, parseUnitAmount } from '../../money/amount.js'
import { getCashStep, getCurrencyDecimals } from '../../money/currency.js'
import { type RoundingMode, toFixedAtLeast } from '../../money/rounding.js'
import type { QuotePolicy } from './policy.js'
import type { Quote } from './quote.js'

/** The decimals of a quote without a currency: those of the published interface. */
export const publishedDecimals = 2

/** How the amounts of a quote are rounded. */
export interface Precision {
  /** The decimals of totals, 0 to 4. */
  readonly decimals: number
  /** The decimals of offered unit prices, at least as many as those of totals. */
  readonly unitDecimals: number
  /** True if the quote has a currency. */
  readonly hasCurrency: boolean
  readonly rounding: RoundingMode
  /** The step to which what is paid is rounded. Undefined for none. */
  readonly cashStep?: Amount | undefined
}

type PrecisionPolicy = Pick<QuotePolicy, 'rounding' | 'unitPriceDecimals' | 'cashRounding'>

/** Returns the precision of a quote. */
export function getPrecision(
  { currency, decimals = publishedDecimals }: Pick<Quote, 'currency' | 'decimals'>,
  { rounding, unitPriceDecimals, cashRounding }: PrecisionPolicy,
): Precision {
  return {
    decimals,
    unitDecimals: Math.max(decimals, unitPriceDecimals),
    hasCurrency: currency !== undefined,
    rounding,
    cashStep: getCashStep(currency, decimals, cashRounding),
  }
}

/**
 * Returns the precision of the totals of a stored quote by one way of rounding. The decimals of
 * unit prices are those of its lines.
 */
export function precisionOf(
  {
    currency,
    decimals = publishedDecimals,
    amounts,
  }: Pick<Quote, 'currency' | 'decimals' | 'amounts'>,
  rounding: RoundingMode,
): Precision {
  const cashStep = parseAmount(amounts?.rounding_step)
  const hasCurrency = currency !== undefined
  return { decimals, unitDecimals: decimals, hasCurrency, rounding, cashStep }
}

/**
 * Returns a unit price as people see it: with at least the decimals of the quote, and at most its
 * own. A price of 129 is shown as 129.00, also if 129.0000 is stored; 0.0875 is 0.0875.
 */
export function shownUnitPrice(
  price: number | string,
  { decimals = publishedDecimals }: Pick<Quote, 'decimals'>,
): string {
  return toFixedAtLeast(parseUnitAmount(price) as Amount, decimals)
}

/** Returns the fields of a new quote that say what its amounts are in; none without a currency. */
export function currencyFields(
  currency: string | undefined,
  { currencyDecimals }: Pick<QuotePolicy, 'currencyDecimals'>,
): Pick<Quote, 'currency' | 'decimals'> {
  if (currency === undefined) return {}
  return { currency, decimals: getCurrencyDecimals(currency, currencyDecimals) }
}
