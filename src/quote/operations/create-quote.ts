import { QuoteError } from '../../errors.js'
import { createChange } from '../../record/change.js'
import type { EntryOperation } from '../../record/history/entry-operations.js'
import type { StoredRecord } from '../../record/record.js'
import { deepFreeze } from '../../validation/deep-freeze.js'
import { FieldErrorCollector } from '../../validation/field-errors.js'
import { mergeCustomer } from '../customer/customer.js'
import { mergeShipTo } from '../customer/ship-to.js'
import { getExchange, type ProductPrices } from '../lines/catalog-product.js'
import { createLine } from '../lines/change-lines.js'
import { isCustomLine, mergeCustomFields } from '../lines/custom-line.js'
import type { CreateLineRequest, UpdateLineRequest } from '../lines/line-request.js'
import { getOverridePolicy, type OverridePolicy } from '../lines/price-override.js'
import { getChoiceFields } from '../model/choice-fields.js'
import { countedLines, hasSelection } from '../model/counted-lines.js'
import type { Exchange } from '../model/exchange.js'
import { displayedLines, newKey, withKeys } from '../model/line-keys.js'
import {
  declaredFields,
  getFields,
  type OwnFieldChanges,
  overlayFields,
  withDeclaredFields,
} from '../model/merge-fields.js'
import type { PaymentPart } from '../model/payment-fields.js'
import type { QuotePolicy } from '../model/policy.js'
import { currencyFields, getPrecision } from '../model/precision.js'
import type { Shipping } from '../model/pricing-fields.js'
import type { ProductId } from '../model/product-fields.js'
import type { Customer, ProductLine, Quote, ShipTo } from '../model/quote.js'
import { type QuoteChange, quoteRef } from '../model/quote-record.js'
import {
  assignScalars,
  mapQuoteScalarFields,
  type QuoteScalarValues,
  scalarFieldsWith,
} from '../model/quote-scalar-fields.js'
import { getAmounts, hasAmounts } from '../pricing/amounts.js'
import { type ChargeTerms, getChargeTerms, parseCharges } from '../pricing/charges.js'
import { type DiscountTerms, getTerms, parseDiscounts } from '../pricing/discounts.js'
import { quoteTotals } from '../pricing/line-totals.js'
import { applyPaymentPlan, copyPaymentPlan, parsePaymentPlan } from '../pricing/payment-plan.js'
import { applyTerms, type MutableQuote } from '../pricing/price-quote.js'
import { chooseShipping, noShipping, type ParsedShippingOption } from '../pricing/shipping.js'
import type { ScopedFields } from '../search/quote-scope.js'
import { searchRowOf } from '../search/search-terms.js'
import { mergeChoices, rejectSplitTargets } from '../selection/merge-choices.js'
import {
  type CreateQuoteRequest,
  type RequestedLine,
  type RequestQuoteRequest,
  uniqueTags,
} from './requests.js'

/** What a new quote gets besides its content. */
export interface NewQuoteInput {
  readonly quoteId: string
  readonly actor?: string | undefined
  /** Milliseconds since the Unix epoch. */
  readonly now: number
  /** The number of the quote, if it is assigned on creation. */
  readonly number?: string | undefined
  /** The fields of the caller's scope, for those that the content does not name. */
  readonly scoped?: ScopedFields | undefined
}

/** The input of {@link createQuote} besides the request. */
export interface CreateQuoteInput extends NewQuoteInput {
  /** The requested products by id. Absent ids are not products of the store. */
  readonly products: ReadonlyMap<ProductId, ProductPrices>
  /** The currency of the store, if the request has none. */
  readonly currency?: string | undefined
  /** The options of the shipping provider. Undefined if there is no provider. */
  readonly shippingOptions?: readonly ParsedShippingOption[] | undefined
  /** What the customer has requested, if that is why it is created. */
  readonly requested?: Pick<RequestQuoteRequest, 'message' | 'suspicious'> | undefined
}

/**
 * Returns the creation of what a customer requests: products at the prices of the catalog, and what
 * they name as lines that are to be priced. Pure.
 */
export function toCreateRequest({
  message: _,
  suspicious: __,
  products,
  ...content
}: RequestQuoteRequest): CreateQuoteRequest {
  return { ...content, products: products.map(toRequestedLine) }
}

function toRequestedLine({ id, name, ...line }: RequestedLine): CreateLineRequest {
  if (id !== undefined) return { ...line, id }
  return { ...line, name: name as string, unpriced: true }
}

