import { z } from 'zod'
import { parseOrThrow } from '../../validation/field-errors.js'
import { received, requiredOr } from '../../validation/schemas/scalars.js'
import { customerChangesSchema, type UpdateCustomerRequest } from '../customer/customer.js'
import type { QuoteStatus } from '../lifecycle/transitions.js'
import type { Limits } from '../limits.js'
import { copyReadOnlyValue } from './copy-read-only.js'
import { ownerSchema } from './create-request.js'
import { lineOrderSchema, type UpdateLineRequest, updateLinesSchema } from './line-request.js'
import { type ReadOnlyFields, readOnlyFields, readOnlyFieldsSchema } from './read-only-fields.js'
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
  /** The key of every line once, in the order of display; null for none. */
  readonly product_order?: readonly string[] | null | undefined
  /** All tags of the quote. Keeps the order and drops duplicates; `[]` or null removes all tags. */
  readonly tag_list?: readonly string[] | null | undefined
  /** The id of a user of the store who is responsible for the quote; null for none. */
  readonly owner?: string | null | undefined
  /**
   * The status to change to, if that takes nothing else: `sent` sends the quote, with an offer
   * that does not expire, `draft` revises
   * it, `declined` and `canceled` close it. So do statuses of your own. The status that the quote
   * has is accepted as well.
   */
  readonly status?: QuoteStatus | undefined
}

/** Creates the schema of a request to update a quote. */
export function updateRequestSchema(limits: Limits): z.ZodType<UpdateQuoteRequest> {
  return z.strictObject(
    {
      customer: customerChangesSchema(limits).optional(),
      products: updateLinesSchema(limits).optional(),
      product_order: lineOrderSchema(limits).nullish(),
      tag_list: tagNamesSchema(limits).nullish(),
      owner: ownerSchema.nullish(),
      status: z
        .string({ error: received('must be a status') })
        .max(32, { error: 'must have at most 32 characters' })
        .optional(),
      ...readOnlyFieldsSchema<ReadOnlyFields>(readOnlyFields, (value) =>
        copyReadOnlyValue(value, limits),
      ),
    },
    { error: requiredOr('must be an object') },
  )
}

/** Returns a function that parses a request to update a quote. Its result is a copy. */
export function updateQuoteRequestParser(limits: Limits): (input: unknown) => UpdateQuoteRequest {
  const schema = updateRequestSchema(limits)
  return (input) => parseOrThrow(schema, input, 'invalid_request')
}
