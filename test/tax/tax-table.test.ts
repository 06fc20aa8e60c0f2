import { describe, expect, it } from 'vitest'
import type { AnyCustomer } from '../../src/quote/model/quote.js'
import { taxTable } from '../../src/tax/tax-table.js'
import { applied, calculateTaxes, call, linesOf, requestOf } from './requests.js'

const germany = [
  { name: 'VAT', rate: 19, country: 'DE', shipping: true },
  { name: 'VAT', rate: 7, country: 'DE', taxCode: ['books', 'food'] },
]
const customer = { country: 'DE' }
const shipping = { type: 'standard', name: 'Standard', amount: '4.90' }

describe('taxTable chooses', () => {
  it('the row with the tax code of the line, else the row without', async () => {
    const lines = linesOf(undefined, 'books', 'food', 'other')
    expect(await applied(germany, requestOf(customer, { lines }))).toEqual([
      'VAT 19 1-1 1-4',
      'VAT 7 1-2 1-3',
    ])
  })

  it('no row for a line whose tax code no row has', async () => {
    const rates = [{ name: 'VAT', rate: 7, taxCode: 'books' }]
    const lines = linesOf('books', 'Books', undefined)
    expect(await applied(rates, requestOf({}, { lines }))).toEqual(['VAT 7 1-1'])
  })

  it('rows of every tax, in the order of the table', async () => {
    const rates = [
      { name: 'GST', rate: 5, tax: 'GST', country: 'CA' },
      { name: 'QST', rate: '9.975', tax: 'QST', country: 'CA', state: 'QC' },
      { name: 'Eco fee', rate: 1, tax: 'fee', taxCode: 'battery' },
    ]
    const lines = linesOf('battery', undefined)
    const canadian = { country: 'ca', state: 'Quebec' }
    expect(await applied(rates, requestOf(canadian, { lines }))).toEqual([
      'GST 5 1-1 1-2',
      'QST 9.975 1-1 1-2',
      'Eco fee 1 1-1',
    ])
  })

  it('of rows with names of their own the most specific one, if they are of one tax', async () => {
    const rates = [
      { name: 'VAT 19 %', rate: 19, tax: 'VAT' },
      { name: 'VAT 7 %', rate: 7, tax: 'VAT', taxCode: 'book' },
    ]
    expect(await applied(rates, requestOf({}, { lines: linesOf('book', undefined) }))).toEqual([
      'VAT 19 % 19 1-2',
      'VAT 7 % 7 1-1',
    ])
  })

  it('the longer postal code before a state, a country and none', async () => {
    const rates = [
      { name: 'Tax', rate: 1 },
      { name: 'Tax', rate: 2, country: 'US' },
      { name: 'Tax', rate: 3, country: 'US', state: 'NY' },
      { name: 'Tax', rate: 4, country: 'US', zipcode: '1' },
      { name: 'Tax', rate: 5, country: 'US', zipcode: '100' },
      { name: 'Tax', rate: 6, country: 'US', state: 'NY', zipcode: '100' },
    ]
    const at = (state: string, zipcode: string, country = 'US') =>
      applied(rates, requestOf({ country, state, zipcode }))
    expect(await at('New York', '10001')).toEqual(['Tax 6 1-1'])
    expect(await at('NJ', '10001')).toEqual(['Tax 5 1-1'])
    expect(await at('New York', '11201')).toEqual(['Tax 4 1-1'])
    expect(await at('New York', '06390')).toEqual(['Tax 3 1-1'])
    expect(await at('New Jersey', '07001')).toEqual(['Tax 2 1-1'])
    expect(await at('', '', 'FR')).toEqual(['Tax 1 1-1'])
  })

  it('the rows of the place to which the goods are sent, if it is another one', async () => {
    const rates = [...germany, { name: 'VAT', rate: 20, country: 'FR' }]
    const to = { country: 'fr', city: 'Paris' }
    expect(await applied(rates, requestOf(customer, { to }))).toEqual(['VAT 20 1-1'])
    expect(await applied(rates, requestOf({}, { to }))).toEqual(['VAT 20 1-1'])
    expect(await applied(rates, requestOf(customer, { to: { country: 'US' } }))).toEqual([])
    // All of it is of that place: none of its fields is one of the customer.
    expect(await calculateTaxes(rates, requestOf(customer, { to: { city: 'Paris' } }))).toEqual({
      rejected: 'the delivery address has no country, on which the tax rates depend',
    })
  })

  it('no rows for an exempt customer, whatever the place of delivery', async () => {
    const places: unknown[] = []
    const isExempt = (who: AnyCustomer, place: AnyCustomer) => {
      places.push(place.country)
      return who.tax_id !== undefined && place.country !== 'DE'
    }
    const exempt = { country: 'FR', tax_id: 'FR1' }
    const to = { country: 'DE' }
    const options = [germany, { isExempt }] as const
    expect(await applied(options[0], requestOf(exempt), options[1])).toEqual([])
    expect(await applied(options[0], requestOf(exempt, { to }), options[1])).toEqual(['VAT 19 1-1'])
    expect(places).toEqual(['FR', 'DE'])
  })

  it('the tax code before the place', async () => {
    const rates = [
      { name: 'VAT', rate: 0, taxCode: 'voucher' },
      { name: 'VAT', rate: 19, country: 'DE' },
    ]
    const lines = linesOf('voucher')
    expect(await applied(rates, requestOf(customer, { lines }))).toEqual(['VAT 0 1-1'])
  })

  it('rows marked with shipping for the shipping charge, by its tax code', async () => {
    const rates = [
      ...germany,
      { name: 'VAT', rate: 3, country: 'DE', taxCode: 'freight', shipping: true },
    ]
    expect(await applied(rates, requestOf(customer, { shipping }))).toEqual(['VAT 19 1-1 shipping'])
    const freight = { ...shipping, taxCode: 'freight' }
    expect(await applied(rates, requestOf(customer, { shipping: freight }))).toEqual([
      'VAT 19 1-1',
      'VAT 3 shipping',
    ])
    const books = { ...shipping, taxCode: 'books' }
    expect(await applied(rates, requestOf(customer, { shipping: books }))).toEqual([
      'VAT 19 1-1 shipping',
    ])
  })

  it('one rate for rows of one name and percentage', async () => {
    const rates = [
      { name: 'VAT', rate: 7, country: 'DE', taxCode: 'a' },
      { name: 'VAT', rate: '7.000', country: 'DE', taxCode: 'b' },
    ]
    const lines = linesOf('b', 'a')
    expect(await applied(rates, requestOf(customer, { lines }))).toEqual(['VAT 7.000 1-1 1-2'])
  })

  it('the rows of the store', async () => {
    const table = taxTable({ 'store-1': [{ name: 'A', rate: 1 }], 'store-2': [] })
    const rateNames = async (storeId: string) => {
      const response = await table.calculateTaxes(requestOf({}, { storeId }), call)
      return 'rates' in response && response.rates.map(({ name }) => name)
    }
    expect(await rateNames('store-1')).toEqual(['A'])
    expect(await rateNames('store-2')).toEqual([])
    for (const storeId of ['store-3', 'Store-1', '__proto__', 'constructor'])
      await expect(rateNames(storeId)).rejects.toThrow(
        'has no tax rates; add the store, with an empty array if it charges no taxes',
      )
  })
})

