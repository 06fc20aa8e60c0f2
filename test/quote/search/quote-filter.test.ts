import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { quoteFilterFields, toRecordFilter } from '../../../src/quote/search/quote-filter.js'
import { parseOrThrow } from '../../../src/validation/field-errors.js'
import { fieldErrorsOf } from '../samples.js'

const schema = z.strictObject(quoteFilterFields)
const parse = (filter: unknown) => toRecordFilter(parseOrThrow(schema, filter, 'invalid_request'))
const errorsOf = (filter: unknown) => fieldErrorsOf(() => parse(filter))

const everyQuote = { kind: 'quote', deleted: false, terms: [], words: [], times: {} }

describe('toRecordFilter', () => {
  it('selects every quote that is not deleted by default', () => {
    expect(parse({})).toEqual(everyQuote)
    expect(parse({ status: undefined, text: undefined, created: undefined })).toEqual(everyQuote)
  })

  it('requires one term of each field', () => {
    const filter = {
      status: 'new',
      tag: ['b', 'a'],
      customer: ' Ann@Example.com ',
      product: [2, 11],
      deleted: true,
    }
    expect(parse(filter)).toEqual({
      ...everyQuote,
      deleted: true,
      terms: [
        ['status:new'],
        ['tag:a', 'tag:b'],
        ['customer:ann@example.com'],
        ['product:11', 'product:2'],
      ],
    })
  })

  it('has half-open ranges', () => {
    expect(parse({ created: { from: 1, to: 2 }, updated: { to: undefined, from: -5 } })).toEqual({
      ...everyQuote,
      times: { created: { from: 1, to: 2 }, updated: { from: -5 } },
    })
  })

  it.each([
    [{ tag: 'a' }, { tag: ['a'] }],
    [{ tag: ['a', 'b'] }, { tag: ['b', 'a', 'b'] }],
    [{ customer: 'ANN@x.com' }, { customer: ['ann@x.com ', 'ann@X.com'] }],
    [{ text: 'Zoë lee' }, { text: ' LEE,zoe! lee' }],
    [{}, { deleted: false }],
  ])('is the same for %j and %j', (one, other) => {
    expect(JSON.stringify(parse(one))).toBe(JSON.stringify(parse(other)))
  })

  it.each([
    ['Zoë  Müller', ['muller', 'zoe']],
    ['ann@example.com', ['ann', 'com', 'example']],
    ['100% "a_b*" \'c\':d & e | !f (g)', ['100', 'a', 'b', 'c', 'd', 'e', 'f', 'g']],
    ['x'.repeat(200), ['x'.repeat(32)]],
    ['İ ＦＵＬＬ ß 李', ['full', 'i', 'ß', '李']],
  ])('searches for the words of %j', (text, words) => {
    expect(parse({ text }).words).toEqual(words)
  })

  it('searches for at most 10 different words', () => {
    const text = 'a b c d e f g h i j A B a!'
    expect(parse({ text }).words).toHaveLength(10)
    expect(errorsOf({ text: `${text} k` })).toEqual({ text: 'must have at most 10 words' })
  })

  it.each(['', ' ', '😀', '%_*"', '\0', '\ud800', '.'.repeat(200)])(
    'rejects the text %j, which has no word',
    (text) => {
      expect(errorsOf({ text })).toEqual({ text: 'must have at least one letter or digit' })
    },
  )

  it('rejects a text of more than 200 characters', () => {
    expect(errorsOf({ text: 'a'.repeat(201) }).text).toMatch(
      /^must be a string of 1 to 200 characters, received the string "a+…"$/,
    )
  })
})
