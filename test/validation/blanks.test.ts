import { describe, expect, it } from 'vitest'
import { hasBlankEdges, isBlank } from '../../src/validation/blanks.js'

const blanks = [
  '',
  ' ',
  '\t\r\n',
  '\u00a0',
  '\u3000',
  '\u200b',
  '\u2800',
  '\u3164',
  '\ufeff',
  '\u00ad',
]
const directions = ['\u200e', '\u200f', '\u061c', '\u202a', '\u202e', '\u2066', '\u2069']

describe('isBlank', () => {
  it.each([...blanks, ...directions, '\ufe0f', '\u200d', '\u0000'])('is true for %j', (text) => {
    expect(isBlank(text)).toBe(true)
    expect(isBlank(`${text} ${text}`)).toBe(true)
  })

  it.each(['a', '.', '0', '❤️', '李', '\u0600', 'א', '\u0301'])('is false for %j', (text) => {
    expect(isBlank(text)).toBe(false)
    expect(isBlank(` \u200b${text}\u202e `)).toBe(false)
  })
})

describe('hasBlankEdges', () => {
  it.each(blanks.slice(1))('is true with %j at an end', (blank) => {
    expect([hasBlankEdges(`${blank}a`), hasBlankEdges(`a${blank}`)]).toEqual([true, true])
    expect(hasBlankEdges(`a${blank}b`)).toBe(false)
  })

  it.each(['', 'a b', '❤️', 'سلام\u200f', '\u2066Ada\u2069'])('is false for %j', (text) => {
    expect(hasBlankEdges(text)).toBe(false)
  })
})
