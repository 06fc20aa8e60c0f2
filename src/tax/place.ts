import { comparableState } from '../quote/customer/place-names.js'
import {
  canonicalCountry,
  type ResolveRegion,
  resolveStateName,
} from '../quote/customer/regions.js'
import type { Customer } from '../quote/quote.js'

/** A place in the form in which places are compared. Absent fields are the empty string. */
export interface Place {
  readonly country: string
  readonly state: string
  readonly zipcode: string
}

/** Returns the place of a customer or of a row. Throws what `resolveRegion` throws. */
export function toPlace(
  { country = '', state = '', zipcode = '' }: Pick<Customer, keyof Place>,
  resolveRegion: ResolveRegion,
): Place {
  const code = canonicalCountry(country)
  const name = state.trim()
  return {
    country: code,
    state: name === '' ? '' : comparableState(resolveStateName(resolveRegion, code, name)),
    zipcode: toComparable(zipcode).replace(/[\s-]/g, ''),
  }
}

function toComparable(value: string): string {
  return value.trim().normalize('NFC').toUpperCase()
}
