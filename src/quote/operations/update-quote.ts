import { QuoteError } from '../../errors.js'
import type { StoredRecord } from '../../record/record.js'
import { FieldErrorCollector } from '../../validation/field-errors.js'
import { jsonEqual } from '../../validation/json-equal.js'
import { mergeCustomer } from '../customer/customer.js'
import { mergeShipTo } from '../customer/ship-to.js'
import { createQuoteChange } from '../lifecycle/change-status.js'
import { getExchange, type ProductPrices } from '../lines/catalog-product.js'
import { changeLines, replaceLines } from '../lines/change-lines.js'
import { type LineMatch, matchChanges, matchLines, newProductIds } from '../lines/match-lines.js'
import { getOverridePolicy } from '../lines/price-override.js'
import { rejectReadOnlyChanges } from '../lines/read-only-fields.js'
import { fieldKinds, limitsForRole } from '../model/field-rules.js'
import { mergeLineOrder, withKeys } from '../model/line-keys.js'
import { mergeFields, type OwnFieldValues, parseCustomerFields } from '../model/merge-fields.js'
import type { Limits, QuotePolicy } from '../model/policy.js'
import { getPrecision, type Precision } from '../model/precision.js'
import type { ProductId } from '../model/product-fields.js'
import type { Customer, ProductLine, Quote } from '../model/quote.js'
import { readOnlyFields } from '../model/quote-fields.js'
import type { QuoteChange } from '../model/quote-record.js'
import { assignScalars } from '../model/quote-scalar-fields.js'
import type { Transition } from '../model/transitions.js'
import { keepCharges, parseCharges } from '../pricing/charges.js'
import { keepDiscounts, parseDiscounts } from '../pricing/discounts.js'
import { parsePaymentPlan } from '../pricing/payment-plan.js'
import { type MutableQuote, type PriceTerms, priceQuote, termsOf } from '../pricing/price-quote.js'
import {
  chooseShipping,
  needsShippingOptions,
  type ParsedShippingOption,
} from '../pricing/shipping.js'
import { mergeChoices, rejectSplitTargets } from '../selection/merge-choices.js'
import {
  applyEdit,
  applyStatus,
  assertBuyersBilling,
  assertBuyersChanges,
  assertBuyersChoices,
  assertEditable,
  assertNothingInternal,
  assertSameHostIds,
  type EditInput,
  operationForStatus,
} from './edit-rules.js'
import type { SendQuoteInput } from './offer.js'
import {
  rejectBlankTags,
  type SentUpdate,
  type UpdateQuoteRequest,
  uniqueTags,
} from './requests.js'

/** The input of {@link updateQuote} besides the changes. */
export interface UpdateQuoteInput extends SendQuoteInput {
  /** The products of the plan's `productIds` by id. Absent ids are not products of the store. */
  readonly products: ReadonlyMap<ProductId, ProductPrices>
  /** The options of the shipping provider. Undefined if there is no provider. */
  readonly shippingOptions?: readonly ParsedShippingOption[] | undefined
}

/**
 * Returns the change that merges changes into a quote. Pure.
 *
 * The engine takes the same steps, and calls a port between two of them if the plan says so.
 *
 * @returns undefined if the changes have no effect
 * @throws QuoteError `invalid_request` with every error of the changes for this quote and catalog;
 * `quote_locked` if the customer or the lines would change while they must not; `not_permitted` or
 * `invalid_transition`
 */
export function updateQuote(
  record: StoredRecord<Quote>,
  changes: UpdateQuoteRequest,
  input: UpdateQuoteInput,
  policy: QuotePolicy,
): QuoteChange | undefined {
  const plan = planUpdate(record, changes, input, policy)
  const merged = mergeUpdate(plan, input.products)
  const edited = applyMergedUpdate(withChosenOption(merged, input.shippingOptions))
  return completeUpdate(plan, edited, input)
}

