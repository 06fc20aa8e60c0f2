import { describe, expect, it } from 'vitest'
import { taxTable } from '../../src/tax/tax-table.js'
import { fieldErrorsOf } from '../quote/samples.js'
import { call, requestOf } from './requests.js'

const errorsOf = (rates: unknown, options?: unknown) =>
  fieldErrorsOf(() => taxTable(rates as never, options as never), 'invalid_options')

const vat = { name: 'VAT', rate: 19, country: 'DE' }

describe('taxTable rejects', () => {
  it.each([
    ['name', ''],
    ['name', 'x'.repeat(256)],
    ['name', 5],
    ['rate', -1],
    ['rate', 1000.0001],
    ['rate', 0.12345],
    ['rate', Number.NaN],
    ['rate', '19%'],
    ['rate', 0.19],
    ['rate', 0.9999],
    ['country', 'Germany'],
    ['country', 'DEU'],
    ['country', 'EU'],
    ['country', 'QQ'],
    ['state', 'Bayren'],
    ['state', 'TX'],
    ['rate', undefined],
    ['country', 49],
    ['country', ' '],
    ['state', null],
    ['zipcode', 10115],
    ['zipcode', ' - '],
    ['taxCode', []],
    ['taxCode', 5],
    ['shipping', 'yes'],
    ['percent', 19],
    ['__proto__', 5],
  ])('a row with the %s %j, naming it', (field, value) => {
    const row = Object.fromEntries([...Object.entries(vat), [field, value]])
    expect(Object.keys(errorsOf({ 'store-1': [row] }))).toEqual([`store-1[0].${field}`])
  })

  it('a tax code of the wrong type, naming its index', () => {
    expect(Object.keys(errorsOf([{ ...vat, taxCode: ['a', 5] }]))).toEqual(['[0].taxCode[1]'])
  })

  it('a state or a postal code without a country', () => {
    const message = 'needs the country, because other countries have the same ones'
    const row = { name: 'VAT', rate: 19, state: 'CA', zipcode: '9' }
    expect(errorsOf([row])).toEqual({ '[0].state': message, '[0].zipcode': message })
  })

  it.each([
    [{}, { rate: 7 }],
    [{ state: 'BY' }, { state: 'bayern', country: 'de' }],
    [{ zipcode: '10 1' }, { zipcode: '101' }],
    [{ taxCode: 'books' }, { taxCode: ['food', 'books'] }],
  ])('a row with %j before one with %j, which applies to the same', (one, other) => {
    const rates = [
      { ...vat, tax: 'VAT', ...one },
      { ...vat, name: 'Other', tax: 'Other' },
      { ...vat, tax: 'VAT', ...other },
    ]
    const message = 'applies to the same as the earlier row [0] of this tax'
    expect(errorsOf(rates)).toEqual({ '[2]': message })
  })

  it('rows of several names that do not say which tax they are of', () => {
    const rates = [
      { ...vat, tax: 'VAT' },
      { ...vat, name: 'VAT 7 %', taxCode: 'books' },
    ]
    expect(errorsOf(rates)).toEqual({
      '[1].tax': expect.stringContaining('is required if rows have several names'),
    })
  })

  it('rows of one name that are of different taxes', () => {
    const rates = [
      { ...vat, tax: 'VAT' },
      { ...vat, tax: 'state', state: 'BY' },
    ]
    expect(errorsOf(rates)).toEqual({ '[1].tax': 'must be VAT, as of other rows named VAT' })
  })

  it.each([
    [undefined, ''],
    [null, ''],
    ['VAT', ''],
    [{ a: vat }, 'a'],
    [[null], '[0]'],
    [{ 'store 1': [5] }, '["store 1"][0]'],
  ])('the rates %j', (rates, path) => {
    expect(Object.keys(errorsOf(rates))).toEqual([path])
  })

  it('rates that cannot be read', () => {
    const row = Object.defineProperty({}, 'name', {
      enumerable: true,
      get() {
        throw new Error('no')
      },
    })
    expect(errorsOf([row])).toEqual({ '': 'cannot be read' })
  })

  it.each([
    [{ isExempt: true }, 'isExempt'],
    [{ resolveRegion: 'iso' }, 'resolveRegion'],
    [{ exempt: () => true }, 'exempt'],
    [{ home: 'DE' }, 'home'],
    [{ home: { land: 'DE' } }, 'home.land'],
    [{ home: { country: 'Germany' } }, 'home.country'],
    [{ home: { country: 'US', state: 'Texs' } }, 'home.state'],
    [null, ''],
  ])('the options %j', (options, path) => {
    expect(Object.keys(errorsOf([], options))).toEqual([path])
  })
})

describe('taxTable names', () => {
  it.each([
    [
      { country: 'Germany' },
      'country',
      'such as DE (DE is Germany), received the string "Germany"',
    ],
    [{ country: 'germny' }, 'country', 'such as DE (DE is Germany), received the string "germny"'],
    [{ country: '??' }, 'country', 'such as DE, received the string "??"'],
    [
      { country: 'US', state: 'Texs' },
      'state',
      'must be the code or the full name of a state of US, such as Texas, received the string "Texs"',
    ],
    [
      { rate: 0.19 },
      'rate',
      "Write a rate below 1 % as a string such as '0.5', received the number 0.19",
    ],
  ])('what is expected instead of %j', (fields, field, message) => {
    expect(errorsOf([{ ...vat, ...fields }])).toEqual({
      [`[0].${field}`]: expect.stringContaining(message),
    })
  })
})

describe('taxTable accepts', () => {
  it.each([
    { country: 'UK' },
    { country: 'el' },
    { country: 'XI' },
    { country: 'IC' },
    { country: 'CA', state: 'Québec' },
    { country: 'US', state: ' texas ' },
    { country: 'AQ', state: 'a state of which nothing is known' },
    { rate: '0.19' },
    { rate: 0 },
    { rate: 1 },
  ])('a row with %j', (fields) => {
    expect(() => taxTable([{ ...vat, ...fields }])).not.toThrow()
  })

  it('a state that resolveRegion knows', () => {
    const resolveRegion = (_: string, code: string) => (code === 'NAR' ? 'Narnia' : undefined)
    const row = { ...vat, country: 'GB', state: 'NAR' }
    expect(Object.keys(errorsOf([row]))).toEqual(['[0].state'])
    expect(() => taxTable([row], { resolveRegion })).not.toThrow()
  })

  it('rows that differ in a place, a tax code or the tax', () => {
    const rows = [
      {},
      { country: 'AT' },
      { country: undefined },
      { state: 'BY' },
      { state: 'NW' },
      { zipcode: '1' },
      { zipcode: '10' },
      { zipcode: '10', state: 'BY' },
      { taxCode: 'books' },
      { taxCode: 'food' },
      { name: 'Other', tax: 'Other' },
    ]
    expect(() => taxTable(rows.map((row) => ({ ...vat, tax: 'VAT', ...row })))).not.toThrow()
  })

  it('rows that are changed later, without an effect', async () => {
    const row = { ...vat, country: 'DE', taxCode: ['a'] }
    const table = taxTable([row])
    row.rate = 0
    row.taxCode.push('b')
    const lines = ['a', 'b'].map((taxCode) => ({ key: taxCode, id: 1, qty: 1, taxCode }))
    const request = requestOf({ country: 'DE' }, { lines: lines as never })
    expect(await table.calculateTaxes(request, call)).toMatchObject({
      rates: [{ rate: 19, lines: ['a'] }],
    })
  })
})
