import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { quoteFilterFields } from '../../../src/quote/search/quote-filter.js'
import { parseOrThrow } from '../../../src/validation/field-errors.js'
import { fieldErrorsOf } from '../samples.js'

const schema = z.strictObject(quoteFilterFields())
const parse = (filter: unknown) => parseOrThrow(schema, filter, 'invalid_request')
const errorsOf = (filter: unknown) => fieldErrorsOf(() => parse(filter))

describe('quoteFilterFields: text', () => {
  it.each([
    ['Zoë  Müller', ['muller', 'zoe']],
    ['ann@example.com', ['ann', 'com', 'example']],
    ['100% "a_b*" \'c\':d & e | !f (g)', ['100', 'a', 'b', 'c', 'd', 'e', 'f', 'g']],
    ['x'.repeat(200), ['x'.repeat(32)]],
    ['İ ＦＵＬＬ ß 李', ['full', 'i', 'ss', '李']],
  ])('searches for the words of %j', (text, words) => {
    expect(parse({ text }).text?.words.toSorted()).toEqual(words)
  })

  it('searches for at most 10 different words', () => {
    const text = 'a b c d e f g h i j A B a!'
    expect(new Set(parse({ text }).text?.words)).toHaveProperty('size', 10)
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

describe('quoteFilterFields: owner, number and expires', () => {
  it('accept one value or several, and a range', () => {
    const filter = { owner: 'ann', number: ['Q-1', 'Q-2'], expires: { from: 1, to: 5 } }
    expect(parse(filter)).toEqual({ ...filter, owner: ['ann'] })
  })

  it.each([
    [{ owner: '' }, 'owner[0]'],
    [{ owner: [] }, 'owner'],
    [{ owner: ['a', 'b\0'] }, 'owner[1]'],
    [{ owner: null }, 'owner[0]'],
    [{ number: 5 }, 'number[0]'],
    [{ number: 'x'.repeat(256) }, 'number[0]'],
    [{ number: new Array(101).fill('1') }, 'number'],
    [{ expires: 5 }, 'expires'],
    [{ expires: new Date(0) }, 'expires'],
    [{ expires: { from: '2026-02-30' } }, 'expires.from'],
    [{ expires: { to: 1.5 } }, 'expires.to'],
    [{ expires: { until: 5 } }, 'expires.until'],
  ])('reject %j', (filter, path) => {
    expect(Object.keys(errorsOf(filter))).toEqual([path])
  })
})
