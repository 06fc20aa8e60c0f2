import { describe, expect, it } from 'vitest'
import { nearest } from '../../src/validation/nearest.js'

const names = ['Germany', 'Georgia', 'Texas', 'Austria', 'Australia']

describe('nearest', () => {
  it.each([
    ['Germany', 'Germany'],
    [' germany ', 'Germany'],
    ['Germny', 'Germany'],
    ['Texs', 'Texas'],
    ['Austri', 'Austria'],
    ['Autsralia', 'Australia'],
    ['Deutschland', undefined],
    ['xx', undefined],
    ['', undefined],
    ['x'.repeat(100_000), undefined],
  ])('of %s is %s', (value, expected) => {
    expect(nearest(value, names)).toBe(expected)
  })
})