describe('taxTable compares', () => {
  const california = [{ name: 'Tax', rate: '7.25', country: 'us', state: 'ca' }]

  it.each(['California', 'CALIFORNIA', 'CA', 'ca', ' Ca '])('the state %j', async (state) => {
    const expected = ['Tax 7.25 1-1']
    const request = requestOf({ country: 'US', state })
    expect(await applied(california, request)).toEqual(expected)
    expect(await applied([{ ...california[0], state }] as never, request)).toEqual(expected)
  })

  it.each(['Baden-W\u00FCrttemberg', 'Baden-Wu\u0308rttemberg', 'bw'])(
    'the state %j, in any normal form',
    async (state) => {
      const rates = [{ name: 'Tax', rate: 1, country: 'DE', state: 'BADEN-W\u00DCRTTEMBERG' }]
      expect(await applied(rates, requestOf({ country: 'DE', state }))).toEqual(['Tax 1 1-1'])
    },
  )

  it.each([
    ['SW1', 'sw1a 1aa', true],
    ['sw1a1', 'SW1A 1AA', true],
    ['101-00', '1010101', false],
    ['101-00', '101-0051', true],
    ['SW1', 'NW1 4RY', false],
  ])('the postal code %j with %j: %j', async (prefix, zipcode, applies) => {
    const rates = [{ name: 'Tax', rate: 1, country: 'GB', zipcode: prefix }]
    const expected = applies ? ['Tax 1 1-1'] : []
    expect(await applied(rates, requestOf({ country: 'gb', zipcode }))).toEqual(expected)
  })

  it('states with the names that `resolveRegion` returns', async () => {
    const resolveRegion = (_country: string, code: string) =>
      code.toUpperCase() === 'N1' ? 'North' : undefined
    const rates = [{ name: 'Tax', rate: 1, country: 'XX', state: 'n1' }]
    const north = requestOf({ country: 'XX', state: 'north' })
    expect(await applied(rates, north, { resolveRegion })).toEqual(['Tax 1 1-1'])
    expect(await applied(rates, north)).toEqual([])
  })
})