/**
 * Returns the change that creates a quote. Pure.
 *
 * @throws QuoteError `invalid_request` for unknown products, inexact line totals, prices with too
 * many decimals, and discounts or shipping that the quote cannot have
 */
export function createQuote(
  request: CreateQuoteRequest,
  input: CreateQuoteInput,
  policy: QuotePolicy,
): QuoteChange {
  const currency = currencyFields(request.currency ?? input.currency, policy)
  const errors = new FieldErrorCollector()
  const precision = getPrecision(currency, policy)
  const isKeyed = (request.discounts?.length ?? 0) + (request.charges?.length ?? 0) > 0
  const lineInput = { products: input.products, isKeyed }
  const overridePolicy = getOverridePolicy(precision, policy)
  const built = buildLines(request.products, overridePolicy, lineInput, errors)
  const order = { products: built, product_order: null }
  const { products, ...choices } = mergeChoices(order, request, undefined, errors)
  const discounts =
    request.discounts && parseDiscounts(request.discounts, products, [], precision, errors)
  const charges = request.charges && parseCharges(request.charges, products, [], precision, errors)
  const paymentPlan = parsePaymentPlan(request.payment_plan, undefined, precision, errors)
  if (discounts) rejectSplitTargets({ products, ...choices }, discounts, errors)
  const { shipping: choice } = request
  const shipping = chooseShipping(choice, noShipping, input.shippingOptions, precision, errors)
  if (!errors.isEmpty) throw new QuoteError('invalid_request', { errors: errors.toFieldErrors() })
  const content = {
    customer: mergeCustomer({}, request.customer, policy.resolveRegion),
    shipTo: mergeShipTo(undefined, request.ship_to, policy.resolveRegion),
    products,
    scalars: request,
    choices,
    tags: request.tag_list && deepFreeze(uniqueTags(request.tag_list)),
    currency,
    exchange: getExchange(input.products),
    discounts,
    charges,
    paymentPlan,
    shipping,
    own: request,
    requested: input.requested,
  }
  const operation = input.requested === undefined ? 'create' : 'request'
  return createFirstChange(content, operation, input, policy)
}

/** The content of a new quote. */
interface NewQuoteContent {
  readonly customer: Customer
  /** Frozen. */
  readonly shipTo?: ShipTo | undefined
  /** Priced lines, which get keys if there are discounts or charges. Frozen. */
  readonly products: readonly ProductLine[]
  /** The sections and choices of the lines. Frozen. */
  readonly choices?: Pick<Quote, 'sections' | 'choices'> | undefined
  /** What has the scalar fields of the quote. */
  readonly scalars?: QuoteScalarValues<undefined>
  /** Without duplicates; null for none. Frozen. */
  readonly tags?: readonly string[] | null | undefined
  readonly currency: Pick<Quote, 'currency' | 'decimals'>
  /** The rate at which its prices were converted. Frozen. */
  readonly exchange?: Exchange | undefined
  readonly discounts?: readonly DiscountTerms[] | undefined
  readonly charges?: readonly ChargeTerms[] | undefined
  /** Its amounts are computed. Frozen. */
  readonly paymentPlan?: readonly PaymentPart[] | undefined
  readonly shipping?: Shipping | undefined
  /** What has the own fields of the quote. Their values are frozen. */
  readonly own?: OwnFieldChanges | undefined
  readonly requested?: CreateQuoteInput['requested']
}