/** What an update does to its quote, and what it needs for that. */
export interface UpdatePlan {
  readonly record: StoredRecord<Quote>
  readonly changes: UpdateQuoteRequest
  readonly policy: QuotePolicy
  readonly precision: Precision
  readonly edit: EditInput
  /** The customer after the update. */
  readonly customer: Customer
  /** The own fields of the quote after the update. */
  readonly own: OwnFieldValues
  /**
   * The entries for lines with their stored lines. Each has all own fields that its line gets.
   * Undefined if the lines stay as they are.
   */
  readonly matched: readonly LineMatch[] | undefined
  /** The products that it adds: their prices are needed. */
  readonly productIds: ReadonlySet<ProductId>
  /** True if it chooses one of the provider's shipping options, which are needed then. */
  readonly choosesOption: boolean
  /** The operation to which its `status` leads. `sendQuote` needs what an offer is priced with. */
  readonly operation: Transition['operation'] | undefined
  /** Collects the errors of the changes until they are merged. */
  readonly errors: FieldErrorCollector
}

/**
 * Holds changes against the quote that they are for, before anything is priced. Pure.
 *
 * @throws QuoteError `quote_locked` or `not_permitted` if it needs prices that it must not set
 */
export function planUpdate(
  record: StoredRecord<Quote>,
  changes: SentUpdate,
  { role, now }: Pick<EditInput, 'role' | 'now'>,
  whole: QuotePolicy,
): UpdatePlan {
  const limits = limitsForRole(role, whole.limits)
  const policy = limits === whole.limits ? whole : { ...whole, limits }
  const { value: stored } = record
  const { status } = changes
  if (role === 'buyer') assertNothingInternal('updateQuote', changes)
  if (role === 'buyer') assertSameHostIds(stored, changes)
  const errors = new FieldErrorCollector()
  rejectReadOnlyChanges(readOnlyFields, stored, changes, [], errors)
  rejectBlankTags(changes.tag_list, stored.tags, errors)
  const customer = planCustomer(stored, changes, policy, errors)
  const own = mergeFields(stored, changes, 'quote', policy.limits, { path: [], errors })
  const matched = planLines(stored, changes, policy, errors)
  const productIds = matched === undefined ? noProducts : newProductIds(matched)
  const choosesOption = needsShippingOptions(changes.shipping, stored.shipping)
  const edit = { role, now, isRevising: status === 'draft' }
  if (productIds.size > 0 || choosesOption) assertEditable(record, edit, policy)
  const operation = operationForStatus(record, status, now)
  return {
    record,
    changes,
    policy,
    precision: getPrecision(stored, policy),
    edit,
    customer,
    own,
    matched,
    productIds,
    choosesOption,
    operation,
    errors,
  }
}

const noProducts: ReadonlySet<ProductId> = new Set()

function planCustomer(
  { customer: stored }: Quote,
  { customer: changes }: UpdateQuoteRequest,
  { resolveRegion, limits }: QuotePolicy,
  errors: FieldErrorCollector,
): Customer {
  if (changes === undefined) return stored
  const { maxCustomerFields } = limits
  const parsed = parseCustomerFields(stored, changes, limits, { path: ['customer'], errors })
  const customer = mergeCustomer(stored, parsed, resolveRegion)
  const maxFields = Math.max(maxCustomerFields, Object.keys(stored).length)
  if (Object.keys(customer).length > maxFields)
    errors.add(['customer'], `must have at most ${maxCustomerFields} fields once merged`)
  return customer
}

function planLines(
  { products: stored }: Quote,
  { products, product_changes: changes }: UpdateQuoteRequest,
  policy: QuotePolicy,
  errors: FieldErrorCollector,
): readonly LineMatch[] | undefined {
  if (products !== undefined)
    return planFields(matchLines(products, stored, errors), 'products', policy, errors)
  if (changes === undefined) return undefined
  return planFields(matchChanges(changes, stored, errors), 'product_changes', policy, errors)
}

