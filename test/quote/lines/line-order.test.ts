import { describe, expect, it } from 'vitest'
import { verifyQuote } from '../../../src/quote/verify/verify-quote.js'
import { changeOf, created, fieldErrorsOf, keyed, updated } from '../samples.js'

const unkeyed = created({ products: [1, 2, 4].map((id) => ({ id, qty: 1 })) })
const record = keyed(unkeyed)
const ordered = updated(record, { product_order: ['1-3', '1-1', '1-2'] })
const fresh = { id: 3, qty: 1 }

describe('product_order', () => {
  it('is null on a new quote', () => {
    expect(unkeyed.value.product_order).toBeNull()
  })

  it('keeps the order sent', () => {
    expect(ordered.value.product_order).toEqual(['1-3', '1-1', '1-2'])
  })

  it('does not move the lines', () => {
    expect(ordered.value.products).toBe(record.value.products)
  })

  it('is removed by null', () => {
    expect(updated(ordered, { product_order: null }).value.product_order).toBeNull()
  })

  it('stays if it is absent', () => {
    expect(updated(ordered, { tag_list: ['vip'] }).value.product_order).toEqual([
      '1-3',
      '1-1',
      '1-2',
    ])
  })

  it('stays while an update of products keeps the keys', () => {
    const products = [{ key: '1-2' }, { key: '1-1', qty: 9 }, { key: '1-3' }]
    expect(updated(ordered, { products }).value.product_order).toEqual(['1-3', '1-1', '1-2'])
  })

  it('becomes null if a line is removed', () => {
    const products = [{ key: '1-1' }, { key: '1-2' }]
    expect(updated(ordered, { products }).value.product_order).toBeNull()
  })

  it('becomes null if a line is added', () => {
    const products = [{ key: '1-1' }, { key: '1-2' }, { key: '1-3' }, fresh]
    expect(updated(ordered, { products }).value.product_order).toBeNull()
  })

  it('becomes null if it is sent back unchanged with lines that make it stale', () => {
    const { product_order } = ordered.value
    const after = updated(ordered, { products: [{ key: '1-1' }], product_order })
    expect(after.value.product_order).toBeNull()
  })

  it('can be set on a new quote, whose lines then have their keys', () => {
    const order = ['1-3', '1-1', '1-2']
    const { value } = updated(unkeyed, { product_order: order })
    expect(value.product_order).toEqual(order)
    expect(value.products.map(({ key }) => key)).toEqual(['1-1', '1-2', '1-3'])
    expect(verifyQuote(value)).toEqual([])
    expect(value.quote_total).toBe(unkeyed.value.quote_total)
  })

  it('may have keys that the same update creates', () => {
    const products = [{ id: 1 }, { id: 2 }, { id: 4 }, fresh]
    const product_order = ['2-4', '1-1', '1-2', '1-3']
    const after = updated(unkeyed, { products, product_order })
    expect(after.value.product_order).toEqual(product_order)
  })
})

describe('product_order is rejected', () => {
  const rejected = (product_order: unknown, of = record) =>
    fieldErrorsOf(() => changeOf(of, { product_order }))

  it('if it has an unknown key', () => {
    expect(rejected(['1-1', '1-2', '1-3', '9-9'])).toEqual({
      'product_order[3]': 'must be the key of a line, and each key once',
    })
  })

  it('if it has a duplicate key', () => {
    expect(rejected(['1-1', '1-2', '1-3', '1-1'])).toEqual({
      'product_order[3]': 'must be the key of a line, and each key once',
    })
  })

  it('if keys are missing', () => {
    expect(rejected(['1-2'])).toEqual({
      product_order: 'must have every line key; missing: 1-1, 1-3',
    })
  })

  it('if it is empty', () => {
    expect(rejected([])).toEqual({
      product_order: 'must have every line key; missing: 1-1, 1-2, 1-3',
    })
  })

  it('of a new quote with keys that its lines do not have', () => {
    expect(rejected(['1-1', '1-2', '2-3'], unkeyed)).toEqual({
      'product_order[2]': 'must be the key of a line, and each key once',
      product_order: 'must have every line key; missing: 1-3',
    })
  })

  it.each([['1-1'], [{}], [5]])('as %j', (order) => {
    expect(rejected(order)).toEqual({ product_order: 'must be an array or null' })
  })

  it('if a key is not a string', () => {
    const mustBeKey = "must be the key of a line, such as '1-1' for the first line of a new quote"
    expect(rejected([1, null])).toEqual({
      'product_order[0]': `${mustBeKey}, received the number 1`,
      'product_order[1]': `${mustBeKey}, received null`,
    })
  })

  it('if it exceeds the maximum number of lines', () => {
    expect(rejected(Array(1_001).fill('1-1'))).toEqual({
      product_order: 'must have at most 1000 keys',
    })
  })
})
