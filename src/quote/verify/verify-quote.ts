import {
  type Amount,
  add,
  equals,
  isGreaterThan,
  isNegative,
  multiplyByInteger,
  parseAmount,
  parseUnitAmount,
  subtract,
  toDecimalString,
  zero,
} from '../../money/amount.js'
import { type RoundingMode, roundingModes, toFixed } from '../../money/rounding.js'
import { FieldErrorCollector } from '../../validation/field-errors.js'
import { getOpenLines } from '../lifecycle/order-parts.js'
import { componentTotal } from '../lines/bundles.js'
import { isCustomLine } from '../lines/custom-line.js'
import {
  getDecimals,
  getLineTotals,
  isExact,
  type LineAmountField,
  pricesFromLine,
  pricesLessPercent,
} from '../lines/line-pricing.js'
import { componentFields, shareWeight, wholeShare } from '../model/component-fields.js'
import { countedLines } from '../model/counted-lines.js'
import { validateLineOrder } from '../model/line-keys.js'
import type { OrderedLine } from '../model/order-fields.js'
import { payableOf } from '../model/payable.js'
import { publishedDecimals } from '../model/precision.js'
import { fromThousandths, toThousandths } from '../model/product-fields.js'
import type { ProductLine, Quote } from '../model/quote.js'
import { parseQuote } from '../model/quote-schema.js'
import { sealOf } from '../model/seal.js'
import { offerFields } from '../model/status-guards.js'
import { unpricedLines } from '../pricing/line-totals.js'
import { verifyPricing, verifyTaxes } from './verify-amounts.js'
import { verifyApprovals } from './verify-approvals.js'
import { verifyProposals } from './verify-proposals.js'
import { verifyChoices, verifySelection } from './verify-selection.js'

/** A violated invariant of a quote. */
export interface InvariantViolation {
  /** For example `products[0].quote_total`; the empty string is the whole quote. */
  readonly path: string
  /** What the value must be, for example `must be 450.00, the sum of the lines`. */
  readonly message: string
}

/** Options of {@link verifyQuote}. */
export interface VerifyOptions {
  /** The rounding of amounts. Any rounding mode is accepted by default. */
  readonly rounding?: RoundingMode
}

/**
 * Verifies a quote: its shape, the arithmetic of every line, the totals, discounts, shipping and
 * taxes, the line keys and the order, what customers can choose and have chosen, and their
 * counter-offers. Returns an empty array for every quote that quotewright made.
 *
 * Accepts any value and never throws. Cannot verify what the quote alone does not show: the
 * catalog's prices, the customer, the time of creation.
 *
 * @example
 * verifyQuote({ ...record.quote, quote_total: '0.00' })
 * // [{ path: 'quote_total', message: 'must be 450.00, the sum of the lines' }]
 */
export function verifyQuote(
  quote: unknown,
  options: VerifyOptions = {},
): readonly InvariantViolation[] {
  const errors = new FieldErrorCollector()
  const parsed = parseQuote(quote, errors)
  if (parsed !== undefined) verifySums(parsed, options, errors)
  return Object.entries(errors.toFieldErrors()).map(([path, message]) => ({ path, message }))
}

function verifySums(quote: Quote, { rounding }: VerifyOptions, errors: FieldErrorCollector): void {
  const modes = rounding === undefined ? roundingModes : [rounding]
  for (const index of quote.products.keys()) {
    if (errors.isFull) return
    verifyLine(quote, index, modes, errors)
  }
  verifyKeys(quote, errors)
  if (errors.isEmpty) verifyChoices(quote, errors)
  if (errors.isEmpty) verifyTotals(quote, modes, errors)
  if (errors.isEmpty) verifyPricing(quote, modes, errors)
  if (errors.isEmpty) verifyTaxes(quote, modes, errors)
  if (new Set(quote.tags).size !== (quote.tags ?? []).length)
    errors.add(['tags'], 'must name each tag once')
  verifyExchange(quote, errors)
  verifyPayments(quote, errors)
  if (quote.suspicious && quote.request === undefined)
    errors.add(['suspicious'], 'must be absent, as the quote was not requested')
  verifyOffer(quote, errors)
  if (errors.isEmpty) verifyOrderParts(quote, errors)
  if (errors.isEmpty) verifyProposals(quote, errors)
  verifyApprovals(quote, errors)
}

