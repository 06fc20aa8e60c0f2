import { z } from 'zod'
import { guardRead, parseOrThrow } from '../../validation/field-errors.js'
import {
  customerChangesSchema,
  customerSchema,
  type UpdateCustomerRequest,
} from '../customer/customer.js'
import type { Limits } from '../limits.js'
import type { Customer, Quote } from '../quote.js'
import {
  discount,
  entryKey,
  keysOf,
  linesOf,
  mustBeObject,
  offeredPrice,
  productId,
  quantity,
  readOnlyFieldsSchema,
} from './line-fields.js'
import { copyReadOnlyScalar, copyReadOnlyValue } from './read-only-values.js'
import { tagNamesSchema } from './tag-names.js'
import { validCreateRequest } from './valid-create-request.js'

/** What creates a quote. Fields that are not named here are refused, so that a misspelt one is noticed. */
export interface CreateQuoteRequest {
  readonly customer: Customer
  /** At least one; the same product twice makes two lines. */
  readonly products: readonly CreateLineRequest[]
}

/** A product of the store and how many of it. */
export interface CreateLineRequest {
  readonly id: number
  /** A whole number from 1 to the limit `quantity`. */
  readonly qty: number
}

/**
 * What changes a quote: absent fields keep their values, and what is sent replaces them. So a whole quote that comes back, or a list of
 * lines, is best sent with the `expectedVersion` that it was read at. Fields that quotewright computes may be sent back as they are
 * stored, so that a client can return a whole quote with one change in it; another value in them is refused.
 */
export interface UpdateQuoteRequest extends Partial<ReadOnlyFields<ReadOnlyField>> {
  readonly customer?: UpdateCustomerRequest | undefined
  /** The whole list of lines: a line that is left out is removed. */
  readonly products?: readonly UpdateLineRequest[] | undefined
  /** Every line key once, in the order of display; null for none. */
  readonly product_order?: readonly string[] | null | undefined
  /** The tags to have: order kept, duplicates dropped; `[]` or null for none. */
  readonly tag_list?: readonly string[] | null | undefined
}

/**
 * One entry of the list of lines. It means the stored line of this `key`, or else the next stored line of this `id`; where
 * there is none, it is a new line and needs `id` and `qty`.
 */
export interface UpdateLineRequest extends Partial<ReadOnlyFields<ReadOnlyLineField>> {
  readonly id?: number | undefined
  readonly key?: string | null | undefined
  readonly qty?: number | undefined
  /**
   * Offered unit price with up to two decimals, 0 or more. If `discount` is sent, too, they must agree; but in a stored line that
   * comes back with its totals, the one of them that is as it is stored counts as not sent.
   */
  readonly quote?: number | string | undefined
  /** Discount per unit: what brings `price` to the offered price. Negative for a mark-up. */
  readonly discount?: number | string | undefined
}

/** The top-level fields that quotewright computes. */
export const readOnlyFields = [
  'quote_total',
  'price_total',
  'shipping',
  'created',
  'status',
  'tags',
  'total',
] as const satisfies readonly (keyof Quote)[]

/** The fields of a line that quotewright computes. */
export const readOnlyLineFields = [
  'price',
  'price_total',
  'quote_total',
  'discount_total',
  'calculated_price',
] as const

export type ReadOnlyField = (typeof readOnlyFields)[number]
export type ReadOnlyLineField = (typeof readOnlyLineFields)[number]
type ReadOnlyFields<Field extends string> = { readonly [F in Field]: unknown }

/** Reads requests of unknown content; everything a read request holds is a copy. */
export interface RequestParser {
  /** @throws QuoteError `invalid_request`, with every fault that the request shows by itself */
  parseCreateRequest(input: unknown): CreateQuoteRequest
  /** @throws QuoteError `invalid_request`, with every fault that the request shows by itself */
  parseUpdateRequest(input: unknown): UpdateQuoteRequest
}

/** The reader for these limits. Builds the schemas, so make one per engine. */
export function createRequestParser(limits: Limits): RequestParser {
  const createRequest = createRequestSchema(limits)
  const changes = updateRequestSchema(limits)
  return {
    parseCreateRequest: (input) =>
      guardRead('invalid_request', () => validCreateRequest(input, limits)) ??
      parseOrThrow(createRequest, input, 'invalid_request'),
    parseUpdateRequest: (input) => parseOrThrow(changes, input, 'invalid_request'),
  }
}

/** What a request to create must be. */
export function createRequestSchema(limits: Limits): z.ZodType<CreateQuoteRequest> {
  const product = z.strictObject({ id: productId, qty: quantity(limits) }, mustBeObject)
  return z.strictObject(
    { customer: customerSchema(limits), products: linesOf(product, limits) },
    mustBeObject,
  )
}

function updateRequestSchema(limits: Limits): z.ZodType<UpdateQuoteRequest> {
  const product = z
    .strictObject(
      {
        id: productId.optional(),
        key: entryKey,
        qty: quantity(limits).optional(),
        quote: offeredPrice.optional(),
        discount: discount.optional(),
        ...readOnlyFieldsSchema(readOnlyLineFields, copyReadOnlyScalar),
      },
      mustBeObject,
    )
    .refine((entry) => entry.id !== undefined || entry.key != null, {
      path: ['id'],
      error: 'is required where there is no key',
    })
  return z.strictObject(
    {
      customer: customerChangesSchema(limits).optional(),
      products: linesOf(product, limits).optional(),
      product_order: keysOf(limits).nullish(),
      tag_list: tagNamesSchema(limits).nullish(),
      ...readOnlyFieldsSchema(readOnlyFields, (value) => copyReadOnlyValue(value, limits)),
    },
    mustBeObject,
  )
}
