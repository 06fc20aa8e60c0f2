import * as z from 'zod'
import { isBlank } from '../../validation/blanks.js'
import { isValidString } from '../../validation/identifiers.js'
import { jsonEqual } from '../../validation/json-equal.js'
import type { Limits } from '../model/policy.js'
import type { ShipTo } from '../model/quote.js'
import { addressFields, mapAddressFields } from '../model/ship-to.js'
import type { ResolveRegion } from '../regions/regions.js'
import { resolveStateName } from '../regions/resolve-state.js'

/** Creates the schema of the address of delivery as it is sent: as a whole. */
export function shipToSchema({ maxStringLength: max }: Limits) {
  const error =
    `must be a string of 1 to ${max} characters, not only blanks, without NUL or lone ` +
    'surrogates; leave out a field that is empty'
  const field = z
    .string({ error })
    .max(max, { error, abort: true })
    .refine((text) => !isBlank(text) && isValidString(text), { error })
    .optional()
  return z
    .strictObject(
      mapAddressFields(() => field),
      { error: "must be an object, or null for delivery to the customer's address" },
    )
    .refine((fields) => Object.values(fields).some((field) => field !== undefined), {
      error: "must have a field, such as address; send null for delivery to the customer's address",
    })
}

/**
 * Returns where the goods go once an address was sent, which replaces the stored one, so that none
 * is a mixture of two. A state is resolved as that of a customer. Frozen.
 *
 * @param sent Undefined to keep the stored one, null for none.
 * @returns the stored address itself if it stays the same
 */
export function mergeShipTo(
  stored: ShipTo | undefined,
  sent: ShipTo | null | undefined,
  resolveRegion: ResolveRegion,
): ShipTo | undefined {
  if (sent === undefined) return stored
  if (sent === null) return undefined
  const { state, country } = sent
  const isNew = state !== stored?.state || country !== stored?.country
  const fields = addressFields.flatMap((name) => {
    const value = sent[name]
    if (value === undefined) return []
    const isState = name === 'state' && isNew
    return [[name, isState ? resolveStateName(resolveRegion, country, value) : value] as const]
  })
  const merged: ShipTo = Object.fromEntries(fields)
  return jsonEqual(merged, stored) ? stored : Object.freeze(merged)
}
