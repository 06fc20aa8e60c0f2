import { describe, expect, it } from 'vitest'
import { changeOf, created, fieldErrorsOf, updated } from '../../samples.js'

const tagged = updated(created(), { tag_list: ['vip', 'new'] })
const tagsAfter = (tag_list: readonly string[] | null) => updated(tagged, { tag_list }).value.tags
const errorsOf = (tag_list: unknown) => fieldErrorsOf(() => changeOf(tagged, { tag_list }))

describe('updateQuote: tag_list', () => {
  it('replaces the tags', () => {
    expect(tagsAfter(['urgent'])).toEqual(['urgent'])
  })

  it('keeps its order', () => {
    expect(tagsAfter(['z', 'a', 'm'])).toEqual(['z', 'a', 'm'])
  })

  it('drops duplicates and keeps the first', () => {
    expect(tagsAfter(['a', 'b', 'a', 'b', 'c'])).toEqual(['a', 'b', 'c'])
  })

  it('is case-sensitive', () => {
    expect(tagsAfter(['vip', 'VIP'])).toEqual(['vip', 'VIP'])
  })

  it('keeps spaces within a name as they are', () => {
    expect(tagsAfter(['a  b', 'a b'])).toEqual(['a  b', 'a b'])
  })

  it.each([[[]], [null]])('stores null for %j', (list) => {
    expect(tagsAfter(list)).toBeNull()
  })

  it('can change only the order', () => {
    expect(tagsAfter(['new', 'vip'])).toEqual(['new', 'vip'])
  })

  it('changes nothing if it equals the tags', () => {
    expect(changeOf(tagged, { tag_list: ['vip', 'new', 'vip'] })).toBeUndefined()
  })

  it('accepts names such as __proto__ and constructor', () => {
    expect(tagsAfter(['__proto__', 'constructor'])).toEqual(['__proto__', 'constructor'])
  })

  it('accepts 250 names of 64 characters', () => {
    const names = Array.from({ length: 250 }, (_, index) => String(index).padStart(64, 'x'))
    expect(tagsAfter(names)).toEqual(names)
  })
})

describe('updateQuote rejects a tag_list', () => {
  it('with more than 250 names, with one error', () => {
    expect(errorsOf(Array(251).fill(''))).toEqual({ tag_list: 'must have at most 250 tags' })
  })

  it.each([
    ['', 'must not be empty'],
    ['x'.repeat(65), 'must have at most 64 characters'],
    ['a\nb', 'must not contain control characters'],
    ['a\0', 'must not contain control characters'],
    ['\u0085', 'must not contain control characters'],
    ['\ud800', 'must not contain lone surrogates'],
    [' VIP', 'must not begin or end with a space'],
    ['VIP\u00a0', 'must not begin or end with a space'],
    [5, 'must be a string'],
    [null, 'must be a string'],
    [['vip'], 'must be a string'],
    [undefined, 'must be a string'],
  ])('with the name %j', (name, message) => {
    expect(errorsOf(['vip', name])).toEqual({ 'tag_list[1]': message })
  })

  it('with an error for each invalid name', () => {
    expect(Object.keys(errorsOf(['', 'ok', 7]))).toEqual(['tag_list[0]', 'tag_list[2]'])
  })

  it('with holes', () => {
    const holes: unknown[] = []
    holes[1] = 'vip'
    expect(errorsOf(holes)).toEqual({ 'tag_list[0]': 'must be a string' })
  })

  it.each([['vip'], [{}], [5], [true]])('that is %j', (list) => {
    expect(errorsOf(list)).toEqual({ tag_list: 'must be an array or null' })
  })

  it('in a new quote, by the same rules', () => {
    expect(fieldErrorsOf(() => created({ tag_list: ['vip', ''] }))).toEqual({
      'tag_list[1]': 'must not be empty',
    })
  })
})

describe('updateQuote of a quote with a tag that an earlier release has stored', () => {
  const before = { ...tagged, value: { ...tagged.value, tags: [' VIP', '\u200b'] } }

  it('keeps it', () => {
    const tag_list = [' VIP', 'New', '\u200b']
    expect(updated(before, { tag_list }).value.tags).toEqual(tag_list)
    expect(updated(before, { tag_list: ['\u200b'] }).value.tags).toEqual(['\u200b'])
  })

  it('rejects another with blanks around it, with the other errors', () => {
    const changes = { tag_list: [' VIP', 'VIP ', ' '], quote_total: '1.00' }
    expect(fieldErrorsOf(() => changeOf(before, changes))).toEqual({
      'tag_list[1]': 'must not begin or end with a space',
      'tag_list[2]': 'must have a character that can be seen',
      quote_total: expect.any(String),
    })
  })
})
