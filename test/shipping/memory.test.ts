import { describe, expect, it } from 'vitest'
import type { Quote } from '../../src/quote/model/quote.js'
import { type MemoryShippingOption, memoryShipping } from '../../src/shipping/memory.js'
import { fieldErrorsOf } from '../quote/samples.js'

const call = { signal: AbortSignal.abort() }
const standard = { type: 'standard', name: 'Standard', price: '4.90' }
const free = { type: 'standard', name: 'Free delivery', price: 0 }
const pickup = { type: 'pickup', name: 'Pickup', price: 0, taxCode: 'service' }

type Sample = Partial<Pick<Quote, 'customer' | 'ship_to' | 'quote_total' | 'currency' | 'decimals'>>

function listed(options: unknown, sample: Sample = {}, storeId = 'store-1') {
  const quote = { customer: {}, quote_total: '50.00', ...sample } as Quote
  const shipping = memoryShipping(options as readonly MemoryShippingOption[])
  return shipping.listShippingOptions({ storeId, quote }, call)
}

const typesOf = (options: unknown, sample?: Sample, storeId?: string) =>
  (listed(options, sample, storeId) as readonly MemoryShippingOption[]).map(({ type }) => type)

describe('memoryShipping', () => {
  it('returns the options in order, without their conditions', () => {
    const options = [{ ...standard, minTotal: 1, countries: ['DE'] }, pickup]
    expect(listed(options, { customer: { country: 'de' } })).toEqual([standard, pickup])
  })

  it('returns the options of the store only', () => {
    const options = { 'store-1': [standard], 'store-2': [pickup] }
    expect(typesOf(options)).toEqual(['standard'])
    expect(typesOf(options, {}, 'store-2')).toEqual(['pickup'])
    expect(typesOf(options, {}, 'store-3')).toEqual([])
  })

  it.each(['__proto__', 'constructor', 'toString'])('returns nothing for the store %s', (id) => {
    expect(typesOf({ 'store-1': [standard] }, {}, id)).toEqual([])
  })

  it.each([
    ['DE', true],
    ['de', true],
    ['FR', false],
    ['', false],
    [undefined, false],
    ['__proto__', false],
  ])('with countries, fits the country %j: %j', (country, fits) => {
    const options = [{ ...standard, countries: ['De', 'at'] }]
    expect(typesOf(options, { customer: { country } })).toEqual(fits ? ['standard'] : [])
  })

  it('with countries, fits the country of ship_to instead of that of the customer', () => {
    const options = [{ ...standard, countries: ['FR'] }]
    const customer = { country: 'DE' }
    expect(typesOf(options, { customer, ship_to: { country: 'fr' } })).toEqual(['standard'])
    expect(typesOf(options, { customer: { country: 'FR' }, ship_to: { city: 'Rome' } })).toEqual([])
  })

  it.each([
    ['99.99', 'Standard'],
    ['100.00', 'Free delivery'],
    ['1000000000000000000000.00', 'Free delivery'],
  ])('for lines of %s, returns the first option of the type that fits', (total, name) => {
    const options = [{ ...free, minTotal: 100 }, standard]
    expect(listed(options, { quote_total: total })).toMatchObject([{ name }])
  })

  it.each([
    ['10.00', ['standard']],
    ['10.01', []],
    ['0.00', ['standard']],
  ])('with a maxTotal of 10, returns for lines of %s: %j', (total, types) => {
    expect(typesOf([{ ...standard, maxTotal: '10' }], { quote_total: total })).toEqual(types)
  })

  it('returns an option of a currency for quotes in this currency only', () => {
    const options = [{ ...standard, currency: 'EUR' }]
    expect(typesOf(options, { currency: 'EUR', decimals: 2 })).toEqual(['standard'])
    expect(typesOf(options, { currency: 'USD', decimals: 2 })).toEqual([])
    expect(typesOf(options)).toEqual([])
  })

  it.each([
    ['4.90', 0, false],
    ['490', 0, true],
    ['490.00', 0, true],
    ['4.905', 2, false],
    ['4.905', 3, true],
  ])('a price of %s fits %i decimals: %j', (price, decimals, fits) => {
    const sample = { currency: 'XXX', decimals }
    expect(typesOf([{ ...standard, price }], sample)).toEqual(fits ? ['standard'] : [])
  })

  it('copies the options', () => {
    const option = { ...standard }
    const shipping = memoryShipping([option])
    option.price = '0.01'
    const quote = { customer: {}, quote_total: '50.00' } as Quote
    expect(shipping.listShippingOptions({ storeId: 's', quote }, call)).toEqual([standard])
  })
})

describe('memoryShipping rejects', () => {
  const messagesOf = (options: unknown) =>
    fieldErrorsOf(() => memoryShipping(options as never), 'invalid_options')
  const errorsOf = (options: unknown) => Object.keys(messagesOf(options))

  it.each([
    ['type', ''],
    ['type', 'x'.repeat(65)],
    ['type', 'no_additional'],
    ['type', 'custom'],
    ['type', 1],
    ['name', ''],
    ['name', 'x'.repeat(256)],
    ['name', 'a\0b'],
    ['price', -0.01],
    ['price', Number.NaN],
    ['price', Number.POSITIVE_INFINITY],
    ['price', '1e3'],
    ['price', 0.12345],
    ['price', undefined],
    ['taxCode', 5],
    ['countries', 'DE'],
    ['currency', 'eur'],
    ['minTotal', -1],
    ['maxTotal', 'x'],
    ['min_total', 5],
    ['__proto__', 5],
  ])('an option with the %s %j, naming it', (field, value) => {
    const option = Object.fromEntries([...Object.entries(standard), [field, value]])
    expect(errorsOf({ 'store-1': [option] })).toEqual([`store-1[0].${field}`])
    expect(errorsOf([pickup, option])).toEqual([`[1].${field}`])
  })

  it('a country that no customer has, naming its code', () => {
    const options = [{ ...standard, countries: ['DE', 'Austria'] }]
    expect(messagesOf(options)).toEqual({
      '[0].countries[1]':
        'must be a country code such as DE (AT is Austria), received the string "Austria"',
    })
  })

  it('a range of totals in which there is none', () => {
    const options = [{ ...standard, minTotal: 100, maxTotal: '50' }]
    expect(messagesOf(options)).toEqual({
      '[0].maxTotal': 'must be at least minTotal, 100, received 50',
    })
  })

  it.each([
    [undefined, ''],
    [null, ''],
    ['standard', ''],
    [5, ''],
    [{ a: standard }, 'a'],
    [{ a: null }, 'a'],
    [[null], '[0]'],
    [[undefined], '[0]'],
    [{ 'store 1': ['x'] }, '["store 1"][0]'],
  ])('the options %j', (options, path) => {
    expect(errorsOf(options)).toEqual([path])
  })

  it('options that cannot be read', () => {
    const throwing = new Proxy([], {
      get() {
        throw new Error('no')
      },
    })
    expect(errorsOf({ a: throwing })).toEqual([''])
  })

  it('at most a hundred errors of a million options', () => {
    expect(errorsOf(Array.from({ length: 1_000_000 }, () => 5))).toHaveLength(101)
  })
})
