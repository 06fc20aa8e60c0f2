import { QuoteError } from '../../errors.js'
import { parseAmount, parseUnitAmount, toDecimalString, toNumber } from '../../money/amount.js'
import { toFixedAtLeast } from '../../money/rounding.js'
import { mergeCustomer, type UpdateCustomerRequest } from '../../quote/customer/customer.js'
import type { ResolveRegion } from '../../quote/customer/regions.js'
import type { Limits } from '../../quote/limits.js'
import { isCustomLine, mergeCustomFields } from '../../quote/lines/custom-line.js'
import { isPricedByHand, type UnitRounding } from '../../quote/lines/line-pricing.js'
import type { CreateLineRequest } from '../../quote/lines/line-request.js'
import { getOverridePolicy } from '../../quote/lines/price-override.js'
import { rejectReadOnlyChanges } from '../../quote/lines/read-only-fields.js'
import { orderedLines } from '../../quote/operations/copy-quote.js'
import {
  buildLines,
  type CreateQuoteInput,
  newQuoteChange,
} from '../../quote/operations/create-quote.js'
import type { QuotePolicy } from '../../quote/policy.js'
import { currencyFields, getPrecision, publishedDecimals } from '../../quote/precision.js'
import { customLineId } from '../../quote/products/product-id.js'
import type { Customer, ProductLine, Quote } from '../../quote/quote.js'
import type { QuoteChange } from '../../quote/quote-record.js'
import { uniqueTags } from '../../quote/requests/tag-names.js'
import {
  createChange,
  deletionChange,
  type UpdateInput,
  updateChange,
} from '../../record/change.js'
import type { RecordChange } from '../../record/commit.js'
import type { EntryOperation } from '../../record/history/entry-operations.js'
import type { StoredRecord } from '../../record/record.js'
import { deepFreeze } from '../../validation/deep-freeze.js'
import { FieldErrorCollector } from '../../validation/field-errors.js'
import { estimateJsonLength } from '../../validation/json-length.js'
import { type Template, type TemplateLine, templateRef, templateSearchRow } from './template.js'
import type {
  CreateQuoteFromTemplateRequest,
  CreateTemplateRequest,
  UpdateTemplateRequest,
} from './template-requests.js'

/** Who changes a template, and when. */
export interface TemplateInput {
  readonly actor?: string | undefined
  /** Milliseconds since the Unix epoch. */
  readonly now: number
}

/**
 * Returns the change that creates a template with these lines. Pure.
 *
 * @param lines The lines of the request, or of the quote that it names.
 */
export function createTemplate(
  { name, customer, tag_list: tags }: Omit<CreateTemplateRequest, 'products' | 'quote_id'>,
  lines: readonly CreateLineRequest[],
  { templateId, actor, now }: TemplateInput & { readonly templateId: string },
): RecordChange<Template> {
  const template = toTemplate({
    name,
    products: lines.map(toTemplateLine),
    customer: customer && mergeFields({}, customer),
    tags: uniqueTags(tags ?? null),
    created: now,
  })
  const input = { operation: 'create', actor, now } as const
  return createChange(templateRef(templateId), deepFreeze(template), input, templateSearchRow)
}

/**
 * Returns the change that merges changes into a template; undefined if they have no effect. Pure.
 *
 * @throws QuoteError `invalid_request` with every error of the changes for this template
 */
export function updateTemplate(
  record: StoredRecord<Template>,
  changes: UpdateTemplateRequest,
  input: TemplateInput,
  limits: Limits,
): RecordChange<Template> | undefined {
  const { value: stored } = record
  const errors = new FieldErrorCollector()
  rejectReadOnlyChanges(['created', 'tags'], stored, changes, [], errors)
  const customer = mergeTemplateCustomer(stored.customer, changes.customer)
  const storedFields = Object.keys(stored.customer ?? {}).length
  const maxFields = Math.max(limits.maxCustomerFields, storedFields)
  if (Object.keys(customer ?? {}).length > maxFields)
    errors.add(['customer'], tooManyFieldsMessage(limits))
  if (!errors.isEmpty) throw new QuoteError('invalid_request', { errors: errors.toFieldErrors() })
  const next = toTemplate({
    name: changes.name ?? stored.name,
    products: changes.products?.map(toTemplateLine) ?? stored.products,
    customer,
    tags: changes.tag_list === undefined ? stored.tags : uniqueTags(changes.tag_list),
    created: stored.created,
  })
  return updateChange(record, next, toInput('update', input))
}

/** Returns the change that deletes a template. Pure. */
export function deleteTemplate(
  record: StoredRecord<Template>,
  input: TemplateInput,
): RecordChange<Template> {
  const deleted = Math.max(input.now, record.updated)
  return deletionChange(record, deleted, toInput('delete', input))
}

/**
 * Returns the lines of a quote for a template, in the order of display. A line has an offered price
 * if it is not the price that the catalog had. Pure.
 */
