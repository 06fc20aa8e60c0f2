import { html } from 'hono/html'
import type { QuoteView } from '../../engine/operations/read-quotes.js'
import type { User } from '../../features/users/users.js'
import type { Html } from '../../pages/layout.js'
import { timeElement } from '../../pages/time.js'
import type { Quote } from '../../quote/model/quote.js'
import { isTime } from '../../validation/times.js'
import type { DeskCall } from '../desk-call.js'
import { formToken } from '../forms.js'
import type { ShownColumn } from '../own/quote-parts.js'
import { timeOnDay } from '../parts/changes.js'
import { initials, isFailedDelivery, quoteName, statusPill } from '../parts/names.js'
import { ownText, type ShownField, storedValue } from '../parts/own-fields.js'
import { totalText } from '../parts/quote-content.js'
import { type ListQuery, listUrl } from './load-list.js'
import { dayInWords, daysUntil, nearDays, timeAgo } from './near-times.js'
import { parseColumnOrder, type SortedColumn } from './sort-quotes.js'

/** What the rows are shown with. */
export interface RowsProps {
  /** What the list shows; undefined for rows that are not sorted or selected. */
  readonly query?: ListQuery | undefined
  readonly users: readonly User[]
  /** A column of the host. */
  readonly column?: ShownColumn | undefined
  /** Milliseconds since the Unix epoch. */
  readonly now: number
}

/** Shows quotes as rows of one line. Those of deleted quotes can be restored and erased. */
export function quoteRows(call: DeskCall, quotes: readonly QuoteView[], props: RowsProps): Html {
  const { labels, list: strings, common } = call.strings
  const { query, users, now, column } = props
  const areDeleted = query !== undefined && query.deleted !== ''
  const canPick = query !== undefined && !areDeleted
  const names = new Map(users.map(({ id, name }) => [id, name]))
  const hasFollowUps = quotes.some(({ quote }) => quote.follow_up !== undefined)
  const columns = call.ownFields.quote.filter(
    (each) => each.isSearched && quotes.some(({ quote }) => storedValue(quote, each) !== undefined),
  )
  const columnHead = (column: SortedColumn, label: string, place = '') => {
    const order = parseColumnOrder(query?.order ?? '')
    const isCurrent = order?.column === column
    const isFirstDescending = column === 'total'
    const isDescending = isCurrent ? !order.isDescending : isFirstDescending
    const sorted = isCurrent && (order.isDescending ? 'descending' : 'ascending')
    return head(call, query, {
      label,
      place,
      order: isDescending ? `${column}-desc` : column,
      sorted,
    })
  }
  const engineHead = (order: 'updated' | 'expires', label: string, place = '') => {
    const direction = order === 'updated' ? 'descending' : 'ascending'
    return head(call, query, { label, place, order, sorted: query?.order === order && direction })
  }
  return html`<table class="quotes">
    <caption class="visually-hidden">${areDeleted ? strings.deletedTitle : strings.title}</caption>
    <thead><tr>
      ${canPick && html`<td class="pick"></td>`}
      ${query !== undefined && columnHead('number', strings.number)}
      ${columnHead('customer', query === undefined ? labels.quote.title : labels.quote.customer)}
      ${columnHead('status', labels.quote.status)}
      ${columnHead('owner', labels.quote.owner, 'less')}
      ${hasFollowUps && html`<th scope="col" class="less">${labels.quote.follow_up}</th>`}
      ${columns.map(({ label }) => html`<th scope="col" class="less">${label}</th>`)}
      ${column && html`<th scope="col" class="less">${column.head}</th>`}
      ${engineHead('updated', strings.lastChange)}
      ${engineHead('expires', strings.expires, 'less')}
      ${columnHead('total', common.total, 'number')}
      ${areDeleted && html`<th scope="col"><span class="visually-hidden">${common.actions}</span></th>`}
    </tr></thead>
    <tbody>${quotes.map((view) => {
      const { quote } = view
      const name = quoteName(call, view)
      const owner = quote.owner && (names.get(quote.owner) ?? quote.owner)
      return html`<tr>
        ${canPick && pickCell(call, view, name)}
        ${
          query === undefined
            ? titleCell(call, view, name)
            : html`<th scope="row" class="name">${name}</th>${customerCell(call, view, areDeleted)}`
        }
        <td class="status">${status(call, quote)}</td>
        <td class="owner less">${owner && html`${initials(owner)}<span class="visually-hidden">${owner}</span>`}</td>
        ${hasFollowUps && followUpCell(call, quote, now)}
        ${columns.map((each) => ownCell(call, each, storedValue(quote, each)))}
        ${column && html`<td class="less">${column.cells.get(view.quoteId)}</td>`}
        <td class="date last">${lastChange(call, view, now)}</td>
        <td class="date less">${expiry(call, quote, now)}</td>
        <td class="total number">${totalText(call, quote)}</td>
        ${areDeleted && html`<td class="deleted">${deletedActions(call, view, name)}</td>`}
      </tr>`
    })}</tbody>
  </table>`
}

interface HeadProps {
  readonly label: string
  /** The class of the column. */
  readonly place: string
  /** The order that its link leads to. */
  readonly order: string
  /** How the list is sorted by the column, if it is. */
  readonly sorted: 'ascending' | 'descending' | false
}