/** Returns the change that creates a quote with this content. */
export function createFirstChange(
  content: NewQuoteContent,
  operation: EntryOperation<'quote'>,
  { quoteId, actor, now, number, scoped }: NewQuoteInput,
  policy: QuotePolicy,
): QuoteChange {
  const { currency } = content
  const own =
    scoped === undefined ? content.own : overlayFields(scoped, getFields(content.own ?? {}))
  const precision = getPrecision(currency, policy)
  const {
    customer,
    shipTo,
    products: unkeyed,
    discounts = [],
    charges = [],
    shipping = noShipping,
  } = content
  const { sections, choices } = content.choices ?? {}
  const chosen = { products: unkeyed, ...(sections && { sections }) }
  const products = hasSelection(chosen) ? withKeys(unkeyed) : unkeyed
  const totals = quoteTotals(countedLines({ ...chosen, products }), precision)
  const quote: MutableQuote = {
    customer,
    products,
    product_order: null,
    quote_total: totals.quote_total,
    price_total: totals.price_total,
    shipping,
    created: now,
    status: 'new',
    tags: content.tags ?? null,
    total: 0,
  }
  if (sections !== undefined) quote.sections = sections
  if (choices !== undefined) quote.choices = choices
  const { scalars = {} } = content
  const ofScope: QuoteScalarValues = scoped ?? {}
  const merged =
    scoped === undefined ? scalars : mapQuoteScalarFields((name) => scalars[name] ?? ofScope[name])
  assignScalars(quote, merged)
  if (shipTo !== undefined) quote.ship_to = shipTo
  if (content.requested !== undefined) {
    const { message, suspicious } = content.requested
    quote.request = Object.freeze({ time: now, ...(message !== undefined && { message }) })
    if (suspicious) quote.suspicious = true
  }
  if (number !== undefined) quote.number = number
  if (currency.currency !== undefined) quote.currency = currency.currency
  if (currency.decimals !== undefined) quote.decimals = currency.decimals
  if (content.exchange !== undefined) quote.exchange = content.exchange
  applyTerms(quote, { discounts, charges }, precision)
  if (hasAmounts(quote, precision)) quote.amounts = getAmounts(quote, precision)
  const { paymentPlan } = content
  if (paymentPlan !== undefined)
    quote.payment_plan = applyPaymentPlan(paymentPlan, quote, precision)
  if (own?.fields !== undefined) quote.fields = own.fields
  if (own?.internal_fields !== undefined) quote.internal_fields = own.internal_fields
  // All else is frozen already, and there can be many lines.
  if (shipping !== noShipping) deepFreeze(shipping)
  Object.freeze(quote)
  return createChange(quoteRef(quoteId), quote, { operation, actor, now }, searchRowOf(policy))
}

/** What lines are built with. */
interface BuildLinesInput extends Pick<CreateQuoteInput, 'products'> {
  /**
   * True if the lines get keys at once, as those of a quote with discounts do.
   *
   * @default false
   */
  readonly isKeyed?: boolean | undefined
  /**
   * True if own fields that the catalog has replace those of the entries, which are stored ones.
   *
   * @default false
   */
  readonly areFieldsCurrent?: boolean | undefined
}

/**
 * Returns new lines, and adds the errors of invalid ones. Frozen.
 *
 * @param entries Lines that are valid by themselves.
 */
export function buildLines(
  entries: readonly (CreateLineRequest | UpdateLineRequest)[],
  policy: OverridePolicy,
  { products, isKeyed = false, areFieldsCurrent }: BuildLinesInput,
  errors: FieldErrorCollector,
): readonly ProductLine[] {
  const input = { version: 1, products, policy, areFieldsCurrent }
  const lines: ProductLine[] = []
  for (let index = 0; index < entries.length && !errors.isFull; index += 1) {
    const entry = entries[index] as UpdateLineRequest
    const key = isKeyed ? newKey(1, lines.length) : null
    const line = createLine({ entry, path: ['products', index], errors }, input, key)
    if (line !== undefined) lines.push(line)
  }
  return Object.freeze(lines)
}

/** The input of {@link copyQuote}. */
export interface CopyQuoteInput extends NewQuoteInput {
  /** The current products by id; undefined to copy the prices of the lines, offers included. */
  readonly products: ReadonlyMap<ProductId, ProductPrices> | undefined
  /** The currency of the copy, if it is another one. Needs current prices. */
  readonly currency?: string | undefined
}

/** A day belongs to the life of a quote. */
const copiedScalarFields = scalarFieldsWith(({ kind }) => kind !== 'day')

/**
 * Returns the change that creates a new quote with the customer, the address of delivery, the
 * scalar fields, the lines, the discounts, the charges and the shipping of another one. At current
 * prices, it has the percentages of the lines and custom shipping, but neither their offered prices
 * nor shipping that a provider has priced. Everything that belongs to the life of the other one
 * stays with it. Pure.
 *
 * @throws QuoteError `invalid_request` for products that the store no longer has, and for amounts
 * that the currency cannot have, if they are priced again
 */
