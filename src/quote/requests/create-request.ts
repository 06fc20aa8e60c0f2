import { z } from 'zod'
import { compileCopy } from '../../validation/compile/compile-copy.js'
import { guardRead, parseOrThrow } from '../../validation/field-errors.js'
import { isValidId, validId } from '../../validation/identifiers.js'
import { received, requiredOr } from '../../validation/schemas/scalars.js'
import { customerSchema } from '../customer/customer.js'
import type { Limits } from '../limits.js'
import type { Customer } from '../quote.js'
import { type CreateLineRequest, createLinesSchema } from './line-request.js'

/** A request to create a quote. Unknown fields are rejected, so that typos don't go unnoticed. */
export interface CreateQuoteRequest {
  /** Customer fields. `{}` is valid. */
  readonly customer: Customer
  /** At least one line. The same product can be on several lines. */
  readonly products: readonly CreateLineRequest[]
  /** The id of the user of the store who is responsible for the quote. */
  readonly owner?: string | undefined
}

/** Accepts the id of a user. */
export const ownerSchema = z
  .custom<string>(isValidId, { error: received(`must be ${validId}`) })
  .meta({ type: 'string', description: 'Id of the user of the store who is responsible' })

/** Creates the schema of a request to create a quote. */
export function createRequestSchema(limits: Limits): z.ZodType<CreateQuoteRequest> {
  return z.strictObject(
    {
      customer: customerSchema(limits),
      products: createLinesSchema(limits),
      owner: ownerSchema.optional(),
    },
    { error: requiredOr('must be an object') },
  )
}

/**
 * Returns a function that parses a request to create a quote. Its result is a copy.
 *
 * Valid requests take a compiled fast path; the schema parses all others, to report their errors.
 */
export function createQuoteRequestParser(limits: Limits): (input: unknown) => CreateQuoteRequest {
  const schema = createRequestSchema(limits)
  const copyIfValid = compileCopy(schema)
  return (input) =>
    guardRead('invalid_request', () => copyIfValid(input)) ??
    parseOrThrow(schema, input, 'invalid_request')
}
