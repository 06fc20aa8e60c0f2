import * as z from 'zod'
import { isPlainObject } from '../../validation/json-value.js'
import { mustBeObject } from '../../validation/schemas/scalars.js'

/**
 * Lists the fields of an address, named as those of customers, in the order in which people write
 * them. It has no `email`: mail goes to the customer. Types, schemas, files, forms and documents
 * follow from this list.
 */
export const addressFields = [
  'name',
  'company',
  'address',
  'address-2',
  'city',
  'state',
  'zipcode',
  'country',
  'phone',
] as const

/** The name of a field of an address. */
export type AddressField = (typeof addressFields)[number]

/** Returns an object with a value for each field of an address. */
export function mapAddressFields<Value>(
  toValue: (name: AddressField) => Value,
): Readonly<Record<AddressField, Value>> {
  const entries = addressFields.map((name) => [name, toValue(name)] as const)
  return Object.fromEntries(entries) as Record<AddressField, Value>
}

const string = z.string({ error: 'must be a string' })

/** Accepts the address of delivery as it is stored. `verifyQuote` rejects one without a field. */
export const storedShipTo = z.custom<object>(isPlainObject, mustBeObject).pipe(
  z.strictObject(
    mapAddressFields(() => string.exactOptional()),
    mustBeObject,
  ),
)
