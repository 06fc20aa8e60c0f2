import { describe, expect, it } from 'vitest'
import type { Quote } from '../../../src/quote/model/quote.js'
import type { StoredRecord } from '../../../src/record/record.js'
import { changeOf, created, fieldErrorsOf, keyed, line, pricesOf, updated } from '../samples.js'

const two = created({
  products: [
    { id: 1, qty: 2 },
    { id: 2, qty: 1 },
  ],
})
const keys = ({ value }: StoredRecord<Quote>) => value.products.map(({ key }) => key)
const ids = ({ value }: StoredRecord<Quote>) => value.products.map(({ id }) => id)
const newPrices = {
  products: pricesOf([
    { id: 1, price: 11 },
    { id: 4, price: 44 },
  ]),
}

describe('products on an update', () => {
  it('replaces the list: omitted lines are removed', () => {
    expect(ids(updated(two, { products: [{ id: 2 }] }))).toEqual([2])
  })

  it('uses the order of the entries', () => {
    expect(ids(updated(two, { products: [{ id: 2 }, { id: 1 }] }))).toEqual([2, 1])
  })

  it.each([
    ['null', null, 'must be an array'],
    ['an empty list', [], 'must have at least one line'],
    ['an object', {}, 'must be an array'],
  ])('rejects %s', (_, products, message) => {
    expect(fieldErrorsOf(() => changeOf(two, { products }))).toEqual({ products: message })
  })
})

describe('a matched line', () => {
  it('keeps its frozen prices if the catalog has changed', () => {
    const after = updated(two, { products: [{ id: 1, qty: 3 }, { id: 2 }] }, newPrices)
    expect(line(after.value)).toMatchObject({ qty: 3, price: 10, calculated_price: 10 })
  })

  it('keeps its qty unless one is sent', () => {
    const after = updated(two, { products: [{ id: 1, quote: '9.00' }, { id: 2 }] })
    expect(line(after.value)).toMatchObject({ qty: 2, quote: '9.00', quote_total: '18.00' })
  })

  it('keeps its overridden price if only its qty changes', () => {
    const offered = updated(two, { products: [{ id: 1, quote: '9.00' }, { id: 2 }] })
    const after = updated(offered, { products: [{ id: 1, qty: 4 }, { id: 2 }] })
    expect(line(after.value)).toMatchObject({ qty: 4, quote: '9.00', quote_total: '36.00' })
  })

  it('keeps price and calculated price if its quote is overridden', () => {
    const after = updated(two, { products: [{ id: 1 }, { id: 2, quote: 100 }] })
    expect(line(after.value, 1)).toMatchObject({
      price: 200,
      calculated_price: 149.95,
      discount: 100,
    })
  })

  it('accepts its stored computed fields', () => {
    const [first, second] = two.value.products
    const after = updated(two, { products: [{ ...first, quote: '8.00' }, { ...second }] })
    expect(line(after.value).quote).toBe('8.00')
  })

  it.each([
    ['price', 11, 'is frozen and cannot be set; set the offered price with quote'],
    ['price_total', 1, 'is computed and cannot be set'],
    ['quote_total', '1.00', 'is computed and cannot be set'],
    ['discount_total', 1, 'is computed and cannot be set'],
    ['calculated_price', 1, 'is computed and cannot be set'],
  ])('rejects another %s', (field, value, message) => {
    const changes = { products: [{ id: 1, [field]: value }, { id: 2 }] }
    expect(fieldErrorsOf(() => changeOf(two, changes))).toEqual({
      [`products[0].${field}`]: message,
    })
  })

  it('says that the quote has changed if a whole line with stale totals is sent back', () => {
    const [read] = two.value.products
    const changed = updated(two, { products: [{ id: 1, qty: 5, quote: '9.00' }, { id: 2 }] })
    const stale =
      'is computed, and differs from the stored line: the quote has changed since it was read; ' +
      'reload it and retry, or send expectedVersion'
    expect(fieldErrorsOf(() => changeOf(changed, { products: [{ ...read }, { id: 2 }] }))).toEqual({
      'products[0].price_total': stale,
      'products[0].quote_total': stale,
      'products[0].discount_total': stale,
    })
  })

  it('says that a line without a key was taken for the first of its product', () => {
    const same = created({
      products: [
        { id: 1, qty: 1, discount_percent: '10' },
        { id: 1, qty: 2 },
      ],
    })
    const second = { ...same.value.products[1], qty: 3 }
    const errors = fieldErrorsOf(() => changeOf(same, { products: [second] }))
    expect(errors['products[0].quote_total']).toMatch(
      /several lines have this product.*has no key.*product_changes$/,
    )
  })

  it('rejects another price of a whole line as frozen, not as stale', () => {
    const sent = { ...two.value.products[0], price: 11, calculated_price: 11 }
    expect(fieldErrorsOf(() => changeOf(two, { products: [sent, { id: 2 }] }))).toEqual({
      'products[0].price': 'is frozen and cannot be set; set the offered price with quote',
      'products[0].calculated_price': 'is computed and cannot be set',
    })
  })

  it('rejects a qty that makes a total inexact', () => {
    const products = pricesOf([{ id: 9, price: '99999999999.9999' }])
    const big = updated(two, { products: [{ id: 9, qty: 1 }] }, { products })
    expect(fieldErrorsOf(() => changeOf(big, { products: [{ id: 9, qty: 999_999 }] }))).toEqual({
      'products[0].qty': 'makes a line total with more digits than a JSON number can hold exactly',
    })
  })
})

