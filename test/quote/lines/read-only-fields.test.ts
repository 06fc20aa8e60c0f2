import { describe, expect, it } from 'vitest'
import { changeOf, created, fieldErrorsOf, updated } from '../samples.js'

const record = updated(created(), { tag_list: ['vip', 'new'] })
const { value: quote } = record

describe('updateQuote: read-only fields', () => {
  it.each([
    'quote_total',
    'price_total',
    'shipping',
    'created',
    'status',
    'tags',
    'total',
  ] as const)('ignores %s if it equals the stored value', (field) => {
    const copy: unknown = JSON.parse(JSON.stringify(quote[field]))
    expect(changeOf(record, { [field]: copy })).toBeUndefined()
  })

  it.each([
    ['quote_total', '1.00'],
    ['quote_total', 20],
    ['price_total', null],
    ['currency', 'EUR'],
    ['decimals', 2],
    ['amounts', { total: '20.00' }],
    ['created', 1_001],
    ['created', '1000'],
    ['total', 5],
    ['total', '0'],
  ])('rejects %s %j', (field, value) => {
    const message =
      field === 'currency'
        ? 'is set when a quote is created; copy the quote with copyQuote'
        : 'is computed and cannot be set'
    expect(fieldErrorsOf(() => changeOf(record, { [field]: value }))).toEqual({ [field]: message })
  })

  it.each([[['vip']], [['new', 'vip']], [null], [{ 0: 'vip', 1: 'new' }]])(
    'rejects tags %j, with a hint to tag_list',
    (tags) => {
      expect(fieldErrorsOf(() => changeOf(record, { tags }))).toEqual({
        tags: 'cannot be set; set tags with tag_list',
      })
    },
  )

  it('ignores the order of keys', () => {
    const shipping = { product: null, type: 'no_additional' }
    expect(changeOf(record, { shipping })).toBeUndefined()
  })

  it('accepts them next to a change', () => {
    const after = updated(record, { ...quote, tag_list: ['vip'] })
    expect(after.value.tags).toEqual(['vip'])
  })

  it('compares with the stored quote, not with the updated one', () => {
    const sent = { products: [{ id: 1, qty: 9 }], quote_total: '20.00' }
    expect(updated(record, sent).value.quote_total).toBe('90.00')
  })
})
