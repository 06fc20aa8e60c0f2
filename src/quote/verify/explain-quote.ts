import {
  type Amount,
  add,
  equals,
  multiplyByInteger,
  parseUnitAmount,
  subtract,
  zero,
} from '../../money/amount.js'
import { toFixedAtLeast } from '../../money/rounding.js'
import {
  getDecimals,
  getUnitPrice,
  isExact,
  roundedFrom,
  timesQuantity,
} from '../lines/line-pricing.js'
import { assertQuote } from '../model/assert-quote.js'
import { countedLines } from '../model/counted-lines.js'
import { getLineKey } from '../model/line-keys.js'
import { publishedDecimals } from '../model/precision.js'
import {
  type QuoteCharge,
  type QuoteTaxes,
  shippingKey,
  type TaxPortion,
} from '../model/pricing-fields.js'
import type { ProductId } from '../model/product-fields.js'
import type { ProductLine, Quote } from '../model/quote.js'
import { findOnShipping } from '../pricing/line-totals.js'
import { getAcceptedQuote } from '../selection/select-quote.js'

/** How a line comes to what the customer pays for it. */
export interface LineExplanation {
  /** The key of the line. `1-n` for the line at position n of a quote whose lines have none. */
  readonly key: string
  /** The product's identifier; 0 for a custom line. */
  readonly id: ProductId
  /** The name of the line, if it has one. */
  readonly name?: string
  /** The quantity of the line. */
  readonly qty: number
  /** The quantity that the unit prices of the steps are for. Absent for 1. */
  readonly price_quantity?: number
  /** True if the price of the line is not known yet: it has no steps. */
  readonly unpriced?: true
  /** In their order, from 0 to `total`. Steps that don't apply are left out. */
  readonly steps: readonly PriceStep[]
  /** What the customer pays for the line, with its taxes. */
  readonly total: string
}

/** How a charge that is taxed by itself comes to what the customer pays for it. */
export interface ChargeExplanation {
  /** The key of the charge. */
  readonly key: string
  /** The charge and its taxes, from 0 to `total`. */
  readonly steps: readonly PriceStep[]
  /** What the customer pays for the charge, with its taxes. */
  readonly total: string
}

/** How shipping comes to what the customer pays for it. */
export interface ShippingExplanation {
  /** The charge, its shares of the discounts, and its taxes, from 0 to `total`. */
  readonly steps: readonly PriceStep[]
  /** What the customer pays for shipping, with its taxes. */
  readonly total: string
}

/** How a quote comes to its total. */
export interface QuoteExplanation {
  /** The currency of the quote, if it has one. */
  readonly currency?: string
  /** The decimals of the totals. A step can have more. */
  readonly decimals: number
  /** Every line that counts. With charges and shipping, their totals sum to `total`. */
  readonly lines: readonly LineExplanation[]
  /** The charges that are taxed by themselves. Absent if there are none. */
  readonly charges?: readonly ChargeExplanation[]
  /** Absent if shipping costs nothing extra. */
  readonly shipping?: ShippingExplanation
  /** The same by what is added and taken off, as documents show it: from 0 to `total`. */
  readonly steps: readonly PriceStep[]
  /** What the quote costs: `amounts.total`. */
  readonly total: string
  /** From the total to what the customer pays, if that is another amount. */
  readonly payable?: PayableExplanation
  /** True if the taxes are of an earlier version of the lines. They are left out then. */
  readonly taxes_are_stale?: true
  /** True if the price of shipping is of an earlier version. `sendQuote` takes the current one. */
  readonly shipping_is_stale?: true
  /**
   * True if the prices contain other taxes than the customer pays, and the customer pays the same
   * prices as others.
   */
  readonly same_gross?: true
}

/** How the total of a quote comes to what the customer pays. */
export interface PayableExplanation {
  /** What is withheld and rounded, from the total of the quote to `total`. */
  readonly steps: readonly PriceStep[]
  /** What the customer pays: `amounts.payable`. */
  readonly total: string
}

