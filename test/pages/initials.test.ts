import { describe, expect, it } from 'vitest'
import { initialsOf } from '../../src/pages/initials.js'

describe('initialsOf', () => {
  it.each([
    ['Grace Hopper', 'GH'],
    ['grace brewster murray hopper', 'GH'],
    ['Tools & Timber', 'TT'],
    ['  (Ada)  ', 'A'],
    ['Jean-Luc O’Neill', 'JO'],
    ['Ada - Lovelace', 'AL'],
    ['王小明', '王'],
    ['𝒜da 😀', '𝒜'],
    ["'-'", ''],
    ['', ''],
    ['<b>', 'B'],
  ])('returns the initials of %j', (name, initials) => {
    expect(initialsOf(name)).toBe(initials)
  })
})
