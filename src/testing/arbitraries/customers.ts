import type { Arbitrary } from 'fast-check'
import type { FastCheck } from './fast-check.js'

type Fields = Readonly<Record<string, Arbitrary<string>>>

/** Known fields, custom fields, and names of Object.prototype members. */
function fields(fc: FastCheck): Fields {
  const value = fc
    .string({ unit: 'grapheme', maxLength: 12 })
    .filter((each) => !each.includes('\0') && each.isWellFormed())
  return {
    name: value,
    'address-2': value,
    city: value,
    state: fc.constantFrom('CA', 'tx', 'ON', 'BY', 'California', 'ZZ', ''),
    country: fc.constantFrom('US', 'ca', 'DE', 'XX', ''),
    email: value,
    constructor: value,
    ['__proto__']: value,
  }
}

/** Generates customers with some of the fields. */
export function customers(fc: FastCheck): Arbitrary<Readonly<Record<string, string>>> {
  return subsetOf(fc, fields(fc))
}

/** Generates fields to merge into a customer. Null removes a field. */
export function customerChanges(fc: FastCheck): Arbitrary<Readonly<Record<string, string | null>>> {
  const removable = Object.entries(fields(fc)).map(
    ([field, each]) => [field, fc.option(each, { freq: 4 })] as const,
  )
  return subsetOf(fc, Object.fromEntries(removable))
}

/** Like `fc.record`, which would set the prototype for `__proto__`. */
function subsetOf<T>(
  fc: FastCheck,
  values: Readonly<Record<string, Arbitrary<T>>>,
): Arbitrary<Readonly<Record<string, T>>> {
  const entries = Object.entries(values).map(([field, value]) =>
    fc.option(
      value.map((content) => [field, content] as const),
      { nil: undefined },
    ),
  )
  return fc
    .tuple(...entries)
    .map((chosen) => Object.fromEntries(chosen.filter((entry) => entry !== undefined)))
}
