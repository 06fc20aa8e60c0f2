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
import { getLineKey } from '../model/line-keys.js'
import { publishedDecimals } from '../model/precision.js'
import type { QuoteTaxes, TaxPortion } from '../model/pricing-fields.js'
import type { ProductId } from '../model/product-fields.js'
import type { ProductLine, Quote } from '../model/quote.js'
import { shippingKey } from '../taxes/compute-taxes.js'

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
  /** In their order, from 0 to `total`. Steps that don't apply are left out. */
  readonly steps: readonly PriceStep[]
  /** What the customer pays for the line, with its taxes. */
  readonly total: string
}

/** How shipping comes to what the customer pays for it. */
export interface ShippingExplanation {
  /** The charge and its taxes, from 0 to `total`. */
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
  /** Every line. Their totals and that of shipping sum to `total`. */
  readonly lines: readonly LineExplanation[]
  /** Absent if shipping costs nothing extra. */
  readonly shipping?: ShippingExplanation
  /** The same by what is added and taken off: in their order, from 0 to `total`. */
  readonly steps: readonly PriceStep[]
  /** What the customer pays. */
  readonly total: string
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

/**
 * Returns how a quote comes to its total, line by line and step by step. Pure. The changes of all
 * steps of the quote sum to its total, and so do the totals of the lines and of shipping.
 *
 * @throws QuoteError `invalid_request` if `quote` is no quote
 *
 * @example
 * for (const { name, steps } of explainQuote(record.quote).lines)
 *   for (const { type, label, change } of steps) console.log(name, type, label, change)
 */
export function explainQuote(quote: Quote): QuoteExplanation {
  assertQuote(quote)
  const { currency, decimals = publishedDecimals, shipping, products } = quote
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
    addTaxes(charge, getTaxes(shippingKey))
  }
  const steps = explainTotal(quote, taxes)
  return Object.freeze({
    ...(currency === undefined ? undefined : { currency }),
    decimals,
    lines: Object.freeze(lines),
    ...(shipping.product !== null && { shipping: { steps: charge.list, total: charge.total } }),
    steps: steps.list,
    total: steps.total,
    ...(isStale && { taxes_are_stale: true as const }),
    ...(shipping.stale && { shipping_is_stale: true as const }),
    ...(taxes?.same_gross && { same_gross: true as const }),
  })
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
  addUnitPrices(steps, line, quote)
  for (const { label, shares } of quote.discounts ?? []) {
    const share = Object.hasOwn(shares, key) ? shares[key] : undefined
    if (share !== undefined) steps.add('discount', negative(share), getLabel(label))
  }
  addTaxes(steps, taxes)
  const named = name === undefined ? undefined : { name }
  return Object.freeze({ key, id, ...named, qty, steps: steps.list, total: steps.total })
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
    return isExact(qty, { price: unit, offerDecimals }, { hasCurrency })
      ? multiplyByInteger(unit, qty)
      : timesQuantity(unit, qty, { decimals, rounding: 'half-up' })
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

type NamedAmount = Pick<TaxPortion, 'name' | 'amount'>

function addTaxes(steps: PriceSteps, { removed = [], portions = [], inclusive }: LineTaxes): void {
  for (const { name: label, amount } of removed)
    steps.add('tax_removed', negative(amount), { label })
  for (const { name: label, amount } of portions)
    if (inclusive) steps.add('tax', zero, { label, included: amount })
    else steps.add('tax', parse(amount), { label })
}

function explainTotal(
  { quote_total: lines, discounts = [], shipping, decimals = publishedDecimals }: Quote,
  taxes: QuoteTaxes | undefined,
): PriceSteps {
  const steps = new PriceSteps(decimals)
  steps.add('lines', parse(lines))
  for (const { label, amount } of discounts)
    steps.add('discount', negative(amount), getLabel(label))
  if (shipping.product !== null) {
    const { name: label, price } = shipping.product
    steps.add('shipping', parse(price), { label })
  }
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
   * a price `offered` by hand, its share of a `discount` of the quote, a `tax_removed` that the
   * price contains and the customer does not pay, and `tax`. Of the quote: `lines`, `discount`,
   * `shipping`, `tax_removed` and `tax`.
   */
  readonly type:
    | 'list'
    | 'calculated'
    | 'price_break'
    | 'rounding'
    | 'percent'
    | 'offered'
    | 'discount'
    | 'lines'
    | 'shipping'
    | 'tax_removed'
    | 'tax'
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

/** Collects the steps from 0 to an amount. */
class PriceSteps {
  readonly decimals: number
  readonly #steps: PriceStep[] = []
  #sum: Amount = zero

  constructor(decimals: number) {
    this.decimals = decimals
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
