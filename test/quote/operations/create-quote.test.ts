import { describe, expect, it } from 'vitest'
import { createQuote } from '../../../src/quote/operations/create-quote.js'
import { created, creationFrom, fieldErrorsOf, line, pricesOf, rules } from '../samples.js'

describe('createQuote', () => {
  it('has exactly the fields of the published interface', () => {
    const { record } = creationFrom({
      customer: {
        name: 'Ann',
        address: '1 Main St',
        'address-2': 'Suite 2',
        city: 'Austin',
        state: 'TX',
        zipcode: '78701',
        country: 'US',
      },
      products: [{ id: 2, qty: 3 }],
    })
    expect(JSON.parse(JSON.stringify(record.value))).toEqual({
      customer: {
        name: 'Ann',
        address: '1 Main St',
        'address-2': 'Suite 2',
        city: 'Austin',
        state: 'Texas',
        zipcode: '78701',
        country: 'US',
      },
      products: [
        {
          id: 2,
          qty: 3,
          price: 200,
          price_total: 600,
          quote: '149.95',
          quote_total: '449.85',
          discount: 50.05,
          discount_total: 150.15,
          calculated_price: 149.95,
          key: null,
        },
      ],
      product_order: null,
      quote_total: '449.85',
      price_total: '600.00',
      shipping: { type: 'no_additional', product: null },
      created: 1_000,
      status: 'new',
      tags: null,
      total: 0,
    })
  })

  it('returns version 1, updated at the time of creation', () => {
    const { record } = creationFrom({ customer: {}, products: [{ id: 1, qty: 1 }] })
    const { value: quote, ...identity } = record
    expect(identity).toEqual({
      kind: 'quote',
      id: 'quote-1',
      version: 1,
      updated: quote.created,
      replay: { base: 1, size: 0 },
    })
  })

  it('keeps the order of the customer fields', () => {
    const customer = { zipcode: '1', email: 'a@b.c', name: 'Ann' }
    expect(Object.keys(created({ customer }).value.customer)).toEqual(['zipcode', 'email', 'name'])
  })

  it("keeps a shop's own customer fields", () => {
    const customer = { email: 'ann@example.com', company: 'Acme' }
    expect(created({ customer }).value.customer).toEqual(customer)
  })

  it('accepts an empty customer', () => {
    expect(created({ customer: {} }).value.customer).toEqual({})
  })

  it('creates two lines for a product that is sent twice', () => {
    const products = [
      { id: 1, qty: 1 },
      { id: 1, qty: 2 },
    ]
    const lines = created({ products }).value.products
    expect(lines.map(({ id, qty }) => ({ id, qty }))).toEqual(products)
  })

  it('has the total 0, as a number', () => {
    expect(created().value.total).toBe(0)
  })

  it('is deeply frozen', () => {
    const { record } = creationFrom({ customer: { name: 'Ann' }, products: [{ id: 1, qty: 1 }] })
    const { value: quote } = record
    for (const part of [record, quote, quote.customer, quote.products, line(quote), quote.shipping])
      expect(Object.isFrozen(part)).toBe(true)
  })
})

describe('the commit of createQuote', () => {
  it('requires that the quote does not exist', () => {
    const change = creationFrom({ customer: {}, products: [{ id: 1, qty: 1 }] })
    expect(change).toMatchObject({
      previousVersion: 0,
      historyEntry: { version: 1, time: 1_000, operation: 'create', by: 'ann' },
    })
  })

  it('has one patch that sets the full quote', () => {
    const change = creationFrom({ customer: {}, products: [{ id: 1, qty: 1 }] })
    expect(change.historyEntry.patches).toEqual([
      { op: 'replace', path: [], value: change.record.value },
    ])
  })

  it('is deterministic', () => {
    const request = { customer: { state: 'CA' }, products: [{ id: 3, qty: 7 }] }
    expect(JSON.stringify(creationFrom(request))).toBe(JSON.stringify(creationFrom(request)))
  })
})

describe('createQuote rejects', () => {
  it('every unknown product', () => {
    const request = {
      customer: {},
      products: [
        { id: 98, qty: 1 },
        { id: 1, qty: 1 },
        { id: 99, qty: 1 },
      ],
    }
    expect(fieldErrorsOf(() => creationFrom(request))).toEqual({
      'products[0].id': 'is not a product of this store',
      'products[2].id': 'is not a product of this store',
    })
  })

  it('a qty that makes a total inexact', () => {
    const products = pricesOf([{ id: 1, price: '99999999999.9999' }])
    const request = { customer: {}, products: [{ id: 1, qty: 999_999 }] }
    expect(fieldErrorsOf(() => creationFrom(request, products))).toEqual({
      'products[0].qty': 'makes a line total with more digits than a JSON number can hold exactly',
    })
  })
})

describe('the state of a new quote', () => {
  it.each([
    [{ state: 'CA' }, 'California'],
    [{ state: 'ca', country: 'us' }, 'California'],
    [{ state: 'ON', country: 'CA' }, 'Ontario'],
    [{ state: 'California', country: 'US' }, 'California'],
    [{ state: 'ZZ', country: 'US' }, 'ZZ'],
    [{ state: 'CA', country: 'XX' }, 'CA'],
    [{ state: 'CA', country: '' }, 'California'],
    [{ state: '' }, ''],
  ])('of %j is %s', (customer, state) => {
    expect(created({ customer }).value.customer.state).toBe(state)
  })

  it('comes from resolveRegion if the host sets it', () => {
    const regions = (country: string, code: string) => `${code} of ${country}`
    const { record } = creationFrom(
      { customer: { state: 'X1' }, products: [{ id: 1, qty: 1 }] },
      undefined,
      { ...rules, resolveRegion: regions },
    )
    expect(record.value.customer.state).toBe('X1 of US')
  })
})

describe('rounding', () => {
  const request = { customer: {}, products: [{ id: 3, qty: 1 }] }

  it('half-up rounds 1.005 to 1.01', () => {
    expect(line(creationFrom(request).record.value).quote).toBe('1.01')
  })

  it('half-even rounds 1.005 to 1.00', () => {
    const { record } = creationFrom(request, undefined, { ...rules, rounding: 'half-even' })
    expect(line(record.value).quote).toBe('1.00')
  })
})

it('createQuote does not change its arguments', () => {
  const request = Object.freeze({ customer: { state: 'CA' }, products: [{ id: 1, qty: 1 }] })
  const before = JSON.stringify(request)
  createQuote(request, { quoteId: 'q', now: 1, products: pricesOf([{ id: 1, price: 1 }]) }, rules)
  expect(JSON.stringify(request)).toBe(before)
})
