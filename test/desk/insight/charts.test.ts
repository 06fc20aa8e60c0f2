import { describe, expect, it } from 'vitest'
import { barList, columnChart, lineChart } from '../../../src/desk/insight/charts.js'

const text = { id: 'a', title: 'A <title>', description: 'one, two' }
const point = (share: number | undefined) => ({ label: 'L', text: 'T', share })

/** Returns the values of an attribute of all elements of a chart. */
function valuesOf(chart: unknown, attribute: string): readonly string[] {
  return [...String(chart).matchAll(new RegExp(` ${attribute}="([^"]*)"`, 'g'))].map(
    ([, value = '']) => value,
  )
}

describe('lineChart', () => {
  it('draws one line over all points, from the left or from the right', () => {
    const points = [point(0), point(0.5), point(1)]
    const [, line] = valuesOf(lineChart(text, points, 'ltr'), 'd')
    expect(line).toBe('M16 112 L200 67 L384 22')
    const [, mirrored] = valuesOf(lineChart(text, points, 'rtl'), 'd')
    expect(mirrored).toBe('M384 112 L200 67 L16 22')
  })

  it('breaks the line where there is no value, and shows a point that stands alone', () => {
    const points = [point(1), undefined, 0.5, 0.5].map((each) =>
      typeof each === 'object' ? each : point(each),
    )
    const chart = String(lineChart(text, points, 'ltr'))
    expect(chart.match(/class="line"/g)).toHaveLength(1)
    expect(chart.match(/<circle/g)).toHaveLength(1)
    expect(String(lineChart(text, [point(1)], 'ltr'))).toContain('cx="50%"')
    expect(String(lineChart(text, [point(undefined)], 'ltr'))).not.toContain('<path')
  })

  it('is a picture with a title and its values, escaped', () => {
    const chart = String(lineChart(text, [point(1)], 'ltr'))
    expect(chart).toContain('role="img" aria-labelledby="a-title" aria-describedby="a-values"')
    expect(chart).toContain('<title id="a-title">A &lt;title&gt;</title>')
    expect(chart).toContain('<desc id="a-values">one, two</desc>')
  })
})

describe('columnChart', () => {
  it('marks one column, and draws none for nothing', () => {
    const chart = columnChart(text, [point(0), point(0.5), point(1)], 2, 'ltr')
    expect(valuesOf(chart, 'class')).toEqual(['axis', 'v', 'soft', 'v', 'bar', 'v'])
    expect(valuesOf(chart, 'height')).toEqual(['45', '90'])
  })

  it('begins at the right of a language that is written from there', () => {
    const x = (direction: 'ltr' | 'rtl') =>
      valuesOf(columnChart(text, [point(1), point(0)], 0, direction), 'x')[0]
    expect([x('ltr'), x('rtl')]).toEqual(['5.75%', '55.75%'])
  })
})

describe('barList', () => {
  it('begins its bars at the side where the names are, and draws none for less than nothing', () => {
    const bars = [0.25, 0, -1].map((share) => ({ label: 'L', text: 'T', share }))
    expect(valuesOf(barList(bars, 'ltr'), 'x')).toEqual(['0%'])
    expect(valuesOf(barList(bars, 'rtl'), 'x')).toEqual(['75%'])
    expect(valuesOf(barList(bars, 'ltr'), 'width')).toEqual(['100%', '25%', '100%', '100%'])
  })
})
