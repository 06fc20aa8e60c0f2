import * as z from 'zod'
import { getBlankError } from '../../validation/blanks.js'
import { compileCopy } from '../../validation/compile/compile-copy.js'
import { type FieldErrorCollector, guardRead, parseOrThrow } from '../../validation/field-errors.js'
import { lazy } from '../../validation/lazy.js'
import { listSchema } from '../../validation/schemas/list-schema.js'
import { requiredObject, requiredOr, withReceived } from '../../validation/schemas/scalars.js'
import {
  customerChangesSchema,
  customerSchema,
  type UpdateCustomerWith,
} from '../customer/customer.js'
import { shipToSchema } from '../customer/ship-to.js'
import {
  type CreateLineRequest,
  createLinesSchema,
  type LineChangeRequest,
  lineChangesSchema,
  lineOrderSchema,
  publishedLinesSchema,
  requestedLinesSchema,
  type UpdateLineRequest,
  updateLinesSchema,
} from '../lines/line-request.js'
import {
  copyReadOnlyAmounts,
  copyReadOnlyApprovals,
  copyReadOnlyLines,
  copyReadOnlyProposals,
  copyReadOnlyValue,
  type ReadOnlyFields,
  readOnlyFieldsSchema,
} from '../lines/read-only-fields.js'
import { choiceRequestSchemas } from '../model/choice-fields.js'
import { type HostIdName, mapHostIds } from '../model/host-ids.js'
import { maxReasonLength, textSchema } from '../model/lifecycle-fields.js'
import {
  newFieldsSchemas,
  requestedFieldsSchema,
  sentFieldsSchemas,
} from '../model/merge-fields.js'
import type { FieldTypes } from '../model/own-fields.js'
import type { Limits, RequestLimits } from '../model/policy.js'
import type { ProductId } from '../model/product-fields.js'
import type { AnyCustomer, ShipTo } from '../model/quote.js'
import { readOnlyFields } from '../model/quote-fields.js'
import {
  mapQuoteScalarFields,
  type QuoteScalarField,
  type QuoteScalarValues,
  sentScalarSchema,
  storeScalarFieldNames,
} from '../model/quote-scalar-fields.js'
import type { QuoteStatus } from '../model/transitions.js'
import {
  type ChargeRequest,
  chargesSchema,
  currencySchema,
  type DiscountRequest,
  discountsSchema,
  type PaymentPartRequest,
  paymentPlanSchema,
  type ShippingChoice,
  shippingSchema,
} from '../pricing/pricing-request.js'
import type { ChoiceChanges } from '../selection/merge-choices.js'

/** A request to create a quote. Unknown fields are rejected, so that typos don't go unnoticed. */
export interface CreateQuoteRequest<Fields extends FieldTypes = FieldTypes>
  extends QuoteScalarValues<undefined>,
    ChoiceChanges {
  /** Customer fields. `{}` is valid. */
  readonly customer: AnyCustomer & Fields['customer']
  /**
   * Where the goods go, if that is not the customer's address. A state is resolved as that of the
   * customer.
   */
  readonly ship_to?: ShipTo | null | undefined
  /** At least one line. The same product can be on several lines. */
  readonly products: readonly CreateLineRequest<Fields>[]
  /** The tags of the quote. Keeps the order and drops duplicates. Not for buyers. */
  readonly tag_list?: readonly string[] | null | undefined
  /**
   * The currency of all prices: three capital letters. It never changes.
   *
   * @default The option `currency` of the engine.
   */
  readonly currency?: string | undefined
  /** Discounts of the quote, in their order. */
  readonly discounts?: readonly DiscountRequest[] | undefined
  /** What the quote costs besides its lines and shipping, in the order in which it is shown. */
  readonly charges?: readonly ChargeRequest[] | undefined
  /** When the customer pays which part of what is charged once. */
  readonly payment_plan?: readonly PaymentPartRequest[] | null | undefined
  /**
   * Shipping method and costs.
   *
   * @default `{ type: 'no_additional' }`
   */
  readonly shipping?: ShippingChoice | undefined
  /** Fields that are the host's own: the option `fields`. */
  readonly fields?: Fields['quoteChanges']['fields'] | undefined
  /** Own fields for the store only. Not for buyers. */
  readonly internal_fields?: Fields['quoteChanges']['internal_fields'] | undefined
}

