import * as z from 'zod'
import { isPlainObject } from '../../validation/json-value.js'
import { lazy } from '../../validation/lazy.js'
import { mustBeObject } from '../../validation/schemas/scalars.js'

/**
 * Lists the fields of an address, named as those of customers, in the order of the columns of
 * files. It has no `email`: mail goes to the customer. Types, schemas, files, forms and documents
 * follow from this list.
 */
export const addressFields = [
  'name',
  'company',
  'phone',
  'address',
  'address-2',
  'city',
  'state',
  'zipcode',
  'country',
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

const isFilled = (value: unknown) => isPlainObject(value) && Object.keys(value).length > 0

/** Accepts the address of delivery as it is stored: with one field at least. */
export const storedShipTo = lazy(() => {
  const string = z.string({ error: 'must be a string' })
  return z.custom<object>(isFilled, { error: 'must be an object with a field' }).pipe(
    z.strictObject(
      mapAddressFields(() => string.exactOptional()),
      mustBeObject,
    ),
  )
})
