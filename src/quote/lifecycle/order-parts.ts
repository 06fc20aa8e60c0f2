import { sum } from '../../money/allocation.js'
import { type Amount, add, parseAmount, subtract, toExactNumber, zero } from '../../money/amount.js'
import {
  hasAtMostDecimals,
  maxDecimals,
  multiplyRatio,
  roundToStep,
  toFixed,
} from '../../money/rounding.js'
import { deepFreeze } from '../../validation/deep-freeze.js'
import { assertQuote } from '../model/assert-quote.js'
import { getLineKey, withKeys } from '../model/line-keys.js'
import type { OrderedLine } from '../model/order-fields.js'
import { publishedDecimals } from '../model/precision.js'
import {
  type QuoteAmounts,
  type QuoteCharge,
  type QuoteDiscount,
  type QuoteTaxes,
  type TaxPortion,
  type TaxTotal,
  taxKinds,
} from '../model/pricing-fields.js'
import { fromThousandths, toThousandths } from '../model/product-fields.js'
import type { ProductLine, Quote } from '../model/quote.js'
import { getAmounts } from '../pricing/amounts.js'
import { chooseLines, lineTotals, quoteTotals } from '../pricing/line-totals.js'
import { getAcceptedQuote } from '../selection/select-quote.js'
import { getTaxables } from '../taxes/taxables.js'

/** The parts in which an accepted quote was ordered, and what they leave. */
export interface OrderParts {
  /**
   * What was ordered, by the order of the parts: quotes of just these lines and quantities, with
   * amounts of their own, and the id of their order. The accepted quote if it was ordered as a
   * whole.
   */
  readonly ordered: readonly Quote[]
  /** What is not ordered. Undefined if everything is. */
  readonly open: Quote | undefined
  /** True if `open` is not to be ordered any more, because `closeOrder` has closed it. */
  readonly isClosed: boolean
}

/**
 * Returns the parts in which an accepted quote was ordered, and what is left of it. What each line,
 * discount, charge and tax costs sums to what was accepted, to the cent: with a part, a line costs
 * what all parts up to this one cost, less what those before it cost, each rounded once. Shipping
 * and fixed charges that are taxed by themselves belong to the first part. Pure.
 *
 * A part has the acceptance of the whole, and no payment plan. Its amounts are shares, so it is no
 * offer that `verifyQuote` could verify: verify the quote that it is a part of.
 *
 * @throws QuoteError `invalid_request` if `quote` is no quote
 *
 * @example
 * const { ordered, open } = getOrderParts(quote)
 * ordered.map(({ order, amounts }) => [order?.id, amounts?.total])
 */
export function getOrderParts(quote: Quote): OrderParts {
  assertQuote(quote)
  const { acceptance, order, order_parts: parts = [] } = quote
  if (acceptance === undefined) return { ordered: [], open: undefined, isClosed: false }
  const whole = getAcceptedQuote(quote)
  const isOrdered = order?.id !== undefined
  if (parts.length === 0)
    return {
      ordered: isOrdered ? [whole] : [],
      open: isOrdered ? undefined : whole,
      isClosed: false,
    }
  const ordered: Quote[] = []
  let before: Quantities = none
  for (const { id, key, lines } of parts) {
    const after = addLines(before, lines)
    const placed = { ...(key !== undefined && { key }), id }
    ordered.push(takePart(whole, before, after, { status: 'ordered', order: placed }))
    before = after
  }
  const lines = openLinesOf(whole, before)
  if (lines.length === 0) return { ordered, open: undefined, isClosed: false }
  const status = isOrdered ? 'accepted' : quote.status
  const open = takePart(whole, before, addLines(before, lines), { status })
  return { ordered, open, isClosed: isOrdered }
}

/**
 * Returns what was ordered of a quote whose rest was closed, as one quote. Undefined if nothing of
 * it was closed.
 */
export function getClosedOrder(quote: Quote): Quote | undefined {
  const { order, order_parts: parts } = quote
  if (parts === undefined || order?.id === undefined) return undefined
  const whole = getAcceptedQuote(quote)
  const ordered = orderedQuantities(parts)
  return openLinesOf(whole, ordered).length === 0 ? undefined : takePart(whole, none, ordered)
}

