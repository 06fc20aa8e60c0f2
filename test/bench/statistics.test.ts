import { describe, expect, it } from 'vitest'
import { spreadOf } from '../../bench/harness/statistics.mjs'

describe('spreadOf', () => {
  it('takes the middle and the quartiles, in any order of the values', () => {
    expect(spreadOf([50, 10, 40, 20, 30])).toEqual({
      lowerQuartile: 20,
      median: 30,
      upperQuartile: 40,
    })
  })

  it('goes between two values in proportion', () => {
    expect(spreadOf([1, 2, 3, 4])).toEqual({
      lowerQuartile: 1.75,
      median: 2.5,
      upperQuartile: 3.25,
    })
  })

  it('has no spread in a single value', () => {
    expect(spreadOf([7])).toEqual({ lowerQuartile: 7, median: 7, upperQuartile: 7 })
  })
})
