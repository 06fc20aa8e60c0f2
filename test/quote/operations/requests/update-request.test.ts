import { describe, expect, expectTypeOf, it } from 'vitest'
import type { UpdateLineRequest } from '../../../../src/quote/lines/line-request.js'
import { defaultLimits } from '../../../../src/quote/model/policy.js'
import type { ProductLine, Quote } from '../../../../src/quote/model/quote.js'
import type { ReadOnlyField } from '../../../../src/quote/model/quote-fields.js'
import {
  type UpdateQuoteRequest,
  updateQuoteRequestParser,
} from '../../../../src/quote/operations/requests.js'
import { created, fieldErrorsOf } from '../../samples.js'

const parseUpdateRequest = updateQuoteRequestParser(defaultLimits)

describe('UpdateQuoteRequest', () => {
  it('accepts a whole quote', () => {
    expectTypeOf<Quote>().toExtend<UpdateQuoteRequest>()
    const { value: quote } = created()
    expect(parseUpdateRequest(quote)).toEqual(quote)
  })

  it('has no read-only fields in its type, so that editors suggest only what can be set', () => {
    type Suggested = keyof UpdateQuoteRequest
    expectTypeOf<Suggested & ReadOnlyField>().toEqualTypeOf<never>()
    type SuggestedOfLine = keyof UpdateLineRequest
    const computed = ['price_total', 'quote_total', 'discount_total', 'price_breaks'] as const
    expectTypeOf<SuggestedOfLine & (typeof computed)[number]>().toEqualTypeOf<never>()
    expectTypeOf<ProductLine>().toExtend<UpdateLineRequest>()
    const { value: quote } = created()
    const [line] = quote.products as [ProductLine]
    const sentBack: UpdateQuoteRequest[] = [
      quote,
      { ...quote, owner: 'ann' },
      { products: quote.products },
      { products: [{ ...line, qty: 2 }] },
      { products: quote.products.map((each) => ({ ...each, qty: 2 })) },
    ]
    // @ts-expect-error: it is computed
    sentBack.push({ quote_total: '1.00' })
    for (const sent of sentBack) expect(() => parseUpdateRequest(sent)).not.toThrow()
  })
})

describe('updateQuoteRequestParser', () => {
  it('accepts an empty request', () => {
    expect(parseUpdateRequest({})).toEqual({})
  })

  it('accepts null for a customer field', () => {
    expect(parseUpdateRequest({ customer: { city: null } })).toEqual({ customer: { city: null } })
  })

  it('rejects a customer field that is neither a string nor null', () => {
    expect(fieldErrorsOf(() => parseUpdateRequest({ customer: { city: 5 } }))).toEqual({
      'customer.city': 'must be a string or null',
    })
  })

  it('rejects unknown fields', () => {
    expect(
      fieldErrorsOf(() => parseUpdateRequest({ quote_id: 'x', products: [{ id: 1, skus: 1 }] })),
    ).toEqual({
      quote_id: expect.stringMatching(/^is not a known field/),
      'products[0].skus': expect.stringMatching(/^is not a known field/),
    })
  })

  it('rejects a line without key and id', () => {
    expect(
      fieldErrorsOf(() => parseUpdateRequest({ products: [{ qty: 1 }, { key: null }] })),
    ).toEqual({
      'products[0].id': 'is required if there is no key',
      'products[1].id': 'is required if there is no key',
    })
  })

  it.each([[5], [true], [['1-1']]])('rejects the line key %j', (key) => {
    expect(fieldErrorsOf(() => parseUpdateRequest({ products: [{ key }] }))).toEqual({
      'products[0].key': 'must be a string or null',
    })
  })

  it('copies read-only fields', () => {
    const sent = { shipping: { type: 'no_additional', product: null }, tags: ['vip'] }
    const parsed = parseUpdateRequest(sent)
    sent.shipping.type = 'pickup'
    sent.tags.push('new')
    expect(parsed).toEqual({ shipping: { type: 'no_additional', product: null }, tags: ['vip'] })
  })
})
