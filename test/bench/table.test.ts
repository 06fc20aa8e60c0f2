import { describe, expect, it } from 'vitest'
import {
  comparisonTable,
  figureTable,
  forecastTable,
  verdictOf,
} from '../../bench/harness/table.mjs'

const spread = (median: number) => ({
  lowerQuartile: median / 2,
  median,
  upperQuartile: median * 2,
})

const comparison = {
  benchmark: 'pricing',
  baseline: 'floats',
  speed: spread(0.4),
  time: spread(2.5),
  baselineTime: spread(1_234.5),
}

describe('comparisonTable', () => {
  it('formats a Markdown table with target and result', () => {
    const [heading, rule, hit, reported] = comparisonTable([
      { ...comparison, target: 1 / 3 },
      comparison,
    ]).split('\n')
    expect(heading).toMatch(/^\| Benchmark +\| Baseline +\| Relative speed/)
    expect(rule).toMatch(/^\|(?: -+ \|){6}$/)
    expect(hit).toMatch(
      /^\| pricing +\| floats +\| \*\*0\.40\*\* \(0\.20–0\.80\) +\| ≥ 0\.33 \| hit \| 2\.50 µs vs\. 1\.23 ms \|$/,
    )
    expect(reported).toMatch(/\| +\| +\| 2\.50 µs vs\. 1\.23 ms \|$/)
  })
})

describe('figureTable', () => {
  it.each([
    [0, '0.000 MB'],
    [0.5, '0.500 MB'],
    [12.34, '12.3 MB'],
    [3062.4, '3,062 MB'],
    [1234567, '1,234,567 MB'],
  ])('formats %d with at least three digits', (value, formatted) => {
    expect(figureTable([{ name: 'memory', unit: 'MB', value }])).toContain(`| ${formatted} `)
  })
})

describe('forecastTable', () => {
  it('formats what was forecast, what was measured, and their ratio', () => {
    const place = { load: 'three servers', part: 'server 1', name: 'CPU', unit: 's' }
    const table = forecastTable([{ ...place, forecast: 2, measured: 1.5, ratio: spread(0.75) }])
    expect(table.split('\n').at(-1)?.replaceAll(/ +/g, ' ')).toBe(
      '| three servers | server 1 | CPU | 2.00 s | 1.50 s | **0.75** (0.38–1.50) |',
    )
  })
})

describe('verdictOf', () => {
  it.each([
    [0.5, 'hit'],
    [0.51, 'miss'],
    [undefined, ''],
  ])('compares a speed of 0.5 with the target %s: "%s"', (target, verdict) => {
    expect(verdictOf({ speed: spread(0.5), ...(target && { target }) })).toBe(verdict)
  })
})
