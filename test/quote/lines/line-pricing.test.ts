import { describe, expect, it } from 'vitest'
import { changeOf, created, creationFrom, faultsOf, line, pricesOf, updated } from '../samples.js'

/** One line with price 200, calculated price 149.95, quote 149.95 and so a discount of 50.05. */
const record = created({ products: [{ id: 2, qty: 2 }] })
const lineAfter = (entry: object) =>
  line(updated(record, { products: [{ id: 2, ...entry }] }).quote)
const refused = (entry: object, of = record) =>
  faultsOf(() => changeOf(of, { products: [{ id: 2, ...entry }] }))

describe('the amounts of a line', () => {
  it('price_total is always quote_total plus discount_total', () => {
    expect(lineAfter({ quote: '133.33' })).toMatchObject({
      price_total: 400,
      quote_total: '266.66',
      discount: 66.67,
      discount_total: 133.34,
    })
  })

  it('quote_total is the shown quote times qty, so that shown lines add up', () => {
    const quote = line(created({ products: [{ id: 3, qty: 1_000 }] }).quote)
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

  it('a product that is free of charge is quoted at 0.00', () => {
    expect(line(created({ products: [{ id: 4, qty: 3 }] }).quote)).toMatchObject({
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
    const free = line(updated(record, { products: [{ id: 7, qty: 3 }] }, { products }).quote)
    expect(JSON.stringify(free)).not.toContain('-0')
    for (const value of Object.values(free)) expect(Object.is(value, -0)).toBe(false)
  })

  it.each([
    ['price_total', { id: 9, price: '99999999999.9999', salePrice: '99999999999.9899' }],
    ['discount_total', { id: 9, price: '100000000000', salePrice: '0.01' }],
  ])('a line whose %s alone is inexact is rejected', (_, product) => {
    const products = pricesOf([product])
    const inexact = { id: 9, qty: 999_999 }
    const faults = (path: string) => ({
      [path]: 'makes a line total with more digits than a JSON number can hold exactly',
    })
    expect(faultsOf(() => creationFrom({ customer: {}, products: [inexact] }, products))).toEqual(
      faults('products[0].qty'),
    )
    expect(
      faultsOf(() => changeOf(record, { products: [{ id: 2 }, inexact] }, { products })),
    ).toEqual(faults('products[1].qty'))
    const one = updated(record, { products: [{ id: 9, qty: 1 }] }, { products })
    expect(faultsOf(() => changeOf(one, { products: [inexact] }))).toEqual(
      faults('products[0].qty'),
    )
  })

  it('tenths add up without binary error', () => {
    const products = pricesOf([{ id: 7, price: 0.1 }])
    const tenths = line(updated(record, { products: [{ id: 7, qty: 3 }] }, { products }).quote)
    expect(tenths).toMatchObject({ price_total: 0.3, quote_total: '0.30' })
  })
})

describe('an offered quote', () => {
  it.each([
    ['a text', '120.00', '120.00'],
    ['a number', 120.5, '120.50'],
    ['0', 0, '0.00'],
    ['a text with more zeros', '120.5000', '120.50'],
    ['the largest price', 1e11, '100000000000.00'],
  ])('may be %s', (_, quote, shown) => {
    expect(lineAfter({ quote }).quote).toBe(shown)
  })

  it('above the price is a mark-up: a negative discount', () => {
    expect(lineAfter({ quote: 210 })).toMatchObject({ discount: -10, discount_total: -20 })
  })

  it('equal to the one stored is no offer', () => {
    expect(changeOf(record, { products: [{ id: 2, quote: 149.95 }] })).toBeUndefined()
  })

  it.each([
    -1,
    -0.01,
    '120.001',
    '1e2',
    '',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e21,
    100000000000.01,
    null,
    true,
    [120],
    10n,
  ])('is refused as %s', (quote) => {
    expect(refused({ quote })).toEqual({
      'products[0].quote': 'must be a price from 0 to 100000000000 with up to two decimals',
    })
  })
})

describe('a discount', () => {
  it('is taken off the list price, not off the calculated price', () => {
    expect(lineAfter({ discount: 20 })).toMatchObject({ quote: '180.00', discount: 20 })
  })

  it('may be a text', () => {
    expect(lineAfter({ discount: '0.50' }).quote).toBe('199.50')
  })

  it('may be negative', () => {
    expect(lineAfter({ discount: -5 }).quote).toBe('205.00')
  })

  it('may be all of the price', () => {
    expect(lineAfter({ discount: 200 })).toMatchObject({ quote: '0.00', quote_total: '0.00' })
  })

  it('equal to the one stored is no offer', () => {
    expect(changeOf(record, { products: [{ id: 2, discount: '50.0500' }] })).toBeUndefined()
  })

  it('with four decimals brings a finer price to whole cents', () => {
    const fine = created({ products: [{ id: 3, qty: 1 }] })
    const offered = updated(fine, { products: [{ id: 3, discount: 0.005 }] })
    expect(line(offered.quote)).toMatchObject({ price: 1.005, quote: '1.00', discount: 0.005 })
  })

  it('is refused where it leaves less than nothing', () => {
    expect(refused({ discount: 200.01 })).toEqual({
      'products[0].discount':
        'must leave a price from 0 to 100000000000 in whole cents: 200 less 200.01 is -0.01',
    })
  })

  it('is refused where it leaves part of a cent', () => {
    expect(refused({ discount: 0.001 })).toEqual({
      'products[0].discount':
        'must leave a price from 0 to 100000000000 in whole cents: 200 less 0.001 is 199.999',
    })
  })

  it('is refused where it leaves more than the largest price', () => {
    expect(Object.keys(refused({ discount: -1e11 }))).toEqual(['products[0].discount'])
  })

  it.each([Number.NaN, '1e3', 0.00001, null, false, {}])('is refused as %j', (discount) => {
    expect(refused({ discount })).toEqual({
      'products[0].discount': 'must be an amount with up to four decimals',
    })
  })
})

describe('quote and discount together', () => {
  it('may agree', () => {
    expect(lineAfter({ quote: 150, discount: 50 })).toMatchObject({ quote: '150.00', discount: 50 })
  })

  it('are refused at odds', () => {
    expect(refused({ quote: 150, discount: 40 })).toEqual({
      'products[0].discount': 'is at odds with the quote sent: 200 less 40 is 160',
    })
  })

  const stored = line(record.quote)

  it('mean the quote where the line comes back with its discount as it is stored', () => {
    expect(lineAfter({ ...stored, quote: 150 })).toMatchObject({ quote: '150.00', discount: 50 })
  })

  it('mean the discount where the line comes back with its quote as it is stored', () => {
    expect(lineAfter({ ...stored, discount: 50 })).toMatchObject({ quote: '150.00', discount: 50 })
  })

  it.each([
    ['quote_total', { quote_total: stored.quote_total }],
    ['discount_total', { discount_total: stored.discount_total }],
  ])('mean the changed one where the line comes back with its %s alone', (_, total) => {
    expect(lineAfter({ ...total, quote: 150, discount: stored.discount })).toMatchObject({
      quote: '150.00',
      discount: 50,
    })
    expect(lineAfter({ ...total, quote: stored.quote, discount: 50 })).toMatchObject({
      quote: '150.00',
      discount: 50,
    })
  })

  it('must agree where the totals that come with the line are undefined', () => {
    const totals = { quote_total: undefined, discount_total: undefined }
    const faults = refused({ ...totals, quote: 150, discount: stored.discount })
    expect(Object.keys(faults)).toEqual(['products[0].discount'])
  })

  it('must agree where the line does not come back with its totals', () => {
    for (const entry of [
      { quote: 150, discount: stored.discount },
      { quote: stored.quote, discount: 50 },
    ])
      expect(Object.keys(refused(entry))).toEqual(['products[0].discount'])
  })

  it('never take an offer back when the same line is sent again', () => {
    const entry = { ...stored, quote: 150 }
    const again = updated(record, { products: [entry] })
    const faults = faultsOf(() => changeOf(again, { products: [entry] }))
    expect(Object.keys(faults)).toContain('products[0].quote_total')
  })

  it('must agree on a new line, which has no quote that could come back', () => {
    const sent = [{ id: 2 }, { id: 2, qty: 1, quote: '149.95', discount: 50 }]
    expect(faultsOf(() => changeOf(record, { products: sent }))).toEqual({
      'products[1].discount': 'is at odds with the quote sent: 200 less 50 is 150',
    })
  })
})
