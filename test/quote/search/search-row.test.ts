import { describe, expect, it } from 'vitest'
import type { AnyCustomer, Quote } from '../../../src/quote/model/quote.js'
import { quoteSearchRow } from '../../../src/quote/search/search-terms.js'
import type { StoredRecord } from '../../../src/record/record.js'
import {
  maxTermLength,
  maxTerms,
  maxWordLength,
  maxWords,
} from '../../../src/record/search/search-row.js'

function recordOf(fields: Partial<Quote> = {}, deleted?: number): StoredRecord<Quote> {
  const value = {
    customer: {},
    products: [{ id: 1 }],
    created: 1_000,
    status: 'new',
    tags: null,
    ...fields,
  } as unknown as Quote
  const record = { kind: 'quote', id: 'quote-1', version: 1, updated: 2_000, value }
  const replay = { base: 1, size: 0 }
  return { ...record, replay, ...(deleted === undefined ? undefined : { deleted }) }
}

function linesOf(count: number): Quote['products'] {
  return Array.from({ length: count }, (_, index) => ({ id: index + 1 })) as never
}

/** The words of the id, and of its last six characters. */
const idWords = ['quote', '1', 'uote']

describe('quoteSearchRow', () => {
  it('has the status, the customer, the tags and each product once', () => {
    const customer = { name: 'Zoë Lee', email: ' Zoe@Example.COM ' }
    const products = [{ id: 2 }, { id: 1 }, { id: 2 }] as never
    expect(quoteSearchRow(recordOf({ customer, products, tags: ['VIP', 'a'] }))).toEqual({
      deleted: false,
      created: 1_000,
      terms: [
        'status:new',
        'customer:zoe@example.com',
        'tag:VIP',
        'tag:a',
        'product:2',
        'product:1',
      ],
      words: [...idWords, 'zoe', 'lee', 'example', 'com'],
    })
  })

  it('tells if the quote is deleted', () => {
    expect(quoteSearchRow(recordOf({}, 3_000))).toEqual({
      ...quoteSearchRow(recordOf()),
      deleted: true,
    })
  })

  it('has the words of all fields of the customer, but not of their names', () => {
    const customer = { name: 'Ann', 'vat number': 'ATU 123', city: 'São Paulo' }
    expect(quoteSearchRow(recordOf({ customer })).words).toEqual([
      ...idWords,
      'ann',
      'atu',
      '123',
      'sao',
      'paulo',
    ])
  })

  it('is bounded for 64 fields of 1,000 characters', () => {
    const fieldOf = (field: number) =>
      Array.from({ length: 200 }, (_, word) => `w${field}x${word}`).join(' ')
    const fields = Array.from({ length: 64 }, (_, field) => [`f${field}`, fieldOf(field)])
    const reads: string[] = []
    const customer = new Proxy(Object.fromEntries(fields) as AnyCustomer, {
      get(target, name: string) {
        reads.push(name)
        return target[name]
      },
    })
    const { words } = quoteSearchRow(recordOf({ customer }))
    expect(words).toHaveLength(maxWords)
    expect(words.join('').length).toBeLessThanOrEqual(maxWords * maxWordLength)
    expect(new Set(reads).size).toBe(reads.length)
  })

  it('reuses the words of an earlier version with the same customer', () => {
    const record = recordOf({ customer: { name: 'Ann' } })
    const { customer, products } = record.value
    const row = quoteSearchRow(record)
    const next = recordOf({ customer, products, tags: ['a'] })
    expect(quoteSearchRow(next, { record, row }).words).toBe(row.words)
    const renamed = recordOf({ customer: { name: 'Bob' }, products })
    expect(quoteSearchRow(renamed, { record, row }).words).toEqual([...idWords, 'bob'])
  })

  it(`has at most ${maxTerms} terms, those of the products last`, () => {
    const tags = Array.from({ length: 250 }, (_, index) => `tag ${index}`)
    const { terms } = quoteSearchRow(recordOf({ products: linesOf(1_000), tags }))
    expect(terms).toHaveLength(maxTerms)
    expect(terms.slice(0, 252)).toEqual([
      'status:new',
      ...tags.map((tag) => `tag:${tag}`),
      'product:1',
    ])
  })

  it(`leaves terms of more than ${maxTermLength} characters out`, () => {
    const start = 'customer:'.length
    const fitting = 'x'.repeat(maxTermLength - start)
    const termsOf = (email: string) => quoteSearchRow(recordOf({ customer: { email } })).terms
    expect(termsOf(fitting)).toContain(`customer:${fitting}`)
    expect(termsOf(`${fitting}x`)).toEqual(['status:new', 'product:1'])
  })
})
