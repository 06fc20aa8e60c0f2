import { describe, expect, it } from 'vitest'
import type { Quote } from '../../../src/quote/model/quote.js'
import { verifyQuote } from '../../../src/quote/verify/verify-quote.js'
import { quoteOf as quoteInStatus } from '../lifecycle/samples.js'
import { quoteOf, taxedWith } from '../pricing/priced-quotes.js'

const lines = [
  ['10.00', 3],
  ['20.00', 1],
] as const
const { value: full } = taxedWith(
  quoteOf(lines, {
    currency: 'EUR',
    discounts: [
      { type: 'amount', value: 5, lines: ['1-1'] },
      { type: 'percent', value: '12.5' },
      { type: 'target', value: 100 },
    ],
    shipping: { type: 'custom', product: { name: 'Van', price: 5 } },
  }),
  '19',
)
const { value: plain } = quoteOf(lines)

const violations = (quote: Quote, fields: object) =>
  Object.fromEntries(
    verifyQuote({ ...quote, ...fields }).map(({ path, message }) => [path, message]),
  )
const pathsOf = (quote: Quote, fields: object) => Object.keys(violations(quote, fields))
const withDiscount = (index: number, fields: object) => ({
  discounts: full.discounts?.map((each, at) => (at === index ? { ...each, ...fields } : each)),
})
const withAmount = (fields: object) => ({ amounts: { ...full.amounts, ...fields } })

describe('verifyQuote and discounts', () => {
  it.each([
    [0, { amount: '4.99' }, 'discounts[0].amount'],
    [0, { shares: { '1-1': '4.99' } }, 'discounts[0].shares'],
    [0, { shares: { '1-1': '5.00', '1-2': '0.00' } }, 'discounts[0].shares'],
    [0, { shares: JSON.parse('{"__proto__":"5.00"}') }, 'discounts[0].shares'],
    [0, { residue: '1.00' }, 'discounts[0].residue'],
    [1, { shares: { '1-1': '3.12', '1-2': '2.51' } }, 'discounts[1].shares'],
    [2, { residue: '0.00' }, 'discounts[2].residue'],
    [2, { residue: undefined }, 'discounts[2].residue'],
  ])('reports discount %d with %j', (index, fields, path) => {
    expect(pathsOf(full, withDiscount(index, fields))).toContain(path)
  })

  it.each([
    [0, { value: '5.000' }, 'discounts[0].value'],
    [0, { value: '-5.00' }, 'discounts[0].value'],
    [0, { lines: ['9-9'] }, 'discounts[0].lines'],
    [1, { value: '100.0001' }, 'discounts[1].value'],
  ])('reports discount %d whose terms are %j', (index, fields, path) => {
    expect(pathsOf(full, withDiscount(index, fields))).toContain(path)
  })

  it('reports discounts in another order', () => {
    const discounts = full.discounts?.toReversed()
    expect(pathsOf(full, { discounts }).length).toBeGreaterThan(0)
  })

  it('reports discounts of lines without keys', () => {
    const products = full.products.map((line) => ({ ...line, key: null }))
    expect(pathsOf(full, { products })).toContain('products[0].key')
  })
})

describe('verifyQuote and amounts', () => {
  it.each(['lines', 'discounts', 'shipping', 'taxes', 'total'])('reports a wrong %s', (field) => {
    expect(pathsOf(full, withAmount({ [field]: '1.00' }))).toEqual([`amounts.${field}`])
  })

  it.each(['0', '0.00', '-0.05'])('reports a rounding step of %s', (step) => {
    const amounts = { rounding: '0.00', rounding_step: step, payable: full.amounts?.total }
    expect(violations(full, withAmount(amounts))).toEqual({
      'amounts.rounding_step': 'must be above 0',
    })
  })

  it.each(['charges', 'taxes_added', 'withheld', 'payable', 'upfront'])(
    'reports %s of a quote that has none',
    (field) => {
      expect(violations(full, withAmount({ [field]: '1.00' }))).toEqual({
        [`amounts.${field}`]: 'must be absent, as the quote adds up',
      })
    },
  )

  it('reports amounts that are missing, and those that must not be there', () => {
    const { amounts, ...rest } = full
    expect(verifyQuote(rest).map(({ path }) => path)).toEqual(['amounts'])
    const own = {
      lines: '50.00',
      discounts: '0.00',
      shipping: '0.00',
      taxes: '0.00',
      total: '50.00',
    }
    expect(pathsOf(plain, { amounts: own })).toEqual(['amounts'])
    expect(amounts).toBeDefined()
  })

  it.each(['new', 'draft', 'sent', 'expired', 'accepted', 'declined', 'canceled', 'ordered'])(
    'accepts a quote that is %s',
    (status) => {
      expect(verifyQuote(quoteInStatus(status).value)).toEqual([])
    },
  )

  it('reports a total of an offer that is not the total of its amounts', () => {
    const { value } = quoteInStatus('sent')
    expect(pathsOf(value, { total: 19.99 })).toContain('total')
  })
})

describe('verifyQuote and shipping', () => {
  const { product } = full.shipping

  it.each([
    [{ type: 'no_additional', product }, 'shipping.product'],
    [{ type: 'custom', product: null }, 'shipping.product'],
    [{ type: 'custom', product: { name: 'Van', price: '5.0' } }, 'shipping.product.price'],
    [{ type: 'custom', product: { name: 'Van', price: '-5.00' } }, 'shipping.product.price'],
  ])('reports %j', (shipping, path) => {
    expect(pathsOf(full, { shipping })).toContain(path)
  })
})

describe('verifyQuote and the currency', () => {
  it('reports decimals without a currency, and a currency without decimals', () => {
    const { decimals: _, ...rest } = full
    expect(verifyQuote(rest).map(({ path }) => path)).toContain('decimals')
    expect(pathsOf(plain, { decimals: 2 })).toContain('decimals')
  })

  it('reports amounts with other decimals than those of the quote', () => {
    expect(pathsOf(full, { decimals: 3 }).length).toBeGreaterThan(0)
    expect(pathsOf(full, { quote_total: '50.000' })).toContain('quote_total')
  })
})
