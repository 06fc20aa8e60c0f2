import { describe, expect, it } from 'vitest'
import { drawChart } from '../../bench/harness/chart.mjs'

const spread = (median: number) => ({ lowerQuartile: median, median, upperQuartile: median })

function comparison(benchmark: string, speed: number, target?: number) {
  const times = { time: spread(1), baselineTime: spread(speed) }
  return {
    benchmark,
    baseline: 'a < b & c',
    speed: spread(speed),
    ...times,
    ...(target && { target }),
  }
}

const bars = (chart: string) =>
  [...chart.matchAll(/<rect class="(\w+)" x="([\d.]+)" y="\d+" width="([\d.]+)"/g)].map(
    ([, verdict, x, width]) => ({ verdict, x: Number(x), width: Number(width) }),
  )

describe('drawChart', () => {
  it('draws slower results to the left of the target, faster ones to the right', () => {
    const [slower, faster, ...others] = bars(
      drawChart([comparison('a', 1, 2), comparison('b', 8, 2)]),
    )
    expect(others).toEqual([])
    expect(slower?.verdict).toBe('miss')
    expect(faster?.verdict).toBe('hit')
    expect(faster?.x).toBe((slower?.x ?? 0) + (slower?.width ?? 0))
    expect(faster?.width).toBe(2 * (slower?.width ?? 0))
  })

  it('omits results without a target', () => {
    expect(bars(drawChart([comparison('a', 1)]))).toEqual([])
  })

  it('keeps bars within the drawing', () => {
    for (const { x, width } of bars(
      drawChart([comparison('a', 0.0001, 5), comparison('b', 9_999, 5)]),
    )) {
      expect(x).toBeGreaterThan(0)
      expect(x + width).toBeLessThan(840)
    }
  })

  it('escapes XML in names', () => {
    expect(drawChart([comparison('x<y', 1, 1)])).toContain('x&lt;y')
    expect(drawChart([comparison('x', 1, 1)])).toContain('a &lt; b &amp; c')
  })
})
