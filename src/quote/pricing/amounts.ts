import { sum } from '../../money/allocation.js'
import { type Amount, add, parseAmount, subtract, zero } from '../../money/amount.js'
import { roundToStep, toFixed } from '../../money/rounding.js'
import { jsonEqual } from '../../validation/json-equal.js'
import { countedLines } from '../model/counted-lines.js'
import { getLineKey } from '../model/line-keys.js'
import type { PaymentPart } from '../model/payment-fields.js'
import type { Precision } from '../model/precision.js'
import type {
  Billing,
  QuoteAmounts,
  QuoteTaxes,
  RecurringAmount,
  TaxTotal,
} from '../model/pricing-fields.js'
import type { ProductLine, Quote } from '../model/quote.js'
import { isCounted, lineTotals } from './line-totals.js'
import { applyPaymentPlan } from './payment-plan.js'

/** Returns the quote with its amounts, if it has any besides those of the lines, or an offer. */
export function withAmounts(quote: Quote, precision: Precision, isOffer = false): Quote {
  const { amounts: _, ...rest } = quote
  const priced =
    isOffer || hasAmounts(rest, precision)
      ? { ...rest, amounts: getAmounts(rest, precision) }
      : rest
  return quote.payment_plan === undefined ? priced : withPlan(priced, quote.payment_plan, precision)
}

/** Returns a priced quote with a payment plan whose amounts follow from it. */
function withPlan(quote: Quote, parts: readonly PaymentPart[], precision: Precision): Quote {
  return { ...quote, payment_plan: applyPaymentPlan(parts, quote, precision) }
}

/** Returns true if a quote shows amounts before it is sent: it costs another sum than its lines. */
export function hasAmounts(quote: Quote, { cashStep }: Pick<Precision, 'cashStep'>): boolean {
  return cashStep !== undefined || hasMoreThanLines(quote)
}

/** Returns true if the customer pays or saves more than the lines, or pays them in periods. */
export function hasMoreThanLines(quote: Quote): boolean {
  const { discounts, charges, shipping, taxes } = quote
  if (discounts !== undefined || charges !== undefined || taxes !== undefined) return true
  const isCharged = (line: ProductLine) => line.billing !== undefined && isCounted(line)
  return shipping.product !== null || countedLines(quote).some(isCharged)
}

/** Returns what a quote adds up to, as it shows it, without taxes that are stale. Frozen. */
export function getAmounts(
  quote: Quote,
  { decimals, rounding, cashStep }: Pick<Precision, 'decimals' | 'rounding' | 'cashStep'>,
): QuoteAmounts {
  const { quote_total: lines, discounts = [], charges, shipping, taxes: priced } = quote
  const show = (amount: Amount) => toFixed(amount, decimals, rounding)
  const discount = sumOf(discounts)
  const charge = charges && sumOf(charges)
  const shippingPrice = shipping.product === null ? zero : parse(shipping.product.price)
  const taxes = priced?.stale ? undefined : priced
  const rates = taxes?.rates ?? noRates
  const withheld = rates.filter((rate) => rate.withheld)
  const tax = sumOf(withheld.length === 0 ? rates : rates.filter((rate) => !rate.withheld))
  const added = taxes?.inclusive ? rates.filter((rate) => rate.added) : noRates
  const removed = taxes?.removed && sumOf(taxes.removed.rates)
  const goods = add(add(subtract(parse(lines), discount), charge ?? zero), shippingPrice)
  const net = subtract(goods, removed ?? zero)
  const total = add(net, taxes?.inclusive ? sumOf(added) : tax)
  const recurring = recurringAmounts(quote, taxes, show)
  const count = added.length + withheld.length + recurring.length
  // Spreading takes long, and most quotes have none of the others.
  if (charge === undefined && removed === undefined && cashStep === undefined && count === 0)
    return Object.freeze({
      lines,
      discounts: show(discount),
      shipping: show(shippingPrice),
      taxes: show(tax),
      total: show(total),
    })
  return Object.freeze({
    lines,
    discounts: show(discount),
    ...(charge !== undefined && { charges: show(charge) }),
    shipping: show(shippingPrice),
    taxes: show(tax),
    ...(removed !== undefined && { taxes_removed: show(removed) }),
    ...(added.length > 0 && { taxes_added: show(sumOf(added)) }),
    total: show(total),
    ...payableAmounts(total, withheld, { cashStep, rounding, show }),
    ...(recurring.length > 0 && {
      upfront: show(subtract(total, sum(recurring.map((each) => parse(each.total))))),
      recurring,
    }),
  })
}

const noRates: readonly TaxTotal[] = Object.freeze([])

/** Returns what is paid of a total, if that is another amount. */
function payableAmounts(
  total: Amount,
  ofTaxes: readonly TaxTotal[],
  {
    cashStep,
    rounding,
    show,
  }: Pick<Precision, 'cashStep' | 'rounding'> & { readonly show: (amount: Amount) => string },
): Partial<QuoteAmounts> {
  if (ofTaxes.length === 0 && cashStep === undefined) return {}
  const withheld = sumOf(ofTaxes)
  const left = subtract(total, withheld)
  const payable = cashStep === undefined ? left : roundToStep(left, cashStep, rounding)
  return {
    ...(ofTaxes.length > 0 && { withheld: show(withheld) }),
    ...(cashStep !== undefined && {
      rounding: show(subtract(payable, left)),
      rounding_step: show(cashStep),
    }),
    payable: show(payable),
  }
}

/**
 * Returns what the recurring lines cost in each period, from the shares and the taxes that the
 * quote has, so that they and what is charged once sum to the total.
 */
function recurringAmounts(
  quote: Quote,
  taxes: QuoteTaxes | undefined,
  show: (amount: Amount) => string,
): readonly RecurringAmount[] {
  const { discounts = [], charges = [] } = quote
  const products = countedLines(quote)
  if (!products.some(({ billing }) => billing !== undefined)) return []
  const billings = new Map(
    products.map((line, index) => [getLineKey(line, index), line.billing] as const),
  )
  const counted = lineTotals(products).filter(({ isCounted }) => isCounted)
  const costs = new Map(counted.map(({ key, left }) => [key, left] as const))
  const change = (key: string, amount: Amount, apply: typeof add) => {
    const cost = costs.get(key)
    if (cost !== undefined) costs.set(key, apply(cost, amount))
  }
  for (const { shares } of discounts)
    for (const [key, share] of Object.entries(shares)) change(key, parse(share), subtract)
  for (const { shares = {} } of charges)
    for (const [key, share] of Object.entries(shares)) change(key, parse(share), add)
  for (const { line, amount } of taxes?.removed?.portions ?? [])
    change(line, parse(amount), subtract)
  for (const { line, amount, added, withheld } of taxes?.portions ?? [])
    if (!withheld && (added || !taxes?.inclusive)) change(line, parse(amount), add)
  const periods: { readonly billing: Billing; total: Amount }[] = []
  for (const [key, cost] of costs) {
    const billing = billings.get(key)
    if (billing === undefined) continue
    const known = periods.find((each) => jsonEqual(each.billing, billing))
    if (known === undefined) periods.push({ billing, total: cost })
    else known.total = add(known.total, cost)
  }
  return Object.freeze(
    periods.map(({ billing, total }) => Object.freeze({ ...billing, total: show(total) })),
  )
}

const parse = (value: string) => parseAmount(value) as Amount

function sumOf(parts: readonly { readonly amount: string }[]): Amount {
  let total: Amount = zero
  for (const { amount } of parts) total = add(total, parse(amount))
  return total
}
