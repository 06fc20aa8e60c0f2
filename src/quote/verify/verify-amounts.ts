import {
  type Amount,
  isGreaterThan,
  isNegative,
  parseAmount,
  subtract,
  toDecimalString,
  zero,
} from '../../money/amount.js'
import { hasAtMostDecimals, type RoundingMode, toFixed } from '../../money/rounding.js'
import type { FieldErrorCollector } from '../../validation/field-errors.js'
import { jsonEqual } from '../../validation/json-equal.js'
import { getDecimals } from '../lines/line-pricing.js'
import { parsePercent } from '../lines/line-request.js'
import { countedLines } from '../model/counted-lines.js'
import { isPaymentEvent, type PaymentPart } from '../model/payment-fields.js'
import { precisionOf, publishedDecimals } from '../model/precision.js'
import {
  maxChargePercent,
  type QuoteAmounts,
  type QuoteCharge,
  type QuoteDiscount,
  type QuoteTaxes,
  type TaxPortion,
  type TaxTotal,
  taxKinds,
} from '../model/pricing-fields.js'
import type { Quote } from '../model/quote.js'
import { getAmounts, hasMoreThanLines } from '../pricing/amounts.js'
import { applyCharges } from '../pricing/charges.js'
import { applyDiscounts } from '../pricing/discounts.js'
import { applyPaymentPlan } from '../pricing/payment-plan.js'
import { reservedTypes } from '../pricing/shipping.js'
import {
  type AppliedRate,
  getKind,
  type Portion,
  rateId,
  withoutTaxes,
} from '../taxes/apply-rates.js'
import { getTotals, pricedByTable, withTaxes } from '../taxes/price-taxes.js'
import { parsePartKey, splitBundles } from '../taxes/tax-parts.js'
import { getTaxables } from '../taxes/taxables.js'

/** Adds an error for each field about discounts, shipping and amounts that is not as it must be. */
export function verifyPricing(
  quote: Quote,
  modes: readonly RoundingMode[],
  errors: FieldErrorCollector,
): void {
  const { currency, decimals, discounts, charges, products, taxes } = quote
  if ((currency === undefined) !== (decimals === undefined))
    errors.add(['decimals'], 'must be present exactly if there is a currency')
  const refers = [discounts, charges, taxes].some((each) => each !== undefined)
  if (refers && products[0]?.key === null)
    errors.add(
      ['products', 0, 'key'],
      'must be set on every line if there are discounts, charges or taxes',
    )
  verifyShipping(quote, errors)
  if (discounts !== undefined) verifyDiscountTerms(quote, discounts, errors)
  if (charges !== undefined) verifyChargeTerms(quote, charges, errors)
  if (discounts !== undefined && errors.isEmpty) verifyDiscounts(quote, discounts, modes, errors)
  if (charges !== undefined && errors.isEmpty) verifyCharges(quote, charges, modes, errors)
  if (errors.isEmpty) verifyAmounts(quote, errors)
  if (quote.payment_plan !== undefined && errors.isEmpty)
    verifyPlan(quote, quote.payment_plan, modes, errors)
}

function verifyShipping(
  { shipping: { type, product, stale }, decimals = publishedDecimals }: Quote,
  errors: FieldErrorCollector,
): void {
  if ((type === 'no_additional') !== (product === null))
    errors.add(['shipping', 'product'], 'must be null exactly if the type is no_additional')
  if (stale && reservedTypes.includes(type))
    errors.add(['shipping', 'stale'], 'must be absent unless a provider prices the shipping')
  if (product === null) return
  const path = ['shipping', 'product', 'price']
  if (getDecimals(product.price) !== decimals) errors.add(path, `must have ${decimals} decimals`)
  if (product.price.startsWith('-')) errors.add(path, 'must not be negative')
}

/** What a discount says must be possible, and as it is written. */
function verifyDiscountTerms(
  quote: Quote,
  discounts: readonly QuoteDiscount[],
  errors: FieldErrorCollector,
): void {
  for (const [index, discount] of discounts.entries()) {
    if (errors.isFull) return
    const path = ['discounts', index]
    const { value, on, lines } = discount
    if (discount.type === 'percent' && parsePercent(value) === undefined)
      errors.add([...path, 'value'], 'must be a percent from 0 to 100')
    if (on !== undefined && lines !== undefined)
      errors.add([...path, 'lines'], 'must be absent if it is not taken off the lines alone')
    verifyTerms(quote, discount, path, errors)
  }
}