/**
 * Returns how a quote comes to its total, line by line and step by step. Pure. The changes of all
 * steps of the quote sum to its total, and so do the totals of the lines, charges and shipping.
 *
 * @throws QuoteError `invalid_request` if `quote` is no quote
 *
 * @example
 * for (const { name, steps } of explainQuote(record.quote).lines)
 *   for (const { type, label, change } of steps) console.log(name, type, label, change)
 */
export function explainQuote(offer: Quote): QuoteExplanation {
  assertQuote(offer)
  const quote = selectExplained(offer)
  const { currency, decimals = publishedDecimals, shipping, products, charges = [] } = quote
  const isStale = quote.taxes?.stale === true
  const taxes = isStale ? undefined : quote.taxes
  const portions = portionsByLine(taxes)
  const removed = portionsByLine(taxes?.removed)
  const inclusive = taxes?.inclusive ?? false
  const getTaxes = (key: string): LineTaxes => {
    return { removed: removed.get(key), portions: portions.get(key), inclusive }
  }
  const lines = products.map((line, index) => {
    const key = getLineKey(line, index)
    return explainLine(line, key, quote, getTaxes(key))
  })
  const charge = new PriceSteps(decimals)
  if (shipping.product !== null) {
    const { name: label, price } = shipping.product
    charge.add('shipping', parse(price), { label })
    addShares(charge, shippingKey, quote)
    addTaxes(charge, getTaxes(shippingKey))
  }
  const ofCharges = charges.filter(({ shares }) => shares === undefined)
  const payable = explainPayable(quote, taxes)
  const steps = explainTotal(quote, taxes)
  return Object.freeze({
    ...(currency === undefined ? undefined : { currency }),
    decimals,
    lines: Object.freeze(lines),
    ...(ofCharges.length > 0 && {
      charges: Object.freeze(
        ofCharges.map((each) => explainCharge(each, decimals, getTaxes(each.key))),
      ),
    }),
    ...(shipping.product !== null && { shipping: { steps: charge.list, total: charge.total } }),
    steps: steps.list,
    total: steps.total,
    ...(payable !== undefined && { payable }),
    ...(isStale && { taxes_are_stale: true as const }),
    ...(shipping.stale && { shipping_is_stale: true as const }),
    ...(taxes?.same_gross && { same_gross: true as const }),
  })
}

/** Returns the lines that the total counts: what was accepted, or else what is proposed. */
function selectExplained(quote: Quote): Quote {
  if (quote.acceptance?.selection !== undefined) return getAcceptedQuote(quote)
  const products = countedLines(quote)
  return products === quote.products ? quote : { ...quote, products }
}

const parse = (value: number | string) => parseUnitAmount(value) as Amount

/** Returns the taxes of each line, by its key, and those of shipping. */
export function portionsByLine(
  taxes: Pick<QuoteTaxes, 'portions'> | undefined,
): ReadonlyMap<string, TaxPortion[]> {
  const byLine = new Map<string, TaxPortion[]>()
  for (const portion of taxes?.portions ?? []) {
    const others = byLine.get(portion.line)
    if (others === undefined) byLine.set(portion.line, [portion])
    else others.push(portion)
  }
  return byLine
}

function explainCharge(
  { key, label, amount }: QuoteCharge,
  decimals: number,
  taxes: LineTaxes,
): ChargeExplanation {
  const steps = new PriceSteps(decimals)
  steps.add('charge', parse(amount), { label })
  addTaxes(steps, taxes)
  return Object.freeze({ key, steps: steps.list, total: steps.total })
}

function explainPayable(
  { amounts, decimals = publishedDecimals }: Quote,
  taxes: QuoteTaxes | undefined,
): PayableExplanation | undefined {
  if (amounts?.payable === undefined) return undefined
  const steps = new PriceSteps(decimals, parse(amounts.total))
  for (const { name: label, amount, withheld } of taxes?.rates ?? [])
    if (withheld) steps.add('withheld', negative(amount), { label })
  const rounding = parse(amounts.rounding ?? '0')
  if (!equals(rounding, zero)) steps.add('cash_rounding', rounding)
  return Object.freeze({ steps: steps.list, total: steps.total })
}

