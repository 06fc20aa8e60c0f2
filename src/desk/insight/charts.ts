import { html } from 'hono/html'
import type { Html } from '../../pages/layout.js'

/** Where a chart begins: at the left, or at the right of languages that are written from there. */
export type Direction = 'ltr' | 'rtl'

/** A bar with its name and what it stands for. */
export interface Bar {
  readonly label: string
  readonly text: string
  /** Its share of the longest bar, from 0 to 1. */
  readonly share: number
}

/** Shows a list of names and values, each with a bar of its size. */
export function barList(bars: readonly Bar[], direction: Direction): Html {
  return html`<dl class="bars">${bars.map(({ label, text, share }) => {
    const width = percent(Math.max(0, share) * 100)
    const x = direction === 'rtl' ? percent(100 - Math.max(0, share) * 100) : '0%'
    return html`<div><dt>${label}</dt><dd><svg aria-hidden="true"><rect class="rest" width="100%" height="10" rx="3"/>${
      share > 0 && html`<rect class="bar" x="${x}" width="${width}" height="10" rx="3"/>`
    }</svg><b>${text}</b></dd></div>`
  })}</dl>`
}

/** A point of a line, or a column. */
export interface Point {
  /** What stands below it; empty for nothing. */
  readonly label: string
  /** What stands above it; empty for nothing. */
  readonly text: string
  /** Its height from 0 to 1; undefined if there is none. */
  readonly share: number | undefined
}

/** What a chart shows: its title and its values as a sentence, for those who do not see it. */
export interface ChartText {
  readonly id: string
  readonly title: string
  readonly description: string
}

/** The heights of the parts of a chart, in pixels. */
const base = 112
const highest = 22
const labelLine = 131
const gapOfText = 8

/** Shows a line over points at equal distances. Where a point is missing, the line is broken. */
export function lineChart(text: ChartText, points: readonly Point[], direction: Direction): Html {
  const at = points.map((point, index) => {
    const { share } = point
    const fraction = points.length === 1 ? 0.5 : 0.04 + (0.92 * index) / (points.length - 1)
    const x = direction === 'rtl' ? 1 - fraction : fraction
    return { ...point, x, y: share === undefined ? undefined : heightOf(share) }
  })
  const runs = runsOf(at)
  const line = (run: readonly Place[]) =>
    run
      .map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${round(x * 400)} ${round(y)}`)
      .join(' ')
  const area = (run: readonly Place[]) =>
    `M${round((run[0] as Place).x * 400)} ${base} ${line(run).replace('M', 'L')} L${round((run.at(-1) as Place).x * 400)} ${base}z`
  const lines = runs.filter(({ length }) => length > 1)
  const dots = runs.filter(({ length }) => length === 1).flat()
  return chart(
    text,
    html`<svg width="100%" height="136" viewBox="0 0 400 136" preserveAspectRatio="none">${lines.map(
      (run) => html`<path class="under" d="${area(run)}"/><path class="line" d="${line(run)}"/>`,
    )}</svg>${axis()}${dots.map(
      ({ x, y }) => html`<circle class="dot" cx="${percent(x * 100)}" cy="${round(y)}" r="3"/>`,
    )}${at.map(({ x, y, label, text: value }) => labels(x, y, label, value))}`,
  )
}

interface Place {
  readonly x: number
  readonly y: number
}

/** Returns the parts of a line between points that are missing. */
function runsOf(at: readonly { readonly x: number; readonly y: number | undefined }[]) {
  const runs: Place[][] = [[]]
  for (const { x, y } of at)
    if (y === undefined) runs.push([])
    else runs.at(-1)?.push({ x, y })
  return runs.filter(({ length }) => length > 0)
}

/** Shows columns at equal distances. The one with the index `marked` stands out. */
export function columnChart(
  text: ChartText,
  points: readonly Point[],
  marked: number,
  direction: Direction,
): Html {
  const step = 100 / points.length
  const width = step * 0.77
  return chart(
    text,
    html`${axis()}${points.map(({ share = 0, label, text: value }, index) => {
      const place = direction === 'rtl' ? points.length - 1 - index : index
      const start = place * step + (step - width) / 2
      const y = heightOf(share)
      return html`${
        share > 0 &&
        html`<rect class="${index === marked ? 'bar' : 'soft'}" x="${percent(start)}" y="${round(y)}" width="${percent(width)}" height="${round(base - y)}" rx="3"/>`
      }${labels((start + width / 2) / 100, y, label, value)}`
    })}`,
  )
}

function chart({ id, title, description }: ChartText, content: Html): Html {
  return html`<svg role="img" aria-labelledby="${id}-title" aria-describedby="${id}-values"><title id="${id}-title">${title}</title><desc id="${id}-values">${description}</desc>${content}</svg>`
}

function axis(): Html {
  return html`<line class="axis" x2="100%" y1="${base + 0.5}" y2="${base + 0.5}"/>`
}

function labels(x: number, y: number | undefined, label: string, value: string): Html {
  const place = percent(x * 100)
  return html`${label !== '' && html`<text x="${place}" y="${labelLine}">${label}</text>`}${
    value !== '' &&
    html`<text class="v" x="${place}" y="${round((y ?? base) - gapOfText)}">${value}</text>`
  }`
}

function heightOf(share: number): number {
  return base - share * (base - highest)
}

/** Two decimals are less than a pixel. */
function round(value: number): number {
  return Number(value.toFixed(2))
}

function percent(value: number): string {
  return `${round(value)}%`
}