/** What a charge says must be possible, and as it is written. */
function verifyChargeTerms(
  quote: Quote,
  charges: readonly QuoteCharge[],
  errors: FieldErrorCollector,
): void {
  const keys = new Set<string>()
  for (const [index, charge] of charges.entries()) {
    if (errors.isFull) return
    const path = ['charges', index]
    const { key, type, value } = charge
    if (keys.has(key)) errors.add([...path, 'key'], 'must not be the key of another charge')
    keys.add(key)
    if (type === 'percent' && isGreaterThan(parseAmount(value) as Amount, maxPercent))
      errors.add([...path, 'value'], `must be a percent from 0 to ${maxChargePercent}`)
    verifyTerms(quote, charge, path, errors)
  }
}

const maxPercent = parseAmount(maxChargePercent) as Amount

/** Adds an error if a value is not written as it is stored, or a line takes no part. */
function verifyTerms(
  { products, decimals = publishedDecimals }: Quote,
  { type, value, lines = [] }: Pick<QuoteDiscount | QuoteCharge, 'type' | 'value' | 'lines'>,
  path: readonly PropertyKey[],
  errors: FieldErrorCollector,
): void {
  const keys = new Set(products.flatMap(({ key, price }) => (price < 0 ? [] : [key as string])))
  const amount = parseAmount(value) as Amount
  const isPercent = type === 'percent'
  if (isPercent && toDecimalString(amount) !== value)
    errors.add([...path, 'value'], 'must be a percent without zeros at the end')
  if (isNegative(amount) || (!isPercent && !hasAtMostDecimals(amount, decimals)))
    errors.add([...path, 'value'], `must be an amount with ${decimals} decimals`)
  if (!isPercent && getDecimals(value) !== decimals)
    errors.add([...path, 'value'], `must have ${decimals} decimals`)
  if (new Set(lines).size !== lines.length || !lines.every((key) => keys.has(key)))
    errors.add([...path, 'lines'], 'must be keys of lines, each once')
}

/** The discounts are computed again: by one way of rounding, all of it must be the same. */
function verifyDiscounts(
  quote: Quote,
  discounts: readonly QuoteDiscount[],
  modes: readonly RoundingMode[],
  errors: FieldErrorCollector,
): void {
  const candidates = modes.map((rounding) =>
    applyDiscounts(discounts, quote, precisionOf(quote, rounding)),
  )
  compareComputed('discounts', discounts, candidates, ['amount', 'shares', 'residue'], errors)
}

/** The charges are computed again, as the discounts are. */
function verifyCharges(
  quote: Quote,
  charges: readonly QuoteCharge[],
  modes: readonly RoundingMode[],
  errors: FieldErrorCollector,
): void {
  const { discounts = [] } = quote
  const lines = countedLines(quote)
  const candidates = modes.map((rounding) =>
    applyCharges(charges, lines, discounts, precisionOf(quote, rounding)),
  )
  compareComputed('charges', charges, candidates, ['amount', 'shares'], errors)
}

/** Adds an error for each computed field that differs from the first candidate, if all differ. */
function compareComputed<Each extends object>(
  list: 'discounts' | 'charges' | 'payment_plan',
  stored: readonly Each[],
  candidates: readonly (readonly Each[])[],
  fields: readonly (keyof Each & string)[],
  errors: FieldErrorCollector,
): void {
  if (candidates.some((expected) => jsonEqual(expected, stored))) return
  const [expected = []] = candidates
  for (const [index, each] of stored.entries())
    for (const field of fields) {
      const must = expected[index]?.[field]
      if (jsonEqual(each[field], must)) continue
      const shown = must === undefined ? 'absent' : JSON.stringify(must)
      const cut = shown.length > 200 ? `${shown.slice(0, 200)}…` : shown
      errors.add([list, index, field], `must be ${cut}`)
    }
  if (errors.isEmpty) errors.add([list], 'must be rounded in one way')
}