export function copyQuote(
  { value: { customer, ...quote } }: StoredRecord<Quote>,
  { products, ...input }: CopyQuoteInput,
  policy: QuotePolicy,
): QuoteChange {
  const { currency = quote.currency } = input
  const ordered = displayedLines({ ...quote, products: withKeys(quote.products) })
  const newKeys = new Map(ordered.map(({ key }, index) => [key, newKey(1, index)]))
  const discounts = (quote.discounts ?? []).map((discount) =>
    getTerms({ ...discount, lines: discount.lines?.map((key) => newKeys.get(key) ?? key) }),
  )
  const charges = (quote.charges ?? []).map((charge) =>
    getChargeTerms({
      ...charge,
      lines: charge.lines?.map((key) => newKeys.get(key) ?? key),
    }),
  )
  const { limits } = policy
  const own = declaredFields(quote, 'quote', limits)
  const content = {
    customer,
    shipTo: quote.ship_to,
    scalars: Object.fromEntries(copiedScalarFields.map((name) => [name, quote[name]])),
    currency: getCurrency(quote, currency, policy),
    choices: copyChoices(quote),
    paymentPlan: copyPaymentPlan(quote.payment_plan),
    own,
  }
  if (products === undefined) {
    const lines = deepFreeze(
      ordered.map((line) => ({ ...withDeclaredFields(line, 'line', limits), key: null })),
    )
    const { shipping, exchange } = quote
    return createFirstChange(
      { ...content, exchange, products: lines, discounts, charges, shipping },
      'copy',
      input,
      policy,
    )
  }
  const errors = new FieldErrorCollector()
  if (currency !== quote.currency) rejectOwnAmounts(quote, errors)
  const precision = getPrecision(content.currency, policy)
  const lines = buildLines(
    ordered.map((line) => toLineRequest(withDeclaredFields(line, 'line', limits))),
    getOverridePolicy(precision, policy),
    { products, isKeyed: discounts.length + charges.length > 0, areFieldsCurrent: true },
    errors,
  )
  const terms = {
    discounts: parseDiscounts(discounts, lines, [], precision, errors),
    charges: parseCharges(charges.map(withoutKey), lines, [], precision, errors),
  }
  if (!errors.isEmpty) throw new QuoteError('invalid_request', { errors: errors.toFieldErrors() })
  const { shipping } = quote
  // No provider knows a charge that somebody has set, so there is no current one.
  const charge = shipping.type === 'custom' ? { shipping } : {}
  const exchange = getExchange(products)
  return createFirstChange(
    { ...content, ...charge, exchange, products: lines, ...terms },
    'copy',
    input,
    policy,
  )
}

/** Returns the sections and the choices of a quote, to which the lines of a copy refer. */
function copyChoices({ sections, choices }: Pick<Quote, 'sections' | 'choices'>) {
  return { ...(sections && { sections }), ...(choices && { choices }) }
}

function withoutKey({ key: _, ...charge }: ChargeTerms): Omit<ChargeTerms, 'key'> {
  return charge
}

/** A copy in the same currency has the same decimals, also if the option has changed since. */
function getCurrency(
  { currency, decimals }: Pick<Quote, 'currency' | 'decimals'>,
  chosen: string | undefined,
  policy: QuotePolicy,
): Pick<Quote, 'currency' | 'decimals'> {
  if (chosen !== currency || currency === undefined || decimals === undefined)
    return currencyFields(chosen, policy)
  return { currency, decimals }
}

/** Amounts that no catalog has are in the currency of the quote, and can't be converted. */
function rejectOwnAmounts(
  {
    products,
    discounts = [],
    charges = [],
    payment_plan: paymentPlan = [],
    shipping,
  }: Omit<Quote, 'customer'>,
  errors: FieldErrorCollector,
): void {
  const isOwn =
    products.some(isCustomLine) ||
    [...discounts, ...charges].some(({ type }) => type !== 'percent') ||
    paymentPlan.some(({ type }) => type === 'amount') ||
    shipping.type === 'custom'
  const message =
    'cannot be another one, because the quote has amounts of its own: lines without a product, ' +
    'discounts, charges or payments that are not percentages, or custom shipping'
  if (isOwn) errors.add(['currency'], message)
}

/**
 * Returns what a line is without its prices, but with its percentage. A line without a product
 * keeps its prices.
 */
function toLineRequest(line: ProductLine): UpdateLineRequest {
  const { id, qty, note, billing = null, discount_percent: percent } = line
  const noted = {
    ...(note === undefined ? undefined : { note }),
    // A line that is charged once stays so, also if its product recurs.
    billing,
    ...getChoiceFields(line),
    ...getFields(line),
  }
  const discounted = percent === undefined ? {} : { discount_percent: percent }
  if (!isCustomLine(line)) return { id, qty, ...discounted, ...noted }
  const { price, quote, price_quantity: per, unpriced } = line
  if (unpriced) return { qty, unpriced, ...mergeCustomFields(line, {}), ...noted }
  const offered = percent === undefined ? { quote } : discounted
  const perQuantity = per === undefined ? {} : { price_quantity: per }
  return { qty, price, ...perQuantity, ...offered, ...mergeCustomFields(line, {}), ...noted }
}
