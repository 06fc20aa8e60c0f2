import { describe, expect, it } from 'vitest'
import { spreadOf } from '../../bench/harness/statistics.mjs'

describe('spreadOf', () => {
  it('returns the median and the quartiles of unsorted values', () => {
    expect(spreadOf([50, 10, 40, 20, 30])).toEqual({
      lowerQuartile: 20,
      median: 30,
      upperQuartile: 40,
    })
  })

  it('interpolates between two values', () => {
    expect(spreadOf([1, 2, 3, 4])).toEqual({
      lowerQuartile: 1.75,
      median: 2.5,
      upperQuartile: 3.25,
    })
  })

  it('returns a single value as median and quartiles', () => {
    expect(spreadOf([7])).toEqual({ lowerQuartile: 7, median: 7, upperQuartile: 7 })
  })
})