function verifyExchange({ exchange, currency }: Quote, errors: FieldErrorCollector): void {
  if (exchange === undefined) return
  if (currency === undefined) errors.add(['exchange'], 'must be absent, as there is no currency')
  if (exchange.currency === currency)
    errors.add(['exchange', 'currency'], 'must be another one than that of the quote')
}

/** Each payment and each refund of a provider is recorded once, with an amount. */
function verifyPayments({ payments = [] }: Quote, errors: FieldErrorCollector): void {
  const seen = new Set<string>()
  for (const [index, { id, type, amount }] of payments.entries()) {
    const path = ['payments', index]
    if (!isGreaterThan(parseAmount(amount) as Amount, zero))
      errors.add([...path, 'amount'], 'must be above 0')
    const key = JSON.stringify([id, type])
    if (seen.has(key))
      errors.add([...path, 'id'], `must not be that of another one that is ${type}`)
    seen.add(key)
  }
}

/** Parts are orders of their own, and order no more of a line than was accepted. */
function verifyOrderParts(quote: Quote, errors: FieldErrorCollector): void {
  const { acceptance, order, order_parts: parts = [], status } = quote
  if (order?.id !== undefined && order.lines !== undefined)
    errors.add(['order', 'lines'], 'must be absent, as the order has an id')
  if (parts.length === 0 && order?.lines === undefined) return
  if (acceptance === undefined) {
    const field = parts.length > 0 ? 'order_parts' : 'order'
    errors.add([field], 'must be absent, as the quote was not accepted')
    return
  }
  if (status === 'canceled')
    errors.add(['status'], 'must not be canceled, as the quote is ordered in parts')
  if (status === 'ordered' && order?.id === undefined)
    errors.add(['order'], 'is required, as the quote is ordered')
  const { order: _, order_parts: __, ...unordered } = quote
  const open = new Map(getOpenLines(unordered).map(({ key, qty }) => [key, qty]))
  const ids = new Set<string>()
  const take = (path: readonly PropertyKey[], lines: readonly OrderedLine[]) => {
    for (const [position, { key, qty }] of lines.entries()) {
      const left = fromThousandths(toThousandths((open.get(key) ?? 0) - qty))
      open.set(key, left)
      const message = 'must not be more than is left of what was accepted of the line'
      if (left < 0) errors.add([...path, 'lines', position, 'qty'], message)
    }
  }
  for (const [index, { id, lines }] of parts.entries()) {
    if (ids.has(id)) errors.add(['order_parts', index, 'id'], 'must not be that of another part')
    ids.add(id)
    take(['order_parts', index], lines)
  }
  take(['order'], order?.lines ?? [])
  const last = parts.at(-1)?.id
  if (order?.id !== undefined && order.id !== last)
    errors.add(['order', 'id'], `must be that of the last part, ${last}`)
}

/** An offer has a revision, a time, a total and a seal; without one there is none of the latter. */
function verifyOffer(quote: Quote, errors: FieldErrorCollector): void {
  const { status, seal, total, acceptance } = quote
  const payable = payableOf(quote)
  if (seal === undefined) {
    if (status === 'sent') errors.add(['seal'], 'is required once the quote is sent')
    if (total !== 0) errors.add(['total'], 'must be 0 until the quote is sent')
    for (const field of ['sent', 'expires', 'acceptance', 'order', 'order_parts'] as const)
      if (quote[field] !== undefined) errors.add([field], 'must be absent until the quote is sent')
    return
  }
  if (!equals(parseAmount(total) as Amount, parseAmount(payable) as Amount))
    errors.add(['total'], `must be ${payable}, as the quote was sent`)
  if (isNegative(parseAmount(payable) as Amount))
    errors.add(['total'], 'must not be below 0, as the quote was sent')
  for (const index of unpricedLines(quote))
    errors.add(['products', index, 'unpriced'], 'must be absent, as the quote was sent')
  if (quote.taxes?.stale) errors.add(['taxes', 'stale'], 'must be absent, as the quote was sent')
  if (quote.shipping.stale)
    errors.add(['shipping', 'stale'], 'must be absent, as the quote was sent')
  for (const field of offerFields)
    if (quote[field] === undefined) errors.add([field], 'is required once the quote is sent')
  const expected = sealOf(quote)
  if (seal !== expected) errors.add(['seal'], `must be the seal of this content, ${expected}`)
  if (acceptance !== undefined && acceptance.seal !== seal)
    errors.add(['acceptance', 'seal'], 'must be the seal of the quote')
  if (errors.isEmpty) verifySelection(quote, errors)
}

