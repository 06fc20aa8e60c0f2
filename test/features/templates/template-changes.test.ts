import { describe, expect, it } from 'vitest'
import {
  createTemplate,
  deleteTemplate,
  linesOfQuote,
  updateTemplate,
} from '../../../src/features/templates/template-changes.js'
import { defaultLimits } from '../../../src/quote/model/policy.js'
import { defaultPolicy } from '../../../src/testing/default-policy.js'
import { createCommit, getRecord, updateCommit } from '../../../src/testing/samples.js'
import { fieldErrorsOf } from '../../quote/samples.js'
import { templateOf } from './samples.js'

const input = { actor: 'bob', now: 2_000 }
const update = (record: ReturnType<typeof templateOf>, changes: object) =>
  updateTemplate(record, changes, input, defaultLimits)

describe('updateTemplate of a template that an earlier release has stored', () => {
  const record = templateOf()
  const before = { ...record, value: { ...record.value, name: ' Desks', tags: [' VIP'] } }

  it('keeps blanks around its name and its tags', () => {
    const changes = { name: ' Desks', tag_list: [' VIP', 'New'] }
    expect(update(before, changes)?.record.value).toMatchObject({
      name: ' Desks',
      tags: [' VIP', 'New'],
    })
  })

  it('rejects blanks around a new name or tag', () => {
    const changes = { name: 'Desks ', tag_list: [' VIP', ' New'] }
    const message = 'must not begin or end with a space'
    expect(fieldErrorsOf(() => update(before, changes))).toEqual({
      name: message,
      'tag_list[1]': message,
    })
  })
})

describe('createTemplate', () => {
  it('returns a change with the fields that are set, and its search row', () => {
    const lines = [
      { id: 1, qty: 2 },
      { id: 2, qty: 1, quote: 12.5 },
    ]
    const request = { name: 'Office, 10 desks', customer: { state: 'CA' }, tag_list: ['b', 'a'] }
    const change = createTemplate(request, lines, { ...input, templateId: 'template-1' })
    expect(change).toMatchObject({
      previousVersion: 0,
      historyEntry: { version: 1, time: 2_000, operation: 'create', by: 'bob' },
      search: { deleted: false, created: 2_000, terms: [], words: ['office', '10', 'desks'] },
    })
    expect(change.record).toEqual({
      kind: 'template',
      id: 'template-1',
      version: 1,
      updated: 2_000,
      replay: { base: 1, size: 0 },
      value: {
        name: 'Office, 10 desks',
        products: [
          { id: 1, qty: 2 },
          { id: 2, qty: 1, quote: '12.50' },
        ],
        customer: { state: 'CA' },
        tags: ['b', 'a'],
        created: 2_000,
      },
    })
    expect(Object.isFrozen(change.record.value.products[0])).toBe(true)
  })

  it.each([{}, { customer: {}, tag_list: [] }])('leaves out what is not set: %j', (request) => {
    expect(Object.keys(templateOf(request).value)).toEqual(['name', 'products', 'created'])
  })

  it('drops duplicates of tags', () => {
    expect(templateOf({ tag_list: ['a', 'b', 'a'] }).value.tags).toEqual(['a', 'b'])
  })

  it.each([
    [0, '0.00'],
    ['180', '180.00'],
    ['180.5', '180.50'],
    [1e11, '100000000000.00'],
  ])('stores the offered price %j as %s', (quote, stored) => {
    const products = [{ id: 1, qty: 1, quote }]
    expect(templateOf({ products }).value.products).toEqual([{ id: 1, qty: 1, quote: stored }])
  })
})

