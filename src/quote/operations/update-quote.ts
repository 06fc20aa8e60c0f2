import { QuoteError } from '../../errors.js'
import type { StoredRecord } from '../../record/record.js'
import { FieldErrorCollector } from '../../validation/field-errors.js'
import { mergeCustomer } from '../customer/customer.js'
import { quoteChange } from '../lifecycle/change-status.js'
import type { Limits } from '../limits.js'
import type { ProductPrices } from '../lines/catalog-product.js'
import { resolveLineOrder } from '../lines/line-order.js'
import { newLineProductIds, type ReplaceLinesInput, replaceLines } from '../lines/replace-lines.js'
import type { QuotePolicy } from '../policy.js'
import { quoteTotals } from '../pricing/totals.js'
import type { Quote } from '../quote.js'
import type { QuoteChange } from '../quote-record.js'
import { readOnlyFields, rejectReadOnlyChanges } from '../requests/read-only-fields.js'
import { uniqueTags } from '../requests/tag-names.js'
import type { UpdateQuoteRequest } from '../requests/update-request.js'
import { applyEdit, applyStatus, assertEditable } from './edit-rules.js'
import type { SendQuoteInput } from './send-quote.js'

/** The input of {@link updateQuote} beside the changes. */
export interface UpdateQuoteInput extends SendQuoteInput {
  /** Prices of {@link newProductIds} by id. Absent ids are not products of the store. */
  readonly products: ReadonlyMap<number, ProductPrices>
}

/** Returns the ids of the products that an update adds to the quote: their prices are needed. */
export function newProductIds(
  { value: quote }: StoredRecord<Quote>,
  changes: UpdateQuoteRequest,
): ReadonlySet<number> {
  return changes.products === undefined
    ? new Set()
    : newLineProductIds(changes.products, quote.products)
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
  const merged = mergeQuote(record.value, changes, { version, products: input.products }, policy)
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
  stored: Quote,
  changes: UpdateQuoteRequest,
  { version, products: prices }: Omit<ReplaceLinesInput, 'rounding'>,
  { rounding, resolveRegion, limits }: QuotePolicy,
): Quote {
  const errors = new FieldErrorCollector()
  rejectReadOnlyChanges(readOnlyFields, stored, changes, [], errors)
  const customer =
    changes.customer === undefined
      ? stored.customer
      : mergeCustomer(stored.customer, changes.customer, resolveRegion)
  const maxFields = Math.max(limits.maxCustomerFields, Object.keys(stored.customer).length)
  if (Object.keys(customer).length > maxFields)
    errors.add(['customer'], `must have at most ${limits.maxCustomerFields} fields once merged`)
  const products =
    changes.products === undefined
      ? stored.products
      : replaceLines(
          stored.products,
          changes.products,
          { version, products: prices, rounding },
          errors,
        )
  const order = products && resolveLineOrder(stored, changes.product_order, products, errors)
  if (products === undefined || order === undefined || !errors.isEmpty)
    throw new QuoteError('invalid_request', { errors: errors.toFieldErrors() })
  const next: { -readonly [Field in keyof Quote]: Quote[Field] } = {
    ...stored,
    customer,
    products,
    product_order: order,
    ...(products === stored.products ? undefined : quoteTotals(products, rounding)),
    tags: changes.tag_list === undefined ? stored.tags : uniqueTags(changes.tag_list),
  }
  if (changes.owner === null) delete next.owner
  else if (changes.owner !== undefined) next.owner = changes.owner
  return next
}
