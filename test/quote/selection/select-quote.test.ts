import { describe, expect, it } from 'vitest'
import type { Selection } from '../../../src/quote/model/choice-fields.js'
import type { Quote } from '../../../src/quote/model/quote.js'
import { createQuote } from '../../../src/quote/operations/create-quote.js'
import type { CreateQuoteRequest } from '../../../src/quote/operations/requests.js'
import { getAcceptedQuote, selectQuote } from '../../../src/quote/selection/select-quote.js'
import { verifyQuote } from '../../../src/quote/verify/verify-quote.js'
import { defaultPolicy } from '../../../src/testing/default-policy.js'
import { errorOf } from '../../engine/ports.js'
import { context, pricedShop } from '../../engine/priced-shop.js'
import { kitchen } from './kitchen.js'

function quoteOf(request: CreateQuoteRequest): Quote {
  const input = { quoteId: 'quote-1', now: 1_000, products: new Map() }
  return createQuote(request, input, defaultPolicy).record.value
}

const keysOf = ({ products }: Quote) => products.map(({ key }) => key)

describe('selectQuote', () => {
  it('returns a quote in which there is nothing to choose as it is', () => {
    const quote = quoteOf({ customer: {}, products: [{ name: 'Lamp', price: 5, qty: 1 }] })
    expect(selectQuote(quote)).toBe(quote)
    expect(getAcceptedQuote(quote)).toBe(quote)
  })

  it('returns the proposal without a selection, and nothing of choices in it', () => {
    const quote = quoteOf(kitchen)
    const plain = selectQuote(quote)
    expect([quote.quote_total, plain.quote_total]).toEqual(['700.00', '700.00'])
    expect(keysOf(plain)).toEqual(['1-2', '1-3'])
    expect(plain.sections).toEqual([{ key: 'units', title: 'Units' }])
    expect(JSON.stringify(plain)).not.toMatch(/choice|optional|selected|qty_range/)
    expect([verifyQuote(quote), verifyQuote(plain)]).toEqual([[], []])
  })

  it('computes discounts of what is selected, and drops those of lines that are left out', () => {
    const quote = quoteOf({
      ...kitchen,
      discounts: [
        { type: 'amount', value: 50, lines: ['1-1'] },
        { type: 'percent', value: 10 },
      ],
    })
    expect(quote.discounts?.map(({ amount, shares }) => [amount, shares])).toEqual([
      ['0.00', {}],
      ['70.00', { '1-2': '60.00', '1-3': '10.00' }],
    ])
    expect(selectQuote(quote).discounts).toHaveLength(1)
    const oak = selectQuote(quote, { selected: ['1-1', 'worktop'], quantities: { '1-3': 4 } })
    expect(oak.amounts).toMatchObject({ lines: '1500.00', discounts: '195.00', total: '1305.00' })
    expect(verifyQuote(oak)).toEqual([])
  })

  it('takes the frozen price break of another quantity, and keeps a price set by hand', async () => {
    const { engine, prices } = pricedShop()
    prices.set('NUT', { id: 'NUT', price: 10, priceBreaks: [{ qty: 10, price: 9 }] })
    const at = async (line: object, qty: number) => {
      const products = [{ id: 'NUT', qty: 1, qty_range: { min: 1, max: 20 }, ...line }]
      const { quote } = await engine.createQuote(context, { customer: {}, products })
      return selectQuote(quote, { selected: [], quantities: { '1-1': qty } }).quote_total
    }
    expect(await Promise.all([9, 10, 12].map((qty) => at({}, qty)))).toEqual([
      '90.00',
      '90.00',
      '108.00',
    ])
    expect(await at({ quote: '9.50' }, 12)).toBe('114.00')
    expect(await at({ discount_percent: 50 }, 12)).toBe('60.00')
  })

  it.each<[string, Selection | unknown, string, string]>([
    ['an unknown key', { selected: ['1-9'] }, 'selected[0]', 'can be chosen, received 1-9'],
    ['a required line', { selected: ['1-2', '1-3'] }, 'selected[1]', 'always included'],
    ['a key twice', { selected: ['1-2', '1-2'] }, 'selected[1]', 'is a duplicate'],
    ['two of one choice', { selected: ['1-1', '1-2'] }, 'selected', 'one of 1-1, 1-2 (Fronts)'],
    ['none of a choice', { selected: [] }, 'selected', 'received none'],
    [
      'a quantity above the range',
      quantity('1-3', 7),
      'quantities["1-3"]',
      'from 1 to 6 in steps of 1, received 7',
    ],
    ['a quantity below it', quantity('1-3', 0), 'quantities["1-3"]', 'steps of 1, received 0'],
    ['half a piece', quantity('1-3', 1.5), 'quantities["1-3"]', 'steps of 1, received 1.5'],
    ['a hair more', quantity('1-3', 1.0004), 'quantities["1-3"]', 'steps of 1, received 1.0004'],
    ['a quantity without a range', quantity('1-2', 2), 'quantities["1-2"]', 'with a range'],
    ['a quantity of what is left out', quantity('1-4', 1), 'quantities["1-4"]', 'is selected'],
    ['a quantity of __proto__', quantity('__proto__', 1), 'quantities.__proto__', 'is selected'],
    [
      'no number',
      { selected: ['1-2'], quantities: { '1-3': '2' } },
      'quantities["1-3"]',
      'a number',
    ],
    ['a string', 'all', '', 'must be an object of selected and quantities'],
    ['another field', { selected: ['1-2'], price: 1 }, 'price', 'is not a known field'],
  ])('rejects %s', async (_, selection, path, message) => {
    const quote = quoteOf(kitchen)
    const error = await errorOf(() => selectQuote(quote, selection as Selection))
    const { errors } = error.details as { errors: Record<string, string> }
    const [[where, what] = ['', '']] = Object.entries(errors)
    expect(where).toBe(path === '' ? 'selection' : `selection.${path}`)
    expect(what).toContain(message)
  })
})

function quantity(key: string, qty: number): unknown {
  return JSON.parse(`{"selected":["1-2"],"quantities":{${JSON.stringify(key)}:${qty}}}`)
}