function verifyKeys({ products, product_order: order }: Quote, errors: FieldErrorCollector): void {
  const keys = products.map((line) => line.key)
  const seen = new Set<string | null>()
  for (const [index, key] of keys.entries()) {
    if (errors.isFull) return
    if ((key === null) !== (keys[0] === null))
      errors.add(['products', index, 'key'], 'must be set on every line or on none')
    else if (key !== null && seen.has(key))
      errors.add(['products', index, 'key'], 'must not be the key of another line')
    seen.add(key)
  }
  if (order !== null && keys[0] === null)
    errors.add(['product_order'], 'must be null until the lines have keys')
  for (const { path, message } of order === null ? [] : validateLineOrder(order, products))
    errors.add(['product_order', ...path], message)
}

function verifyTotals(
  quote: Quote,
  allowed: readonly RoundingMode[],
  errors: FieldErrorCollector,
): void {
  for (const field of ['quote_total', 'price_total'] as const) {
    const sum = countedLines(quote).reduce<Amount>(
      (total, line) => add(total, parseAmount(line[field]) as Amount),
      zero,
    )
    const { decimals = publishedDecimals } = quote
    const rounded = allowed.map((rounding) => toFixed(sum, decimals, rounding))
    if (!rounded.includes(quote[field]))
      errors.add([field], `must be ${rounded[0]}, the sum of the lines`)
  }
}

/** Adds an error for each field of a line that does not follow from the others. */
function verifyLine(
  quote: Quote,
  index: number,
  modes: readonly RoundingMode[],
  errors: FieldErrorCollector,
): void {
  const { decimals = publishedDecimals, currency } = quote
  const line = quote.products[index] as ProductLine
  const { qty } = line
  const isOfOne = line.price_quantity === undefined
  const report = (field: keyof ProductLine, message: string) =>
    errors.add(['products', index, field], message)
  const amount = (field: LineAmountField) => parseUnitAmount(line[field]) as Amount
  const prices = pricesFromLine(line)
  const { offerDecimals, percent } = prices
  const expect = (field: LineAmountField, allowed: readonly Amount[], formula: string) => {
    if (allowed.some((expected) => equals(amount(field), expected))) return
    const [expected] = allowed as readonly [Amount]
    const isString = typeof line[field] === 'string'
    const places = field === 'quote' ? offerDecimals : decimals
    const shown = isString ? toFixed(expected, places, 'half-up') : toDecimalString(expected)
    report(field, `must be ${shown}, ${formula}`)
  }
  if (offerDecimals < decimals) report('quote', `must have at least ${decimals} decimals`)
  if (getDecimals(line.quote_total) !== decimals)
    report('quote_total', `must have ${decimals} decimals`)
  const isBelow = isNegative(amount('price'))
  if (isBelow && !isCustomLine(line))
    report('price', 'must not be negative on a line with a product')
  if (isNegative(amount('calculated_price')) && !isCustomLine(line))
    report('calculated_price', 'must not be negative on a line with a product')
  if (isNegative(amount('quote')) && !isBelow) report('quote', 'must not be negative')
  if (isBelow && isGreaterThan(amount('quote'), zero))
    report('quote', 'must be 0 or less, as the price of the line is')
  const hasCurrency = currency !== undefined
  const totals = modes.map((rounding) =>
    getLineTotals(qty, prices, { decimals, rounding, hasCurrency }, line.price_quantity),
  )
  const ofQuote = isOfOne ? 'quote × qty' : 'quote × qty ÷ price_quantity'
  const quoteFormula =
    percent === undefined ? ofQuote : `price_total less ${line.discount_percent} %, rounded`
  expect(
    'price_total',
    totals.map(({ priceTotal }) => priceTotal),
    isOfOne ? 'price × qty' : 'price × qty ÷ price_quantity',
  )
  expect(
    'quote_total',
    totals.map(({ quoteTotal }) => quoteTotal),
    quoteFormula,
  )
  if (percent !== undefined) {
    const offers = modes.flatMap((rounding) =>
      [true, false].map((allowMarkUps) =>
        pricesLessPercent(prices, percent, offerDecimals, { rounding, allowMarkUps }),
      ),
    )
    const possible = offers.filter(({ unofferable }) => unofferable === undefined)
    expect(
      'quote',
      possible.map(({ quote: offered }) => offered),
      `price less ${line.discount_percent} %, rounded`,
    )
  }
  expect('discount', [subtract(amount('price'), amount('quote'))], 'price − quote')
  const discountTotal = subtract(amount('price_total'), amount('quote_total'))
  if (percent === undefined && isOfOne && isExact(qty, prices, { hasCurrency }))
    expect('discount_total', [multiplyByInteger(amount('discount'), qty)], 'discount × qty')
  else expect('discount_total', [discountTotal], 'price_total − quote_total')
  verifyFacts(line, report)
}

