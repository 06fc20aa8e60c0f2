import * as z from 'zod'
import {
  customerChangesSchema,
  customerSchema,
  type UpdateCustomerRequest,
} from '../../quote/customer/customer.js'
import { maxNameLength, shortString } from '../../quote/lifecycle-fields.js'
import { type CreateLineRequest, createLinesSchema } from '../../quote/lines/line-request.js'
import { copyReadOnlyValue } from '../../quote/lines/read-only-fields.js'
import type { RequestLimits } from '../../quote/policy.js'
import { currencySchema } from '../../quote/pricing/pricing-request.js'
import type { Customer } from '../../quote/quote.js'
import { tagNamesSchema } from '../../quote/requests.js'
import { parseOrThrow } from '../../validation/field-errors.js'
import { isValidId, validId } from '../../validation/identifiers.js'
import { received, requiredOr } from '../../validation/schemas/scalars.js'
import type { Template } from './template.js'

/** A request to create a template: with `products`, or from the quote `quote_id`. */
export interface CreateTemplateRequest {
  /** 1 to 255 characters. Several templates can have the same name. */
  readonly name: string
  /** At least one line. The catalog checks the products once a quote is created. */
  readonly products?: readonly CreateLineRequest[] | undefined
  /**
   * The id of a quote whose lines the template gets: products, quantities, and the offered prices
   * that differ from the catalog's. Its customer and its tags are not copied.
   */
  readonly quote_id?: string | undefined
  /** Fields of the customer of new quotes. */
  readonly customer?: Customer | undefined
  /** The tags of new quotes. */
  readonly tag_list?: readonly string[] | undefined
}

/**
 * A request to update a template. Absent fields keep their values. `created` and `tags` are
 * accepted if they equal the stored ones, so that a template that was read can be sent back.
 */
export interface UpdateTemplateRequest {
  /** 1 to 255 characters. */
  readonly name?: string | undefined
  /** All lines of the template. */
  readonly products?: readonly CreateLineRequest[] | undefined
  /** Fields of the customer to change; null in a field removes it, null removes all of them. */
  readonly customer?: UpdateCustomerRequest | null | undefined
  /** All tags of new quotes; `[]` or null for none. */
  readonly tag_list?: readonly string[] | null | undefined
  /** The stored value, or absent. */
  readonly created?: Template['created'] | undefined
  /** The stored value, or absent; `tag_list` changes it. */
  readonly tags?: Template['tags'] | undefined
}

/** What `createQuoteFromTemplate` takes besides the template. */
export interface CreateQuoteFromTemplateRequest {
  /** Fields that are merged into the customer of the template; null removes one. */
  readonly customer?: UpdateCustomerRequest | undefined
  /** All lines of the quote, instead of those of the template. */
  readonly products?: readonly CreateLineRequest[] | undefined
  /**
   * The currency of the quote: three capital letters.
   *
   * @default The option `currency` of the engine.
   */
  readonly currency?: string | undefined
}

const shortName = shortString(maxNameLength)
const mustBeObject = { error: requiredOr('must be an object') }

const quoteId = z
  .custom<string>(isValidId, { error: received(`must be ${validId}`) })
  .meta({ type: 'string', description: 'Id of the quote whose lines the template gets' })

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
        name: shortName,
        products: createLinesSchema(limits).optional(),
        quote_id: quoteId.optional(),
        customer: customerSchema(limits).optional(),
        tag_list: tagNamesSchema(limits).optional(),
      },
      mustBeObject,
    )
    .refine(({ products, quote_id: id }) => products !== undefined || id !== undefined, {
      path: ['products'],
      error: 'is required if there is no quote_id',
    })
    .refine(({ products, quote_id: id }) => products === undefined || id === undefined, {
      path: ['quote_id'],
      error: 'cannot be combined with products; send one of them',
    })
    .meta(eitherLines)
}

/** Creates the schema of a request to update a template. */
export function updateTemplateSchema(limits: RequestLimits): z.ZodType<UpdateTemplateRequest> {
  const readOnly = z.unknown().transform((value) => copyReadOnlyValue(value, limits))
  const sentBack = 'Accepted as it is stored'
  return z.strictObject(
    {
      name: shortName.optional(),
      products: createLinesSchema(limits).optional(),
      customer: customerChangesSchema(limits).nullish(),
      tag_list: tagNamesSchema(limits).nullish(),
      created: readOnly.meta({ type: 'integer', description: sentBack }).optional(),
      tags: readOnly.meta({ type: 'array', description: sentBack }).optional(),
    },
    mustBeObject,
  ) as z.ZodType<UpdateTemplateRequest>
}

/** Creates the schema of a request to create a quote from a template. */
export function fromTemplateSchema(
  limits: RequestLimits,
): z.ZodType<CreateQuoteFromTemplateRequest> {
  return z.strictObject(
    {
      customer: customerChangesSchema(limits).optional(),
      products: createLinesSchema(limits).optional(),
      currency: currencySchema.optional(),
    },
    { error: 'must be an object' },
  )
}

/** Parses requests of templates. Each result is a copy. */
export interface TemplateRequestParsers {
  readonly create: (input: unknown) => CreateTemplateRequest
  readonly update: (input: unknown) => UpdateTemplateRequest
  readonly createQuote: (input: unknown) => CreateQuoteFromTemplateRequest
}

/** Returns functions that throw `invalid_request` with every error of a request. */
export function templateRequestParsers(limits: RequestLimits): TemplateRequestParsers {
  const create = createTemplateSchema(limits)
  const update = updateTemplateSchema(limits)
  const createQuote = fromTemplateSchema(limits)
  return {
    create: (input) => parseOrThrow(create, input, 'invalid_request'),
    update: (input) => parseOrThrow(update, input, 'invalid_request'),
    createQuote: (input) => parseOrThrow(createQuote, input, 'invalid_request'),
  }
}
