import { describe, expect, it } from 'vitest'
import { copyReadOnlyScalar, copyReadOnlyValue } from '../../../src/quote/lines/read-only-fields.js'
import {
  maxDeliveryFacts,
  maxDetailLength,
  maxNameLength,
} from '../../../src/quote/model/lifecycle-fields.js'
import { defaultLimits } from '../../../src/quote/model/policy.js'
import { jsonEqual } from '../../../src/validation/json-equal.js'

const copy = (value: unknown) => copyReadOnlyValue(value, defaultLimits)
const tags = Array.from({ length: defaultLimits.maxTags }, (_, index) =>
  String(index).padStart(defaultLimits.maxTagLength, 'x'),
)

/** A fact about a delivery that is as large as any. */
const fact = {
  type: 'delivered',
  time: 1_700_000_000_000,
  revision: 9_007_199_254_740_991,
  recipient: 'r'.repeat(maxNameLength),
  detail: 'd'.repeat(maxDetailLength),
}

function nested(levels: number): unknown {
  let value: unknown = 0
  for (let level = 0; level < levels; level += 1) value = [value]
  return value
}

describe('copyReadOnlyValue', () => {
  it.each([
    [{ type: 'no_additional', product: null }],
    [['vip', 'new']],
    [tags],
    ['new'],
    [0],
    [null],
    [1_700_000_000_000],
    [{ time: 5, revision: 1, seal: 'f'.repeat(64), name: 'Ada', role: 'buyer', late: true }],
    [{ key: 'a', id: 'b' }],
    [new Array(maxDeliveryFacts).fill(fact)],
  ])('copies a field as it can be stored: %j', (stored) => {
    expect(copy(stored)).toEqual(stored)
    if (typeof stored === 'object' && stored !== null) expect(copy(stored)).not.toBe(stored)
  })

  it('copies what is inside as well', () => {
    const stored = [{ type: 'opened' }]
    const copied = copy(stored) as typeof stored
    expect(copied[0]).not.toBe(stored[0])
    Object.assign(stored[0] as object, { type: 'bounced' })
    expect(copied).toEqual([{ type: 'opened' }])
  })

  it('reads each field once, and no iterator', () => {
    const reads: PropertyKey[] = []
    const array = new Proxy([1, 2], {
      get(target, name) {
        reads.push(name)
        return Reflect.get(target, name)
      },
    })
    expect(copy(array)).toEqual([1, 2])
    expect(reads).toEqual(['length', '0', '1'])
  })

  it.each(['{"__proto__":"a","constructor":{"__proto__":1}}', '[{"__proto__":"a"}]'])(
    'keeps fields with the names of prototypes: %s',
    (json) => {
      const copied = copy(JSON.parse(json))
      expect(JSON.stringify(copied)).toBe(json)
      expect(jsonEqual(copied, JSON.parse(json))).toBe(true)
    },
  )

  it('reads no more of an array than fits', () => {
    let reads = 0
    const huge = new Proxy(new Array(2 ** 32 - 1), {
      get(target, name) {
        reads += 1
        return Reflect.get(target, name)
      },
    })
    expect(copy(huge)).toEqual({})
    expect(reads).toBe(1)
  })

  it('copies as many tags as the limits allow', () => {
    const many = Array.from({ length: 5_000 }, (_, index) => `tag ${index}`)
    const limits = { ...defaultLimits, maxTags: 5_000 }
    expect(copyReadOnlyValue(many, limits)).toEqual(many)
  })

  it.each([
    ['three levels of arrays', [[[]]]],
    ['three levels of objects', { a: { b: {} } }],
    ['an object in a fact of a list', [{ type: 'opened', detail: { a: 1 } }]],
    ['ten thousand levels', nested(10_000)],
    ['more facts than any quote has', new Array(300).fill({ ...fact, detail: 'x'.repeat(1_000) })],
    ['a million empty objects', new Array(1_000_000).fill({})],
    ['a string of 1 MiB', 'x'.repeat(2 ** 20)],
    ['a tag of 1 MiB', ['x'.repeat(2 ** 20)]],
    ['a name of 1 MiB', { ['x'.repeat(2 ** 20)]: 0 }],
    ['half a million numbers', new Array(500_000).fill(0)],
    [
      'a hundred thousand fields',
      Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [i, 0])),
    ],
  ])('returns {}, which no stored field equals, for %s', (_, value) => {
    const copied = copy(value)
    expect(JSON.stringify(copied)).toBe('{}')
    for (const stored of [
      null,
      0,
      '',
      'new',
      [],
      {},
      ['vip'],
      { type: 'no_additional', product: null },
    ])
      expect(jsonEqual(copied, stored)).toBe(JSON.stringify(stored) === '{}')
  })
})

describe('copyReadOnlyScalar', () => {
  it.each([0, 12.5, '149.95', `${'9'.repeat(38)}.00`, null, undefined, true])(
    'returns %j',
    (value) => {
      expect(copyReadOnlyScalar(value)).toBe(value)
    },
  )

  it.each([[[]], [{}], ['9'.repeat(65)]])('returns {} for %j', (value) => {
    expect(JSON.stringify(copyReadOnlyScalar(value))).toBe('{}')
  })
})
