import { describe, expect, it } from 'vitest'
import { changeOf, created, fieldErrorsOf, line, updated } from '../samples.js'

/** One line with price 200, calculated price 149.95, quote 149.95 and so a discount of 50.05. */
const record = created({ products: [{ id: 2, qty: 2 }] })
const lineAfter = (entry: object) =>
  line(updated(record, { products: [{ id: 2, ...entry }] }).value)
const rejected = (entry: object, of = record) =>
  fieldErrorsOf(() => changeOf(of, { products: [{ id: 2, ...entry }] }))

describe('an overridden quote', () => {
  it.each([
    ['a string', '120.00', '120.00'],
    ['a number', 120.5, '120.50'],
    ['0', 0, '0.00'],
    ['a string with more zeros', '120.5000', '120.50'],
    ['the maximum price', 1e11, '100000000000.00'],
  ])('may be %s', (_, quote, shown) => {
    expect(lineAfter({ quote }).quote).toBe(shown)
  })

  it('above the price makes a negative discount', () => {
    expect(lineAfter({ quote: 210 })).toMatchObject({ discount: -10, discount_total: -20 })
  })

  it('equal to the stored one changes nothing', () => {
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
  ])('is rejected as %s', (quote) => {
    expect(rejected({ quote })).toEqual({
      'products[0].quote': 'must be a price from 0 to 100000000000 with up to two decimals',
    })
  })
})

describe('a discount', () => {
  it('is subtracted from the list price, not from the calculated price', () => {
    expect(lineAfter({ discount: 20 })).toMatchObject({ quote: '180.00', discount: 20 })
  })

  it('may be a string', () => {
    expect(lineAfter({ discount: '0.50' }).quote).toBe('199.50')
  })

  it('may be negative', () => {
    expect(lineAfter({ discount: -5 }).quote).toBe('205.00')
  })

  it('may be all of the price', () => {
    expect(lineAfter({ discount: 200 })).toMatchObject({ quote: '0.00', quote_total: '0.00' })
  })

  it('equal to the stored one changes nothing', () => {
    expect(changeOf(record, { products: [{ id: 2, discount: '50.0500' }] })).toBeUndefined()
  })

  it('with four decimals brings a finer price to cents', () => {
    const fine = created({ products: [{ id: 3, qty: 1 }] })
    const offered = updated(fine, { products: [{ id: 3, discount: 0.005 }] })
    expect(line(offered.value)).toMatchObject({ price: 1.005, quote: '1.00', discount: 0.005 })
  })

  it('is rejected if it leaves a negative price', () => {
    expect(rejected({ discount: 200.01 })).toEqual({
      'products[0].discount':
        'must leave a price from 0 to 100000000000 without fractions of a cent: 200 - 200.01 = -0.01',
    })
  })

  it('is rejected if it leaves a fraction of a cent', () => {
    expect(rejected({ discount: 0.001 })).toEqual({
      'products[0].discount':
        'must leave a price from 0 to 100000000000 without fractions of a cent: 200 - 0.001 = 199.999',
    })
  })

  it('is rejected if it leaves more than the maximum price', () => {
    expect(Object.keys(rejected({ discount: -1e11 }))).toEqual(['products[0].discount'])
  })

  it.each([Number.NaN, '1e3', '0.00000000001', null, false, {}])(
    'is rejected as %j',
    (discount) => {
      expect(rejected({ discount })).toEqual({
        'products[0].discount': 'must be an amount with up to ten decimals',
      })
    },
  )
})