/** Returns the entries with all own fields of their lines; the array itself if none has any. */
function planFields(
  matched: readonly LineMatch[],
  list: 'products' | 'product_changes',
  { limits }: QuotePolicy,
  errors: FieldErrorCollector,
): readonly LineMatch[] {
  if (!matched.some(hasFields)) return matched
  return matched.map((match, index) => {
    const { entry, line } = match
    if (entry.remove === true || errors.isFull) return match
    const place = { path: [list, index], errors }
    const own = mergeFields(line ?? {}, entry, 'line', limits, place)
    const { fields: _, internal_fields: __, ...rest } = entry
    return { entry: { ...rest, ...own }, line }
  })
}

function hasFields({ entry, line }: LineMatch): boolean {
  return (
    entry.fields !== undefined ||
    entry.internal_fields !== undefined ||
    line?.fields !== undefined ||
    line?.internal_fields !== undefined
  )
}

/** A quote with the changes of an update merged in, before anything that follows from them. */
export interface MergedUpdate {
  readonly plan: UpdatePlan
  readonly quote: Quote
  readonly terms: PriceTerms
}

/**
 * Merges the changes of an update into its quote, except an option of the shipping provider. Pure.
 *
 * @param products The products of the plan's `productIds` by id.
 * @throws QuoteError `invalid_request` with every error
 */
export function mergeUpdate(
  plan: UpdatePlan,
  products: ReadonlyMap<ProductId, ProductPrices>,
): MergedUpdate {
  const { changes, precision, errors } = plan
  const { value: stored } = plan.record
  const edited = mergeLines(plan, products)
  const order = edited && mergeLineOrder(stored, changes.product_order, edited, errors)
  const choices =
    edited && order !== undefined
      ? mergeChoices({ products: edited, product_order: order }, changes, stored, errors)
      : undefined
  const lines = choices?.products
  const shipping = plan.choosesOption
    ? stored.shipping
    : chooseShipping(changes.shipping, stored.shipping, undefined, precision, errors)
  const terms = lines && mergeTerms(stored, changes, lines, precision, errors)
  const { payment_plan: sentPlan } = changes
  const paymentPlan = parsePaymentPlan(sentPlan, stored.payment_plan, precision, errors)
  if (choices && terms) rejectSplitTargets(choices, terms.discounts, errors)
  if (lines === undefined || order === undefined || !errors.isEmpty || !shipping || !terms)
    throw new QuoteError('invalid_request', { errors: errors.toFieldErrors() })
  const quote: MutableQuote = {
    ...stored,
    customer: plan.customer,
    products: order === null ? lines : withKeys(lines),
    product_order: order,
    shipping,
    tags: changes.tag_list === undefined ? stored.tags : uniqueTags(changes.tag_list),
  }
  for (const field of ['sections', 'choices'] as const) {
    const list = choices?.[field]
    if (list === undefined) delete quote[field]
    else Object.assign(quote, { [field]: list })
  }
  const exchange = stored.exchange ?? getExchange(products)
  if (exchange !== undefined) quote.exchange = exchange
  for (const kind of fieldKinds) {
    const values = plan.own[kind]
    if (values === undefined) delete quote[kind]
    else quote[kind] = values
  }
  const shipTo = mergeShipTo(stored.ship_to, changes.ship_to, plan.policy.resolveRegion)
  if (shipTo === undefined) delete quote.ship_to
  else quote.ship_to = shipTo
  if (paymentPlan === undefined) delete quote.payment_plan
  else quote.payment_plan = paymentPlan
  assignScalars(quote, changes)
  return { plan, quote, terms }
}

function mergeLines(
  { record, changes, policy, precision, matched, errors }: UpdatePlan,
  products: ReadonlyMap<ProductId, ProductPrices>,
): readonly ProductLine[] | undefined {
  const { products: stored } = record.value
  if (matched === undefined) return stored
  const version = record.version + 1
  const input = { version, products, policy: getOverridePolicy(precision, policy) }
  return changes.products === undefined
    ? changeLines(stored, matched, input, policy.limits, errors)
    : replaceLines(stored, matched, input, errors)
}