interface LineTaxes {
  readonly removed: readonly NamedAmount[] | undefined
  readonly portions: readonly NamedAmount[] | undefined
  readonly inclusive: boolean
}

function explainLine(
  line: ProductLine,
  key: string,
  quote: Quote,
  taxes: LineTaxes,
): LineExplanation {
  const { id, name, qty } = line
  const steps = new PriceSteps(quote.decimals ?? publishedDecimals)
  if (!line.unpriced) addUnitPrices(steps, line, quote)
  addShares(steps, key, quote)
  addTaxes(steps, taxes)
  const named = name === undefined ? undefined : { name }
  const { price_quantity: per } = line
  return Object.freeze({
    key,
    id,
    ...named,
    qty,
    ...(per !== undefined && { price_quantity: per }),
    ...(line.unpriced && { unpriced: true as const }),
    steps: steps.list,
    total: steps.total,
  })
}

/** Adds the shares of a line or of shipping in the discounts and the charges of its quote. */
function addShares(steps: PriceSteps, key: string, { discounts = [], charges = [] }: Quote): void {
  for (const { label, shares } of discounts) {
    const share = Object.hasOwn(shares, key) ? shares[key] : undefined
    if (share !== undefined) steps.add('discount', negative(share), getLabel(label))
  }
  for (const { label, shares = {} } of charges) {
    const share = Object.hasOwn(shares, key) ? shares[key] : undefined
    if (share !== undefined) steps.add('charge', parse(share), { label })
  }
}

/** Adds the steps from the list price to the offered price, each times the quantity. */
function addUnitPrices(steps: PriceSteps, line: ProductLine, { currency }: Quote): void {
  const { qty, price, calculated_price: calculated, discount_percent: percent } = line
  const offered = parse(line.quote)
  const offerDecimals = getDecimals(line.quote)
  const { decimals } = steps
  const getTotal = (unit: Amount): Amount => {
    if (equals(unit, offered)) return parse(line.quote_total)
    const hasCurrency = currency !== undefined
    const { price_quantity: per } = line
    return per === undefined && isExact(qty, { price: unit, offerDecimals }, { hasCurrency })
      ? multiplyByInteger(unit, qty)
      : timesQuantity(unit, qty, { decimals, rounding: 'half-up' }, per)
  }
  const step = (
    type: PriceStep['type'],
    unit: Amount,
    total: Amount,
    details: Pick<PriceStep, 'from' | 'percent'> = {},
  ) => {
    const change = subtract(total, steps.sum)
    steps.add(type, change, { unit: toFixedAtLeast(unit, offerDecimals), ...details })
  }
  step('list', parse(price), parse(line.price_total))
  if (percent !== undefined) {
    step('percent', offered, parse(line.quote_total), { percent })
    return
  }
  if (calculated !== price) step('calculated', parse(calculated), getTotal(parse(calculated)))
  const { price: unit, isBreak } = getUnitPrice(line, qty)
  if (isBreak) step('price_break', unit, getTotal(unit))
  if (equals(unit, offered) && equals(steps.sum, parse(line.quote_total))) return
  const from = roundedFrom(line)
  if (from !== undefined) step('rounding', offered, parse(line.quote_total), { from })
  // Only the totals of other steps are rounded if the unit price is the same.
  else step(equals(unit, offered) ? 'rounding' : 'offered', offered, parse(line.quote_total))
}

type NamedAmount = Pick<TaxPortion, 'name' | 'amount' | 'added' | 'withheld'>

function addTaxes(steps: PriceSteps, { removed = [], portions = [], inclusive }: LineTaxes): void {
  for (const { name: label, amount } of removed)
    steps.add('tax_removed', negative(amount), { label })
  for (const { name: label, amount, added, withheld } of portions) {
    if (withheld) continue
    if (inclusive && !added) steps.add('tax', zero, { label, included: amount })
    else steps.add('tax', parse(amount), { label })
  }
}

