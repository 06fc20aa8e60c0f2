import { describe, expect, it } from 'vitest'
import { isValidId, isValidString, parseRowId, truncate } from '../../src/validation/identifiers.js'

describe('isValidString', () => {
  it.each(['', 'a', '\n', '\u{1F600}', 'é', '__proto__'])('accepts %j', (string) => {
    expect(isValidString(string)).toBe(true)
  })

  it.each(['\0', 'a\0b', '\uD83D', '\uDE00a'])('rejects %j', (string) => {
    expect(isValidString(string)).toBe(false)
  })
})

describe('isValidId', () => {
  it.each(['a', ' ', "'; --", '__proto__', 'x'.repeat(255)])('accepts %j', (id) => {
    expect(isValidId(id)).toBe(true)
  })

  it.each([[''], ['x'.repeat(256)], ['a\0'], ['\uD83D'], [5], [null], [undefined], [['a']]])(
    'rejects %j',
    (id) => {
      expect(isValidId(id)).toBe(false)
    },
  )
})

describe('truncate', () => {
  it('returns strings of up to 64 characters as they are', () => {
    expect(truncate('x'.repeat(64))).toBe('x'.repeat(64))
  })

  it('cuts longer strings to 64 characters and an ellipsis', () => {
    expect(truncate('x'.repeat(65))).toBe(`${'x'.repeat(64)}…`)
  })
})

describe('parseRowId', () => {
  it.each([
    ['a', 'a'],
    [1, '1'],
    [2n ** 64n, '18446744073709551616'],
    [Number.MAX_SAFE_INTEGER, '9007199254740991'],
  ])('returns %o as a string', (value, id) => {
    expect(parseRowId(value)).toBe(id)
  })

  it.each([0, -1, -1n, 1.5, 2 ** 53, Number.NaN, '', 'a\0', true, null, undefined, {}, [1]])(
    'rejects %o',
    (value) => {
      expect(parseRowId(value)).toBeUndefined()
    },
  )
})
