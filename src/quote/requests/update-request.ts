import * as z from 'zod'
import { parseOrThrow } from '../../validation/field-errors.js'
import { received, requiredOr } from '../../validation/schemas/scalars.js'
import { customerChangesSchema, type UpdateCustomerRequest } from '../customer/customer.js'
import type { QuoteStatus } from '../lifecycle/transitions.js'
import type { RequestLimits } from '../limits.js'
import { copyReadOnlyLines, copyReadOnlyValue } from '../lines/copy-read-only.js'
import type { LineChangeRequest, UpdateLineRequest } from '../lines/line-request.js'
import {
  type ReadOnlyFields,
  readOnlyFields,
  readOnlyFieldsSchema,
} from '../lines/read-only-fields.js'
import {
  type DiscountRequest,
  discountsSchema,
  type ShippingChoice,
  shippingSchema,
} from '../pricing/pricing-request.js'
import { customerIdSchema, ownerSchema } from './create-request.js'
import { lineChangesSchema, lineOrderSchema, updateLinesSchema } from './line-schemas.js'
import { tagNamesSchema } from './tag-names.js'

/**
 * A request to update a quote. Absent fields keep their values; fields that are sent replace them.
 *
 * Computed fields are accepted if they equal the stored ones, so a client can send back a whole
 * quote with one change in it. Send `expectedVersion` with a whole quote or a list of lines,
 * because they overwrite the changes of others.
 */
export interface UpdateQuoteRequest extends ReadOnlyFields {
  /** Customer fields to change; all others keep their values. */
  readonly customer?: UpdateCustomerRequest | undefined
  /** All lines of the quote: a stored line that is missing here is removed. */
  readonly products?: readonly UpdateLineRequest[] | undefined
  /**
   * Changes of single lines: each changes or removes the line with its `key`, or the only one with
   * its `id`, or adds a line. All other lines stay as they are. Not together with `products`.
   */
  readonly product_changes?: readonly LineChangeRequest[] | undefined
  /** All discounts of the quote, in their order; `[]` or null removes all of them. */
  readonly discounts?: readonly DiscountRequest[] | null | undefined
  /** Shipping method and costs. The price of an option is the one that it has now. */
  readonly shipping?: ShippingChoice | undefined
  /** The key of every line once, in the order of display; null for none. */
  readonly product_order?: readonly string[] | null | undefined
  /** All tags of the quote. Keeps the order and drops duplicates; `[]` or null removes all tags. */
  readonly tag_list?: readonly string[] | null | undefined
  /** The id of a user of the store who is responsible for the quote; null for none. */
  readonly owner?: string | null | undefined
  /** The id of the customer in your own records; null for none. */
  readonly customer_id?: string | null | undefined
  /**
   * The status to change to, if that takes nothing else: `sent` sends the quote, with an offer that
   * does not expire; `draft` revises it; `declined` and `canceled` close it; or a status of your
   * own. The status that the quote has is accepted as well.
   */
  readonly status?: QuoteStatus | undefined
}

/** Exceeds the taxes of an average line, in characters. */
const maxTaxSize = 2_000

/** Creates the schema of a request to update a quote. */
export function updateRequestSchema(limits: RequestLimits): z.ZodType<UpdateQuoteRequest> {
  return z
    .strictObject(
      {
        customer: customerChangesSchema(limits).optional(),
        products: updateLinesSchema(limits).optional(),
        product_changes: lineChangesSchema(limits).optional(),
        discounts: discountsSchema(limits).nullish(),
        shipping: shippingSchema.optional(),
        product_order: lineOrderSchema(limits).nullish(),
        tag_list: tagNamesSchema(limits).nullish(),
        owner: ownerSchema.nullish(),
        customer_id: customerIdSchema.nullish(),
        status: z
          .string({ error: received('must be a status') })
          .max(32, { error: 'must have at most 32 characters' })
          .optional(),
        ...readOnlyFieldsSchema<ReadOnlyFields>(readOnlyFields, (value) =>
          copyReadOnlyValue(value, limits),
        ),
        taxes: z
          .unknown()
          .transform((value) => copyReadOnlyLines(value, maxTaxSize, limits))
          .optional(),
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
  const schema = updateRequestSchema(limits)
  return (input) => parseOrThrow(schema, input, 'invalid_request')
}