/** A line of a request: a product of the catalog, or what is needed, in the customer's words. */
export interface RequestedLine<Fields extends FieldTypes = FieldTypes> {
  /** The product's identifier in the store's catalog, whose price it gets. */
  readonly id?: ProductId | undefined
  /** What is needed, if it is no product: 1 to 255 characters. The line is to be priced. */
  readonly name?: string | undefined
  /** An integer from 1 to the limit `maxQuantity`, or with decimals by option. */
  readonly qty: number
  /** 1 to 2,000 characters. */
  readonly note?: string | undefined
  /** Fields that are the host's own: the option `fields`. */
  readonly fields?: Fields['lineChanges']['fields'] | undefined
}

/** What `requestQuote` takes. It has no prices: those are the seller's. */
export interface RequestQuoteRequest<Fields extends FieldTypes = FieldTypes>
  extends Pick<QuoteScalarValues<undefined>, HostIdName | 'owner'> {
  /** Customer fields. `{}` is valid. */
  readonly customer: AnyCustomer & Fields['customer']
  /** Where the goods go, if that is not the customer's address. */
  readonly ship_to?: ShipTo | null | undefined
  /** At least one line, each with an `id` or a `name`. */
  readonly products: readonly RequestedLine<Fields>[]
  /** What else the customer writes: 1 to 2,000 characters. */
  readonly message?: string | undefined
  /**
   * True if the request looks like one of a program. Not for buyers.
   *
   * @default false
   */
  readonly suspicious?: boolean | undefined
  /** Fields that are the host's own: the option `fields`. */
  readonly fields?: Fields['quoteChanges']['fields'] | undefined
}

const newScalar = (name: QuoteScalarField) => sentScalarSchema(name).optional()

/** Creates the schema of a request to create a quote. */
export function createRequestSchema(limits: RequestLimits): z.ZodType<CreateQuoteRequest> {
  return z.strictObject(
    {
      customer: customerSchema(limits),
      ship_to: shipToSchema(limits).nullish(),
      products: createLinesSchema(limits),
      ...choiceRequestSchemas(),
      ...mapQuoteScalarFields(newScalar),
      tag_list: tagNamesSchema(limits).nullish(),
      currency: currencySchema().optional(),
      discounts: discountsSchema(limits).optional(),
      charges: chargesSchema(limits).optional(),
      payment_plan: paymentPlanSchema().nullish(),
      shipping: shippingSchema().optional(),
      ...newFieldsSchemas('quote', limits),
    },
    requiredObject,
  ) as unknown as z.ZodType<CreateQuoteRequest>
}

/** Creates the schema of what `requestQuote` takes. */
export function quoteRequestSchema(limits: RequestLimits): z.ZodType<RequestQuoteRequest> {
  return z.strictObject(
    {
      customer: customerSchema(limits),
      ship_to: shipToSchema(limits).nullish(),
      products: requestedLinesSchema(limits),
      message: textSchema(maxReasonLength).optional(),
      suspicious: z.boolean({ error: withReceived('must be true or false') }).optional(),
      owner: newScalar('owner'),
      ...mapHostIds(newScalar),
      ...requestedFieldsSchema('quote', limits),
    },
    requiredObject,
  ) as unknown as z.ZodType<RequestQuoteRequest>
}

/**
 * Creates the schema of the requests of the published interface: lines have an id and a quantity
 * only. Without the wording of an offer, which takes time to look for in each request.
 */
export function publishedRequestSchema(limits: RequestLimits): z.ZodType<CreateQuoteRequest> {
  return z.strictObject(
    {
      customer: customerSchema(limits),
      products: publishedLinesSchema(limits),
      ...Object.fromEntries(storeScalarFieldNames.map((name) => [name, newScalar(name)])),
    },
    requiredObject,
  ) as unknown as z.ZodType<CreateQuoteRequest>
}

/**
 * Returns a function that parses a request to create a quote. Its result is a copy.
 *
 * Valid requests of the published interface take a compiled fast path; the schema parses all
 * others, and reports their errors.
 */
