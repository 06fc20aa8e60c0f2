import { describe, expect, it } from 'vitest'
import { toDecimalString } from '../../../src/money/amount.js'
import { createTaxRequest } from '../../../src/quote/taxes/tax-request.js'
import { getTaxables } from '../../../src/quote/taxes/taxables.js'
import { quoteOf } from '../pricing/priced-quotes.js'

const lines = [
  ['100.00', 1],
  ['100.00', 2],
] as const
const { value: plain } = quoteOf(lines)
const { value: full } = quoteOf(lines, {
  customer: { name: 'Ann', country: 'US', tax_id: 'US-7' },
  currency: 'USD',
  discounts: [
    { type: 'amount', value: 10 },
    { type: 'percent', value: 50, lines: ['1-2'] },
  ],
  shipping: { type: 'custom', product: { name: 'Courier', price: 5, tax_code: 'freight' } },
})
const input = { storeId: 'store-1', quoteId: 'quote-1', inclusive: false, date: 9 }

describe('getTaxables', () => {
  it('returns what the customer pays for each line and for shipping', () => {
    const amounts = [...getTaxables(full)].map(([key, amount]) => [key, toDecimalString(amount)])
    expect(amounts).toEqual([
      ['1-1', '96.67'],
      ['1-2', '96.66'],
      ['shipping', '5'],
    ])
  })

  it('returns the totals of lines without keys', () => {
    expect([...getTaxables(plain).keys()]).toEqual(['1-1', '1-2'])
  })

  it('ignores shares of lines that are not there', () => {
    const [discount] = full.discounts ?? []
    const shares = JSON.parse('{"__proto__":"1.00","9-9":"1.00"}')
    const discounts = discount === undefined ? [] : [{ ...discount, shares }]
    const amounts = [...getTaxables({ ...full, discounts }).values()].map(toDecimalString)
    expect(amounts).toEqual(['100', '200', '5'])
  })
})

describe('createTaxRequest', () => {
  it('asks for the lines after their discounts', () => {
    expect(createTaxRequest(full, { ...input, from: { country: 'US' } })).toEqual({
      ...input,
      from: { country: 'US' },
      currency: 'USD',
      decimals: 2,
      customer: { name: 'Ann', country: 'US', tax_id: 'US-7' },
      lines: [
        { key: '1-1', id: 1, qty: 1, amount: '96.67', discount: '3.33' },
        { key: '1-2', id: 2, qty: 2, amount: '96.66', discount: '103.34' },
      ],
      shipping: { type: 'custom', name: 'Courier', taxCode: 'freight', amount: '5.00' },
    })
  })

  it('leaves out what a quote does not have', () => {
    const request = createTaxRequest(plain, input)
    expect(request).toEqual({
      ...input,
      decimals: 2,
      customer: {},
      lines: [
        { key: '1-1', id: 1, qty: 1, amount: '100.00', discount: '0.00' },
        { key: '1-2', id: 2, qty: 2, amount: '200.00', discount: '0.00' },
      ],
    })
  })

  it('asks with what a line knows of its product', () => {
    const { value } = quoteOf([], {
      products: [{ name: 'Setup', price: 5, qty: 1, sku: 'S-1', tax_code: 'service' }],
    })
    expect(createTaxRequest(value, input).lines[0]).toEqual({
      key: '1-1',
      id: 0,
      qty: 1,
      name: 'Setup',
      sku: 'S-1',
      taxCode: 'service',
      amount: '5.00',
      discount: '0.00',
    })
  })

  it('is deeply frozen, so that a provider cannot change the quote', () => {
    const request = createTaxRequest(full, input)
    expect(Object.isFrozen(request.lines[0])).toBe(true)
    expect(Object.isFrozen(request.customer)).toBe(true)
    expect(Object.isFrozen(request.shipping)).toBe(true)
  })
})