/** The amounts of the payment plan are computed again, as the discounts are. */
function verifyPlan(
  quote: Quote,
  parts: readonly PaymentPart[],
  modes: readonly RoundingMode[],
  errors: FieldErrorCollector,
): void {
  const { decimals = publishedDecimals } = quote
  for (const [index, { type, value, due, days }] of parts.entries()) {
    const path = ['payment_plan', index]
    if ((value === undefined) !== (type === 'rest'))
      errors.add([...path, 'value'], type === 'rest' ? 'must be absent' : 'is required')
    if (days !== undefined && !isPaymentEvent(due)) errors.add([...path, 'days'], 'must be absent')
    if (value === undefined) continue
    const amount = parseAmount(value) as Amount
    const isPercent = type === 'percent'
    if (!isGreaterThan(amount, zero)) errors.add([...path, 'value'], 'must be above 0')
    if (isPercent && toDecimalString(amount) !== value)
      errors.add([...path, 'value'], 'must be a percent without zeros at the end')
    if (!isPercent && getDecimals(value) !== decimals)
      errors.add([...path, 'value'], `must have ${decimals} decimals`)
  }
  if (parts.filter(({ type }) => type === 'rest').length !== 1)
    errors.add(['payment_plan'], 'must have one part of the type rest')
  if (!errors.isEmpty) return
  const candidates = modes.map((rounding) =>
    applyPaymentPlan(parts, quote, precisionOf(quote, rounding)),
  )
  compareComputed('payment_plan', parts, candidates, ['amount'], errors)
}

const amountFields = [
  'lines',
  'discounts',
  'charges',
  'shipping',
  'taxes',
  'taxes_removed',
  'taxes_added',
  'total',
  'withheld',
  'rounding',
  'rounding_step',
  'payable',
  'upfront',
  'recurring',
] as const satisfies readonly (keyof QuoteAmounts)[]

function verifyAmounts(quote: Quote, errors: FieldErrorCollector): void {
  const { amounts, seal } = quote
  const hasMore = hasMoreThanLines(quote) || amounts?.rounding_step !== undefined
  if (amounts === undefined) {
    // Quotes that were sent before there were amounts have none.
    if (hasMore) errors.add(['amounts'], 'are required, as there is more than the lines')
    return
  }
  if (!hasMore && seal === undefined)
    errors.add(['amounts'], 'must be absent until there is more than the lines, or an offer')
  const step = parseAmount(amounts.rounding_step)
  if (step !== undefined && !isGreaterThan(step, zero)) {
    errors.add(['amounts', 'rounding_step'], 'must be above 0')
    return
  }
  const expected = getAmounts(quote, precisionOf(quote, 'half-up'))
  for (const field of amountFields) {
    if (jsonEqual(amounts[field], expected[field])) continue
    const must = expected[field]
    const shown = typeof must === 'object' ? JSON.stringify(must) : (must ?? 'absent')
    errors.add(['amounts', field], `must be ${shown}, as the quote adds up`)
  }
}

/**
 * Adds an error for each field about taxes that is not as it must be. Taxes that are stale are of
 * an earlier version of the lines, so only their own sums can be verified.
 */
export function verifyTaxes(
  offer: Quote,
  modes: readonly RoundingMode[],
  errors: FieldErrorCollector,
): void {
  const quote = splitBundles(offer)
  const { taxes } = quote
  if (taxes === undefined) return
  const { removed, inclusive, rounding, same_gross: sameGross } = taxes
  const taxables = getTaxables(quote)
  if (inclusive && removed !== undefined)
    errors.add(['taxes', 'removed'], 'must be absent if the prices include the taxes')
  if (!inclusive && sameGross)
    errors.add(['taxes', 'same_gross'], 'must be absent unless the prices include the taxes')
  if (removed !== undefined && rounding !== 'provider' && removed.rounding !== rounding)
    errors.add(['taxes', 'removed', 'rounding'], `must be ${rounding}, as of the taxes`)
  if (removed !== undefined) {
    const list = { ...removed, path: ['taxes', 'removed'], bases: taxables, isContained: true }
    verifyList(quote, { ...list, isComputed: true }, errors)
  }
  if (!errors.isEmpty) return
  const bases =
    removed === undefined ? taxables : withoutTaxes(taxables, removed.portions.map(toPortion))
  const list = {
    ...taxes,
    path: ['taxes'],
    bases,
    isContained: inclusive,
    isComputed: rounding !== 'provider',
  }
  verifyList(quote, list, errors)
  if (!errors.isEmpty || taxes.stale) return
  if (rounding !== 'provider' || removed !== undefined) verifyRounding(offer, modes, errors)
  else if (inclusive) verifyIncluded(quote, taxes, errors)
}

