import { type Amount, add, equals, parseAmount, subtract, zero } from '../../money/amount.js'
import { multiplyRatio, roundingModes, wholePercent } from '../../money/rounding.js'
import { getDecimals, timesQuantity } from '../../quote/lines/line-pricing.js'
import type { TaxTotal } from '../../quote/model/pricing-fields.js'
import type { Quote } from '../../quote/model/quote.js'

/** What a customer needs to compute a tax again, besides its percent. */
export interface TaxWay {
  /** What the percent is of, as a decimal string. Absent if that is the sum of the rows above. */
  readonly shownBase?: string
  /** True if the percent of no amount is the tax, because the tax of each line was rounded. */
  readonly isRoundedPerLine?: boolean
}

/**
 * Returns how a customer can compute a tax again from what a document shows.
 *
 * @param isContained True if the amounts above contain the tax.
 */
export function taxWay(
  { rate, base, net, amount }: TaxTotal,
  { amounts, taxes }: Quote,
  isContained: boolean,
): TaxWay {
  const percent = parseAmount(rate) as (Amount & number) | undefined
  if (percent === undefined) return {}
  const decimals = getDecimals(amount)
  const isTax = (of: Amount, whole: number) =>
    roundingModes.some((mode) =>
      equals(multiplyRatio(of, percent, whole, decimals, mode), parse(amount)),
    )
  const above = amounts && sumAbove(amounts)
  if (isContained) {
    const isOfAll = above !== undefined && equals(parse(base), above)
    const isOfNet = net !== undefined && isTax(parse(net), wholePercent)
    if (isOfAll && (isOfNet || isTax(parse(base), wholePercent + percent))) return {}
    if (isOfNet) return { shownBase: net }
  } else if (isTax(parse(base), wholePercent)) {
    const left = above && subtract(above, parse(amounts?.taxes_removed ?? '0'))
    return left !== undefined && equals(parse(base), left) ? {} : { shownBase: base }
  }
  const { rounding } = taxes ?? {}
  return rounding === 'line' || rounding === 'unit' ? { isRoundedPerLine: true } : {}
}

/** Returns true if an amount for each piece, times the pieces, is rounded to an amount. */
export function isTimesPieces(value: string, pieces: number, amount: string): boolean {
  const decimals = getDecimals(amount)
  return roundingModes.some((rounding) =>
    equals(timesQuantity(parse(value), pieces, { decimals, rounding }), parse(amount)),
  )
}

/** Returns the sum of the rows above the taxes. */
function sumAbove({
  lines,
  discounts,
  charges = '0',
  shipping,
}: NonNullable<Quote['amounts']>): Amount {
  const goods = subtract(parse(lines), parse(discounts))
  return add(add(goods, parse(charges)), parse(shipping))
}

const parse = (value: string) => parseAmount(value) ?? zero
