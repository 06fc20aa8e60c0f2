import { html } from 'hono/html'
import type { InsightFigures } from '../../insight/insight.js'
import type { Html } from '../../pages/layout.js'
import { avatar, statusLabel } from '../parts/names.js'
import type { InsightView } from './insight-view.js'

/** Shows the figures of the owners, the tags, the months and the statuses as tables. */
export function insightTables(view: InsightView): Html {
  const { call, insight, names, formats } = view
  const { owners, tags, months } = insight
  const strings = call.strings.insight
  const ownerCell = (id: string | null) =>
    id === null
      ? html`${names.owner(null)}`
      : html`<span class="person">${avatar(names.owner(id))}</span>`
  const rowsOfOwners = owners.map((each) => ({
    name:
      each.owner === null
        ? ownerCell(null)
        : listLink(view, { owner: each.owner }, ownerCell(each.owner)),
    figures: each,
  }))
  const rowsOfTags = tags.map((each) => ({
    name: listLink(view, { tag: each.tag }, html`${names.tag(each.tag)}`),
    figures: each,
  }))
  const rowsOfMonths = months.map((each) => ({
    name: html`${formats.month(each.month)}`,
    figures: each,
  }))
  if (owners.length === 0) return html``
  return html`${table(view, 'owner', strings.byOwner, rowsOfOwners)}
    ${tags.length > 0 && table(view, 'tag', strings.byTag, rowsOfTags)}
    <details class="card folded"><summary><h2>${strings.byMonth}</h2></summary>
      ${tableOf(view, 'month', strings.byMonth, rowsOfMonths)}</details>
    ${insight.total.statuses.length > 0 && statusTable(view)}`
}

interface Row {
  readonly name: Html
  readonly figures: InsightFigures
}

type Heading = 'owner' | 'tag' | 'month'

function listLink(
  { call }: InsightView,
  filter: Readonly<Record<string, string>>,
  name: Html,
): Html {
  return html`<a class="row" href="${call.url('/')}?${new URLSearchParams(filter).toString()}">${name}</a>`
}

function table(view: InsightView, heading: Heading, title: string, rows: readonly Row[]): Html {
  return html`<section class="card" aria-labelledby="by-${heading}"><h2 id="by-${heading}">${title}</h2>
    ${tableOf(view, heading, title, rows)}</section>`
}

const counts = ['sent', 'accepted'] as const
const endings = ['declined', 'expired', 'canceled'] as const

/** What belongs to several tags counts for each of them, so that only their sum is of all. */
function tableOf(view: InsightView, heading: Heading, title: string, rows: readonly Row[]): Html {
  const { call, insight } = view
  const { columns, all } = call.strings.insight
  const shown = heading === 'month' ? [...counts, ...endings] : counts
  const headings = [
    ...shown.map((name) => columns[name]),
    ...[columns.winRate, columns.underList, columns.time, columns.acceptedAmount],
  ]
  return html`<table class="rows figures"><caption class="visually-hidden">${title}</caption>
    <thead><tr><th scope="col">${columns[heading]}</th>${headings.map(
      (each) => html`<th scope="col" class="number">${each}</th>`,
    )}</tr></thead>
    <tbody>${rows.map(
      ({ name, figures }) =>
        html`<tr><th scope="row">${name}</th>${figureCells(view, shown, headings, figures)}</tr>`,
    )}</tbody>
    <tfoot><tr><th scope="row">${all}</th>${figureCells(view, shown, headings, insight.total)}</tr></tfoot>
  </table>`
}

function figureCells(
  { call, insight, formats }: InsightView,
  shown: readonly ('sent' | 'accepted' | 'declined' | 'expired' | 'canceled')[],
  headings: readonly string[],
  figures: InsightFigures,
): readonly Html[] {
  const { winRate, discountPercent, times, acceptedAmount } = figures
  const values = [
    ...shown.map((name) => call.formats.number(figures[name])),
    formats.rate(winRate),
    formats.share(discountPercent),
    times.median === null ? '' : formats.shortTime(times.median),
    call.formats.money(acceptedAmount, insight.currency ?? undefined),
  ]
  return values.map((value, index) =>
    value === ''
      ? html`<td class="number none">–</td>`
      : html`<td class="number" data-label="${headings[index]}"><bdi>${value}</bdi></td>`,
  )
}

/** Shows what the quotes of the period are now. */
function statusTable({ call, insight }: InsightView): Html {
  const { columns, byStatus } = call.strings.insight
  const { currency, total } = insight
  return html`<details class="card folded"><summary><h2>${byStatus}</h2></summary>
    <table class="rows figures"><caption class="visually-hidden">${byStatus}</caption>
    <thead><tr><th scope="col">${columns.status}</th><th scope="col" class="number">${columns.quotes}</th>
      <th scope="col" class="number">${columns.amount}</th></tr></thead>
    <tbody>${total.statuses.map(
      ({ status, quotes, amount }) => html`<tr><th scope="row">${statusLabel(call, status)}</th>
        <td class="number" data-label="${columns.quotes}">${call.formats.number(quotes)}</td>
        <td class="number" data-label="${columns.amount}"><bdi>${call.formats.money(amount, currency ?? undefined)}</bdi></td></tr>`,
    )}</tbody></table></details>`
}
