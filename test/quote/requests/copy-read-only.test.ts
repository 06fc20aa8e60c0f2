import { describe, expect, it } from 'vitest'
import { defaultLimits } from '../../../src/quote/limits.js'
import {
  copyReadOnlyScalar,
  copyReadOnlyValue,
} from '../../../src/quote/requests/copy-read-only.js'
import { jsonEqual } from '../../../src/validation/json-equal.js'

const copy = (value: unknown) => copyReadOnlyValue(value, defaultLimits)
const tags = Array.from({ length: defaultLimits.maxTags }, (_, index) =>
  String(index).padStart(defaultLimits.maxTagLength, 'x'),
)

describe('copyReadOnlyValue', () => {
  it.each([
    [{ type: 'no_additional', product: null }],
    [['vip', 'new']],
    [tags],
    ['new'],
    [0],
    [null],
    [1_700_000_000_000],
  ])('copies a field as it can be stored: %j', (stored) => {
    expect(copy(stored)).toEqual(stored)
    if (typeof stored === 'object' && stored !== null) expect(copy(stored)).not.toBe(stored)
  })

  it('copies as many tags as the limits allow', () => {
    const many = Array.from({ length: 5_000 }, (_, index) => `tag ${index}`)
    const limits = { ...defaultLimits, maxTags: 5_000 }
    expect(copyReadOnlyValue(many, limits)).toEqual(many)
  })

  it.each([
    ['nested arrays', [[]]],
    ['nested objects', { type: {}, product: null }],
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
