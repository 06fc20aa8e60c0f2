import { sum } from '../../money/allocation.js'
import { type Amount, add, equals, parseAmount, subtract, zero } from '../../money/amount.js'
import { multiplyRatio, roundingModes, toFixed, wholePercent } from '../../money/rounding.js'
import { getDecimals, timesQuantity } from '../../quote/lines/line-pricing.js'
import { countedLines } from '../../quote/model/counted-lines.js'
import { shippingKey, type TaxTotal } from '../../quote/model/pricing-fields.js'
import type { Quote } from '../../quote/model/quote.js'
import { chooseLines, findOnShipping, lineTotals } from '../../quote/pricing/line-totals.js'

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

/** What the percentages of discounts and charges are of, as decimal strings, in their order. */
export interface PercentBases {
  /** Each undefined if it is the sum of the rows above, or of shipping if it is on that alone. */
  readonly discounts: readonly (string | undefined)[]
  readonly charges: readonly (string | undefined)[]
}

/** Returns what a document has to show beside a percentage, so that it can be computed again. */
export function percentBases(quote: Quote): PercentBases {
  const { quote_total: lines, discounts = [], charges = [], shipping } = quote
  const totals = lineTotals(countedLines(quote))
  const left = new Map(totals.map((total) => [total.key, total.left]))
  const delivery = parse(shipping.product?.price ?? '0')
  left.set(shippingKey, delivery)
  let above = parse(lines)
  const onShipping = findOnShipping(discounts)
  const shown = (keys: readonly string[], sumAbove: Amount) => {
    const base = sum(keys.map((key) => left.get(key) ?? zero))
    return equals(base, sumAbove) ? undefined : toFixed(base, getDecimals(lines), 'half-up')
  }
  return {
    discounts: discounts.map(({ on, shares, amount }, index) => {
      if (index === onShipping) above = add(above, delivery)
      const base = shown(Object.keys(shares), on === 'shipping' ? delivery : above)
      for (const [key, share] of Object.entries(shares))
        left.set(key, subtract(left.get(key) ?? zero, parse(share)))
      above = subtract(above, parse(amount))
      return base
    }),
    charges: charges.map((charge) => {
      const chosen = chooseLines(charge, totals)
      const base = shown(
        chosen.map(({ key }) => key),
        above,
      )
      above = add(above, parse(charge.amount))
      return base
    }),
  }
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
