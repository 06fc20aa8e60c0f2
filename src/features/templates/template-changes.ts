import * as z from 'zod'
import { QuoteError } from '../../errors.js'
import { parseAmount, parseUnitAmount, toDecimalString, toExactNumber } from '../../money/amount.js'
import { toFixedAtLeast } from '../../money/rounding.js'
import {
  customerSchema,
  mergeCustomer,
  templateCustomerSchema,
  type UpdateCustomerRequest,
  type UpdateCustomerWith,
} from '../../quote/customer/customer.js'
import { getExchange } from '../../quote/lines/catalog-product.js'
import { isCustomLine, mergeCustomFields } from '../../quote/lines/custom-line.js'
import { isPricedByHand, type UnitRounding } from '../../quote/lines/line-pricing.js'
import type { CreateLineRequest } from '../../quote/lines/line-request.js'
import { createLinesSchema } from '../../quote/lines/line-request.js'
import { getOverridePolicy } from '../../quote/lines/price-override.js'
import { copyReadOnlyValue, rejectReadOnlyChanges } from '../../quote/lines/read-only-fields.js'
import {
  choiceRequestSchemas,
  getChoiceFields,
  mergeChoiceFields,
} from '../../quote/model/choice-fields.js'
import { maxNameLength, nameSchema, shortString } from '../../quote/model/lifecycle-fields.js'
import { displayedLines } from '../../quote/model/line-keys.js'
import {
  declaredFields,
  getFields,
  mergeFields as mergeOwnFields,
  newFieldsSchemas,
  type OwnFieldChanges,
  sentFieldsSchemas,
  withDeclaredFields,
} from '../../quote/model/merge-fields.js'
import type { FieldTypes } from '../../quote/model/own-fields.js'
import type { QuotePolicy, RequestLimits } from '../../quote/model/policy.js'
import { currencyFields, getPrecision, publishedDecimals } from '../../quote/model/precision.js'
import { customLineId } from '../../quote/model/product-fields.js'
import type { AnyCustomer, Customer, ProductLine, Quote } from '../../quote/model/quote.js'
import type { QuoteChange } from '../../quote/model/quote-record.js'
import {
  assignScalars,
  mapOfferedScalars,
  type OfferedScalars,
  offeredScalarFieldNames,
  sentScalarSchema,
} from '../../quote/model/quote-scalar-fields.js'
import {
  buildLines,
  type CreateQuoteInput,
  createFirstChange,
} from '../../quote/operations/create-quote.js'
import {
  rejectBlankTags,
  storedTagNamesSchema,
  tagNamesSchema,
  uniqueTags,
} from '../../quote/operations/requests.js'
import { currencySchema } from '../../quote/pricing/pricing-request.js'
import type { ResolveRegion } from '../../quote/regions/regions.js'
import { type ChoiceChanges, mergeChoices } from '../../quote/selection/merge-choices.js'
import { createChange, erasureChange, type UpdateInput, updateChange } from '../../record/change.js'
import type { RecordChange } from '../../record/commit.js'
import type { EntryOperation } from '../../record/history/entry-operations.js'
import type { StoredRecord } from '../../record/record.js'
import { getBlankError } from '../../validation/blanks.js'
import { deepFreeze } from '../../validation/deep-freeze.js'
import { FieldErrorCollector } from '../../validation/field-errors.js'
import { estimateJsonLength } from '../../validation/json-length.js'
import { idSchema, mustBeObject, requiredObject } from '../../validation/schemas/scalars.js'
import {
  haveOwnAmounts,
  type Template,
  type TemplateLine,
  templateRef,
  templateSearchRow,
} from './template.js'

/** Own fields of new quotes to set. Null removes one. */
interface QuoteFieldChanges<Fields extends FieldTypes> {
  /** Own fields of new quotes: the option `fields`. */
  readonly fields?: Fields['quoteChanges']['fields'] | undefined
  /** Own fields of new quotes that are for the store only. */
  readonly internal_fields?: Fields['quoteChanges']['internal_fields'] | undefined
}

