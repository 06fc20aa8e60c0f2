import { describe, expect, it } from 'vitest'
import {
  type CreateTemplateRequest,
  linesOfNewQuote,
  quoteFromTemplate,
} from '../../../src/features/templates/template-changes.js'
import { parseCatalogResponse } from '../../../src/quote/lines/catalog-product.js'
import { verifyQuote } from '../../../src/quote/verify/verify-quote.js'
import { defaultPolicy } from '../../../src/testing/default-policy.js'
import { fieldErrorsOf } from '../../quote/samples.js'
import { templateOf } from './samples.js'

const products = parseCatalogResponse(
  [
    { id: 1, price: '10.00' },
    { id: 2, price: '200.00', salePrice: '149.9950' },
    { id: 3, price: '99999999999.9999' },
  ],
  new Set([1, 2, 3]),
)
const input = { quoteId: 'quote-1', actor: 'ann', now: 3_000, products }

function create(
  template: Partial<CreateTemplateRequest>,
  request: Parameters<typeof quoteFromTemplate>[1] = {},
  policy = defaultPolicy,
) {
  return quoteFromTemplate(templateOf(template).value, request, input, policy)
}

describe('quoteFromTemplate', () => {
  it('creates a new quote at catalog prices, with offered prices applied', () => {
    const template = {
      products: [
        { id: 2, qty: 2 },
        { id: 1, qty: 3, quote: '9.5' },
      ],
    }
    const { record, historyEntry, search } = create(template)
    expect(historyEntry).toMatchObject({ operation: 'create', by: 'ann', version: 1 })
    expect(record.value).toMatchObject({ status: 'new', tags: null, created: 3_000, customer: {} })
    expect(record.value.products).toEqual([
      expect.objectContaining({ id: 2, qty: 2, quote: '150.00', calculated_price: 149.995 }),
      expect.objectContaining({ id: 1, qty: 3, quote: '9.50', discount_total: 1.5, key: null }),
    ])
    expect(record.value.quote_total).toBe('328.50')
    expect(verifyQuote(record.value)).toEqual([])
    expect(search?.terms).toContain('product:2')
  })

  it('takes the lines of the request instead', () => {
    const template = { products: [{ id: 1, qty: 3, quote: '9.5' }] }
    const request = { products: [{ id: 1, qty: 1 }] }
    const { record } = create(template, request)
    expect(record.value.products).toMatchObject([{ id: 1, qty: 1, quote: '10.00' }])
    expect(linesOfNewQuote(templateOf(template).value, request)).toEqual(request.products)
  })

  it('merges the customer, and resolves the state with the merged country', () => {
    const customer = { name: 'Ann', state: 'BC', city: 'x' }
    const { record } = create({ customer }, { customer: { country: 'CA', city: null } })
    expect(record.value.customer).toEqual({
      name: 'Ann',
      state: 'British Columbia',
      country: 'CA',
    })
    expect(Object.isFrozen(record.value.customer)).toBe(true)
  })

  it('sets the tags, and they can be found', () => {
    const { record, search } = create({ tag_list: ['vip'] })
    expect(record.value.tags).toEqual(['vip'])
    expect(search?.terms).toContain('tag:vip')
  })

  it('rejects products that left the catalog, and inexact totals', () => {
    const lines = [
      { id: 9, qty: 1 },
      { id: 1, qty: 1 },
      { id: 3, qty: 999_999, quote: '0.01' },
    ]
    expect(Object.keys(fieldErrorsOf(() => create({ products: lines })))).toEqual([
      'products[0].id',
      'products[2].qty',
    ])
  })

  it('rejects a customer that has too many fields once merged', () => {
    const limits = { ...defaultPolicy.limits, maxCustomerFields: 1 }
    const policy = { ...defaultPolicy, limits }
    const merge = (customer: object) => () =>
      create({ customer: { name: 'Ann' } }, { customer: customer as never }, policy)
    expect(fieldErrorsOf(merge({ city: 'x' }))).toEqual({
      customer: 'must have at most 1 fields once merged',
    })
    expect(merge({ city: 'x', name: null })().record.value.customer).toEqual({ city: 'x' })
  })
})