describe('updateTemplate', () => {
  const stored = templateOf({
    products: [{ id: 1, qty: 2, quote: '5' }],
    customer: { name: 'Ann', city: 'Paris' },
    tag_list: ['a'],
  })

  it('keeps the fields that are not sent', () => {
    const change = update(stored, { name: 'Home' })
    expect(change?.record).toMatchObject({
      version: 2,
      updated: 2_000,
      value: { ...stored.value, name: 'Home' },
    })
    expect(change?.historyEntry).toMatchObject({ operation: 'update', by: 'bob' })
    expect(change?.search?.words).toEqual(['home'])
    expect(change?.previousSearch?.words).toEqual(['office'])
  })

  it('replaces the lines, offered prices included', () => {
    const products = [{ id: 1, qty: 3 }]
    expect(update(stored, { products })?.record.value.products).toEqual(products)
  })

  it('merges fields of the customer, and null removes one', () => {
    const customer = { city: null, zipcode: '1', name: 'Bob' }
    expect(update(stored, { customer })?.record.value.customer).toEqual({
      name: 'Bob',
      zipcode: '1',
    })
  })

  it.each([
    ['customer', { customer: null }],
    ['customer', { customer: { name: null, city: null } }],
    ['tags', { tag_list: null }],
    ['tags', { tag_list: [] }],
  ])('removes %s with %j', (field, changes) => {
    expect(update(stored, changes)?.record.value).not.toHaveProperty(field)
  })

  it.each([
    {},
    { name: 'Office' },
    { products: [{ id: 1, qty: 2, quote: 5 }] },
    { customer: { name: 'Ann' } },
    { tag_list: ['a', 'a'] },
    { created: 1_000, tags: ['a'] },
    { name: undefined, products: undefined, customer: undefined, tag_list: undefined },
  ])('returns undefined for %j, which changes nothing', (changes) => {
    expect(update(stored, changes)).toBeUndefined()
  })

  it('rejects other values of the fields that cannot be set', () => {
    expect(fieldErrorsOf(() => update(stored, { created: 1, tags: ['b'] }))).toEqual({
      created: 'is computed and cannot be set',
      tags: 'cannot be set; set tags with tag_list',
    })
    expect(Object.keys(fieldErrorsOf(() => update(templateOf(), { tags: [] })))).toEqual(['tags'])
  })

  it('rejects a customer that has too many fields once merged', () => {
    const limits = { ...defaultLimits, maxCustomerFields: 2 }
    const change = () => updateTemplate(stored, { customer: { zipcode: '1' } }, input, limits)
    expect(fieldErrorsOf(change)).toEqual({
      customer: 'must have at most 2 fields once merged',
    })
  })

  it('treats __proto__ like any other field of the customer', () => {
    const customer = JSON.parse('{"__proto__":"x"}')
    const next = update(templateOf(), { customer })?.record.value.customer ?? {}
    expect(Object.getOwnPropertyDescriptor(next, '__proto__')?.value).toBe('x')
  })

  it('never makes the time go back, and shares the search row if the name stays', () => {
    const change = updateTemplate(stored, { tag_list: ['b'] }, { now: 1 }, defaultLimits)
    expect(change?.record.updated).toBe(1_000)
    expect(change?.search).toBe(change?.previousSearch)
  })
})

describe('deleteTemplate', () => {
  it('erases the content and the history', () => {
    const change = deleteTemplate(templateOf(), input)
    expect(change.record).toMatchObject({ version: 2, deleted: 2_000, value: null })
    expect(change.historyEntry).toEqual({
      version: 2,
      time: 2_000,
      operation: 'delete',
      patches: [],
    })
    expect(change.erasesHistory).toBe(true)
    expect(change.search).toBeUndefined()
  })
})

describe('linesOfQuote', () => {
  // Product 2 has the sale price 11.9999, whose offered price is 12.00.
  const created = createCommit({ lines: 3 })

  it('has no offered price for a line at the rounded price of the catalog', () => {
    expect(linesOfQuote(getRecord(created).value, defaultPolicy)).toEqual([
      { id: 1, qty: 1 },
      { id: 2, qty: 2 },
      { id: 3, qty: 3 },
    ])
  })

  it('has the prices that were offered, in the order of display', () => {
    const changes = {
      products: [
        { id: 1, quote: '0.05' },
        { id: 2, quote: '0' },
        { id: 3, qty: 1 },
      ],
    }
    const changed = updateCommit(getRecord(created), changes)
    const ordered = updateCommit(getRecord(changed), { product_order: ['1-3', '1-1', '1-2'] })
    expect(linesOfQuote(getRecord(ordered).value, defaultPolicy)).toEqual([
      { id: 3, qty: 1 },
      { id: 1, qty: 1, quote: '0.05' },
      { id: 2, qty: 2, quote: '0.00' },
    ])
  })
})