describe('taxTable rejects the quote of a customer', () => {
  const rates = [
    { name: 'Tax', rate: 1, tax: 'sales', country: 'US' },
    { name: 'Tax', rate: 2, tax: 'sales', country: 'US', state: 'TX', zipcode: '75' },
    { name: 'VAT', rate: 19, tax: 'VAT', country: 'DE' },
  ]
  const rejected = (field: string) => ({
    rejected: `the customer has no ${field}, on which the tax rates depend`,
  })

  it.each([
    [{}, 'country'],
    [{ country: ' ' }, 'country'],
    [{ state: 'TX', zipcode: '75001' }, 'country'],
    [{ country: 'US' }, 'state'],
    [{ country: 'us', state: '' }, 'state'],
    [{ country: 'US', state: 'Texas' }, 'zipcode'],
    [{ country: 'US', state: 'Texas', zipcode: ' ' }, 'zipcode'],
  ])('%j, who has no %s', async (incomplete, field) => {
    expect(await calculateTaxes(rates, requestOf(incomplete))).toEqual(rejected(field))
  })

  it.each([{ country: 'DE' }, { country: 'US', state: 'NY' }, { country: 'FR' }])(
    'but not of %j',
    async (complete) => {
      expect(await calculateTaxes(rates, requestOf(complete))).toHaveProperty('rates')
    },
  )

  it.each(['USA', 'Germany', '__proto__', 'D1'])(
    'the country %s, which is no code',
    async (country) => {
      expect(await calculateTaxes(rates, requestOf({ country }))).toEqual(
        rejected('country code of two letters'),
      )
    },
  )

  it('but needs nothing if the rates depend on nothing', async () => {
    expect(await applied([{ name: 'VAT', rate: 19 }], requestOf({}))).toEqual(['VAT 19 1-1'])
  })
})

describe('taxTable with isExempt', () => {
  it.each([
    [() => true, []],
    [async () => true, []],
    [() => false, ['VAT 19 1-1']],
    [async () => false, ['VAT 19 1-1']],
    // A promise of anything, or a value that is only truthy, exempts no one.
    [() => ({}) as never, ['VAT 19 1-1']],
    [() => 'yes' as never, ['VAT 19 1-1']],
  ])('%o returns %j', async (isExempt, expected) => {
    expect(await applied(germany, requestOf(customer), { isExempt })).toEqual(expected)
  })

  it('passes the customer, and needs no address of an exempt one', async () => {
    const exempt: AnyCustomer = { tax_id: 'DE123' }
    const isExempt = (each: object) => each === exempt
    expect(await calculateTaxes(germany, requestOf(exempt), { isExempt })).toEqual({ rates: [] })
  })

  it('rejects with what it throws', async () => {
    const error = new Error('no')
    const isExempt = () => {
      throw error
    }
    await expect(calculateTaxes(germany, requestOf(customer), { isExempt })).rejects.toBe(error)
  })
})

