import { describe, expect, it } from 'vitest'
import {
  changeOf,
  created,
  creationFrom,
  fieldErrorsOf,
  line,
  pricesOf,
  updated,
} from '../samples.js'

/** One line with price 200, calculated price 149.95, quote 149.95 and so a discount of 50.05. */
const record = created({ products: [{ id: 2, qty: 2 }] })
const lineAfter = (entry: object) =>
  line(updated(record, { products: [{ id: 2, ...entry }] }).value)

describe('priceLine', () => {
  it('price_total is always quote_total plus discount_total', () => {
    expect(lineAfter({ quote: '133.33' })).toMatchObject({
      price_total: 400,
      quote_total: '266.66',
      discount: 66.67,
      discount_total: 133.34,
    })
  })

  it('quote_total is the rounded quote times qty', () => {
    const quote = line(created({ products: [{ id: 3, qty: 1_000 }] }).value)
    expect(quote).toMatchObject({
      price: 1.005,
      price_total: 1_005,
      quote: '1.01',
      quote_total: '1010.00',
      discount: -0.005,
      discount_total: -5,
      calculated_price: 1.005,
    })
  })

  it('a free product is quoted at 0.00', () => {
    expect(line(created({ products: [{ id: 4, qty: 3 }] }).value)).toMatchObject({
      price: 5,
      calculated_price: 0,
      quote: '0.00',
      quote_total: '0.00',
      discount: 5,
      discount_total: 15,
    })
  })

  it('a price of 0 has no negative zero in any amount', () => {
    const products = pricesOf([{ id: 7, price: 0 }])
    const free = line(updated(record, { products: [{ id: 7, qty: 3 }] }, { products }).value)
    expect(JSON.stringify(free)).not.toContain('-0')
    for (const value of Object.values(free)) expect(Object.is(value, -0)).toBe(false)
  })

  it.each([
    ['price_total', { id: 9, price: '99999999999.9999', salePrice: '99999999999.9899' }],
    ['discount_total', { id: 9, price: '100000000000', salePrice: '0.01' }],
  ])('a line with an inexact %s is rejected', (_, product) => {
    const products = pricesOf([product])
    const inexact = { id: 9, qty: 999_999 }
    const errors = (path: string) => ({
      [path]: 'makes a line total with more digits than a JSON number can hold exactly',
    })
    expect(
      fieldErrorsOf(() => creationFrom({ customer: {}, products: [inexact] }, products)),
    ).toEqual(errors('products[0].qty'))
    expect(
      fieldErrorsOf(() => changeOf(record, { products: [{ id: 2 }, inexact] }, { products })),
    ).toEqual(errors('products[1].qty'))
    const one = updated(record, { products: [{ id: 9, qty: 1 }] }, { products })
    expect(fieldErrorsOf(() => changeOf(one, { products: [inexact] }))).toEqual(
      errors('products[0].qty'),
    )
  })

  it('tenths add up without binary error', () => {
    const products = pricesOf([{ id: 7, price: 0.1 }])
    const tenths = line(updated(record, { products: [{ id: 7, qty: 3 }] }, { products }).value)
    expect(tenths).toMatchObject({ price_total: 0.3, quote_total: '0.30' })
  })
})
