import { describe, expect, it } from 'vitest'
import { parseTemplate } from '../../../src/features/templates/template-schema.js'
import { FieldErrorCollector } from '../../../src/validation/field-errors.js'
import { templateOf } from './samples.js'

const parse = (value: unknown) => {
  const errors = new FieldErrorCollector()
  return { template: parseTemplate(value, errors, ['value']), errors: errors.toFieldErrors() }
}

const { value: plain } = templateOf()
const { value: full } = templateOf({
  products: [{ id: 1, qty: 1, quote: 1 }],
  customer: { name: 'Ann' },
  tag_list: ['a'],
  currency: 'EUR',
})

describe('parseTemplate', () => {
  it.each([plain, full])('accepts %j', (template) => {
    expect(parse(template)).toEqual({ template, errors: {} })
  })

  it.each([
    ['value', null],
    ['value', []],
    ['value.name', { ...plain, name: '' }],
    ['value.name', { ...plain, name: 7 }],
    ['value.products', { ...plain, products: [] }],
    ['value.products[0].id', { ...plain, products: [{ id: -1, qty: 1 }] }],
    ['value.products[0].quote', { ...plain, products: [{ id: 1, qty: 1, quote: '01' }] }],
    ['value.products[0].quote', { ...plain, products: [{ id: 1, qty: 1, quote: undefined }] }],
    ['value.customer', { ...plain, customer: null }],
    ['value.customer.name', { ...plain, customer: { name: null } }],
    ['value.tags', { ...plain, tags: null }],
    ['value.tags', { ...plain, tags: [] }],
    ['value.currency', { ...plain, currency: 'euro' }],
    ['value.created', { ...plain, created: '1' }],
    ['value.other', { ...plain, other: 1 }],
  ])('adds an error at %s for %j', (path, value) => {
    const { template, errors } = parse(value)
    expect([template, Object.keys(errors)]).toEqual([undefined, [path]])
  })

  it('adds an error for a value that cannot be read', () => {
    const value = Object.defineProperty({ ...plain }, 'name', {
      enumerable: true,
      get() {
        throw new Error('no')
      },
    })
    expect(parse(value).errors).toEqual({ value: 'cannot be read' })
  })
})