/** Returns what of an accepted quote is not ordered yet, by line, in the order of the lines. */
export function getOpenLines(quote: Quote): readonly OrderedLine[] {
  const { acceptance, order, order_parts: parts = [] } = quote
  if (acceptance === undefined || order?.id !== undefined) return []
  return openLinesOf(getAcceptedQuote(quote), orderedQuantities(parts))
}

/** Returns the part of an accepted quote that is ordered next. */
export function takeNextPart(quote: Quote, lines: readonly OrderedLine[]): Quote {
  const before = orderedQuantities(quote.order_parts ?? [])
  const { order, status } = quote
  return takePart(getAcceptedQuote(quote), before, addLines(before, lines), { order, status })
}

/** Quantities by the keys of their lines, in thousandths, which are exact. */
type Quantities = ReadonlyMap<string, number>

const none: Quantities = new Map()

function orderedQuantities(parts: readonly { readonly lines: readonly OrderedLine[] }[]) {
  return parts.reduce((before, { lines }) => addLines(before, lines), none)
}

function addLines(before: Quantities, lines: readonly OrderedLine[]): Quantities {
  const after = new Map(before)
  for (const { key, qty } of lines) after.set(key, (after.get(key) ?? 0) + toThousandths(qty))
  return after
}

function openLinesOf({ products }: Quote, ordered: Quantities): readonly OrderedLine[] {
  return products.flatMap((line, index) => {
    const key = getLineKey(line, index)
    const open = toThousandths(line.qty) - (ordered.get(key) ?? 0)
    return open > 0 ? [{ key, qty: fromThousandths(open) }] : []
  })
}

/** What a part takes of an accepted quote: what is in `after`, and not in `before`. */
interface Cut {
  /** All quantities of the accepted quote. */
  readonly quantities: Quantities
  readonly before: Quantities
  readonly after: Quantities
  /** True for the first part, which has what belongs to no line. */
  readonly isFirst: boolean
  /** The decimals of the quote. */
  readonly decimals: number
}

/** Returns a quote of what is in `after` and not in `before`, with an order of its own. Frozen. */
function takePart(
  whole: Quote,
  before: Quantities,
  after: Quantities,
  { order, status = whole.status }: PartState = {},
): Quote {
  const products = withKeys(whole.products)
  const { decimals = publishedDecimals, discounts, charges, sections, taxes, shipping } = whole
  const quantities = new Map(products.map(({ key, qty }) => [key as string, toThousandths(qty)]))
  const isFirst = before.size === 0
  const cut = withCharges({ ...whole, products }, { quantities, before, after, isFirst, decimals })
  const lines = products.flatMap((line) => lineOfPart(line, cut))
  const keys = new Set(lines.map(({ key }) => key as string))
  const filled = new Set(lines.map(({ section }) => section))
  const left = omit(whole, replacedFields)
  const untaxed: Quote = {
    ...left,
    status,
    products: lines,
    product_order: whole.product_order?.filter((key) => keys.has(key)) ?? null,
    ...(sections && { sections: sections.filter(({ key }) => filled.has(key)) }),
    ...quoteTotals(lines, { decimals, rounding: 'half-up' }),
    shipping: cut.isFirst ? shipping : { type: shipping.type, product: null },
    ...(discounts && { discounts: discounts.flatMap((each) => discountOfPart(each, keys, cut)) }),
    ...(charges && { charges: charges.flatMap((each) => chargeOfPart(each, keys, cut)) }),
    ...(order && { order: omit(order, ['lines', 'attempts']) }),
  }
  const part = taxes
    ? { ...untaxed, taxes: taxesOfPart(taxes, { ...whole, products }, untaxed, cut) }
    : untaxed
  return deepFreeze(withAmountsOfPart(omitEmpty(part), whole, cut))
}

/**
 * Returns a cut in which charges that are taxed by themselves have quantities, as lines have: those
 * by the piece the pieces of their lines, and percentages what their lines cost. A fixed amount has
 * none.
 */