/** Returns the discounts and the charges after an update; the stored ones if they stay the same. */
function mergeTerms(
  quote: Quote,
  { discounts: sentDiscounts, charges: sentCharges }: UpdateQuoteRequest,
  products: readonly ProductLine[],
  precision: Precision,
  errors: FieldErrorCollector,
): PriceTerms {
  const stored = termsOf(quote)
  const { discounts: storedDiscounts = [], charges: storedCharges = [] } = quote
  const kept =
    products === quote.products
      ? stored
      : {
          discounts: keepDiscounts(stored.discounts, products),
          charges: keepCharges(stored.charges, products),
        }
  return {
    discounts: isUnchanged(sentDiscounts, stored.discounts)
      ? kept.discounts
      : parseDiscounts(sentDiscounts ?? null, products, storedDiscounts, precision, errors),
    charges: isUnchanged(sentCharges, stored.charges)
      ? kept.charges
      : parseCharges(sentCharges ?? null, products, storedCharges, precision, errors),
  }
}

/** Returns true for a list that is not sent, or as it is stored. */
function isUnchanged(sent: readonly unknown[] | null | undefined, stored: readonly unknown[]) {
  return sent === undefined || jsonEqual(sent ?? [], stored)
}

/**
 * Returns the quote with the shipping option that its update chooses, if it chooses one. Pure.
 *
 * @param options The options of the provider for the quote as edited without one.
 * @throws QuoteError `invalid_request` at `shipping` if it is not offered
 */
export function withChosenOption(
  { plan, quote, terms }: MergedUpdate,
  options: readonly ParsedShippingOption[] | undefined,
): MergedUpdate {
  const { choosesOption, changes, precision } = plan
  if (!choosesOption) return { plan, quote, terms }
  const errors = new FieldErrorCollector()
  const shipping = chooseShipping(changes.shipping, quote.shipping, options, precision, errors)
  if (shipping === undefined)
    throw new QuoteError('invalid_request', { errors: errors.toFieldErrors() })
  return { plan, quote: { ...quote, shipping }, terms }
}

/**
 * Prices a merged quote if its prices change, and edits the stored quote to it. Pure.
 *
 * @throws QuoteError `quote_locked`, `not_permitted` or `invalid_transition`
 */
export function applyMergedUpdate({ plan, quote, terms }: MergedUpdate): Quote {
  const { record, changes, edit, policy, precision } = plan
  const { value: stored } = record
  if (edit.role === 'buyer') {
    assertBuyersChanges(stored, changes, quote.shipping)
    assertBuyersBilling(plan.matched ?? [])
    assertBuyersChoices(stored, changes, plan.matched ?? [])
  }
  const before = termsOf(stored)
  const isSamePrice =
    quote.products === stored.products &&
    quote.sections === stored.sections &&
    quote.shipping === stored.shipping &&
    quote.payment_plan === stored.payment_plan &&
    terms.discounts === before.discounts &&
    terms.charges === before.charges
  const priced = isSamePrice ? quote : priceQuote(quote, terms, precision)
  return applyEdit(record, priced, edit, policy)
}

/**
 * Returns the change of an update: makes the transition to its status. Pure.
 *
 * @returns undefined if the update has no effect
 * @throws QuoteError `invalid_request`, `not_permitted`, `quote_expired` or `invalid_transition`
 */
export function completeUpdate(
  { record, changes: { status }, operation, policy: { limits }, policy }: UpdatePlan,
  edited: Quote,
  input: SendQuoteInput,
): QuoteChange | undefined {
  const { next, entry } = applyStatus(record, edited, { status, operation }, input, policy)
  const change = createQuoteChange(record, next, entry, input, policy)
  const isEdit = entry === 'update'
  if (change !== undefined && isEdit && change.record.version > limits.maxVersions)
    throw tooManyVersionsError(limits)
  return change
}

function tooManyVersionsError({ maxVersions }: Limits): QuoteError {
  const message = `has reached its maximum of ${maxVersions} versions: create a new quote instead`
  return new QuoteError('invalid_request', { errors: { '': message } })
}