/** The taxes of a quote, or those that were removed from its prices. */
interface VerifiedTaxes {
  readonly portions: readonly TaxPortion[]
  readonly rates: readonly TaxTotal[]
  readonly path: readonly string[]
  /** What is taxed, by key. */
  readonly bases: ReadonlyMap<string, Amount>
  /** True if the prices include the taxes. */
  readonly isContained: boolean
  readonly isComputed: boolean
}

function verifyList(quote: Quote, list: VerifiedTaxes, errors: FieldErrorCollector): void {
  verifyPortions(quote, list, errors)
  if (errors.isEmpty) verifySums(quote, list, errors)
}

function verifyPortions(
  { taxes, decimals = publishedDecimals }: Quote,
  { portions, path: parent, bases, isComputed }: VerifiedTaxes,
  errors: FieldErrorCollector,
): void {
  const seen = new Set<string>()
  for (const [index, portion] of portions.entries()) {
    if (errors.isFull) return
    const { line, name, rate, base, amount } = portion
    const path = [...parent, 'portions', index]
    if (!taxes?.stale && !bases.has(line))
      errors.add([...path, 'line'], 'must be the key of a line, or shipping if it costs something')
    const isBelow = isNegative(bases.get(line) ?? zero)
    if (isNegative(parseAmount(amount) as Amount) && !isBelow && !taxes?.stale)
      errors.add([...path, 'amount'], 'must not be negative')
    if (getDecimals(amount) !== decimals)
      errors.add([...path, 'amount'], `must have ${decimals} decimals`)
    if (base !== undefined && getDecimals(base) !== decimals)
      errors.add([...path, 'base'], `must have ${decimals} decimals`)
    if (!taxes?.stale && parsePartKey(line).part !== undefined && isPlainPortion(portion)) {
      const must = toFixed(bases.get(line) ?? zero, decimals, 'half-up')
      if (base !== must) errors.add([...path, 'base'], `must be ${must}, what the part costs`)
    }
    if (isComputed && rate === undefined)
      errors.add([...path, 'rate'], 'is required, as the taxes are computed from rates')
    const id = JSON.stringify([line, rateId({ ...portion, name, rate })])
    if (seen.has(id)) errors.add(path, 'must be the only one of its line, name and rate')
    seen.add(id)
  }
}

/** Returns true for a tax of all that something costs. */
const isPlainPortion = ({ compound, added, withheld }: TaxPortion) =>
  !compound && !added && !withheld

function verifySums(
  quote: Quote,
  { portions, rates, path: parent, bases, isContained }: VerifiedTaxes,
  errors: FieldErrorCollector,
): void {
  const order = rates.map((rate) => ({
    ...rate,
    rate: rate.rate === undefined ? undefined : (parseAmount(rate.rate) as number),
  }))
  const input = { ...precisionOf(quote, 'half-up'), isContained, order }
  const expected = getTotals(portions.map(toPortion), bases, input)
  if (rates.length !== expected.length) {
    errors.add([...parent, 'rates'], 'must be the sums of the portions by name and rate')
    return
  }
  for (const [index, must] of expected.entries()) {
    const sum = rates[index]
    const path = [...parent, 'rates', index]
    if (sum?.name !== must.name) errors.add([...path, 'name'], `must be ${must.name}`)
    if (sum?.rate !== must.rate) errors.add([...path, 'rate'], `must be ${must.rate ?? 'absent'}`)
    if (sum?.amount !== must.amount)
      errors.add([...path, 'amount'], `must be ${must.amount}, the sum of the portions`)
    for (const kind of taxKinds)
      if (sum?.[kind] !== must[kind])
        errors.add([...path, kind], `must be ${must[kind] ?? 'absent'}, as of the portions`)
    if (!quote.taxes?.stale && sum?.base !== must.base)
      errors.add([...path, 'base'], `must be ${must.base}, the sum of what is taxed`)
    // Earlier releases had none, and parts of shipping have their own, which are computed again.
    const isKnown = sum?.net !== undefined && quote.taxes?.shipping === undefined
    if (isKnown && !quote.taxes?.stale && sum.net !== must.net)
      errors.add([...path, 'net'], `must be ${must.net ?? 'absent'}, the base without its taxes`)
  }
}

