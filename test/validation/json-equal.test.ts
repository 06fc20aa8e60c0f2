import { describe, expect, it } from 'vitest'
import { jsonEqual } from '../../src/validation/json-equal.js'

const equal: readonly (readonly [unknown, unknown])[] = [
  [1, 1],
  ['a', 'a'],
  [null, null],
  [true, true],
  [[], []],
  [
    [1, ['a']],
    [1, ['a']],
  ],
  [{}, {}],
  [
    { a: 1, b: { c: [null] } },
    { b: { c: [null] }, a: 1 },
  ],
  [Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
]

const unequal: readonly (readonly [unknown, unknown])[] = [
  [1, 2],
  [1, '1'],
  [0, null],
  [null, {}],
  [{}, null],
  [[], {}],
  [{}, []],
  [[1], [1, 2]],
  [[1, 2], [1]],
  [
    [1, 2],
    [2, 1],
  ],
  [{ a: 1 }, {}],
  [{}, { a: 1 }],
  [{ a: 1 }, { b: 1 }],
  [{ a: 1 }, { a: 2 }],
  [{ a: { b: 1 } }, { a: { b: 2 } }],
  [{ toString: 1 }, {}],
  [{}, { toString: 1 }],
  [undefined, null],
]

describe('jsonEqual', () => {
  it.each(equal)('returns true for %j and %j', (value, expected) => {
    expect(jsonEqual(value, expected)).toBe(true)
  })

  it.each(unequal)('returns false for %j and %j', (value, expected) => {
    expect(jsonEqual(value, expected)).toBe(false)
  })
})
