import { QuoteError } from '../../errors.js'
import type { StoredRecord } from '../../record/record.js'
import { FieldErrorCollector } from '../../validation/field-errors.js'
import { jsonEqual } from '../../validation/json-equal.js'
import { mergeCustomer } from '../customer/customer.js'
import { quoteChange } from '../lifecycle/change-status.js'
import type { Limits } from '../limits.js'
import { addedLineProductIds, changeLines } from '../lines/change-lines.js'
import type { LineChangesInput } from '../lines/line-entry.js'
import { resolveLineOrder } from '../lines/line-order.js'
import { getOverridePolicy } from '../lines/price-override.js'
import { readOnlyFields, rejectReadOnlyChanges } from '../lines/read-only-fields.js'
import { newLineProductIds, replaceLines } from '../lines/replace-lines.js'
import type { QuotePolicy } from '../policy.js'
import { getPrecision, type Precision } from '../precision.js'
import { type DiscountTerms, keepDiscounts, parseDiscounts } from '../pricing/discounts.js'
import { type MutableQuote, priceQuote } from '../pricing/price-quote.js'
import type { QuoteDiscount } from '../pricing/pricing-fields.js'
import type { ProductPrices } from '../products/catalog-product.js'
import type { ProductId } from '../products/product-id.js'
import type { ProductLine, Quote } from '../quote.js'
import type { QuoteChange } from '../quote-record.js'
import { uniqueTags } from '../requests/tag-names.js'
import type { UpdateQuoteRequest } from '../requests/update-request.js'
import { chooseShipping } from '../shipping/choose-shipping.js'
import type { ParsedShippingOption } from '../shipping/parse-options.js'
import { assertBuyersChanges } from './buyer-rules.js'
import { applyEdit, applyStatus, assertEditable, internalIds } from './edit-rules.js'
import type { SendQuoteInput } from './lifecycle/send-quote.js'

/** The input of {@link updateQuote} besides the changes. */
export interface UpdateQuoteInput extends SendQuoteInput {
  /** The products of {@link newProductIds} by id. Absent ids are not products of the store. */
  readonly products: ReadonlyMap<ProductId, ProductPrices>
  /** The options of the shipping provider. Undefined if there is no provider. */
  readonly shippingOptions?: readonly ParsedShippingOption[] | undefined
}

/** Returns the ids of the products that an update adds to the quote: their prices are needed. */
export function newProductIds(
  { value: quote }: StoredRecord<Quote>,
  { products, product_changes: changes }: UpdateQuoteRequest,
): ReadonlySet<ProductId> {
  if (products !== undefined) return newLineProductIds(products, quote.products)
  return changes === undefined ? new Set() : addedLineProductIds(changes, quote.products)
}

/**
 * Returns the change that merges changes into a quote. Pure.
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
  const version = record.version + 1
  const edit = { role: input.role, now: input.now, isRevising: changes.status === 'draft' }
  assertEditable(record, () => newProductIds(record, changes).size > 0, edit, policy)
  const merged = mergeQuote(record, changes, input, policy)
  const edited = applyEdit(record, merged, edit, policy)
  const { next, operation } = applyStatus(record, edited, changes.status, input, policy)
  const change = quoteChange(record, next, operation, input)
  const isEdit = operation === 'update'
  if (change !== undefined && isEdit && version > policy.limits.maxVersions)
    throw tooManyVersionsError(policy.limits)
  return change
}

function tooManyVersionsError({ maxVersions }: Limits): QuoteError {
  const message = `has reached its maximum of ${maxVersions} versions: create a new quote instead`
  return new QuoteError('invalid_request', { errors: { '': message } })
}

function mergeQuote(
  record: StoredRecord<Quote>,
  changes: UpdateQuoteRequest,
  { products: prices, shippingOptions, role }: UpdateQuoteInput,
  policy: QuotePolicy,
): Quote {
  const { value: stored } = record
  const version = record.version + 1
  const { resolveRegion, limits } = policy
  const errors = new FieldErrorCollector()
  const precision = getPrecision(stored, policy)
  rejectReadOnlyChanges(readOnlyFields, stored, changes, [], errors)
  const customer =
    changes.customer === undefined
      ? stored.customer
      : mergeCustomer(stored.customer, changes.customer, resolveRegion)
  const maxFields = Math.max(limits.maxCustomerFields, Object.keys(stored.customer).length)
  if (Object.keys(customer).length > maxFields)
    errors.add(['customer'], `must have at most ${limits.maxCustomerFields} fields once merged`)
  const lineInput = { version, products: prices, policy: getOverridePolicy(precision, policy) }
  const products = mergeLines(stored, changes, lineInput, limits, errors)
  const order = products && resolveLineOrder(stored, changes.product_order, products, errors)
  const shipping = chooseShipping(
    changes.shipping,
    stored.shipping,
    shippingOptions,
    precision,
    errors,
  )
  const terms = products && mergeDiscounts(stored, changes, products, precision, errors)
  if (products === undefined || order === undefined || !errors.isEmpty || !shipping || !terms)
    throw new QuoteError('invalid_request', { errors: errors.toFieldErrors() })
  if (role === 'buyer') assertBuyersChanges(stored, changes, shipping)
  const next: MutableQuote = {
    ...stored,
    customer,
    products,
    product_order: order,
    shipping,
    tags: changes.tag_list === undefined ? stored.tags : uniqueTags(changes.tag_list),
  }
  for (const field of internalIds) {
    const id = changes[field]
    if (id === null) delete next[field]
    else if (id !== undefined) next[field] = id
  }
  const isSamePrice =
    products === stored.products &&
    shipping === stored.shipping &&
    terms === (stored.discounts ?? noDiscounts)
  return isSamePrice ? next : priceQuote(next, terms, precision)
}

function mergeLines(
  stored: Quote,
  { products, product_changes: changes }: UpdateQuoteRequest,
  input: LineChangesInput,
  limits: Limits,
  errors: FieldErrorCollector,
): readonly ProductLine[] | undefined {
  if (products !== undefined) return replaceLines(stored.products, products, input, errors)
  if (changes === undefined) return stored.products
  return changeLines(stored.products, changes, input, limits, errors)
}

const noDiscounts: readonly QuoteDiscount[] = Object.freeze([])

/** Returns the terms of the discounts; those of the stored quote if they stay as they are. */
function mergeDiscounts(
  { products: storedLines, discounts: stored = noDiscounts }: Quote,
  { discounts: sent }: UpdateQuoteRequest,
  products: readonly ProductLine[],
  precision: Precision,
  errors: FieldErrorCollector,
): readonly DiscountTerms[] {
  if (sent === undefined || jsonEqual(sent ?? noDiscounts, stored))
    return products === storedLines ? stored : keepDiscounts(stored, products)
  return parseDiscounts(sent, products, stored, precision, errors)
}
