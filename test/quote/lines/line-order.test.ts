import { describe, expect, it } from 'vitest'
import { changeOf, created, faultsOf, keyed, updated } from '../samples.js'

const unkeyed = created({ products: [1, 2, 4].map((id) => ({ id, qty: 1 })) })
const record = keyed(unkeyed)
const ordered = updated(record, { product_order: ['1-3', '1-1', '1-2'] })
const fresh = { id: 3, qty: 1 }

describe('product_order', () => {
  it('is null on a new quote', () => {
    expect(unkeyed.quote.product_order).toBeNull()
  })

  it('holds every line key once, in the order sent', () => {
    expect(ordered.quote.product_order).toEqual(['1-3', '1-1', '1-2'])
  })

  it('leaves the lines where they are', () => {
    expect(ordered.quote.products).toBe(record.quote.products)
  })

  it('is removed by null', () => {
    expect(updated(ordered, { product_order: null }).quote.product_order).toBeNull()
  })

  it('stays where it is absent', () => {
    expect(updated(ordered, { tag_list: ['vip'] }).quote.product_order).toEqual([
      '1-3',
      '1-1',
      '1-2',
    ])
  })

  it('stays while an update of products keeps the keys', () => {
    const products = [{ key: '1-2' }, { key: '1-1', qty: 9 }, { key: '1-3' }]
    expect(updated(ordered, { products }).quote.product_order).toEqual(['1-3', '1-1', '1-2'])
  })

  it('is null again once a line is removed', () => {
    const products = [{ key: '1-1' }, { key: '1-2' }]
    expect(updated(ordered, { products }).quote.product_order).toBeNull()
  })

  it('is null again once a line is added', () => {
    const products = [{ key: '1-1' }, { key: '1-2' }, { key: '1-3' }, fresh]
    expect(updated(ordered, { products }).quote.product_order).toBeNull()
  })

  it('is no wish where it comes back as stored beside lines that make it stale', () => {
    const { product_order } = ordered.quote
    const after = updated(ordered, { products: [{ key: '1-1' }], product_order })
    expect(after.quote.product_order).toBeNull()
  })

  it('may name the keys that the same update gives', () => {
    const products = [{ id: 1 }, { id: 2 }, { id: 4 }, fresh]
    const product_order = ['2-4', '1-1', '1-2', '1-3']
    const after = updated(unkeyed, { products, product_order })
    expect(after.quote.product_order).toEqual(product_order)
  })
})

describe('product_order is refused', () => {
  const refused = (product_order: unknown, of = record) =>
    faultsOf(() => changeOf(of, { product_order }))

  it('where it names a key that no line has', () => {
    expect(refused(['1-1', '1-2', '1-3', '9-9'])).toEqual({
      'product_order[3]': 'must be the key of a line, and each key once',
    })
  })

  it('where it names a key twice', () => {
    expect(refused(['1-1', '1-2', '1-3', '1-1'])).toEqual({
      'product_order[3]': 'must be the key of a line, and each key once',
    })
  })

  it('where it leaves lines out', () => {
    expect(refused(['1-2'])).toEqual({
      product_order: 'must name every line; it lacks 1-1, 1-3',
    })
  })

  it('where it is empty', () => {
    expect(refused([])).toEqual({ product_order: 'must name every line; it lacks 1-1, 1-2, 1-3' })
  })

  it('while the lines have no keys', () => {
    expect(refused([], unkeyed)).toEqual({
      product_order: 'must be null until an update of products gives the lines keys',
    })
  })

  it.each([['1-1'], [{}], [5]])('where it is %j', (order) => {
    expect(refused(order)).toEqual({ product_order: 'must be an array or null' })
  })

  it('where it holds anything but texts', () => {
    expect(refused([1, null])).toEqual({
      'product_order[0]': 'must be a line key',
      'product_order[1]': 'must be a line key',
    })
  })

  it('where it is longer than a quote may be', () => {
    expect(refused(Array(1_001).fill('1-1'))).toEqual({
      product_order: 'must have at most 1000 keys',
    })
  })
})