/** A request to create a template: with `products`, or from the quote `quote_id`. */
export interface CreateTemplateRequest<Fields extends FieldTypes = FieldTypes>
  extends QuoteFieldChanges<Fields>,
    OfferedScalars<undefined>,
    ChoiceChanges {
  /** 1 to 255 characters. Several templates can have the same name. */
  readonly name: string
  /** At least one line. The catalog checks the products once a quote is created. */
  readonly products?: readonly CreateLineRequest<Fields>[] | undefined
  /**
   * The id of a quote whose lines the template gets: products, quantities, and the offered prices
   * that differ from the catalog's. It gets the wording, such as terms, that the request
   * does not have, too. Customer and tags are not copied.
   */
  readonly quote_id?: string | undefined
  /** Fields of the customer of new quotes. */
  readonly customer?: (AnyCustomer & Fields['customer']) | undefined
  /** The tags of new quotes. */
  readonly tag_list?: readonly string[] | undefined
  /**
   * The currency of the amounts in the lines: three capital letters. It is that of new quotes as
   * well.
   *
   * @default That of the quote; or, if lines have amounts, the option `currency` of the engine.
   */
  readonly currency?: string | undefined
}

/**
 * A request to update a template. Absent fields keep their values. `created` and `tags` are
 * accepted if they equal the stored ones, so that a template that was read can be sent back.
 */
export interface UpdateTemplateRequest<Fields extends FieldTypes = FieldTypes>
  extends QuoteFieldChanges<Fields>,
    OfferedScalars<null | undefined>,
    ChoiceChanges {
  /** 1 to 255 characters. */
  readonly name?: string | undefined
  /** All lines of the template. */
  readonly products?: readonly CreateLineRequest<Fields>[] | undefined
  /** Fields of the customer to change; null in a field removes it, null removes all of them. */
  readonly customer?: UpdateCustomerWith<Fields> | null | undefined
  /** All tags of new quotes; `[]` or null for none. */
  readonly tag_list?: readonly string[] | null | undefined
  /**
   * The currency of the amounts in the lines. Another one than the stored needs all lines in
   * `products`, if they have amounts; null removes it if they have none.
   */
  readonly currency?: string | null | undefined
  /** The stored value, or absent. */
  readonly created?: Template['created'] | undefined
  /** The stored value, or absent; `tag_list` changes it. */
  readonly tags?: Template['tags'] | undefined
}

/** What `createQuoteFromTemplate` takes besides the template. */
export interface CreateQuoteFromTemplateRequest<Fields extends FieldTypes = FieldTypes>
  extends QuoteFieldChanges<Fields>,
    OfferedScalars<null | undefined> {
  /** Fields that are merged into the customer of the template; null removes one. */
  readonly customer?: UpdateCustomerWith<Fields> | undefined
  /** All lines of the quote, instead of those of the template. */
  readonly products?: readonly CreateLineRequest<Fields>[] | undefined
  /**
   * The currency of the quote: three capital letters. A template with amounts of its own allows no
   * other one than theirs.
   *
   * @default That of the template; then the option `currency` of the engine.
   */
  readonly currency?: string | undefined
}

const eitherLines = {
  not: {
    anyOf: [
      { required: ['products', 'quote_id'] },
      { not: { anyOf: [{ required: ['products'] }, { required: ['quote_id'] }] } },
    ],
  },
}

/** Creates the schema of a request to create a template. */
export function createTemplateSchema(limits: RequestLimits): z.ZodType<CreateTemplateRequest> {
  return z
    .strictObject(
      {
        name: nameSchema(maxNameLength),
        products: createLinesSchema(limits).optional(),
        quote_id: idSchema
          .meta({ type: 'string', description: 'Id of the quote whose lines the template gets' })
          .optional(),
        customer: customerSchema(limits).optional(),
        tag_list: tagNamesSchema(limits).optional(),
        currency: currencySchema().optional(),
        ...mapOfferedScalars((name) => sentScalarSchema(name).optional()),
        ...choiceRequestSchemas(),
        ...newFieldsSchemas('quote', limits),
      },
      requiredObject,
    )
    .refine(({ products, quote_id: id }) => products !== undefined || id !== undefined, {
      path: ['products'],
      error: 'is required if there is no quote_id',
    })
    .refine(({ products, quote_id: id }) => products === undefined || id === undefined, {
      path: ['quote_id'],
      error: 'cannot be combined with products; send one of them',
    })
    .meta(eitherLines) as unknown as z.ZodType<CreateTemplateRequest>
}

