import { z } from 'zod'
import { maxErrors } from '../../validation/field-errors.js'
import { isValidString } from '../../validation/identifiers.js'
import type { Limits } from '../limits.js'
import type { Customer } from '../quote.js'
import { type ResolveRegion, resolveStateName } from './regions.js'

/** Fields to change: a text replaces the field, null removes it, and what is absent stays. */
export interface UpdateCustomerRequest {
  readonly name?: string | null | undefined
  readonly address?: string | null | undefined
  readonly 'address-2'?: string | null | undefined
  readonly city?: string | null | undefined
  /** Resolved to its full name with the country that the customer has after this change. */
  readonly state?: string | null | undefined
  readonly zipcode?: string | null | undefined
  readonly country?: string | null | undefined
  readonly [field: string]: string | null | undefined
}

/** An object of fields: not an array, and no Map, Date or the like, whose content is not in its fields. */
function isPlainObject(value: unknown): value is Record<string, unknown> {
  return Object.prototype.toString.call(value) === '[object Object]'
}

/** The customer of a request to create a quote: texts alone. */
export const customerSchema = (limits: Limits) => fieldsSchema<string>(limits, false)

/** The customer of an update, in which null removes a field. */
export const customerChangesSchema = (limits: Limits) => fieldsSchema<string | null>(limits, true)

/**
 * The schema of customer fields, which are of any name. Written as a check of its own because zod's objects and records
 * drop the key `__proto__`, and here every key is data. What it returns is a copy that the caller no longer holds.
 */
function fieldsSchema<V extends string | null>(limits: Limits, mayRemove: boolean) {
  return z
    .custom<Record<string, unknown>>(isPlainObject, {
      error: (issue) => (issue.input === undefined ? 'is required' : 'must be an object'),
    })
    .transform((input, context) => {
      const fields = fieldsOf(input, limits)
      const refuse = (path: PropertyKey[], message: string) =>
        context.issues.push({ code: 'custom', input, path, message })
      if (fields === undefined) {
        refuse([], `must have at most ${limits.maxCustomerFields} fields`)
        return z.NEVER
      }
      for (const [field, value] of fields) {
        if (context.issues.length > maxErrors) break
        const fault = validateField(field, value, limits, mayRemove)
        if (fault !== undefined) refuse([field], fault)
      }
      return Object.fromEntries(fields) as { readonly [field: string]: V }
    })
}

/** The customer of a request to create a quote where nothing is wrong with it; undefined where the schema has a fault to tell. */
export function validCustomer(input: unknown, limits: Limits): Customer | undefined {
  if (!isPlainObject(input)) return undefined
  const fields = fieldsOf(input, limits)
  const isSound = fields?.every(
    ([field, value]) => validateField(field, value, limits, false) === undefined,
  )
  return isSound ? (Object.fromEntries(fields ?? []) as Customer) : undefined
}

/**
 * The fields that are set; undefined where there are more than the limit, so that no more of them
 * are looked at.
 */
function fieldsOf(
  input: Readonly<Record<string, unknown>>,
  { maxCustomerFields }: Limits,
): readonly (readonly [field: string, value: unknown])[] | undefined {
  const fields: (readonly [string, unknown])[] = []
  for (const field of Object.keys(input)) {
    const value = input[field]
    if (value === undefined) continue
    if (fields.length === maxCustomerFields) return undefined
    fields.push([field, value])
  }
  return fields
}

function validateField(
  field: string,
  value: unknown,
  limits: Limits,
  mayRemove: boolean,
): string | undefined {
  if (field.length > limits.maxStringLength || !isValidString(field))
    return `must have a name of at most ${limits.maxStringLength} characters, without NUL or lone surrogates`
  if (value === null && mayRemove) return undefined
  if (typeof value !== 'string') return mayRemove ? 'must be a string or null' : 'must be a string'
  if (value.length > limits.maxStringLength)
    return `must have at most ${limits.maxStringLength} characters`
  return isValidString(value) ? undefined : 'must not contain NUL or lone surrogates'
}

/**
 * The customer with the changes merged in, field by field. A state that was sent is resolved against the merged country, unless both
 * are as they are stored; a change of country alone leaves the stored state as it is. The order of the fields stays, and new ones come last.
 */
export function mergeCustomer(
  stored: Customer,
  changes: UpdateCustomerRequest,
  regions: ResolveRegion,
): Customer {
  const fields = new Map(Object.entries(stored))
  for (const [field, value] of Object.entries(changes)) {
    if (value === null) fields.delete(field)
    else fields.set(field, value)
  }
  const { state } = changes
  const country = fields.get('country')
  const isNew = state !== stored.state || country !== stored.country
  if (state != null && isNew) fields.set('state', resolveStateName(regions, country, state))
  return Object.freeze(Object.fromEntries(fields))
}