describe('taxTable compares places of customers and rows', () => {
  it.each([
    [{ country: 'GB' }, { country: 'UK' }],
    [{ country: 'EL' }, { country: 'gr' }],
    [
      { country: 'CA', state: 'QC' },
      { country: 'CA', state: 'Québec' },
    ],
  ])('%j is %j', async (row, customer) => {
    expect(await applied([{ name: 'Tax', rate: 5, ...row }], requestOf(customer))).toEqual([
      'Tax 5 1-1',
    ])
  })

  it.each([
    [{ country: 'QQ' }, 'country code of two letters'],
    [{ country: 'US', state: 'Texs' }, 'state that is known in US'],
  ])('and rejects the customer %j, who would match none', async (customer, missing) => {
    const rates = [{ name: 'Tax', rate: 5, country: 'US', state: 'TX' }]
    expect(await calculateTaxes(rates, requestOf(customer))).toEqual({
      rejected: `the customer has no ${missing}, on which the tax rates depend`,
    })
  })
})

describe('home', () => {
  const rates = [
    { name: 'VAT', rate: 19, country: 'DE', shipping: true },
    { name: 'VAT', rate: 7, country: 'DE', taxCode: 'books' },
    { name: 'VAT', rate: 20, country: 'FR' },
  ]
  const request = requestOf(
    { country: 'FR' },
    {
      inclusive: true,
      lines: linesOf(undefined, 'books'),
      shipping: { type: 'a', name: 'A', amount: '1.00' },
    },
  )
  const german = [
    { name: 'VAT', rate: 19, lines: ['1-1'], shipping: true },
    { name: 'VAT', rate: 7, lines: ['1-2'], shipping: false },
  ]

  it.each([
    [{ country: 'de' }, german],
    [() => ({ country: 'DE' }), german],
    [{ country: 'FR' }, [{ name: 'VAT', rate: 20, lines: ['1-1', '1-2'], shipping: false }]],
    [() => undefined, undefined],
    [undefined, undefined],
  ])('%j is where the prices contain the taxes', async (home, included) => {
    const response = await calculateTaxes(rates, request, { home })
    expect(response).toMatchObject({ rates: [{ rate: 20 }] })
    expect('included' in response ? response.included : undefined).toEqual(included)
  })

  it('is asked for neither prices without taxes nor a store without rates', async () => {
    const home = () => {
      throw new Error('must not be called')
    }
    const { inclusive: _, ...exclusive } = request
    expect(
      await calculateTaxes(rates, { ...exclusive, inclusive: false }, { home }),
    ).not.toHaveProperty('included')
    expect(await calculateTaxes([], request, { home })).toEqual({ rates: [] })
  })

  it('is the place of the rows, if all are of one', async () => {
    const one = rates.slice(0, 2)
    expect(await calculateTaxes(one, request)).toEqual({ rates: [], included: german })
    const exempt = { isExempt: () => true }
    expect(await calculateTaxes(one, request, exempt)).toEqual({ rates: [], included: german })
    const anywhere = [{ name: 'Tax', rate: 5 }]
    expect(await calculateTaxes(anywhere, request, exempt)).toMatchObject({
      included: [{ rate: 5 }],
    })
  })

  it.each([
    [{ country: 'AT' }, 'must be a place to which rows of the table apply'],
    [{}, 'must have the country, on which the tax rates depend'],
    [{ country: 'QQ' }, 'must be a country code'],
    ['DE', 'must be an object'],
  ])('%j is rejected by a call', async (home, message) => {
    const call = () => calculateTaxes(rates, request, { home: () => home as never })
    await expect(call).rejects.toMatchObject({ code: 'invalid_options' })
    await expect(call).rejects.toThrow(message)
  })
})