export function linesOfQuote(quote: Quote, policy: UnitRounding): readonly TemplateLine[] {
  return orderedLines(quote).map((line) => {
    const { id, qty, note, price } = line
    return {
      id,
      qty,
      ...(isPricedByHand(line, policy) && getOffer(line)),
      ...(note === undefined ? undefined : { note }),
      ...(isCustomLine(line) && { price, ...mergeCustomFields(line, {}) }),
    }
  })
}

function getOffer({
  quote,
  discount_percent: percent,
}: ProductLine): Pick<TemplateLine, 'quote' | 'discount_percent'> {
  return percent === undefined ? { quote } : { discount_percent: percent }
}

/** The message for a customer that has too many fields after a merge. */
function tooManyFieldsMessage({ maxCustomerFields }: Limits): string {
  return `must have at most ${maxCustomerFields} fields once merged`
}

function toInput(
  operation: EntryOperation<'template'>,
  { actor, now }: TemplateInput,
): UpdateInput<Template> {
  return {
    operation,
    actor,
    now,
    lengthOf: estimateJsonLength,
    searchRowOf: templateSearchRow,
  }
}

/** Leaves out the fields that are not set. */
function toTemplate({
  name,
  products,
  customer,
  tags,
  created,
}: Pick<Template, 'name' | 'products' | 'created'> & {
  readonly customer: Customer | undefined
  readonly tags: readonly string[] | null | undefined
}): Template {
  const hasCustomer = customer !== undefined && Object.keys(customer).length > 0
  return {
    name,
    products,
    ...(hasCustomer && { customer }),
    ...(tags == null ? undefined : { tags }),
    created,
  }
}

/** Which decimals an offer can have depends on the quote, so none is rounded off. */
function toTemplateLine(line: CreateLineRequest): TemplateLine {
  const { id = customLineId, qty, note } = line
  const quote = parseUnitAmount(line.quote)
  const discount = parseUnitAmount(line.discount)
  const percent = parseAmount(line.discount_percent)
  const price = 'price' in line ? parseUnitAmount(line.price) : undefined
  return {
    id,
    qty,
    ...(quote === undefined ? undefined : { quote: toFixedAtLeast(quote, publishedDecimals) }),
    ...(discount === undefined ? undefined : { discount: toDecimalString(discount) }),
    ...(percent === undefined ? undefined : { discount_percent: toDecimalString(percent) }),
    ...(note === undefined ? undefined : { note }),
    ...(price === undefined ? undefined : { price: toNumber(price) as number }),
    ...('name' in line && mergeCustomFields({}, line)),
  }
}

function mergeTemplateCustomer(
  stored: Customer | undefined,
  changes: UpdateCustomerRequest | null | undefined,
): Customer | undefined {
  if (changes === undefined) return stored
  return changes === null ? undefined : mergeFields(stored ?? {}, changes)
}

/** The state is resolved once a quote is created, because its country can still change. */
const unresolved: ResolveRegion = () => undefined

function mergeFields(stored: Customer, changes: UpdateCustomerRequest): Customer {
  return mergeCustomer(stored, changes, unresolved)
}

/** Returns the lines of a new quote: those of the request, or else those of the template. */
export function linesOfNewQuote(
  template: Template,
  { products = template.products }: CreateQuoteFromTemplateRequest,
): readonly (CreateLineRequest | TemplateLine)[] {
  return products
}

/**
 * Returns the change that creates a quote from a template, at these prices except where a line has
 * an offered price. Pure.
 *
 * @throws QuoteError `invalid_request` for unknown products, inexact line totals, and a customer
 * with too many fields
 */
export function quoteFromTemplate(
  template: Template,
  request: CreateQuoteFromTemplateRequest,
  { products, ...input }: CreateQuoteInput,
  policy: QuotePolicy,
): QuoteChange {
  const { customer: defaults = {}, tags = null } = template
  const merged = { ...defaults, ...request.customer }
  const customer = mergeCustomer({}, merged, policy.resolveRegion)
  const { maxCustomerFields } = policy.limits
  const maxFields = Math.max(maxCustomerFields, Object.keys(defaults).length)
  if (Object.keys(customer).length > maxFields)
    throw new QuoteError('invalid_request', {
      errors: { customer: tooManyFieldsMessage(policy.limits) },
    })
  const requested = linesOfNewQuote(template, request)
  const currency = currencyFields(request.currency ?? input.currency, policy)
  const errors = new FieldErrorCollector()
  const precision = getPrecision(currency, policy)
  const lines = buildLines(requested, getOverridePolicy(precision, policy), { products }, errors)
  if (!errors.isEmpty) throw new QuoteError('invalid_request', { errors: errors.toFieldErrors() })
  return newQuoteChange({ customer, products: lines, tags, currency }, 'create', input, policy)
}
