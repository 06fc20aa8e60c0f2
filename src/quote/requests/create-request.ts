import * as z from 'zod'
import { compileCopy } from '../../validation/compile/compile-copy.js'
import { guardRead, parseOrThrow } from '../../validation/field-errors.js'
import { isValidId, validId } from '../../validation/identifiers.js'
import { received, requiredOr } from '../../validation/schemas/scalars.js'
import { customerSchema } from '../customer/customer.js'
import type { RequestLimits } from '../limits.js'
import type { CreateLineRequest } from '../lines/line-request.js'
import {
  currencySchema,
  type DiscountRequest,
  discountsSchema,
  type ShippingChoice,
  shippingSchema,
} from '../pricing/pricing-request.js'
import type { Customer } from '../quote.js'
import { createLinesSchema, publishedLinesSchema } from './line-schemas.js'

/** A request to create a quote. Unknown fields are rejected, so that typos don't go unnoticed. */
export interface CreateQuoteRequest {
  /** Customer fields. `{}` is valid. */
  readonly customer: Customer
  /** At least one line. The same product can be on several lines. */
  readonly products: readonly CreateLineRequest[]
  /** The id of the user of the store who is responsible for the quote. */
  readonly owner?: string | undefined
  /** The id of the customer in your own records, by which `listQuotes` finds the quote. */
  readonly customer_id?: string | undefined
  /**
   * The currency of all prices: three capital letters. It never changes.
   *
   * @default The option `currency` of the engine.
   */
  readonly currency?: string | undefined
  /** Discounts of the quote, in their order. */
  readonly discounts?: readonly DiscountRequest[] | undefined
  /**
   * Shipping method and costs.
   *
   * @default `{ type: 'no_additional' }`
   */
  readonly shipping?: ShippingChoice | undefined
}

/** Accepts the id of a user. */
export const ownerSchema = z
  .custom<string>(isValidId, { error: received(`must be ${validId}`) })
  .meta({ type: 'string', description: 'Id of the user of the store who is responsible' })

/** Accepts the id of a customer of the host. */
export const customerIdSchema = z
  .custom<string>(isValidId, { error: received(`must be ${validId}`) })
  .meta({ type: 'string', description: "Id of the customer in the host's own records" })

const mustBeObject = { error: requiredOr('must be an object') }

/** Creates the schema of a request to create a quote. */
export function createRequestSchema(limits: RequestLimits): z.ZodType<CreateQuoteRequest> {
  return z.strictObject(
    {
      customer: customerSchema(limits),
      products: createLinesSchema(limits),
      owner: ownerSchema.optional(),
      customer_id: customerIdSchema.optional(),
      currency: currencySchema.optional(),
      discounts: discountsSchema(limits).optional(),
      shipping: shippingSchema.optional(),
    },
    mustBeObject,
  )
}

/**
 * Creates the schema of the requests of the published interface: lines have an id and a quantity
 * only.
 */
export function publishedRequestSchema(limits: RequestLimits): z.ZodType<CreateQuoteRequest> {
  return z.strictObject(
    {
      customer: customerSchema(limits),
      products: publishedLinesSchema(limits),
      owner: ownerSchema.optional(),
      customer_id: customerIdSchema.optional(),
    },
    mustBeObject,
  )
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
  const schema = createRequestSchema(limits)
  const copyIfPublished = compileCopy(publishedRequestSchema(limits))
  return (input) =>
    guardRead('invalid_request', () => copyIfPublished(input)) ??
    parseOrThrow(schema, input, 'invalid_request')
}
