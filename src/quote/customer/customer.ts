import * as z from 'zod'
import { FieldErrorCollector } from '../../validation/field-errors.js'
import { isValidString } from '../../validation/identifiers.js'
import { recordSchema } from '../../validation/schemas/record-schema.js'
import { requiredOr } from '../../validation/schemas/scalars.js'
import { parseCustomerFields } from '../model/merge-fields.js'
import type { FieldTypes } from '../model/own-fields.js'
import type { Limits, RequestLimits } from '../model/policy.js'
import type { Customer } from '../model/quote.js'
import type { ResolveRegion } from '../regions/regions.js'
import { resolveStateName } from '../regions/resolve-state.js'

/** Customer fields to change: a string replaces the field, null removes it. */
export interface UpdateCustomerRequest {
  /** Full name. */
  readonly name?: string | null | undefined
  /** Street address. */
  readonly address?: string | null | undefined
  /** Second address line. */
  readonly 'address-2'?: string | null | undefined
  /** City or town. */
  readonly city?: string | null | undefined
  /** A code is resolved to the full name, with the country that the customer has afterwards. */
  readonly state?: string | null | undefined
  /** Postal code, in any format. */
  readonly zipcode?: string | null | undefined
  /** Country code. Changing it alone keeps the stored state. */
  readonly country?: string | null | undefined
  /** E-mail address. */
  readonly email?: string | null | undefined
  /** Company. */
  readonly company?: string | null | undefined
  /** Telephone number. */
  readonly phone?: string | null | undefined
  readonly [field: string]: string | null | undefined
}

/** Changes of a customer with the fields that the host has declared. */
export type UpdateCustomerWith<Fields extends FieldTypes> = UpdateCustomerRequest &
  Fields['customerChanges']

/** Creates the schema of the customer of a new quote. */
export function customerSchema(limits: RequestLimits) {
  return withOwnFields(fieldsSchema(fieldSchema(limits, mustBeString), limits), limits)
}

/**
 * Creates the schema of the customer of an update, in which null removes a field. Its own fields
 * are not validated, because it can have those of the stored customer.
 */
export function customerChangesSchema(limits: Limits) {
  return fieldsSchema(fieldSchema(limits, 'must be a string or null').nullable(), limits)
}

/** Creates the schema of changes of the customer of a template, whose own fields are validated. */
export function templateCustomerSchema(limits: RequestLimits) {
  return withOwnFields(customerChangesSchema(limits), limits)
}

/** Validates fields that the host has declared. One that is not set is null. */
function withOwnFields<Value extends string | null>(
  schema: z.ZodType<{ readonly [field: string]: Value }>,
  limits: RequestLimits,
) {
  if (limits.fields.customer.size === 0) return schema
  return schema.transform((customer, context) => {
    const errors = new FieldErrorCollector()
    const parsed = parseCustomerFields({}, customer, limits, { path: [], errors })
    for (const { path, message } of errors.errors)
      context.issues.push({ code: 'custom', input: customer, path: [...path], message })
    return parsed
  })
}

/** Rows of a database have nulls. A new customer has nothing that null could remove. */
function mustBeString({ input }: { readonly input?: unknown }): string {
  return input === null ? 'must be a string; leave out a field that is null' : 'must be a string'
}

function fieldSchema({ maxStringLength }: Limits, error: string | typeof mustBeString) {
  return z
    .string({ error })
    .max(maxStringLength, { error: `must have at most ${maxStringLength} characters`, abort: true })
    .refine(isValidString, { error: 'must not contain NUL or lone surrogates' })
}

function fieldsSchema<Value>(
  value: z.ZodType<Value>,
  { maxStringLength, maxCustomerFields }: Limits,
) {
  const characters = `at most ${maxStringLength} characters, without NUL or lone surrogates`
  return recordSchema({
    value,
    mustBeObject: requiredOr('must be an object'),
    key: [
      (name) => name.length <= maxStringLength && isValidString(name),
      `must have a name of ${characters}`,
    ],
    max: [maxCustomerFields, `must have at most ${maxCustomerFields} fields`],
    skipUndefined: true,
    declared: 'customer',
  })
}

/**
 * Returns the customer with the changes merged in. Stored fields keep their order; new ones follow.
 *
 * Resolves a state that was sent with the merged country, unless neither of the two changes. A
 * change of the country alone keeps the stored state.
 */
export function mergeCustomer(
  stored: Customer,
  changes: UpdateCustomerRequest,
  resolveRegion: ResolveRegion,
): Customer {
  const fields = new Map(Object.entries(stored))
  for (const [field, value] of Object.entries(changes)) {
    if (value === null) fields.delete(field)
    else fields.set(field, value)
  }
  const { state } = changes
  const country = fields.get('country')
  const isNew = state !== stored.state || country !== stored.country
  if (state != null && isNew) fields.set('state', resolveStateName(resolveRegion, country, state))
  return Object.freeze(Object.fromEntries(fields))
}

/** Returns true for an object of strings, as customers and addresses are. */
export function isAddress(value: unknown): value is Customer {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.values(value).every((field) => field === undefined || typeof field === 'string')
}