function head(
  call: DeskCall,
  query: ListQuery | undefined,
  { label, place, order, sorted }: HeadProps,
): Html {
  if (query === undefined)
    return html`<th scope="col"${place && html` class="${place}"`}>${label}</th>`
  const arrow = sorted === 'ascending' ? '↑' : '↓'
  return html`<th scope="col"${place && html` class="${place}"`}${
    sorted && html` aria-sort="${sorted}"`
  }><a href="${listUrl(call, { ...query, order, after: '' })}">${label}${
    sorted && html` <span aria-hidden="true">${arrow}</span>`
  }</a></th>`
}

function pickCell({ strings }: DeskCall, { quoteId, quote }: QuoteView, name: string): Html {
  const label = strings.list.select(name, whose(quote) || strings.list.noName)
  // Forms lose the spaces around a value, which ids can have.
  return html`<td class="pick"><label><input type="checkbox" name="quote"
    value="${encodeURIComponent(quoteId)}" aria-label="${label}"></label></td>`
}

/** Returns whose quote it is: the company, the person or the address. */
function whose({ customer: { company, name, email } }: Quote): string {
  return company || name || email || ''
}

function customerCell(call: DeskCall, view: QuoteView, isDeleted: boolean): Html {
  const { name, company } = view.quote.customer
  const rest = [company && name, view.quote.title].filter(Boolean).join(' · ')
  const shown = named(whose(view.quote) || call.strings.list.noName, rest)
  return html`<td class="customer">${isDeleted ? shown : rowLink(call, view, shown)}</td>`
}

/** Shows what tells the quotes of one customer apart. */
function titleCell(call: DeskCall, view: QuoteView, name: string): Html {
  const { title } = view.quote
  const shown = title ? named(title, name) : named(name)
  return html`<th scope="row" class="customer">${rowLink(call, view, shown)}</th>`
}

function named(name: string, rest?: string): Html {
  return html`<span class="who">${name}</span>${rest && html` <span class="where">${rest}</span>`}`
}

function rowLink(call: DeskCall, { quoteId }: QuoteView, shown: Html): Html {
  const address = call.url(`/quotes/${encodeURIComponent(quoteId)}`)
  return html`<a class="row" href="${address}">${shown}</a>`
}

/** Shows the status, or that the quote waits for an approval before it can be sent. */
function status(call: DeskCall, quote: Quote): Html {
  const isWaiting =
    quote.status !== 'canceled' && quote.approvals?.some((each) => each.status === 'pending')
  return isWaiting
    ? html`<span class="state warn">${call.strings.list.needsApproval}</span>`
    : statusPill(call, quote.status)
}

/** Says what happened last, and when: `opened 2 hr. ago`. */
function lastChange(call: DeskCall, { quote, updated }: QuoteView, now: number): Html {
  const { changes } = call.strings.list
  const say = (words: (when: string) => string, time: number) =>
    html`${isTime(time) ? timeElement(time, words(timeAgo(call, time, now))) : String(time)}`
  const { status, delivery = [], revision, sent = updated, expires = updated } = quote
  const own = delivery.filter((fact) => fact.revision === revision)
  const opened = own.findLast(({ type }) => type === 'opened')
  if (status === 'expired') return say(changes.expired, expires)
  if (status === 'sent') {
    if (opened !== undefined) return say(changes.opened, opened.time)
    const isFailed = own.some(({ type }) => isFailedDelivery(type))
    return say(isFailed ? changes.failed : changes.unopened, sent)
  }
  if (status === 'accepted') return say(changes.accepted, quote.acceptance?.time ?? updated)
  if (status === 'ordered') return say(changes.ordered, updated)
  if (status === 'declined') return say(changes.declined, updated)
  if (status === 'canceled') return say(changes.canceled, updated)
  return say(updated === quote.created ? changes.created : changes.edited, updated)
}

/** The statuses of offers that can still be accepted, or could until they expired. */
const standing: ReadonlySet<string> = new Set(['sent', 'expired', 'revision_requested'])

/** Says until when an offer stands. The last valid moment is just before the expiry. */
function expiry(call: DeskCall, { expires, status }: Quote, now: number): Html | undefined {
  if (expires === undefined || !standing.has(status)) return undefined
  const last = expires - 1
  if (!isTime(last)) return html`${String(last)}`
  const shown = timeElement(last, dayInWords(call, last, now))
  const days = daysUntil(call, last, now)
  if (status !== 'sent' || days > nearDays) return shown
  return html`<span class="${days <= 1 ? 'bad' : 'warn'}">${shown}</span>`
}

function followUpCell(call: DeskCall, { follow_up: day }: Quote, now: number): Html {
  const time = day === undefined ? 0 : timeOnDay(call, day)
  const label = call.strings.labels.quote.follow_up
  return html`<td class="date less"${day && html` data-label="${label}"`}>${
    day !== undefined && timeElement(time, dayInWords(call, time, now))
  }</td>`
}

function ownCell({ formats, strings }: DeskCall, shown: ShownField, value: unknown): Html {
  const { yes, no } = strings.common
  const text = ownText(shown, value, { yes, no, number: formats.number })
  return html`<td class="own less"${text !== '' && html` data-label="${shown.label}"`}>${text}</td>`
}

function deletedActions(call: DeskCall, { quoteId, version }: QuoteView, name: string): Html {
  const path = call.url(`/quotes/${encodeURIComponent(quoteId)}`)
  const described = html`<span class="visually-hidden"> ${name}</span>`
  return html`<div class="actions">
    <form method="post" action="${path}/restore">${formToken(call)}<button>${call.strings.list.restore}${described}</button></form>
    <a class="button" href="${path}/erase?version=${version}">${call.strings.list.erase}${described}</a>
  </div>`
}