function verifyFacts(
  line: ProductLine,
  report: (field: keyof ProductLine, message: string) => void,
): void {
  const { price, calculated_price: calculated, price_breaks: breaks = [] } = line
  if (line.unpriced) verifyUnpriced(line, report)
  if (isCustomLine(line)) {
    if (line.name === undefined) report('name', 'is required on a line without a product')
    if (calculated !== price) report('calculated_price', `must be ${price}, the price of the line`)
    if (breaks.length > 0) report('price_breaks', 'must be absent on a line without a product')
    for (const field of componentFields)
      if (line[field] !== undefined) report(field, 'must be absent on a line without a product')
  }
  verifyComponents(line, report)
  if (breaks.some(({ qty }, index) => index > 0 && qty <= (breaks[index - 1]?.qty ?? 0)))
    report('price_breaks', 'must be in the order of their quantities, each once')
}

/** Only bundles have fields about components, and those whose prices are known have all of them. */
function verifyComponents(
  line: ProductLine,
  report: (field: keyof ProductLine, message: string) => void,
): void {
  const { components, component_prices: prices, tax_shares: shares } = line
  for (const field of componentFields)
    if (components === undefined && line[field] !== undefined)
      report(field, 'must be absent, as the line has no components')
  if (components === undefined) return
  if (new Set(components.map(({ id }) => id)).size < components.length)
    report('components', 'must have each id once')
  if (components.some(({ price }) => (price === undefined) !== (prices === undefined)))
    report('components', `must ${prices === undefined ? 'not ' : 'all '}have prices`)
  const total = prices === 'summed' ? componentTotal(line) : undefined
  if (total !== undefined && !equals(parseUnitAmount(line.price) as Amount, total))
    report('price', `must be ${toDecimalString(total)}, the sum of the components`)
  if (shares === undefined) return
  if (new Set(shares.map(({ tax_code: code }) => code)).size < shares.length)
    report('tax_shares', 'must have each tax code once')
  if (shares.reduce((sum, share) => sum + shareWeight(share), 0n) !== wholeShare)
    report('tax_shares', 'must add up to 100 percent')
}

function verifyUnpriced(
  line: ProductLine,
  report: (field: keyof ProductLine, message: string) => void,
): void {
  if (!isCustomLine(line)) report('unpriced', 'must be absent on a line with a product')
  if (line.price !== 0) report('price', 'must be 0, as the price of the line is not known')
  if (!equals(parseUnitAmount(line.quote) as Amount, zero))
    report('quote', 'must be 0, as the price of the line is not known')
  if (line.discount_percent !== undefined)
    report('discount_percent', 'must be absent, as the price of the line is not known')
}