export function createQuoteRequestParser(
  limits: RequestLimits,
): (input: unknown) => CreateQuoteRequest {
  const schema = lazy(() => createRequestSchema(limits))
  const isPublished = limits.fields.customer.size === 0
  const copyIfPublished = isPublished ? compileCopy(publishedRequestSchema(limits)) : undefined
  return (input) =>
    guardRead('invalid_request', () => copyIfPublished?.(input)) ??
    parseOrThrow(schema(), input, 'invalid_request')
}

/**
 * A request to update a quote. Absent fields keep their values; fields that are sent replace them.
 * Null for a field such as `title` or `owner` removes it.
 *
 * A whole quote with one change in it can be sent back: the fields of a quote that are missing here
 * are accepted if they equal the stored ones. Send `expectedVersion` with a whole quote or a list
 * of lines, because they overwrite the changes of others.
 */
export interface UpdateQuoteRequest<Fields extends FieldTypes = FieldTypes>
  extends QuoteScalarValues<null | undefined>,
    ChoiceChanges {
  /** Customer fields to change; all others keep their values. */
  readonly customer?: UpdateCustomerWith<Fields> | undefined
  /**
   * Where the goods go: all fields of the address, which replaces the stored one. Null for the
   * customer's address.
   */
  readonly ship_to?: ShipTo | null | undefined
  /** All lines of the quote: a stored line that is missing here is removed. */
  readonly products?: readonly UpdateLineRequest<Fields>[] | undefined
  /**
   * Changes of single lines: each changes or removes the line with its `key`, or the only one with
   * its `id`, or adds a line; `add` adds a product that a line has already. All other lines stay as
   * they are. Not together with `products`.
   */
  readonly product_changes?: readonly LineChangeRequest<Fields>[] | undefined
  /** All discounts of the quote, in their order; `[]` or null removes all of them. */
  readonly discounts?: readonly DiscountRequest[] | null | undefined
  /** All charges of the quote, in their order; `[]` or null removes all of them. */
  readonly charges?: readonly ChargeRequest[] | null | undefined
  /** The whole payment plan of the quote; `[]` or null removes it. */
  readonly payment_plan?: readonly PaymentPartRequest[] | null | undefined
  /** Shipping method and costs. The price of an option is the one that it has now. */
  readonly shipping?: ShippingChoice | undefined
  /** The key of every line once, in the order of display; null for none. */
  readonly product_order?: readonly string[] | null | undefined
  /** All tags of the quote. Keeps the order and drops duplicates; `[]` or null removes all tags. */
  readonly tag_list?: readonly string[] | null | undefined
  /**
   * The status to change to, if that takes nothing else: `sent` sends the quote, with an offer that
   * expires by its `valid_days` only; `draft` revises it; `declined` and `canceled` close it; or a
   * status of your own. The status that the quote has is accepted as well.
   */
  readonly status?: QuoteStatus | (string & {}) | undefined
  /** Own fields to set. Null removes one, and all others keep their values. */
  readonly fields?: Fields['quoteChanges']['fields'] | undefined
  /** Own fields for the store only to set, at any time. Not for buyers. */
  readonly internal_fields?: Fields['quoteChanges']['internal_fields'] | undefined
}

/** An update as it was sent, which can have the computed fields of a quote that was read. */
export interface SentUpdate extends UpdateQuoteRequest, ReadOnlyFields {}

/** Exceeds the taxes of an average line, in characters. */
const maxTaxSize = 2_000

/**
 * Creates the schema of a request to update a quote.
 *
 * @param hasFields False for a request without own fields.
 */
