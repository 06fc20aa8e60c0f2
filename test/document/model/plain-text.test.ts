import { describe, expect, it } from 'vitest'
import { plainLines, plainText } from '../../../src/document/model/parts.js'

describe('plainText', () => {
  it('removes characters that change how others are shown', () => {
    expect(plainText('total \u202e00.001\u202c EUR\u0007\u2066\u0085')).toBe('total 00.001 EUR')
  })

  it.each(['a\tb\nc', 'شركة', '👩‍🔧', 'e\u0301', 'a\u200fb', ''])('keeps %j', (value) => {
    expect(plainText(value)).toBe(value)
  })
})

describe('plainLines', () => {
  it('returns the lines that are not blank, whatever ends them', () => {
    expect(plainLines('  one\r\n\r\n two \n\u202e\n\rthree')).toEqual(['one', 'two', 'three'])
    expect(plainLines('')).toEqual([])
  })
})