function explainTotal(
  {
    quote_total: lines,
    discounts = [],
    charges = [],
    shipping,
    decimals = publishedDecimals,
  }: Quote,
  taxes: QuoteTaxes | undefined,
): PriceSteps {
  const steps = new PriceSteps(decimals)
  const addShipping = () => {
    if (shipping.product === null) return
    const { name: label, price } = shipping.product
    steps.add('shipping', parse(price), { label })
  }
  steps.add('lines', parse(lines))
  // Shipping comes before what lowers it, so that no step takes off what is not there yet.
  const onShipping = findOnShipping(discounts)
  for (const [index, { label, amount }] of discounts.entries()) {
    if (index === onShipping) addShipping()
    steps.add('discount', negative(amount), getLabel(label))
  }
  for (const { label, amount } of charges) steps.add('charge', parse(amount), { label })
  if (onShipping === -1) addShipping()
  addTaxes(steps, {
    removed: taxes?.removed?.rates,
    portions: taxes?.rates,
    inclusive: taxes?.inclusive ?? false,
  })
  return steps
}

const negative = (amount: string) => subtract(zero, parse(amount))

const getLabel = (label: string | undefined) => (label === undefined ? {} : { label })

/** One step on the way to an amount. */
export interface PriceStep {
  /**
   * What the step is. Of a line: its `list` price, the `calculated` price of a sale, a
   * `price_break`, the `rounding` of the unit price, a `percent` that is taken off the list price,
   * a price `offered` by hand, its shares of a `discount` and of a `charge` of the quote, a
   * `tax_removed` that the price contains and the customer does not pay, and `tax`. Of the quote:
   * `lines`, `discount`, `charge`, `shipping`, `tax_removed` and `tax`; of what is paid:
   * `withheld` and `cash_rounding`.
   */
  readonly type:
    | 'list'
    | 'calculated'
    | 'price_break'
    | 'rounding'
    | 'percent'
    | 'offered'
    | 'discount'
    | 'charge'
    | 'lines'
    | 'shipping'
    | 'tax_removed'
    | 'tax'
    | 'withheld'
    | 'cash_rounding'
  /** The name of a discount, a shipping method or a tax. */
  readonly label?: string
  /** The unit price after the step, if it changes the unit price. */
  readonly unit?: string
  /** Of a rounded unit price: the price before, such as `0.0875` if `unit` is `0.09`. */
  readonly from?: string
  /** Of a percentage that is taken off the list price: the percent, such as `12.5`. */
  readonly percent?: string
  /** The amount before the step, with at least the decimals of the quote. */
  readonly before: string
  /** What the step adds; negative for what it takes off. */
  readonly change: string
  /** The amount after the step: `before` + `change`. */
  readonly after: string
  /** Of a tax that the prices include: the tax. Its `change` is 0. */
  readonly included?: string
}

/** Collects the steps to an amount. */
class PriceSteps {
  readonly decimals: number
  readonly #steps: PriceStep[] = []
  #sum: Amount

  /** @param start The amount before the first step. */
  constructor(decimals: number, start: Amount = zero) {
    this.decimals = decimals
    this.#sum = start
  }

  get list(): readonly PriceStep[] {
    return Object.freeze(this.#steps)
  }

  /** The amount after the last step. */
  get sum(): Amount {
    return this.#sum
  }

  get total(): string {
    return toFixedAtLeast(this.#sum, this.decimals)
  }

  add(
    type: PriceStep['type'],
    change: Amount,
    details: Pick<PriceStep, 'label' | 'unit' | 'from' | 'percent' | 'included'> = {},
  ): void {
    const before = this.total
    this.#sum = add(this.#sum, change)
    const shown = toFixedAtLeast(change, this.decimals)
    this.#steps.push(Object.freeze({ type, ...details, before, change: shown, after: this.total }))
  }
}