export function updateRequestSchema(
  limits: RequestLimits,
  hasFields = true,
): z.ZodType<UpdateQuoteRequest> {
  return z
    .strictObject(
      {
        customer: customerChangesSchema(limits).optional(),
        ship_to: shipToSchema(limits).nullish(),
        products: updateLinesSchema(limits, hasFields).optional(),
        product_changes: lineChangesSchema(limits, hasFields).optional(),
        discounts: discountsSchema(limits).nullish(),
        charges: chargesSchema(limits).nullish(),
        payment_plan: paymentPlanSchema().nullish(),
        shipping: shippingSchema().optional(),
        product_order: lineOrderSchema(limits).nullish(),
        ...choiceRequestSchemas(),
        tag_list: storedTagNamesSchema(limits).nullish(),
        ...mapQuoteScalarFields((name) => sentScalarSchema(name).nullish()),
        status: z
          .string({ error: withReceived('must be a status') })
          .max(32, { error: 'must have at most 32 characters' })
          .optional(),
        ...(hasFields && sentFieldsSchemas('quote', limits)),
        ...readOnlyFieldsSchema<ReadOnlyFields>(readOnlyFields, (value) =>
          copyReadOnlyValue(value, limits),
        ),
        taxes: z
          .unknown()
          .transform((value) => copyReadOnlyLines(value, maxTaxSize, limits))
          .optional(),
        amounts: z
          .unknown()
          .transform((value) => copyReadOnlyAmounts(value, limits))
          .optional(),
        approvals: z.unknown().transform(copyReadOnlyApprovals).optional(),
        proposals: z.unknown().transform(copyReadOnlyProposals).optional(),
      },
      { error: requiredOr('must be an object') },
    )
    .refine(({ products, product_changes: changes }) => !products || !changes, {
      path: ['product_changes'],
      error: 'cannot be combined with products; send one of them',
    }) as unknown as z.ZodType<UpdateQuoteRequest>
}

/** Returns a function that parses a request to update a quote. Its result is a copy. */
export function updateQuoteRequestParser(
  limits: RequestLimits,
): (input: unknown) => UpdateQuoteRequest {
  const schema = lazy(() => updateRequestSchema(limits))
  if (!limits.fields.isEmpty) return (input) => parseOrThrow(schema(), input, 'invalid_request')
  // Only a whole quote that is sent back can still have fields that were declared before.
  const plain = updateRequestSchema(limits, false)
  return (input) =>
    guardRead('invalid_request', () => plain.safeParse(input)).data ??
    parseOrThrow(schema(), input, 'invalid_request')
}

const controlCharacter = /\p{Cc}/u

/**
 * Returns the error of a tag name, or undefined. Names are case-sensitive. Blanks around a name are
 * no error here: earlier releases have stored such names, so only new ones are rejected.
 */
export function validateTagName(name: unknown, { maxTagLength }: Limits): string | undefined {
  if (typeof name !== 'string') return 'must be a string'
  if (name === '') return 'must not be empty'
  if (name.length > maxTagLength) return `must have at most ${maxTagLength} characters`
  if (controlCharacter.test(name)) return 'must not contain control characters'
  return name.isWellFormed() ? undefined : 'must not contain lone surrogates'
}

/**
 * Creates the schema of a tag name.
 *
 * @param isNew False for a name that may be stored already.
 */
export function tagNameSchema(limits: Limits, isNew = true) {
  return z
    .unknown()
    .transform((name, context) => {
      const error = validateTagName(name, limits)
      const message = error ?? (isNew ? getBlankError(name as string) : undefined)
      if (message !== undefined) context.issues.push({ code: 'custom', input: name, message })
      return name as string
    })
    .meta({ type: 'string', minLength: 1, maxLength: limits.maxTagLength })
}

/** Creates the schema of a list of new tag names. */
export function tagNamesSchema(limits: Limits) {
  return tagListSchema(limits, true)
}

/** Creates the schema of a list of tag names that {@link rejectBlankTags} checks. */
export function storedTagNamesSchema(limits: Limits) {
  return tagListSchema(limits, false)
}

function tagListSchema(limits: Limits, isNew: boolean) {
  return listSchema(
    tagNameSchema(limits, isNew),
    { error: 'must be an array or null' },
    { max: [limits.maxTags, `must have at most ${limits.maxTags} tags`] },
  )
}

/** Adds an error for each name with blanks around it, unless it is one of the stored names. */
export function rejectBlankTags(
  names: readonly string[] | null | undefined,
  stored: readonly string[] | null | undefined,
  errors: FieldErrorCollector,
): void {
  for (const [index, name] of (names ?? []).entries()) {
    const message = getBlankError(name)
    if (message !== undefined && !stored?.includes(name)) errors.add(['tag_list', index], message)
  }
}

/** Returns the tags without duplicates, or null if there are none. */
export function uniqueTags(names: readonly string[] | null): readonly string[] | null {
  const unique = [...new Set(names)]
  return unique.length === 0 ? null : unique
}
