import { html } from 'hono/html'
import { type InsightFigures, responseLimits } from '../../insight/insight.js'
import type { Html } from '../../pages/layout.js'
import { getDirection } from '../../pages/own-strings.js'
import { statusLabel } from '../parts/names.js'
import { type Bar, barList, columnChart, type Direction, lineChart } from './charts.js'
import { type InsightFormats, medianColumn } from './figures.js'
import type { InsightView } from './insight-view.js'

/** Charts name so many months; others are between them. */
const maxNamedMonths = 12
/** The bars of a card. The tables have all of them. */
const maxBars = 6

/** Shows the four charts. */
export function insightCards(view: InsightView): Html {
  return html`<div class="charts">${pipelineCard(view)}${winRateCard(view)}${timesCard(view)}${discountCard(view)}</div>`
}

interface Card {
  readonly title: string
  /** The figure that matters most; empty for none. */
  readonly value: string
  readonly note: string
  readonly chart?: Html | undefined
}

function card({ title, value, note, chart }: Card): Html {
  return html`<figure class="card chart"><figcaption><span class="name">${title}</span>
    <p class="sum">${value !== '' && html`<b><bdi>${value}</bdi></b> `}<span>${note}</span></p></figcaption>${chart}</figure>`
}

function directionOf({ call }: InsightView): Direction {
  return getDirection(call.lang)
}

function pipelineCard(view: InsightView): Html {
  const { call, insight, names } = view
  const { insight: strings } = call.strings
  const { currency, pipeline, open } = insight
  const money = (amount: string) => call.formats.money(amount, currency ?? undefined)
  const highest = Math.max(...pipeline.map(({ amount }) => Number(amount)))
  const bars = pipeline.map(({ stage, amount }) => ({
    label: stage === 'to_approve' ? strings.toApprove : statusLabel(call, stage),
    text: money(amount),
    share: highest > 0 ? Number(amount) / highest : 0,
  }))
  const title =
    currency === null ? strings.pipelineWithoutCurrency : strings.pipeline(names.currency(currency))
  if (open.quotes === 0) return card({ title, value: '', note: strings.noPipeline })
  const count = strings.quotes(call.formats.number(open.quotes), open.quotes === 1)
  const note = strings.openNow(count)
  return card({ title, value: money(open.amount), note, chart: barList(bars, directionOf(view)) })
}

function winRateCard(view: InsightView): Html {
  const { call, insight, formats } = view
  const { winRate: title, ...strings } = call.strings.insight
  const ended = insight.months.filter(({ winRate }) => winRate !== null)
  const [before, last] = [ended.at(-2), ended.at(-1)]
  if (last === undefined) return card({ title, value: '', note: strings.noWinRate })
  const isShort = insight.months.length <= maxNamedMonths
  const points = insight.months.map(({ month, winRate }) => ({
    label: isShort || month.endsWith('-01') ? labelOf(formats, month, isShort) : '',
    text: isShort && winRate !== null ? String(Math.round(Number(winRate))) : '',
    share: winRate === null ? undefined : Number(winRate) / 100,
  }))
  const description = ended
    .map(({ month, winRate }) => `${formats.month(month)} ${formats.rate(winRate)}`)
    .join(', ')
  const chart = lineChart({ id: 'win-rate', title, description }, points, directionOf(view))
  const note =
    before === undefined
      ? strings.ofMonth(formats.month(last.month))
      : strings.ofMonthBefore(
          formats.month(last.month),
          formats.rate(before.winRate),
          formats.month(before.month),
        )
  return card({ title, value: formats.rate(last.winRate), note, chart })
}

function labelOf(formats: InsightFormats, month: string, isShort: boolean): string {
  return isShort ? formats.shortMonth(month) : month.slice(0, 4)
}

function timesCard(view: InsightView): Html {
  const { call, insight, formats } = view
  const { times: title, ...strings } = call.strings.insight
  const { times } = insight.total
  const { responses, median, p90, distribution } = times
  if (median === null || p90 === null) return card({ title, value: '', note: strings.noTimes })
  const highest = Math.max(...distribution)
  const limit = (index: number) => responseLimits[index]
  const labelAt = (index: number) => {
    const minutes = limit(index)
    return minutes === undefined ? strings.longer : formats.shortTime(minutes)
  }
  const points = distribution.map((count, index) => ({
    label: labelAt(index),
    text: count === 0 ? '' : call.formats.number(count),
    share: count / highest,
  }))
  const description = distribution
    .map((count, index) => {
      const minutes = limit(index)
      const number = call.formats.number(count)
      if (minutes === undefined) return `${strings.longer}: ${number}`
      return strings.upTo(formats.time(minutes), number)
    })
    .join(', ')
  const marked = medianColumn(times)
  const text = { id: 'times', title, description }
  return card({
    title,
    value: formats.time(median),
    note: strings.median(call.formats.number(responses), responses === 1, formats.time(p90)),
    chart: columnChart(text, points, marked, directionOf(view)),
  })
}

function discountCard(view: InsightView): Html {
  const { call, insight, formats, names } = view
  const strings = call.strings.insight
  const { total, tags, owners, currency } = insight
  const groups = tags.length > 0 ? tags : owners
  const title = tags.length > 0 ? strings.discountByTag : strings.discountByOwner
  if (total.discountPercent === null) return card({ title, value: '', note: strings.noDiscount })
  const ofGroups = groups
    .filter(({ discountPercent }) => discountPercent !== null)
    .slice(0, maxBars)
    .sort((one, other) => shareOf(other) - shareOf(one))
  const highest = Math.max(...ofGroups.map(shareOf))
  const bars: readonly Bar[] = ofGroups.map((each) => ({
    label: 'tag' in each ? names.tag(each.tag) : names.owner(each.owner),
    text: formats.share(each.discountPercent),
    share: highest > 0 ? shareOf(each) / highest : 0,
  }))
  const isOver = total.discount.startsWith('-')
  const shown = isOver ? total.discount.slice(1) : total.discount
  const amount = call.formats.money(shown, currency ?? undefined)
  return card({
    title,
    value: formats.share(total.discountPercent),
    note: isOver ? strings.overList(amount) : strings.underList(amount),
    chart: barList(bars, directionOf(view)),
  })
}

function shareOf({ discountPercent }: InsightFigures): number {
  return Number(discountPercent)
}
