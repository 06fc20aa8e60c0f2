import {
  type Amount,
  add,
  parseAmount,
  subtract,
  toDecimalString,
  zero,
} from '../../money/amount.js'
import { toFixed } from '../../money/rounding.js'
import { hasSelection } from '../model/counted-lines.js'
import { withKeys } from '../model/line-keys.js'
import type { Precision } from '../model/precision.js'
import {
  chargeNumber,
  type QuoteTaxes,
  shippingKey,
  type TableRate,
  type TaxPortion,
  type TaxRounding,
  type TaxTable,
  type TaxTotal,
} from '../model/pricing-fields.js'
import type { Quote } from '../model/quote.js'
import {
  type AppliedRate,
  compareRates,
  getKind,
  includedTaxes,
  type Portion,
  plainKind,
  type RateKind,
  rateId,
} from './apply-rates.js'
import { computeTaxes, getUntaxedKeys, isTaxedAlike } from './compute-taxes.js'
import { parsePartKey, splitBundles } from './tax-parts.js'
import type { ParsedTaxes } from './tax-response.js'
import { getQuantities, getTaxables } from './taxables.js'

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

/**
 * Returns the quote with its taxes, and lines with keys, to which the taxes refer. Pure.
 *
 * @param taxRounding What is rounded. A quote that has taxes keeps how they were rounded.
 */
export function withTaxes(
  quote: Quote,
  { parsed: returned, inclusive, exemptPrices, date }: PricedTaxes,
  taxRounding: TaxRounding,
  precision: Precision,
): Quote {
  const keyed = { ...quote, products: withKeys(quote.products) }
  const split = splitBundles(keyed)
  const { products } = split
  const taxables = getTaxables(split)
  const { decimals, rounding } = precision
  const chosen = getTaxRounding(quote, taxRounding)
  const quantities = chosen === 'unit' ? getQuantities({ products }) : undefined
  const isGross = inclusive && exemptPrices === 'gross'
  const table = getTable(quote, { parsed: returned, inclusive, exemptPrices })
  const parsed = hasSelection(quote) ? onlyFor(returned, taxables) : returned
  const { inclusive: isIncluded, ...computed } = computeTaxes(
    isGross ? { ...parsed, included: undefined } : parsed,
    taxables,
    { inclusive, taxRounding: chosen, decimals, rounding, quantities },
  )
  const { bases } = computed
  const portions = inLineOrder(computed.portions, products)
  const removed = inLineOrder(computed.removed, products)
  const list = (each: readonly Portion[], taxed: ReadonlyMap<string, Amount>) =>
    each.map((portion) => toTaxPortion(portion, taxed, precision))
  const taxes: QuoteTaxes = {
    inclusive: isIncluded,
    rounding: 'rates' in parsed ? chosen : 'provider',
    date,
    ...(parsed.reference === undefined ? undefined : { reference: parsed.reference }),
    ...(parsed.shipping === undefined || quote.shipping.product === null
      ? undefined
      : { shipping: parsed.shipping }),
    portions: list(portions, bases),
    rates: getTotals(portions, bases, {
      ...precision,
      isContained: isIncluded,
      order: 'rates' in parsed ? parsed.rates : undefined,
    }),
    ...(removed.length > 0 && {
      removed: {
        rounding: chosen,
        portions: list(removed, taxables),
        rates: getTotals(removed, taxables, {
          ...precision,
          isContained: true,
          order: parsed.included,
        }),
      },
    }),
    ...(isGross && paysWithoutTax(parsed, taxables) && { same_gross: true }),
    ...(table !== undefined && { table }),
  }
  return { ...keyed, taxes }
}

/** Returns what a provider has returned for some of the lines. */
function onlyFor(
  parsed: PricedTaxes['parsed'],
  taxables: ReadonlyMap<string, Amount>,
): PricedTaxes['parsed'] {
  const restrict = (rates: readonly AppliedRate[]) =>
    rates
      .map((rate) => ({ ...rate, keys: rate.keys.filter((key) => taxables.has(key)) }))
      .filter(({ keys }) => keys.length > 0)
  const included = parsed.included && restrict(parsed.included)
  return 'rates' in parsed
    ? { ...parsed, rates: restrict(parsed.rates), included }
    : { ...parsed, amounts: parsed.amounts.filter(({ key }) => taxables.has(key)), included }
}

/** Returns what the taxes of every selection are computed from; undefined if that is not known. */
function getTable(
  quote: Quote,
  { parsed, inclusive, exemptPrices }: Omit<PricedTaxes, 'date'>,
): TaxTable | undefined {
  if (!('rates' in parsed) || !hasSelection(quote)) return undefined
  const list = (rates: readonly AppliedRate[]): readonly TableRate[] =>
    rates.map((applied) => ({
      name: applied.name,
      rate: toDecimalString(applied.rate as Amount),
      ...getKind(applied),
      lines: applied.keys,
    }))
  return {
    inclusive,
    rates: list(parsed.rates),
    ...(parsed.included && { included: list(parsed.included) }),
    ...(inclusive && exemptPrices === 'gross' && { same_gross: true }),
  }
}

/**
 * Returns the taxes of the lines of a quote as they were priced for all lines.
 *
 * @param taxes Those of the offer, which has the table.
 */
