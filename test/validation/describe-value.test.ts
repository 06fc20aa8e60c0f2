import { describe, expect, it } from 'vitest'
import { describeKind, describeValue } from '../../src/validation/describe-value.js'

class Pool {}

const kinds: readonly (readonly [unknown, string])[] = [
  [null, 'null'],
  [undefined, 'undefined'],
  [[1], 'an array'],
  [{ a: 1 }, 'an object'],
  [Object.create(null), 'an object'],
  [new Pool(), 'a Pool object'],
  [{ constructor: { name: 5 } }, 'an object'],
  [{ constructor: null }, 'an object'],
  [{ constructor: { name: 'x'.repeat(65) } }, `a ${'x'.repeat(64)}… object`],
  [() => 1, 'a function'],
  [Symbol('secret'), 'a symbol'],
]

describe('describeKind', () => {
  it.each([
    ...kinds,
    ['secret', 'a string'],
    [5, 'a number'],
    [5n, 'a bigint'],
    [true, 'a boolean'],
  ] as const)('describes %o without its content', (value, kind) => {
    expect(describeKind(value)).toBe(kind)
  })

  it('describes an object that throws when it is read', () => {
    const fail = () => {
      throw new Error('no')
    }
    expect(describeKind(new Proxy({}, { get: fail, getPrototypeOf: fail }))).toBe('an object')
  })
})

describe('describeValue', () => {
  it.each([
    ...kinds,
    ['1', 'the string "1"'],
    ['a"b', 'the string "a\\"b"'],
    ['x'.repeat(65), `the string "${'x'.repeat(64)}…"`],
    [-0.5, 'the number -0.5'],
    [Number.NaN, 'NaN'],
    [Number.POSITIVE_INFINITY, 'the number Infinity'],
    [10n, 'the bigint 10'],
    [10n ** 70n, `the bigint 1${'0'.repeat(63)}…`],
    [false, 'false'],
  ] as const)('describes %o', (value, description) => {
    expect(describeValue(value)).toBe(description)
  })
})