describe('a new line', () => {
  it('gets the current catalog price', () => {
    const after = updated(two, { products: [{ id: 1 }, { id: 2 }, { id: 4, qty: 2 }] }, newPrices)
    expect(line(after.value, 2)).toMatchObject({ price: 44, quote: '44.00', quote_total: '88.00' })
  })

  it('gets the current price even if another line has the same product', () => {
    const after = updated(two, { products: [{ id: 1 }, { id: 1, qty: 1 }] }, newPrices)
    expect(after.value.products.map(({ price }) => price)).toEqual([10, 11])
  })

  it('accepts a quote', () => {
    const after = updated(two, { products: [{ id: 4, qty: 1, quote: '4.50' }] })
    expect(line(after.value)).toMatchObject({ price: 5, quote: '4.50', discount: 0.5 })
  })

  it('accepts a discount', () => {
    const after = updated(two, { products: [{ id: 4, qty: 1, discount: 0.5 }] })
    expect(line(after.value).quote).toBe('4.50')
  })

  it('requires a qty', () => {
    expect(fieldErrorsOf(() => changeOf(two, { products: [{ id: 4 }] }))).toEqual({
      'products[0].qty': 'is required on a new line',
    })
  })

  it('requires a product of the store', () => {
    expect(
      fieldErrorsOf(() => changeOf(two, { products: [{ id: 1 }, { id: 99, qty: 1 }] })),
    ).toEqual({
      'products[1].id': 'is not a product of this store',
    })
  })

  it('rejects computed fields', () => {
    expect(fieldErrorsOf(() => changeOf(two, { products: [{ id: 4, qty: 1, price: 5 }] }))).toEqual(
      {
        'products[0].price': 'is frozen and cannot be set; set the offered price with quote',
      },
    )
  })
})

describe('line keys', () => {
  it('are null until an update changes the lines', () => {
    expect(keys(two)).toEqual([null, null])
    expect(keys(updated(two, { tag_list: ['vip'], products: [{ id: 1 }, { id: 2 }] }))).toEqual([
      null,
      null,
    ])
  })

  it('have the version that added the line and its position then', () => {
    const after = updated(two, { products: [{ id: 1 }, { id: 2 }, { id: 4, qty: 1 }] })
    expect(keys(after)).toEqual(['1-1', '1-2', '2-3'])
  })

  it('use the first positions, even if the first change moves and removes lines', () => {
    const three = created({ products: [1, 2, 4].map((id) => ({ id, qty: 1 })) })
    expect(keys(updated(three, { products: [{ id: 4 }, { id: 1 }] }))).toEqual(['1-3', '1-1'])
  })

  it('have the version of the update that added the line', () => {
    const tagged = updated(two, { tag_list: ['vip'] })
    const after = updated(tagged, { products: [{ id: 1 }, { id: 2 }, { id: 4, qty: 1 }] })
    expect(keys(after)).toEqual(['1-1', '1-2', '3-3'])
  })

  it('never change if lines move', () => {
    const moved = updated(keyed(two), { products: [{ key: '1-2' }, { key: '1-1', qty: 9 }] })
    expect(keys(moved)).toEqual(['1-2', '1-1'])
  })

  it('are never reused: a product that is added again gets a new one', () => {
    const without = updated(keyed(two), { products: [{ key: '1-2' }] })
    const again = updated(without, { products: [{ id: 1, qty: 1 }, { key: '1-2' }] })
    expect(keys(again)).toEqual(['4-1', '1-2'])
  })
})