export function pricedByTable(
  quote: Quote,
  { shipping, date }: QuoteTaxes,
  { inclusive, rates, included, same_gross: isGross }: TaxTable,
): PricedTaxes {
  const list = (each: readonly TableRate[]): readonly AppliedRate[] =>
    each.map((rate) => ({
      name: rate.name,
      rate: parseAmount(rate.rate) as number,
      ...getKind(rate),
      keys: rate.lines,
    }))
  const parsed = { rates: list(rates), included: included && list(included), shipping }
  return {
    parsed: onlyFor(parsed, getTaxables(quote)),
    inclusive,
    exemptPrices: isGross ? 'gross' : 'net',
    date,
  }
}

/** Returns how the taxes of a quote were rounded, or how they are if it has none from rates. */
function getTaxRounding({ taxes }: Quote, otherwise: TaxRounding): TaxRounding {
  if (taxes === undefined) return otherwise
  const { rounding, removed } = taxes
  return rounding === 'provider' ? (removed?.rounding ?? otherwise) : rounding
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
  // Charges come after the lines, in the order of their numbers.
  const afterLines = (key: string) => products.length + (chargeNumber(key) ?? Number.MAX_VALUE)
  const placed = portions.map((portion) => ({
    portion,
    position: positions.get(portion.key) ?? afterLines(portion.key),
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

/** How sums of portions are written. */
interface TotalsInput extends Pick<Precision, 'decimals' | 'rounding'> {
  /**
   * True if the prices include the taxes, so that each sum has the net amount beside its base.
   *
   * @default false
   */
  readonly isContained?: boolean | undefined
  /**
   * The rates in their order, in which compound ones are listed: each is one of those before it.
   *
   * @default That in which they come first.
   */
  readonly order?: readonly RateId[] | undefined
}

/** What distinguishes a rate from others of a quote. */
type RateId = RateKind & { readonly name: string; readonly rate?: number | undefined }

/**
 * Returns the sums of portions by name and rate, in the order in which they come first. Compound
 * ones are the last.
 */
export function getTotals(
  portions: readonly Portion[],
  taxables: ReadonlyMap<string, Amount>,
  input: TotalsInput,
): readonly TaxTotal[] {
  const { isContained = false } = input
  const included = isContained ? includedTaxes(portions) : undefined
  const totals = new Map<string, RateSum>()
  let total: RateSum | undefined
  for (const portion of portions) {
    const { key, name, rate, amount, base = taxables.get(key) ?? zero } = portion
    // Most quotes have one rate, so that looking up the sum would take longer than adding to it.
    if (total === undefined || !isSameRate(total, portion)) {
      const id = rateId(portion)
      total = totals.get(id) ?? { name, rate, ...getKind(portion), base: zero, amount: zero }
      totals.set(id, total)
    }
    total.base = add(total.base, base)
    total.amount = add(total.amount, amount)
    if (included === undefined || total.added || total.withheld) continue
    const { net = subtract(base, included.get(key) ?? zero) } = portion
    total.net = add(total.net ?? zero, net)
  }
  return inOrder([...totals.values()], input.order).map(
    ({ name, rate, base, net, amount, ...kind }) => ({
      name,
      ...(rate !== undefined && { rate: percent(rate) }),
      ...kind,
      base: show(base, input),
      ...(net !== undefined && { net: show(net, input) }),
      amount: show(amount, input),
    }),
  )
}

function inOrder(totals: readonly RateSum[], order: readonly RateId[] = []): readonly RateSum[] {
  if (!totals.some(({ compound }) => compound)) return totals
  const ids = order.map(rateId)
  const place = (total: RateSum) => (total.compound ? ids.indexOf(rateId(total)) + 1 : 0)
  return totals.toSorted((left, right) => place(left) - place(right))
}

function isSameRate(left: RateSum, right: Portion): boolean {
  return (
    left.name === right.name &&
    left.rate === right.rate &&
    left.compound === right.compound &&
    left.added === right.added &&
    left.withheld === right.withheld
  )
}

/** The sums of the portions of one rate, while they are added. */
interface RateSum extends RateKind {
  readonly name: string
  readonly rate: number | undefined
  base: Amount
  net?: Amount
  amount: Amount
}

/** @param taxed What the portions are taxes of, by key. */
function toTaxPortion(
  portion: Portion,
  taxed: ReadonlyMap<string, Amount>,
  precision: Precision,
): TaxPortion {
  const { key, name, rate: ofPrice } = portion
  const { line, part } = parsePartKey(key)
  // What a part of a line costs stands nowhere else.
  const { base = part === undefined ? undefined : taxed.get(key) } = portion
  const amount = show(portion.amount, precision)
  const rate = ofPrice === undefined ? undefined : percent(ofPrice)
  const kind = getKind(portion)
  // Lists the fields because V8 is slow to spread, and every line has a portion.
  if (base === undefined && kind === plainKind)
    return rate === undefined ? { line, name, amount } : { line, name, rate, amount }
  return {
    line,
    ...(part !== undefined && { part }),
    name,
    ...(rate !== undefined && { rate }),
    ...kind,
    ...(base !== undefined && { base: show(base, precision) }),
    amount,
  }
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
