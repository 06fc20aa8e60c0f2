import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { copyJson, isBoundedJson } from '../../src/validation/json-value.js'

const bounds = { maxLength: 1_000, maxDepth: 4 }

function copyOf(value: unknown): unknown {
  const copied = copyJson(value, bounds)
  return 'value' in copied ? copied.value : expect.fail(copied.message)
}

function errorOf(value: unknown): string {
  const copied = copyJson(value, bounds)
  return 'value' in copied ? 'no error' : copied.message
}

describe('copyJson', () => {
  it('returns what JSON keeps of a value', () => {
    const value = fc.jsonValue({ maxDepth: 3 })
    fc.assert(
      fc.property(value, (json) => {
        const kept = JSON.parse(JSON.stringify(json))
        fc.pre(
          JSON.stringify(json).length < 900 && !/\\u(0000|d[89a-f])/.test(JSON.stringify(json)),
        )
        expect(copyJson(json, bounds)).toEqual({ value: kept })
        expect(isBoundedJson(kept, bounds)).toBe(true)
      }),
    )
  })

  it('leaves out fields that are undefined, and the sign of zero', () => {
    const copy = copyOf({ a: undefined, b: -0, c: [-0] })
    expect(Object.entries(copy as object)).toEqual([
      ['b', 0],
      ['c', [0]],
    ])
  })

  it('is a copy, which reads each field once, and keeps the name __proto__ as data', () => {
    let reads = 0
    const value = {
      ['__proto__']: 1,
      get a() {
        reads += 1
        return [reads]
      },
    }
    const copy = copyOf(value)
    expect(Object.entries(copy as object)).toEqual([
      ['__proto__', 1],
      ['a', [1]],
    ])
    expect(reads).toBe(1)
  })

  it('accepts JSON of the maximum length, and no more', () => {
    for (const [make, longest] of [
      [(length: number) => 'x'.repeat(length), 998],
      [(length: number) => Array(length).fill(1), 499],
      [(length: number) => Array(length).fill(true), 199],
    ] as const) {
      const json = JSON.stringify(make(longest))
      expect(json.length).toBeLessThanOrEqual(bounds.maxLength + 1)
      expect(isBoundedJson(make(longest), bounds)).toBe(true)
      expect(errorOf(make(longest + 2))).toMatch('at most 1000 characters')
    }
  })

  it('reads no more of a long list than fits', () => {
    const long = new Proxy(Array(10 ** 6), {
      get(target, name) {
        if (name !== 'length' && typeof name === 'string') expect.fail(`it read ${name}`)
        return Reflect.get(target, name)
      },
    })
    expect(errorOf(long)).toMatch('at most 1000 characters')
  })

  it('accepts the maximum depth, and no more', () => {
    expect(isBoundedJson([[[[1]]]], bounds)).toBe(true)
    expect(errorOf([[[[[]]]]])).toMatch('must have at most 4 levels')
  })
})

describe('isBoundedJson', () => {
  it.each([undefined, Number.NaN, 1n, Symbol('a'), () => 1, new Date(), new Map(), '\ud800'])(
    'returns false for sample %#, which JSON cannot hold',
    (value) => {
      expect(isBoundedJson(value, bounds)).toBe(false)
      expect(isBoundedJson([value], bounds)).toBe(false)
      expect(errorOf([value])).toMatch(/must be JSON|must not contain NUL/)
    },
  )

  it('returns false for what a copy would change', () => {
    expect(isBoundedJson({ a: undefined }, bounds)).toBe(false)
  })
})