describe('quote and discount together', () => {
  it('may agree', () => {
    expect(lineAfter({ quote: 150, discount: 50 })).toMatchObject({ quote: '150.00', discount: 50 })
  })

  it('are rejected if they do not match', () => {
    expect(rejected({ quote: 150, discount: 40 })).toEqual({
      'products[0].discount': 'does not match quote; send one of the two: 200 - 40 = 160',
    })
  })

  const stored = line(record.value)

  it('use the quote if the line is sent back with its stored discount', () => {
    expect(lineAfter({ ...stored, quote: 150 })).toMatchObject({ quote: '150.00', discount: 50 })
  })

  it('use the discount if the line is sent back with its stored quote', () => {
    expect(lineAfter({ ...stored, discount: 50 })).toMatchObject({ quote: '150.00', discount: 50 })
  })

  it.each([
    ['quote_total', { quote_total: stored.quote_total }],
    ['discount_total', { discount_total: stored.discount_total }],
  ])('use the changed one if the line is sent back with its %s only', (_, total) => {
    expect(lineAfter({ ...total, quote: 150, discount: stored.discount })).toMatchObject({
      quote: '150.00',
      discount: 50,
    })
    expect(lineAfter({ ...total, quote: stored.quote, discount: 50 })).toMatchObject({
      quote: '150.00',
      discount: 50,
    })
  })

  it('must agree if the totals of the line are undefined', () => {
    const totals = { quote_total: undefined, discount_total: undefined }
    const errors = rejected({ ...totals, quote: 150, discount: stored.discount })
    expect(Object.keys(errors)).toEqual(['products[0].discount'])
  })

  it('must agree if the line is sent without totals', () => {
    for (const entry of [
      { quote: 150, discount: stored.discount },
      { quote: stored.quote, discount: 50 },
    ])
      expect(Object.keys(rejected(entry))).toEqual(['products[0].discount'])
  })

  it('never undo the override if the same line is sent again', () => {
    const entry = { ...stored, quote: 150 }
    const again = updated(record, { products: [entry] })
    const errors = fieldErrorsOf(() => changeOf(again, { products: [entry] }))
    expect(Object.keys(errors)).toContain('products[0].quote_total')
  })

  it('must agree on a new line', () => {
    const sent = [{ id: 2 }, { id: 2, qty: 1, quote: '149.95', discount: 50 }]
    expect(fieldErrorsOf(() => changeOf(record, { products: sent }))).toEqual({
      'products[1].discount': 'does not match quote; send one of the two: 200 - 50 = 150',
    })
  })
})

describe('a discount_percent', () => {
  it.each([
    [0, '200.00', 0],
    [100, '0.00', 200],
    ['33.3333', '133.33', 66.67],
    [12.5, '175.00', 25],
    ['0.0001', '200.00', 0],
  ])('of %s is taken off the list price', (percent, quote, discount) => {
    expect(lineAfter({ discount_percent: percent })).toMatchObject({ quote, discount })
  })

  it.each([
    ...[-1, 100.0001, '0.00001', '10%', '', Number.NaN, Number.POSITIVE_INFINITY, 1e300],
    ...[true, [10], {}, 10n, Symbol('10')],
  ])('is rejected as %s', (percent) => {
    expect(rejected({ discount_percent: percent })).toEqual({
      'products[0].discount_percent': 'must be a percent from 0 to 100 with up to four decimals',
    })
  })

  it.each([[{ quote: 100 }], [{ discount: 100 }]])('excludes %j', (other) => {
    expect(rejected({ discount_percent: 50, ...other })).toEqual({
      'products[0].discount_percent': 'cannot be combined with quote or discount; send one of them',
    })
  })

  it('of null changes nothing on a line without one', () => {
    expect(changeOf(record, { products: [{ id: 2, discount_percent: null }] })).toBeUndefined()
  })
})

describe('the option pricing.allowMarkUps', () => {
  const policy = { allowMarkUps: false }
  const change = (entry: object) => () =>
    changeOf(record, { products: [{ id: 2, ...entry }] }, policy)

  it.each([
    ['quote', '200.01'],
    ['discount', '-0.01'],
  ])('rejects a %s above the list price', (field, value) => {
    expect(fieldErrorsOf(change({ [field]: value }))).toEqual({
      [`products[0].${field}`]: 'must not offer more than the list price of 200, received 200.01',
    })
  })

  it('accepts the list price, which is above the calculated price', () => {
    expect(change({ quote: 200 })()?.record.value.products[0]?.quote).toBe('200.00')
  })
})

describe('the option pricing.unitPriceDecimals', () => {
  const change = (entry: object, unitPriceDecimals: number) => () =>
    changeOf(record, { products: [{ id: 2, ...entry }] }, { unitPriceDecimals })

  it.each([
    [3, '120.125', '120.125', '240.25'],
    [4, '0.0015', '0.0015', '0.00'],
    [4, 120, '120.0000', '240.00'],
  ])('of %d accepts %s', (decimals, quote, shown, total) => {
    const { products } = change({ quote }, decimals)()?.record.value ?? {}
    expect(products?.[0]).toMatchObject({ quote: shown, quote_total: total })
  })

  it('limits the decimals of a price and of a discount', () => {
    expect(fieldErrorsOf(change({ quote: '1.0001' }, 3))).toEqual({
      'products[0].quote': 'must be a price from 0 to 100000000000 with up to three decimals',
    })
    expect(fieldErrorsOf(change({ discount: '1.0001' }, 3))).toEqual({
      'products[0].discount':
        'must leave a price from 0 to 100000000000 with up to three decimals: ' +
        '200 - 1.0001 = 198.9999',
    })
  })
})
