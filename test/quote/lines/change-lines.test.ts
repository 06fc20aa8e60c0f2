import { describe, expect, it } from 'vitest'
import { defaultLimits } from '../../../src/quote/model/policy.js'
import { verifyQuote } from '../../../src/quote/verify/verify-quote.js'
import { changeOf, created, fieldErrorsOf, updated } from '../samples.js'

const record = created({
  products: [
    { id: 1, qty: 1 },
    { id: 2, qty: 2 },
    { id: 1, qty: 3 },
  ],
})
const linesAfter = (changes: readonly object[], from = record) => {
  const { value } = updated(from, { product_changes: changes })
  expect(verifyQuote(value)).toEqual([])
  return value.products.map(({ key, id, qty }) => [key, id, qty])
}
const rejected = (changes: unknown, limits = defaultLimits) =>
  fieldErrorsOf(() => changeOf(record, { product_changes: changes }, { limits }))

describe('updateQuote with product_changes', () => {
  it('changes, removes and adds lines, and leaves the others', () => {
    expect(
      linesAfter([
        { id: 2, qty: 5 },
        { key: '1-1', remove: true },
        { id: 4, qty: 7 },
      ]),
    ).toEqual([
      ['1-2', 2, 5],
      ['1-3', 1, 3],
      ['2-3', 4, 7],
    ])
  })

  it('adds the product of a line that the same request removes at its current price', () => {
    const changes = [
      { id: 2, qty: 7 },
      { key: '1-2', remove: true },
    ]
    const own = updated(record, { product_changes: [{ id: 2, quote: '0.50', note: 'old' }] })
    for (const product_changes of [changes, changes.toReversed()]) {
      const { value } = updated(own, { product_changes })
      expect(verifyQuote(value)).toEqual([])
      const [line] = value.products.slice(-1)
      expect(line).toMatchObject({ id: 2, key: '3-3', qty: 7, price: line?.price })
      expect(line).not.toHaveProperty('note')
      expect(line?.quote).not.toBe('0.50')
      expect(value.products.filter(({ id }) => id === 2)).toHaveLength(1)
    }
  })

  it('changes the only line of a product that is left, and adds none', () => {
    expect(
      linesAfter([
        { key: '1-1', remove: true },
        { id: 1, qty: 9 },
      ]),
    ).toEqual([
      ['1-2', 2, 2],
      ['1-3', 1, 9],
    ])
  })

  it('gives every line its key with the first change', () => {
    expect(linesAfter([{ key: '1-3', qty: 9 }])).toEqual([
      ['1-1', 1, 1],
      ['1-2', 2, 2],
      ['1-3', 1, 9],
    ])
  })

  it('gives new lines keys that no line has had', () => {
    const second = updated(record, { product_changes: [{ id: 4, qty: 1 }] })
    const third = updated(second, { product_changes: [{ key: '2-4', remove: true }] })
    expect(linesAfter([{ id: 4, qty: 1 }], third).at(-1)).toEqual(['4-4', 4, 1])
  })

  it('changes nothing without an effect', () => {
    expect(changeOf(record, { product_changes: [] })).toBeUndefined()
    expect(changeOf(record, { product_changes: [{ id: 2, qty: 2 }] })).toBeUndefined()
    expect(changeOf(record, { product_changes: [{ id: 2, remove: false }] })).toBeUndefined()
  })

  it('keeps an order that is still valid, and drops one that is not', () => {
    const order = ['1-3', '1-2', '1-1']
    const keyed = updated(record, { product_changes: [{ id: 2, qty: 9 }] })
    const ordered = updated(keyed, { product_order: order })
    const changed = updated(ordered, { product_changes: [{ id: 2, qty: 1 }] })
    expect(changed.value.product_order).toEqual(order)
    const removed = updated(ordered, { product_changes: [{ id: 2, remove: true }] })
    expect(removed.value.product_order).toBeNull()
  })

  it.each([
    [{ id: 1, qty: 5 }, 'id', 'is on several lines; send the key of one: 1-1, 1-3, or add: true'],
    [{ key: '9-9', qty: 5 }, 'key', 'is not the key of a line of this quote'],
    [{ key: '__proto__', qty: 5 }, 'key', 'is not the key of a line of this quote'],
    [{ key: '1-1', id: 2 }, 'id', 'must be 1, the id of the line with this key'],
    [{ id: 4 }, 'qty', 'is required on a new line'],
    [{ id: 99, qty: 1 }, 'id', 'is not a product of this store'],
    [
      { id: '1', qty: 1 },
      'id',
      'is not a product of this store; received the string "1": the integer 1 is another id',
    ],
    [{ id: '01', qty: 1 }, 'id', 'is not a product of this store'],
    [{ id: 'toString', qty: 1 }, 'id', 'is not a product of this store'],
    [{ id: 99, remove: true }, 'id', 'is not on a line of this quote'],
    [{ name: 'A', remove: true }, 'id', 'is not on a line of this quote'],
    [{ id: 2, remove: true, qty: 1 }, 'qty', 'cannot be combined with remove'],
    [{ id: 2, name: 'A' }, 'name', 'is that of the product and cannot be set; set a note'],
    [{ qty: 1 }, 'id', 'is required if there is no key'],
    [{ add: true, qty: 1 }, 'id', 'is required if there is no key'],
    [{ add: true, id: 1 }, 'qty', 'is required on a new line'],
    [{ add: true, id: 99, qty: 1 }, 'id', 'is not a product of this store'],
    [{ add: 'yes', id: 1, qty: 1 }, 'add', 'must be true or false'],
    [{ add: 1, id: 1, qty: 1 }, 'add', 'must be true or false'],
    [
      { add: true, key: '1-1', qty: 1 },
      'add',
      'cannot be combined with key, which is for a line of the quote; send one of them',
    ],
    [
      { add: true, key: '__proto__', qty: 1 },
      'add',
      'cannot be combined with key, which is for a line of the quote; send one of them',
    ],
    [
      { add: true, id: 1, remove: true },
      'add',
      'cannot be combined with remove, which is for a line of the quote; send one of them',
    ],
    [
      { id: 1, qty: 1, price: 10, add: true },
      'price',
      'is frozen and cannot be set; set the offered price with quote',
    ],
  ])('rejects %j', (change, field, message) => {
    expect(rejected([change])).toEqual({ [`product_changes[0].${field}`]: message })
  })

  it('adds a product that is on a line if the change says so', () => {
    expect(
      linesAfter([
        { id: 2, qty: 5, add: true },
        { id: 2, qty: 6 },
        { id: 1, qty: 7, add: true },
        { name: 'Set-up', price: '1.00', qty: 8, add: true },
        { id: 4, qty: 9, add: false },
      ]),
    ).toEqual([
      ['1-1', 1, 1],
      ['1-2', 2, 6],
      ['1-3', 1, 3],
      ['2-4', 2, 5],
      ['2-5', 1, 7],
      ['2-6', 0, 8],
      ['2-7', 4, 9],
    ])
  })

  it('changes nothing if lines are sent back without their keys, each by itself or all', () => {
    const products = [
      { id: 1, qty: 1 },
      { id: 1, qty: 1 },
      { id: 1, qty: 2, note: 'For the shop' },
      { id: 2, qty: 3 },
      { name: 'Set-up', price: '1.00', qty: 1 },
      { name: 'Set-up', price: '1.00', qty: 2 },
    ]
    const several = created({ products })
    const lines = several.value.products.map((line) => ({ ...line, key: null }))
    for (const line of lines) expect(changeOf(several, { product_changes: [line] })).toBeUndefined()
    expect(changeOf(several, { product_changes: lines })).toBeUndefined()
    expect(changeOf(several, { products: lines })).toBeUndefined()
  })

  it('changes only what differs if a line is sent back changed among lines sent back', () => {
    const { products } = record.value
    const [first, second, third] = products.map((line) => ({ ...line, key: null }))
    const sent = [{ ...first, qty: 9 }, { ...second }, { ...third }]
    const { value } = updated(record, { products: sent })
    expect(value.products.map(({ key, qty }) => [key, qty])).toEqual([
      ['1-1', 9],
      ['1-2', 2],
      ['1-3', 3],
    ])
  })

  it('rejects two changes of one line', () => {
    expect(
      rejected([
        { key: '1-2', qty: 1 },
        { id: 2, qty: 3 },
      ]),
    ).toEqual({
      'product_changes[1]': 'is a duplicate: an earlier change is for the same line',
    })
  })

  it('rejects to remove every line', () => {
    const all = ['1-1', '1-2', '1-3'].map((key) => ({ key, remove: true }))
    expect(rejected(all)).toEqual({ product_changes: 'must leave at least one line' })
  })

  it('rejects more lines than the limit', () => {
    const limits = { ...defaultLimits, maxLines: 3 }
    expect(rejected([{ id: 4, qty: 1 }], limits)).toEqual({
      product_changes: 'must leave at most 3 lines, received 4',
    })
    const swap = [
      { id: 4, qty: 1 },
      { id: 2, remove: true },
    ]
    expect(changeOf(record, { product_changes: swap }, { limits })).toBeDefined()
  })

  it('rejects changes besides products', () => {
    const both = { products: [{ id: 1 }], product_changes: [{ id: 2, qty: 1 }] }
    expect(fieldErrorsOf(() => changeOf(record, both))).toEqual({
      product_changes: 'cannot be combined with products; send one of them',
    })
  })

  it.each([[null], ['x'], [{ length: 1 }], [7], [Symbol('x')]])('rejects %s', (changes) => {
    expect(Object.keys(rejected(changes))).toEqual(['product_changes'])
  })

  it.each([[null], [7], [[]], ['x'], [undefined], [1n]])('rejects the change %s', (change) => {
    expect(Object.keys(rejected([change]))).toEqual(['product_changes[0]'])
  })

  it.each([['true'], [1], [null], [{}]])('rejects the remove %j', (remove) => {
    expect(Object.keys(rejected([{ id: 2, remove }]))).toEqual(['product_changes[0].remove'])
  })

  it('rejects 100,000 changes with one error', () => {
    expect(rejected(Array(100_000).fill({ key: 'x' }))).toEqual({
      product_changes: 'must have at most 1000 changes',
    })
  })
})