function withCharges({ charges = [], products }: Quote, cut: Cut): Cut {
  const counted = charges.filter(({ shares, type }) => shares === undefined && type !== 'amount')
  if (counted.length === 0) return cut
  const quantities = new Map(cut.quantities)
  const before = new Map(cut.before)
  const after = new Map(cut.after)
  const totals = lineTotals(products)
  for (const charge of counted)
    for (const ordered of [quantities, before, after]) {
      const sums = chooseLines(charge, totals).map(({ key, left }) => {
        const qty = ordered.get(key) ?? 0
        if (charge.type === 'unit') return qty
        return Number(upTo(left, qty, cut.quantities.get(key) ?? 0, cut.decimals))
      })
      ordered.set(
        charge.key,
        sums.reduce((all, each) => all + each, 0),
      )
    }
  return { ...cut, quantities, before, after }
}

/** What a part has become. */
interface PartState {
  readonly order?: Quote['order'] | undefined
  /** @default That of the whole. */
  readonly status?: Quote['status'] | undefined
}

/** The fields of the whole that a part does not have, or has of its own. */
const replacedFields = [
  'payment_plan',
  'payments',
  'proposals',
  'order',
  'order_parts',
  'amounts',
  'taxes',
] as const

/**
 * Returns what a part has of an amount: what is due of it up to the part, less what was due before,
 * each rounded once. What belongs to no line goes with the first part.
 */
function shareOf(key: string, amount: Amount, cut: Cut, decimals = cut.decimals): Amount {
  const { quantities, before, after, isFirst } = cut
  const whole = quantities.get(key)
  if (whole === undefined) return isFirst ? amount : zero
  // A charge of lines that cost nothing belongs to the first of them.
  if (whole === 0) return isFirst ? amount : zero
  const ofOrdered = (ordered = 0) => upTo(amount, ordered, whole, decimals)
  return subtract(ofOrdered(after.get(key)), ofOrdered(before.get(key)))
}

/** Returns what is due of an amount once so much of the whole is ordered. */
function upTo(amount: Amount, ordered: number, whole: number, decimals: number): Amount {
  if (ordered >= whole) return amount
  return ordered === 0 ? zero : multiplyRatio(amount, ordered, whole, decimals, 'half-up')
}

function lineOfPart(line: ProductLine, cut: Cut): readonly ProductLine[] {
  const key = line.key as string
  const taken = (cut.after.get(key) ?? 0) - (cut.before.get(key) ?? 0)
  if (taken === 0) return []
  if (taken === cut.quantities.get(key)) return [line]
  const atList = parse(line.price_total)
  // Without a currency, a sum of list prices can have more decimals than the quote.
  const decimals = hasAtMostDecimals(atList, cut.decimals) ? cut.decimals : maxDecimals
  const priceTotal = shareOf(key, atList, cut, decimals)
  const quoteTotal = shareOf(key, parse(line.quote_total), cut)
  return [
    {
      ...line,
      qty: fromThousandths(taken),
      price_total: toExactNumber(priceTotal) as number,
      quote_total: show(quoteTotal, cut),
      discount_total: toExactNumber(subtract(priceTotal, quoteTotal)) as number,
    },
  ]
}

type Shares = Readonly<Record<string, string>>

/** Returns the shares that a part has of a discount or a charge. Undefined for none. */
function sharesOfPart(shares: Shares, keys: ReadonlySet<string>, cut: Cut) {
  const taken = Object.entries(shares).filter(([key]) =>
    cut.quantities.has(key) ? keys.has(key) : cut.isFirst,
  )
  if (taken.length === 0) return undefined
  const amounts = taken.map(([key, amount]) => [key, shareOf(key, parse(amount), cut)] as const)
  return {
    amount: show(sum(amounts.map(([, amount]) => amount)), cut),
    shares: Object.fromEntries(amounts.map(([key, amount]) => [key, show(amount, cut)])) as Shares,
  }
}

function linesOfPart(lines: readonly string[] | undefined, keys: ReadonlySet<string>) {
  const taken = lines?.filter((key) => keys.has(key)) ?? []
  return taken.length > 0 ? { lines: taken } : {}
}

/** A percentage stays one. What any other discount takes off is an amount of the part. */
function discountOfPart(discount: QuoteDiscount, keys: ReadonlySet<string>, cut: Cut) {
  const { residue: _, lines, ...terms } = discount
  const taken = sharesOfPart(discount.shares, keys, cut)
  const isPercent = discount.type === 'percent'
  if (taken === undefined || (!isPercent && Number(taken.amount) === 0)) return []
  const value = isPercent ? {} : { type: 'amount' as const, value: taken.amount }
  return [{ ...terms, ...value, ...linesOfPart(lines, keys), ...taken }]
}

