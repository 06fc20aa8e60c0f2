import { describe, expect, it } from 'vitest'
import { updateQuoteRequestParser } from '../../../src/quote/operations/requests.js'
import { planUpdate } from '../../../src/quote/operations/update-quote.js'
import { changeOf, created, fieldErrorsOf, keyed, rules, updated } from '../samples.js'

describe('updateQuote', () => {
  it('returns the next version, with the time and the actor', () => {
    const change = changeOf(created(), { customer: { name: 'Bob' } })
    expect(change).toMatchObject({
      previousVersion: 1,
      historyEntry: { version: 2, time: 2_000, operation: 'update', by: 'bob' },
      record: { kind: 'quote', id: 'quote-1', version: 2, updated: 2_000 },
    })
  })

  it('keeps absent fields', () => {
    const before = created({ customer: { name: 'Ann', city: 'Austin' } })
    const after = updated(before, { tag_list: ['vip'] })
    expect(after.value).toEqual({ ...before.value, tags: ['vip'] })
  })

  it('shares unchanged objects', () => {
    const before = created()
    const after = updated(before, { tag_list: ['vip'] })
    expect(after.value.products).toBe(before.value.products)
    expect(after.value.customer).toBe(before.value.customer)
  })

  it('never returns an earlier time than the stored one', () => {
    const after = updated(created(), { tag_list: ['vip'] }, { now: 500 })
    expect(after.updated).toBe(1_000)
  })

  it('treats an undefined field as absent', () => {
    const changes = {
      customer: undefined,
      products: undefined,
      product_order: undefined,
      tag_list: undefined,
      total: undefined,
    }
    expect(changeOf(created(), changes)).toBeUndefined()
    const ordered = updated(keyed(created()), { product_order: ['1-1'], tag_list: ['vip'] })
    expect(changeOf(ordered, changes)).toBeUndefined()
  })

  it('treats an undefined customer field as absent', () => {
    const before = created({ customer: { name: 'Ann', city: 'Austin' } })
    expect(changeOf(before, { customer: { name: undefined } })).toBeUndefined()
    const after = changeOf(before, {
      customer: { name: undefined, city: 'Dallas', zipcode: undefined },
    })
    expect(JSON.stringify(after?.record.value.customer)).toBe('{"name":"Ann","city":"Dallas"}')
  })

  it('treats an undefined line field as absent', () => {
    const before = keyed(created({ products: [2, 1].map((id) => ({ id, qty: 2 })) }))
    const nothing = {
      qty: undefined,
      quote: undefined,
      discount: undefined,
      price: undefined,
      price_total: undefined,
      quote_total: undefined,
      discount_total: undefined,
      calculated_price: undefined,
    }
    const asStored = [
      { id: 2, key: undefined, ...nothing },
      { id: undefined, key: '1-2', ...nothing },
    ]
    expect(changeOf(before, { products: asStored })).toBeUndefined()
    const changed = {
      products: [
        { id: 2, ...nothing, qty: 5 },
        { key: '1-2', ...nothing },
      ],
    }
    expect(changeOf(before, changed)).toEqual(
      changeOf(before, { products: [{ id: 2, qty: 5 }, { key: '1-2' }] }),
    )
  })

  it('rejects an undefined qty of a new line', () => {
    const changes = { products: [{ id: 1 }, { id: 4, qty: undefined }] }
    expect(fieldErrorsOf(() => changeOf(created(), changes))).toEqual({
      'products[1].qty': 'is required on a new line',
    })
  })

  it('is deeply frozen', () => {
    const after = updated(created(), { customer: { city: 'Austin' }, tag_list: ['vip'] })
    const { value: quote } = after
    for (const part of [after, quote, quote.customer, quote.tags, quote.products])
      expect(Object.isFrozen(part)).toBe(true)
  })
})

describe('updateQuote returns undefined', () => {
  it.each([
    ['an empty request', {}],
    ['an empty customer', { customer: {} }],
    ['a customer field with the value it has', { customer: { name: 'Ann' } }],
    ['the removal of a field that is not there', { customer: { city: null } }],
    ['no tags where there are none', { tag_list: [] }],
    ['null tags where there are none', { tag_list: null }],
    ['the lines as they are', { products: [{ id: 1 }] }],
    ['the order that there is', { product_order: null }],
  ])('with %s', (_, changes) => {
    expect(changeOf(created(), changes)).toBeUndefined()
  })

  it('if the whole quote is sent back', () => {
    const record = created()
    expect(changeOf(record, JSON.parse(JSON.stringify(record.value)))).toBeUndefined()
  })

  it('if a whole quote with keys, an order and tags is sent back', () => {
    const record = updated(keyed(created()), { product_order: ['1-1'], tag_list: ['vip'] })
    expect(changeOf(record, JSON.parse(JSON.stringify(record.value)))).toBeUndefined()
  })
})

describe('totals', () => {
  it('follow the lines', () => {
    const after = updated(created(), { products: [{ id: 1, qty: 5, quote: '9.99' }] })
    expect(after.value).toMatchObject({ quote_total: '49.95', price_total: '50.00', total: 0 })
  })

  it('are not computed again if no line changes', () => {
    const before = created({ products: [{ id: 3, qty: 1 }] })
    const after = updated(before, { tag_list: ['vip'] }, { rounding: 'half-even' })
    expect(after.value.price_total).toBe('1.01')
  })
})

describe('planUpdate finds the products', () => {
  const parseUpdateRequest = updateQuoteRequestParser(rules.limits)
  const productIds = (changes: unknown) =>
    planUpdate(created(), parseUpdateRequest(changes), { now: 2_000 }, rules).productIds

  it('of no line if products are absent', () => {
    expect(productIds({})).toEqual(new Set())
  })

  it('of new lines only', () => {
    const products = [{ id: 1 }, { id: 1, qty: 1 }, { id: 4, qty: 1 }]
    expect(productIds({ products })).toEqual(new Set([1, 4]))
  })

  it('without an entry with a key, even an unknown key', () => {
    expect(productIds({ products: [{ id: 9, key: '7-7' }] })).toEqual(new Set())
  })
})

it('updateQuote lists the errors for the quote and for the catalog together', () => {
  const changes = {
    total: 5,
    products: [
      { id: 77, qty: 1 },
      { id: 1, key: 'x' },
    ],
  }
  expect(Object.keys(fieldErrorsOf(() => changeOf(created(), changes)))).toEqual([
    'total',
    'products[1].key',
    'products[0].id',
  ])
})

it('updateQuote does not validate an order if its lines are invalid', () => {
  const changes = { products: [{ id: 1 }, { id: 77, qty: 1 }], product_order: ['1-1', '2-2'] }
  expect(Object.keys(fieldErrorsOf(() => changeOf(created(), changes)))).toEqual(['products[1].id'])
})

it('updateQuote keeps, but does not add, customer fields above a lowered limit', () => {
  const before = created({ customer: { name: 'Ann', city: 'Austin', email: 'ann@example.com' } })
  const limits = { ...rules.limits, maxCustomerFields: 2 }
  const renamed = updated(before, { customer: { name: 'Bob' } }, { limits })
  expect(renamed.value.customer.name).toBe('Bob')
  expect(fieldErrorsOf(() => changeOf(before, { customer: { company: 'X' } }, { limits }))).toEqual(
    {
      customer: 'must have at most 2 fields once merged',
    },
  )
})
