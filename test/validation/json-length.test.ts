import fc from 'fast-check'
import { expect, it } from 'vitest'
import { estimateJsonLength } from '../../src/validation/json-length.js'

it('estimateJsonLength counts strings and null exactly, except one comma per array and object', () => {
  expect(estimateJsonLength('')).toBe(2)
  expect(estimateJsonLength('ab')).toBe(4)
  expect(estimateJsonLength(null)).toBe(4)
  expect(estimateJsonLength({ a: 'b', c: [null, 'd'] })).toBe(
    JSON.stringify({ a: 'b', c: [null, 'd'] }).length + 2,
  )
})

it('estimateJsonLength is within a factor of 8 of the JSON of any value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const { length } = JSON.stringify(value)
      const estimate = estimateJsonLength(value)
      expect(estimate).toBeLessThanOrEqual(8 * length)
      expect(length).toBeLessThanOrEqual(8 * estimate)
    }),
  )
})