/** A charge without shares is taxed by itself. A fixed amount of them belongs to the first part. */
function chargeOfPart(charge: QuoteCharge, keys: ReadonlySet<string>, cut: Cut) {
  const { lines, ...terms } = charge
  const ofLines = linesOfPart(lines, keys)
  if (charge.shares === undefined) {
    const amount = show(shareOf(charge.key, parse(charge.amount), cut), cut)
    const isTaken = cut.isFirst ? !isLater(charge.key, cut) : isAmong(charge.key, cut)
    return isTaken ? [{ ...terms, ...ofLines, amount }] : []
  }
  const taken = sharesOfPart(charge.shares, keys, cut)
  if (taken === undefined) return []
  const value = charge.type === 'amount' ? { value: taken.amount } : {}
  return [{ ...terms, ...value, ...ofLines, ...taken }]
}

/** Returns the taxes of a part: of each portion of its lines, what the part has of it. */
function taxesOfPart(taxes: QuoteTaxes, whole: Quote, part: Quote, cut: Cut): QuoteTaxes {
  // The reference of the provider is that of the whole.
  const { removed, table: _, reference: __, ...rest } = taxes
  const ofWhole = getTaxables(whole)
  // A fixed charge that is taxed by itself is taxed with the first part, whatever it is for.
  const others = [...ofWhole].filter(([key]) => cut.isFirst && !cut.quantities.get(key))
  const goods = { whole: ofWhole, part: new Map([...getTaxables(part), ...others]) }
  const split = (of: TaxParts, bases: Bases): TaxParts => {
    const portions = of.portions.flatMap((each) => portionOfPart(each, cut))
    return { portions, rates: ratesOfPart(of, portions, bases, cut) }
  }
  if (removed === undefined) return { ...rest, ...split(taxes, goods) }
  const removedParts = split(removed, goods)
  const net = {
    whole: lessPortions(goods.whole, removed.portions),
    part: lessPortions(goods.part, removedParts.portions),
  }
  return {
    ...rest,
    ...split(taxes, net),
    ...(removedParts.portions.length > 0 && { removed: { ...removed, ...removedParts } }),
  }
}

type TaxParts = Pick<QuoteTaxes, 'portions' | 'rates'>

/** What is taxed, by key, of the accepted quote and of a part of it. */
interface Bases {
  readonly whole: ReadonlyMap<string, Amount>
  readonly part: ReadonlyMap<string, Amount>
}

/** Returns true if a part has something of a line, or of a charge that has quantities. */
function isAmong(key: string, { before, after }: Cut): boolean {
  return (after.get(key) ?? 0) > (before.get(key) ?? 0)
}

/** Returns true for a charge with quantities of which the first part has nothing. */
function isLater(key: string, cut: Cut): boolean {
  return (cut.quantities.get(key) ?? 0) > 0 && !isAmong(key, cut)
}

function portionOfPart(portion: TaxPortion, cut: Cut): readonly TaxPortion[] {
  const { line, base, amount } = portion
  if (cut.quantities.get(line) ? !isAmong(line, cut) : !cut.isFirst) return []
  return [
    {
      ...portion,
      ...(base !== undefined && { base: show(shareOf(line, parse(base), cut), cut) }),
      amount: show(shareOf(line, parse(amount), cut), cut),
    },
  ]
}

/**
 * Returns the sums of the portions of a part, by rate. What the bases of a rate have besides those
 * of its portions, such as what shipping has of them, goes with the first part.
 */
function ratesOfPart(
  whole: TaxParts,
  portions: readonly TaxPortion[],
  bases: Bases,
  cut: Cut,
): readonly TaxTotal[] {
  const ofPart = basesOf(portions, bases.part)
  const ofWhole = basesOf(whole.portions, bases.whole)
  return whole.rates.flatMap((rate) => {
    const taken = portions.filter((each) => isOfRate(each, rate))
    if (taken.length === 0) return []
    const all = whole.portions.filter((each) => isOfRate(each, rate))
    const sumBases = (name: keyof TaxedBase, total: string) => {
      const summed = sum(taken.map((each) => ofPart.get(each)?.[name] ?? zero))
      if (!cut.isFirst) return show(summed, cut)
      const known = sum(all.map((each) => ofWhole.get(each)?.[name] ?? zero))
      return show(add(summed, subtract(parse(total), known)), cut)
    }
    return [
      {
        ...rate,
        base: sumBases('base', rate.base),
        ...(rate.net !== undefined && { net: sumBases('net', rate.net) }),
        amount: show(sum(taken.map(({ amount }) => parse(amount))), cut),
      },
    ]
  })
}

