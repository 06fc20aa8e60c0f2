import { describe, expect, it } from 'vitest'
import { parseForm } from '../../../src/pages/forms/form.js'

describe('parseForm', () => {
  it('returns values without spaces around them, with line breaks as they were typed', () => {
    const form = parseForm('note=+a%0D%0Ab+&tag=x&tag=y&%5B0%5D=')
    expect([form.get('note'), form.get('tag'), form.get('absent')]).toEqual(['a\nb', 'x', ''])
    expect([form.getAll('tag'), form.getAll('absent')]).toEqual([['x', 'y'], []])
    expect(form.names).toEqual(['note', 'tag', '[0]'])
  })

  it.each(['\u200b', '\u3000', '\u00a0 ', '\u2800', '\u202e', '\ufeff'])(
    'returns an empty value for %j, in which nothing can be seen',
    (blank) => {
      expect(parseForm(new URLSearchParams({ name: blank }).toString()).get('name')).toBe('')
    },
  )

  it('has no fields of a prototype', () => {
    const form = parseForm('__proto__=a&constructor=b')
    expect(form.names).toEqual(['__proto__', 'constructor'])
    expect([form.get('__proto__'), form.get('toString')]).toEqual(['a', ''])
  })

  it('rejects a form of more than 40,000 fields, and parses one of as many', () => {
    const form = (count: number) =>
      Array.from({ length: count }, (_, index) => `f${index}=`).join('&')
    expect(parseForm(form(40_000)).names).toHaveLength(40_000)
    expect(() => parseForm(form(40_001))).toThrow('at most 40000 fields')
  })
})