/** Taxes that a provider has calculated are part of the prices that include them. */
function verifyIncluded(quote: Quote, taxes: QuoteTaxes, errors: FieldErrorCollector): void {
  const taxables = getTaxables(quote)
  const left = new Map(taxables)
  for (const [index, { line, amount, withheld }] of taxes.portions.entries()) {
    if (withheld) continue
    const rest = subtract(left.get(line) ?? zero, parseAmount(amount) as Amount)
    left.set(line, rest)
    const isBelow = isNegative(taxables.get(line) ?? zero)
    if (isBelow ? isGreaterThan(rest, zero) : isNegative(rest))
      errors.add(
        ['taxes', 'portions', index, 'amount'],
        'must be at most what the line costs, which includes it',
      )
  }
}

function toPortion(portion: TaxPortion): Portion {
  const { line, name, rate, base, amount } = portion
  const parsedRate = rate === undefined ? undefined : (parseAmount(rate) as number)
  const parsed = { key: line, name, rate: parsedRate, amount: parseAmount(amount) as Amount }
  const ofBase = base === undefined ? undefined : (parseAmount(base) as Amount)
  return { ...parsed, ...getKind(portion), base: ofBase }
}

/** The taxes are computed again: by one way of rounding, all of it must be the same. */
function verifyRounding(
  quote: Quote,
  modes: readonly RoundingMode[],
  errors: FieldErrorCollector,
): void {
  const split = splitBundles(quote)
  const { taxes: ofLines } = split as { readonly taxes: QuoteTaxes }
  const { taxes } = quote as { readonly taxes: QuoteTaxes }
  const { inclusive, date, rounding, removed, table } = taxes
  const included = ofLines.removed && getRates(split, ofLines.removed)
  const parsed =
    rounding === 'provider'
      ? { amounts: ofLines.portions.map(toPortion), included, shipping: taxes.shipping }
      : { rates: getRates(split, ofLines), included, shipping: taxes.shipping }
  const taxRounding = removed?.rounding ?? (rounding === 'provider' ? 'line' : rounding)
  const priced = table
    ? pricedByTable(quote, taxes, table)
    : { parsed, inclusive: inclusive || removed !== undefined, date }
  const candidates = modes.map(
    (mode) => withTaxes(quote, priced, taxRounding, precisionOf(quote, mode)).taxes,
  )
  const isSame = (each: QuoteTaxes | undefined) =>
    jsonEqual(each?.portions, taxes.portions) &&
    jsonEqual(each?.removed?.portions, removed?.portions) &&
    taxes.rates.every(({ net }, index) => net === undefined || net === each?.rates[index]?.net)
  if (candidates.some(isSame)) return
  const [expected] = candidates
  const compare = (
    path: readonly string[],
    list: readonly TaxPortion[],
    must: typeof list = [],
  ) => {
    for (const [index, portion] of list.entries())
      if (!jsonEqual(portion, must[index]))
        errors.add(
          [...path, index],
          `must be ${must[index]?.amount ?? 'absent'}, as it is computed from the rate`,
        )
  }
  compare(['taxes', 'portions'], taxes.portions, expected?.portions)
  if (removed)
    compare(['taxes', 'removed', 'portions'], removed.portions, expected?.removed?.portions)
  if (errors.isEmpty) errors.add(['taxes', 'portions'], 'must be rounded in one way')
}

/** Returns the rates that apply, in the order in which they come first. */
function getRates(
  quote: Quote,
  { portions, rates }: Pick<QuoteTaxes, 'portions' | 'rates'>,
): readonly AppliedRate[] {
  const order = [...getTaxables(quote).keys()]
  const positions = new Map(order.map((key, index) => [key, index]))
  const position = (key: string) => positions.get(key) ?? order.length
  const keysOf = new Map<string, string[]>()
  for (const portion of portions) {
    const id = rateId(portion)
    const keys = keysOf.get(id)
    if (keys === undefined) keysOf.set(id, [portion.line])
    else keys.push(portion.line)
  }
  return rates.map((rate) => ({
    name: rate.name,
    rate: parseAmount(rate.rate ?? '0') as number,
    ...getKind(rate),
    keys: (keysOf.get(rateId(rate)) ?? []).toSorted(
      (left, right) => position(left) - position(right),
    ),
  }))
}