/** What a portion is the tax of, with its taxes and without those that it includes. */
interface TaxedBase {
  readonly base: Amount
  readonly net: Amount
}

/** Returns the base of each portion. Those of one key have one base, unless they name their own. */
function basesOf(
  portions: readonly TaxPortion[],
  taxables: ReadonlyMap<string, Amount>,
): ReadonlyMap<TaxPortion, TaxedBase> {
  const idOf = ({ line, base = '' }: TaxPortion) => JSON.stringify([line, base])
  const included = new Map<string, Amount>()
  for (const portion of portions) {
    if (portion.added || portion.withheld) continue
    const id = idOf(portion)
    included.set(id, add(included.get(id) ?? zero, parse(portion.amount)))
  }
  return new Map(
    portions.map((portion) => {
      const { line, base: own } = portion
      const base = own === undefined ? (taxables.get(line) ?? zero) : parse(own)
      return [portion, { base, net: subtract(base, included.get(idOf(portion)) ?? zero) }] as const
    }),
  )
}

const isOfRate = (portion: TaxPortion, rate: TaxTotal) =>
  portion.name === rate.name &&
  portion.rate === rate.rate &&
  taxKinds.every((kind) => portion[kind] === rate[kind])

function lessPortions(
  taxables: ReadonlyMap<string, Amount>,
  portions: readonly TaxPortion[],
): ReadonlyMap<string, Amount> {
  const left = new Map(taxables)
  for (const { line, amount } of portions)
    left.set(line, subtract(left.get(line) ?? zero, parse(amount)))
  return left
}

/** Returns a part with what it adds up to. */
function withAmountsOfPart(part: Quote, whole: Quote, cut: Cut): Quote {
  const amounts = getAmounts(part, { decimals: cut.decimals, rounding: 'half-up' })
  const left = leftOf(amounts)
  const { rounding_step: step } = whole.amounts ?? {}
  if (step === undefined) return { ...part, amounts, total: toExactNumber(left) as number }
  const payable = subtract(roundedUpTo(whole, cut.after), roundedUpTo(whole, cut.before))
  const rounding = show(subtract(payable, left), cut)
  const cash = { rounding, rounding_step: step, payable: show(payable, cut) }
  return { ...part, amounts: { ...amounts, ...cash }, total: toExactNumber(payable) as number }
}

/** Returns what is paid before cash rounding. */
function leftOf({ total, withheld = '0' }: QuoteAmounts): Amount {
  return subtract(parse(total), parse(withheld))
}

/** Returns what is paid in cash once these quantities are ordered, so that each part can be. */
function roundedUpTo(whole: Quote, ordered: Quantities): Amount {
  const { rounding_step: step, payable = '0', ...amounts } = whole.amounts as QuoteAmounts
  if (ordered.size === 0) return zero
  if (openLinesOf(whole, ordered).length === 0) return parse(payable)
  const unrounded = takePart({ ...whole, amounts }, none, ordered)
  return roundToStep(leftOf(unrounded.amounts as QuoteAmounts), parse(step as string), 'half-up')
}

const parse = (value: number | string) => parseAmount(value) as Amount

const show = (amount: Amount, { decimals }: Pick<Cut, 'decimals'>) =>
  toFixed(amount, decimals, 'half-up')

function omit<T extends object, Name extends keyof T>(value: T, names: readonly Name[]) {
  const copy: Partial<T> = { ...value }
  for (const name of names) delete copy[name]
  return copy as Omit<T, Name>
}

/** Returns a quote without lists that are absent if there is nothing in them. */
function omitEmpty(quote: Quote): Quote {
  const lists = ['discounts', 'charges', 'sections'] as const
  return omit(
    quote,
    lists.filter((name) => quote[name]?.length === 0),
  ) as Quote
}
