import { describe, expect, it } from 'vitest'
import { deepFreeze } from '../../src/validation/deep-freeze.js'

describe('deepFreeze', () => {
  it('freezes an object and everything in it, and returns it', () => {
    const value = { lines: [{ qty: 1 }], note: null }
    expect(deepFreeze(value)).toBe(value)
    for (const part of [value, value.lines, value.lines[0]])
      expect(Object.isFrozen(part)).toBe(true)
  })

  it('freezes what is in an object that its owner has frozen', () => {
    const value = Object.freeze({ customer: { name: 'Ada' } })
    deepFreeze(value)
    expect(Object.isFrozen(value.customer)).toBe(true)
  })

  it.each([undefined, null, 7, 'x', true])('returns %j as it is', (value) => {
    expect(deepFreeze(value)).toBe(value)
  })
})