/** Creates the schema of a request to update a template. */
export function updateTemplateSchema(limits: RequestLimits): z.ZodType<UpdateTemplateRequest> {
  const readOnly = z.unknown().transform((value) => copyReadOnlyValue(value, limits))
  const sentBack = 'Accepted as it is stored'
  return z.strictObject(
    {
      name: shortString(maxNameLength).optional(),
      products: createLinesSchema(limits).optional(),
      customer: templateCustomerSchema(limits).nullish(),
      tag_list: storedTagNamesSchema(limits).nullish(),
      currency: currencySchema().nullish(),
      ...mapOfferedScalars((name) => sentScalarSchema(name).nullish()),
      ...choiceRequestSchemas(),
      ...sentFieldsSchemas('quote', limits),
      created: readOnly.meta({ type: 'integer', description: sentBack }).optional(),
      tags: readOnly.meta({ type: 'array', description: sentBack }).optional(),
    },
    requiredObject,
  ) as unknown as z.ZodType<UpdateTemplateRequest>
}

/** Creates the schema of a request to create a quote from a template. */
export function fromTemplateSchema(
  limits: RequestLimits,
): z.ZodType<CreateQuoteFromTemplateRequest> {
  return z.strictObject(
    {
      customer: templateCustomerSchema(limits).optional(),
      products: createLinesSchema(limits).optional(),
      currency: currencySchema().optional(),
      ...mapOfferedScalars((name) => sentScalarSchema(name).nullish()),
      ...sentFieldsSchemas('quote', limits),
    },
    mustBeObject,
  ) as unknown as z.ZodType<CreateQuoteFromTemplateRequest>
}

/** Who changes a template, and when. */
export interface TemplateInput {
  readonly actor?: string | undefined
  /** Milliseconds since the Unix epoch. */
  readonly now: number
}

/** The input of {@link createTemplate}. */
export interface CreateTemplateInput extends TemplateInput {
  readonly templateId: string
  /** The currency of the amounts in the lines, if it is known. */
  readonly currency?: string | undefined
}

/** The input of {@link updateTemplate}. */
export interface UpdateTemplateInput extends TemplateInput {
  /** Returns the currency of the store, for amounts whose currency is not said. */
  readonly currencyOfStore?: (() => string | undefined) | undefined
}

/**
 * Returns the currency of the amounts of a quote whose lines a template gets.
 *
 * @throws QuoteError `invalid_request` if the request names another one, and there are amounts
 */
export function currencyFromQuote(
  { currency: chosen }: Pick<CreateTemplateRequest, 'currency'>,
  { currency }: Pick<Quote, 'currency'>,
  lines: readonly TemplateLine[],
): string | undefined {
  if (!haveOwnAmounts(lines)) return chosen
  if (chosen !== undefined && chosen !== currency) rejectOtherCurrency(currency, 'quote')
  return currency
}

/** @throws QuoteError `invalid_request` */
function rejectOtherCurrency(currency: string | undefined, owner: 'quote' | 'template'): never {
  const amounts = 'offered prices, or lines without a product'
  const other = currency === undefined ? 'chosen' : `another one than ${currency}`
  const remedy =
    currency === undefined && owner === 'template'
      ? '; set the currency of the template with updateTemplate first'
      : ''
  const message = `cannot be ${other}, because the ${owner} has amounts of its own: ${amounts}${remedy}`
  throw new QuoteError('invalid_request', { errors: { currency: message } })
}

/**
 * Returns the currency of a new quote. A template from before templates had a currency has amounts
 * in that of the store, as its quotes had.
 *
 * @throws QuoteError `invalid_request` if it is another one than that of the template's amounts
 */
export function currencyOfNewQuote(
  template: Template,
  { currency: chosen, products }: CreateQuoteFromTemplateRequest,
  currencyOfStore: () => string | undefined,
): string | undefined {
  const isBound = products === undefined && haveOwnAmounts(template.products)
  if (!isBound) return chosen ?? template.currency ?? currencyOfStore()
  const currency = template.currency ?? currencyOfStore()
  if (chosen !== undefined && chosen !== currency) rejectOtherCurrency(currency, 'template')
  return currency
}

/**
 * Returns the change that creates a template with these lines. Pure.
 *
 * @param lines The lines of the request, or of the quote that it names.
 */
