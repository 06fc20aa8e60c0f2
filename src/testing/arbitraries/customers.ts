import type { Arbitrary } from 'fast-check'
import type { FastCheck } from './fast-check.js'

type Fields = Readonly<Record<string, Arbitrary<string>>>

/** Named fields, fields of a shop's own, and such as are members of every object. */
function fields(fc: FastCheck): Fields {
  const text = fc
    .string({ unit: 'grapheme', maxLength: 12 })
    .filter((each) => !each.includes('\0') && each.isWellFormed())
  return {
    name: text,
    'address-2': text,
    city: text,
    state: fc.constantFrom('CA', 'tx', 'ON', 'BY', 'California', 'ZZ', ''),
    country: fc.constantFrom('US', 'ca', 'DE', 'XX', ''),
    email: text,
    constructor: text,
    ['__proto__']: text,
  }
}

/** Customers with each of the fields, or without it. */
export function customers(fc: FastCheck): Arbitrary<Readonly<Record<string, string>>> {
  return subsetOf(fc, fields(fc))
}

/** Fields to merge into a customer; null removes one. */
export function customerChanges(fc: FastCheck): Arbitrary<Readonly<Record<string, string | null>>> {
  const removable = Object.entries(fields(fc)).map(
    ([field, value]) => [field, fc.option(value, { freq: 4 })] as const,
  )
  return subsetOf(fc, Object.fromEntries(removable))
}

/** Own keys throughout: `fc.record` would set the prototype for `__proto__`. */
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
