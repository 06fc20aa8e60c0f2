import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Customer } from '../../src/quote/model/quote.js'
import type { TaxTableRate } from '../../src/tax/parse-rate.js'
import { calculateTaxes, linesOf, requestOf } from './requests.js'

const taxCode = fc.constantFrom('a', 'b', 'c')
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })

const place = fc.oneof(
  fc.constant({}),
  fc.record({ country: fc.constantFrom('US', 'us', 'DE') }),
  fc.record({
    country: fc.constantFrom('US', 'us'),
    state: optional(fc.constantFrom('TX', 'Texas', 'ny')),
    zipcode: optional(fc.constantFrom('1', '10', '7')),
  }),
)
const row: fc.Arbitrary<TaxTableRate> = fc
  .tuple(
    fc.record({
      name: fc.constantFrom('Tax', 'Fee'),
      rate: fc.integer({ min: 0, max: 9 }),
      taxCode: optional(taxCode),
      shipping: optional(fc.boolean()),
    }),
    place,
  )
  .map(([rate, at]) => ({ ...rate, tax: rate.name, ...at }))

const stateNames: Record<string, string> = { TX: 'TEXAS', NY: 'NEW YORK' }
const upper = (value = '') => stateNames[value.toUpperCase()] ?? value.toUpperCase()
const criteria = ({ name, country, state, zipcode = '', taxCode: code = '' }: TaxTableRate) =>
  [name, upper(country), upper(state), zipcode, code].join()
const table = fc.uniqueArray(row, { selector: criteria, maxLength: 12 })

const customer: fc.Arbitrary<Customer> = fc.record({
  country: fc.constantFrom('US', 'DE', 'FR'),
  state: fc.constantFrom('Texas', 'New York', 'Ohio'),
  zipcode: fc.constantFrom('10001', '11000', '75001', '99999'),
})

/** Compares every row with every other one, in the order of the documentation. */
function expected(rates: readonly TaxTableRate[], to: Customer, code: string | undefined) {
  const applies = (each: TaxTableRate) =>
    (each.country === undefined || upper(each.country) === to.country) &&
    (each.state === undefined || upper(each.state) === upper(to.state)) &&
    (each.zipcode === undefined || to.zipcode?.startsWith(each.zipcode)) &&
    (each.taxCode === undefined || each.taxCode === code)
  const isMoreSpecific = (one: TaxTableRate, other: TaxTableRate) => {
    const order = (each: TaxTableRate) => [
      each.taxCode ? 1 : 0,
      each.zipcode?.length ?? 0,
      each.state ? 1 : 0,
      each.country ? 1 : 0,
    ]
    const [left, right] = [order(one), order(other)]
    const at = left.findIndex((value, index) => value !== right[index])
    return at !== -1 && (left[at] ?? 0) > (right[at] ?? 0)
  }
  const applicable = rates.filter(applies)
  return applicable
    .filter((each) => !applicable.some((o) => o.name === each.name && isMoreSpecific(o, each)))
    .map(({ name, rate }) => `${name} ${rate}`)
    .toSorted()
}

const codes = fc.array(optional(taxCode), { minLength: 1, maxLength: 5 })

async function ratesOf(rates: readonly TaxTableRate[], ...args: Parameters<typeof requestOf>) {
  const response = await calculateTaxes(rates, requestOf(...args))
  return 'rates' in response ? response.rates : []
}

describe('taxTable', () => {
  it('applies to each line and to shipping the most specific row of each tax', async () => {
    await fc.assert(
      fc.asyncProperty(table, customer, codes, async (rates, to, lineCodes) => {
        const [taxCode] = lineCodes
        const shipping = { type: 'a', name: 'A', amount: '1.00', taxCode }
        const applied = await ratesOf(rates, to, { lines: linesOf(...lineCodes), shipping })
        const of = (key: string) =>
          applied
            .filter((each) => (key === 'shipping' ? each.shipping : each.lines.includes(key)))
            .map(({ name, rate }) => `${name} ${rate}`)
            .toSorted()
        for (const [index, code] of lineCodes.entries())
          expect(of(`1-${index + 1}`)).toEqual(expected(rates, to, code))
        const forShipping = rates.filter((each) => each.shipping)
        expect(of('shipping')).toEqual(expected(forShipping, to, taxCode))
      }),
    )
  })

  it('returns each rate once, and each line once in a rate', async () => {
    await fc.assert(
      fc.asyncProperty(table, customer, codes, async (rates, to, lineCodes) => {
        const applied = await ratesOf(rates, to, { lines: linesOf(...lineCodes) })
        const names = applied.map(({ name, rate }) => `${name} ${rate}`)
        expect(new Set(names).size).toBe(names.length)
        for (const { lines } of applied) expect(new Set(lines).size).toBe(lines.length)
      }),
    )
  })

  it('applies the same rates whatever the order of the rows', async () => {
    const shuffled = table.chain((rates) =>
      fc.tuple(fc.constant(rates), fc.shuffledSubarray(rates, { minLength: rates.length })),
    )
    const sorted = async (...args: Parameters<typeof ratesOf>) =>
      (await ratesOf(...args)).map((rate) => JSON.stringify(rate)).toSorted()
    await fc.assert(
      fc.asyncProperty(shuffled, customer, codes, async ([rates, others], to, lineCodes) => {
        const lines = linesOf(...lineCodes)
        expect(await sorted(others, to, { lines })).toEqual(await sorted(rates, to, { lines }))
      }),
    )
  })
})