export function createTemplate(
  request: Omit<CreateTemplateRequest, 'products' | 'quote_id'>,
  lines: readonly CreateLineRequest[],
  { templateId, actor, now, currency }: CreateTemplateInput,
): RecordChange<Template> {
  const { name, customer, tag_list: tags } = request
  const errors = new FieldErrorCollector()
  const content = mergeTemplateChoices(lines.map(toTemplateLine), request, undefined, errors)
  if (!errors.isEmpty) throw new QuoteError('invalid_request', { errors: errors.toFieldErrors() })
  const template = toTemplate({
    name,
    ...content,
    customer: customer && mergeFields({}, customer),
    tags: uniqueTags(tags ?? null),
    currency,
    created: now,
    scalars: request,
    own: request,
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
  input: UpdateTemplateInput,
  limits: RequestLimits,
): RecordChange<Template> | undefined {
  const { value: stored } = record
  const errors = new FieldErrorCollector()
  rejectReadOnlyChanges(['created', 'tags'], stored, changes, [], errors)
  rejectBlankTags(changes.tag_list, stored.tags, errors)
  const nameError =
    changes.name === stored.name ? undefined : getBlankError(changes.name ?? stored.name)
  if (nameError !== undefined) errors.add(['name'], nameError)
  const customer = mergeTemplateCustomer(stored.customer, changes.customer)
  const own = mergeOwnFields(stored, changes, 'quote', limits, { path: [], errors })
  const storedFields = Object.keys(stored.customer ?? {}).length
  const maxFields = Math.max(limits.maxCustomerFields, storedFields)
  if (Object.keys(customer ?? {}).length > maxFields)
    errors.add(['customer'], tooManyFieldsMessage(limits))
  const lines = changes.products?.map(toTemplateLine) ?? stored.products
  const content = mergeTemplateChoices(lines, changes, stored, errors)
  const { products } = content
  const currency = mergeCurrency(stored, { ...changes, products }, input, errors)
  if (!errors.isEmpty) throw new QuoteError('invalid_request', { errors: errors.toFieldErrors() })
  const next = toTemplate({
    name: changes.name ?? stored.name,
    ...content,
    currency,
    customer,
    tags: changes.tag_list === undefined ? stored.tags : uniqueTags(changes.tag_list),
    created: stored.created,
    scalars: mergeScalars(stored, changes),
    own,
  })
  return updateChange(record, next, createUpdateInput('update', input))
}

/** Returns the lines of a template with the sections and the choices that a request leaves. */
function mergeTemplateChoices(
  lines: readonly TemplateLine[],
  changes: ChoiceChanges,
  stored: Template | undefined,
  errors: FieldErrorCollector,
): Pick<Template, 'products' | 'sections' | 'choices'> {
  // Lines without a key are known by their positions, as those of a new quote are.
  const products = lines as unknown as readonly ProductLine[]
  const before = stored as unknown as Pick<Quote, 'products' | 'sections' | 'choices'> | undefined
  const merged = mergeChoices({ products, product_order: null }, changes, before, errors)
  return merged as unknown as Pick<Template, 'products' | 'sections' | 'choices'>
}

/** Returns the currency of an updated template. Amounts that stay are not read in another one. */
function mergeCurrency(
  stored: Template,
  {
    currency: changed,
    products,
  }: Pick<UpdateTemplateRequest, 'currency'> & Pick<Template, 'products'>,
  { currencyOfStore }: UpdateTemplateInput,
  errors: FieldErrorCollector,
): string | undefined {
  const hasAmounts = haveOwnAmounts(products)
  const keepsAmounts = hasAmounts && products === stored.products
  if (changed === undefined)
    return stored.currency ?? (hasAmounts && !keepsAmounts ? currencyOfStore?.() : undefined)
  if (changed === null && hasAmounts)
    errors.add(['currency'], 'cannot be removed, because lines have amounts of their own')
  else if (keepsAmounts && stored.currency !== undefined && changed !== stored.currency)
    errors.add(
      ['currency'],
      `cannot be another one than ${stored.currency}, because lines have amounts of their own; send all lines in products with it`,
    )
  return changed ?? undefined
}

/** Returns the change that deletes a template: only its versions and their times stay. Pure. */
export function deleteTemplate(
  record: StoredRecord<Template>,
  input: TemplateInput,
): RecordChange<null> {
  return erasureChange(record, createUpdateInput('delete', input))
}

/**
 * Returns the lines of a quote for a template, in the order of display. A line has an offered price
 * if it is not the price that the catalog had. Pure.
 */
export function linesOfQuote(quote: Quote, policy: UnitRounding): readonly TemplateLine[] {
  return displayedLines(quote).map((line) => {
    const { id, qty, note, price, price_quantity: per, billing, unpriced } = line
    const ofCustom = unpriced ? { unpriced } : { price }
    return {
      id,
      qty,
      ...(isPricedByHand(line, policy) && getOwnPrice(line)),
      ...(note === undefined ? undefined : { note }),
      ...(isCustomLine(line) && { ...ofCustom, ...mergeCustomFields(line, {}) }),
      ...(isCustomLine(line) && per !== undefined && { price_quantity: per }),
      ...(billing === undefined ? undefined : { billing }),
      ...getChoiceFields(line),
      ...getFields(line),
    }
  })
}

function getOwnPrice({
  quote,
  discount_percent: percent,
}: ProductLine): Pick<TemplateLine, 'quote' | 'discount_percent'> {
  return percent === undefined ? { quote } : { discount_percent: percent }
}

/** The message for a customer that has too many fields after a merge. */
function tooManyFieldsMessage({ maxCustomerFields }: RequestLimits): string {
  return `must have at most ${maxCustomerFields} fields once merged`
}

function createUpdateInput(
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

/** Returns the wording of a template after changes: null removes one. */
export function mergeScalars(
  stored: OfferedScalars,
  changes: OfferedScalars<null | undefined>,
): OfferedScalars {
  const merged = {}
  assignScalars(merged, stored, offeredScalarFieldNames)
  assignScalars(merged, changes, offeredScalarFieldNames)
  return merged
}

/** Leaves out the fields that are not set. */
function toTemplate({
  name,
  products,
  customer,
  tags,
  currency,
  sections,
  choices,
  created,
  scalars,
  own: { fields, internal_fields },
}: Pick<Template, 'name' | 'products' | 'sections' | 'choices' | 'created'> & {
  readonly currency: string | undefined
  readonly scalars: OfferedScalars<undefined>
  readonly own: OwnFieldChanges
  readonly customer: Customer | undefined
  readonly tags: readonly string[] | null | undefined
}): Template {
  const hasCustomer = customer !== undefined && Object.keys(customer).length > 0
  return {
    name,
    products,
    ...(hasCustomer && { customer }),
    ...(tags == null ? undefined : { tags }),
    ...(currency === undefined ? undefined : { currency }),
    ...(sections && { sections }),
    ...(choices && { choices }),
    created,
    ...mergeScalars({}, scalars),
    ...(fields === undefined ? undefined : { fields }),
    ...(internal_fields === undefined ? undefined : { internal_fields }),
  }
}

/** Which decimals an offer can have depends on the quote, so none is rounded off. */
function toTemplateLine(line: CreateLineRequest): TemplateLine {
  const { id = customLineId, qty, note, billing } = line
  const quote = parseUnitAmount(line.quote)
  const discount = parseUnitAmount(line.discount)
  const percent = parseAmount(line.discount_percent)
  const price = 'price' in line ? parseUnitAmount(line.price) : undefined
  const isUnpriced = 'unpriced' in line && line.unpriced === true
  const per = 'price_quantity' in line ? line.price_quantity : undefined
  return {
    id,
    qty,
    ...(quote === undefined ? undefined : { quote: toFixedAtLeast(quote, publishedDecimals) }),
    ...(discount === undefined ? undefined : { discount: toDecimalString(discount) }),
    ...(percent === undefined ? undefined : { discount_percent: toDecimalString(percent) }),
    ...(note === undefined ? undefined : { note }),
    ...(price === undefined ? undefined : { price: toExactNumber(price) as number }),
    ...(isUnpriced && { unpriced: true as const }),
    ...('name' in line && mergeCustomFields({}, line)),
    ...(per === undefined || per === 1 ? undefined : { price_quantity: per }),
    ...(billing === undefined ? undefined : { billing }),
    ...mergeChoiceFields(line),
    ...getFields(line),
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
  const { limits } = policy
  const isOfTemplate = request.products === undefined
  const requested = isOfTemplate
    ? template.products.map((line) => withDeclaredFields(line, 'line', limits))
    : linesOfNewQuote(template, request)
  const currency = currencyFields(request.currency ?? input.currency, policy)
  const errors = new FieldErrorCollector()
  const precision = getPrecision(currency, policy)
  const built = buildLines(
    requested,
    getOverridePolicy(precision, policy),
    { products, areFieldsCurrent: isOfTemplate },
    errors,
  )
  const { products: lines, ...choices } = mergeChoices(
    { products: built, product_order: null },
    template,
    undefined,
    errors,
  )
  const own = mergeOwnFields(declaredFields(template, 'quote', limits), request, 'quote', limits, {
    path: [],
    errors,
  })
  if (!errors.isEmpty) throw new QuoteError('invalid_request', { errors: errors.toFieldErrors() })
  const exchange = getExchange(products)
  const scalars = mergeScalars(template, request)
  return createFirstChange(
    { customer, products: lines, choices, tags, currency, exchange, scalars, own },
    'create',
    input,
    policy,
  )
}
