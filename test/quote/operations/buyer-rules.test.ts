import { describe, expect, it } from 'vitest'
import { defaultLimits } from '../../../src/quote/model/policy.js'
import { assertBuyersRequest } from '../../../src/quote/operations/edit-rules.js'
import {
  createQuoteRequestParser,
  updateQuoteRequestParser,
} from '../../../src/quote/operations/requests.js'
import { updateQuote } from '../../../src/quote/operations/update-quote.js'
import { parseShippingOptions } from '../../../src/quote/pricing/shipping.js'
import { rejectionOf } from '../lifecycle/samples.js'
import { quoteOf } from '../pricing/priced-quotes.js'
import { creationFrom, pricesOf, rules } from '../samples.js'

const parseCreate = createQuoteRequestParser(defaultLimits)
const parseUpdate = updateQuoteRequestParser(defaultLimits)
const line = { id: 1, qty: 1 }

describe('assertBuyersRequest', () => {
  const check = (request: object) => () =>
    assertBuyersRequest(parseCreate({ customer: {}, products: [line], ...request }), 'EUR')

  it.each([[{}], [{ shipping: { type: 'courier' } }], [{ products: [{ ...line, note: 'blue' }] }]])(
    'accepts %j',
    (request) => {
      expect(check(request)).not.toThrow()
    },
  )

  it.each([
    ['a price', { products: [{ ...line, quote: 1 }] }],
    ['a price', { products: [line, { ...line, discount_percent: 0 }] }],
    ['a price', { products: [{ name: 'Gift', price: 0, qty: 1 }] }],
    ['a price', { products: [{ id: 0, name: 'Gift', price: 0, qty: 1 }] }],
    ['a discount', { discounts: [{ type: 'percent', value: 100 }] }],
    ['a discount', { discounts: [] }],
    ['a charge', { charges: [{ label: 'Fee', type: 'amount', value: 0 }] }],
    ['a charge', { charges: [] }],
    ['a price', { products: [{ ...line, billing: { interval: 'year' } }] }],
    ['a price', { products: [{ ...line, billing: null }] }],
    ['custom shipping', { shipping: { type: 'custom', product: { name: 'Van', price: 0 } } }],
  ])('rejects %s: %j', (what, request) => {
    const [code, message] = rejectionOf(check(request))
    expect(code).toBe('not_permitted')
    expect(message).toContain(what)
  })
})

describe('updateQuote by a buyer', () => {
  const offered = creationFrom({
    customer: {},
    products: [
      { id: 1, qty: 1, quote: '8.00' },
      { name: 'Setup', price: 5, qty: 1 },
    ],
    discounts: [{ type: 'percent', value: 10 }],
  }).record
  const shippingOptions = parseShippingOptions([{ type: 'courier', name: 'C', price: 5 }], 2)
  const products = pricesOf([{ id: 2, price: 20 }])
  const update = (changes: object, record = offered) =>
    updateQuote(
      record,
      parseUpdate(changes),
      { now: 2_000, role: 'buyer', products, shippingOptions },
      rules,
    )

  it.each([
    [{ product_changes: [{ key: '1-1', qty: 5 }] }],
    [{ product_changes: [{ key: '1-2', qty: 2 }] }],
    [{ product_changes: [{ key: '1-2', remove: true }] }],
    [{ product_changes: [{ id: 2, qty: 1 }] }],
    [{ shipping: { type: 'courier' } }],
    [{ customer: { city: 'Oslo' } }],
  ])('accepts %j, and keeps what the seller has offered', (changes) => {
    const { products: lines = [] } = update(changes)?.record.value ?? {}
    expect(lines[0]?.quote).toBe('8.00')
  })

  it('accepts lines whose billing is sent back, and rejects another one', () => {
    const products = [{ id: 1, qty: 1, billing: { interval: 'year', cycles: 3 } }]
    const { record } = creationFrom({ customer: {}, products })
    const withBilling = (billing: unknown) => ({
      product_changes: [{ key: '1-1', qty: 2, billing }],
    })
    const sentBack = update(withBilling({ interval: 'year', cycles: 3 }), record)
    expect(sentBack?.record.value.products[0]?.qty).toBe(2)
    for (const billing of [null, { interval: 'year' }])
      expect(rejectionOf(() => update(withBilling(billing), record))).toEqual([
        'not_permitted',
        expect.stringContaining('the billing of a line'),
      ])
  })

  it('accepts discounts and shipping that are sent back', () => {
    const { discounts, shipping } = offered.value
    expect(update({ discounts, shipping })).toBeUndefined()
  })

  it.each([
    [{ product_changes: [{ key: '1-1', quote: '7.99' }] }],
    [{ product_changes: [{ key: '1-1', discount: 3 }] }],
    [{ product_changes: [{ key: '1-1', discount_percent: 100 }] }],
    [{ product_changes: [{ key: '1-2', price: 0 }] }],
    [{ product_changes: [{ key: '1-2', name: 'Other' }] }],
    [{ product_changes: [{ name: 'Gift', price: 0, qty: 1 }] }],
    [{ product_changes: [{ id: 2, qty: 1, quote: '0.00' }] }],
    [{ discounts: [{ type: 'percent', value: 11 }] }],
    [{ discounts: null }],
    [{ charges: [{ label: 'Fee', type: 'amount', value: '0.00' }] }],
    [{ product_changes: [{ id: 2, qty: 1, billing: null }] }],
    [{ product_changes: [{ id: 2, qty: 1, billing: { interval: 'month' } }] }],
    [{ product_changes: [{ key: '1-1', billing: { interval: 'month' } }] }],
    [{ shipping: { type: 'custom', product: { name: 'Van', price: 0 } } }],
  ])('rejects %j', (changes) => {
    expect(rejectionOf(() => update(changes))[0]).toBe('not_permitted')
  })

  it.each([
    ['back to that of the catalog', '10.00'],
    ['to that of another line', '7.00'],
  ])('rejects to set the price of a line %s', (_, quote) => {
    const { record } = creationFrom({
      customer: {},
      products: [
        { id: 1, qty: 1, quote: '12.00' },
        { id: 1, qty: 1, quote: '7.00' },
        { id: 1, qty: 1 },
      ],
    })
    const keys = quote === '7.00' ? ['1-1', '1-3'] : ['1-1', '1-2']
    for (const key of keys) {
      const isChosen = (index: number) => key === `1-${index + 1}`
      const products = record.value.products.map(({ id, qty }, index) =>
        isChosen(index) ? { id, qty, quote } : { id, qty },
      )
      for (const changes of [{ product_changes: [{ key, quote }] }, { products }])
        expect(rejectionOf(() => update(changes, record))[0]).toBe('not_permitted')
    }
  })

  it('rejects to remove a custom charge for shipping', () => {
    const shipping = { type: 'custom', product: { name: 'Van', price: 80 } }
    const charged = quoteOf([['10.00', 1]], { shipping })
    for (const type of ['no_additional', 'courier'])
      expect(rejectionOf(() => update({ shipping: { type } }, charged))[0]).toBe('not_permitted')
  })
})
