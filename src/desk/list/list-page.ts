import { html } from 'hono/html'
import type { QuoteCount, QuoteView } from '../../engine/operations/read-quotes.js'
import { errorSummary } from '../../pages/forms/error-summary.js'
import { checkbox, field, type SelectOption, select } from '../../pages/forms/field.js'
import type { Html } from '../../pages/layout.js'
import type { User } from '../../store/users.js'
import type { DeskCall, DeskRoute } from '../desk-call.js'
import { doneNotice, formToken } from '../forms.js'
import { doneMessages } from '../lifecycle/actions.js'
import { getShortDate } from '../parts/changes.js'
import { allStatuses, quoteName, statusLabel, statusPill, tagChips } from '../parts/names.js'
import {
  isFiltered,
  type ListQuery,
  listUrl,
  loadList,
  type QuoteList,
  readListQuery,
} from './load-list.js'

/** What was done before the list is shown, by the word in its address. */
const messages = {
  ...doneMessages,
  restored: 'The quote was restored.',
  erased: 'The quote was erased for good.',
}

/** Lists the quotes of the store, with filters that are part of the address. */
export const listPage: DeskRoute = {
  path: '/',
  async get(call) {
    const query = readListQuery(call)
    const list = await loadList(call, query)
    const areDeleted = query.deleted !== ''
    const heading = areDeleted ? 'Deleted quotes' : 'Quotes'
    const main = html`<div class="stack">
      <div class="title">
        <h1>${heading}</h1>${summary(call, query, list)}
        <div class="actions no-print">
          <a class="button primary" href="${call.url('/quotes/new')}">New quote</a>
        </div>
      </div>
      ${doneNotice(call, messages)}
      ${statusStrip(call, query, list)}
      ${errorNotice(call, query, list)}
      ${listFilters(call, query, list)}
      ${list.page !== undefined && getQuotes(call, query, list, list.page)}
    </div>`
    const status = list.page === undefined ? 422 : 200
    return call.page({ title: heading, section: 'quotes', main }, status)
  },
}

function summary(call: DeskCall, { order }: ListQuery, { found, page }: QuoteList) {
  if (page === undefined) return undefined
  const sorted = Object.hasOwn(orderLabels, order) ? orderLabels[order] : orderLabels.newest
  if (found === undefined) return html`<p class="summary muted">${sorted}</p>`
  const noun = found.count === 1 ? 'quote' : 'quotes'
  const counted = `${countText(call, found)} ${noun}`
  return html`<p class="summary muted">${counted}, ${sorted?.toLowerCase()}</p>`
}

function errorNotice(call: DeskCall, query: ListQuery, list: QuoteList): Html | undefined {
  const { after, ...errors } = list.errors
  if (list.page !== undefined) return undefined
  if (after === undefined)
    return errorSummary('The quotes could not be searched.', errors, (name) =>
      Object.hasOwn(filterLabels, name) ? filterLabels[name] : undefined,
    )
  const first = listUrl(call, { ...query, after: '' })
  return html`<div class="notice bad" role="alert">
    <p><strong>There is no such page of this list.</strong></p>
    <p>The filters have changed, or the address is incomplete.
    <a href="${first}">Show the first page</a></p>
  </div>`
}

function getQuotes(
  call: DeskCall,
  query: ListQuery,
  { users }: QuoteList,
  { items, next }: NonNullable<QuoteList['page']>,
): Html {
  if (items.length === 0) return emptyList(call, query)
  const getPath = (after: string) => listUrl(call, { ...query, after })
  return html`<div class="card list">${listTable(call, items, users, query.deleted !== '')}</div>
  ${
    (query.after !== '' || next !== undefined) &&
    html`<nav class="actions pages no-print" aria-label="Pages">
      ${query.after !== '' && html`<a class="button" href="${getPath('')}">First page</a>`}
      ${next !== undefined && html`<a class="button" rel="next" href="${getPath(next)}">Next page</a>`}
    </nav>`
  }`
}

function emptyList(call: DeskCall, query: ListQuery): Html {
  const { order, deleted, after } = query
  if (after !== '')
    return html`<div class="card empty"><h2>The list ends here</h2>
      <p><a href="${listUrl(call, { ...query, after: '' })}">Show the first page</a></p></div>`
  if (isFiltered({ ...query, deleted: '' }))
    return html`<div class="card empty"><h2>No quote matches</h2>
      <p class="muted">Remove one of the filters above, or
      <a href="${listUrl(call, { order, deleted })}">all of them</a>. A search finds the
      beginnings of words: “lov” finds Lovelace.</p></div>`
  if (deleted !== '')
    return html`<div class="card empty"><h2>No deleted quotes</h2>
      <p class="muted">Quotes that are deleted stay here until they are restored or erased.</p></div>`
  if (order === 'expires')
    return html`<div class="card empty"><h2>No offer expires</h2>
      <p class="muted">This order lists only quotes whose offer expires at some time.
      <a href="${call.url('/')}">Show all quotes</a></p></div>`
  return html`<div class="card empty"><h2>No quotes yet</h2>
    <p class="muted">Write the first quote here. Quotes that customers request appear here as
    well.</p>
    <p class="actions"><a class="button primary" href="${call.url('/quotes/new')}">New quote</a>
    <a class="button" href="${call.url('/templates')}">Start from a template</a></p></div>`
}

/**
 * Shows the statuses that quotes of the store have, each as a link to its quotes. The counts are
 * those of the whole store, so the links drop all filters.
 */
function statusStrip(call: DeskCall, query: ListQuery, { counts }: QuoteList): Html {
  const { order } = query
  const only = query.status.length === 1 ? query.status[0] : undefined
  const isPlain = !isFiltered({ ...query, status: [] })
  const shown = allStatuses(call).filter(
    (status) => counts.size === 0 || counts.get(status)?.count !== 0 || status === only,
  )
  const link = (label: string, target: Partial<ListQuery>, isCurrent: boolean, count?: Html) =>
    html`<li><a href="${listUrl(call, { ...target, order })}"${
      isCurrent && html` aria-current="page"`
    }>${label}${count}</a></li>`
  return html`<nav class="strip no-print" aria-label="Statuses"><ul>
    ${link('All', {}, !isFiltered(query))}
    ${shown.map((status) => {
      const count = counts.get(status)
      const isCurrent = isPlain && status === only
      return link(
        statusLabel(call, status),
        { status: [status] },
        isCurrent,
        count && html` <span class="count">${countText(call, count)}</span>`,
      )
    })}
    ${link('Deleted', { deleted: 'yes' }, isOnlyDeleted(query))}
  </ul></nav>`
}

function isOnlyDeleted(query: ListQuery): boolean {
  return query.deleted !== '' && !isFiltered({ ...query, deleted: '' })
}

/** Returns a number of quotes: `1,250`, or `10,000+` if there are more than were counted. */
function countText({ formats }: Pick<DeskCall, 'formats'>, found: QuoteCount): string {
  return `${formats.number(found.count)}${found.isCapped ? '+' : ''}`
}

/** Shows quotes as rows. The rows of deleted quotes can be restored and erased. */
function listTable(
  call: DeskCall,
  quotes: readonly QuoteView[],
  users: readonly User[],
  areDeleted: boolean,
): Html {
  const names = new Map(users.map(({ id, name }) => [id, name]))
  const hasTags = quotes.some(({ visibleTags = [] }) => visibleTags.length > 0)
  const hasOwners = quotes.some(({ quote }) => quote.owner !== undefined)
  return html`<table class="rows quotes">
    <caption class="visually-hidden">${areDeleted ? 'Deleted quotes' : 'Quotes'}</caption>
    <thead><tr>
      <th scope="col">Quote</th>
      <th scope="col">Customer</th>
      <th scope="col">Status</th>
      ${hasTags && html`<th scope="col">Tags</th>`}
      ${hasOwners && html`<th scope="col">Owner</th>`}
      <th scope="col">Created</th>
      <th scope="col">Expires</th>
      <th scope="col" class="number">Total</th>
      ${areDeleted && html`<th scope="col"><span class="visually-hidden">Actions</span></th>`}
    </tr></thead>
    <tbody>${quotes.map((view) => {
      const { quoteId, quote, visibleTags } = view
      const { owner } = quote
      const name = quoteName(view)
      return html`<tr>
        <th scope="row" class="name">${
          areDeleted
            ? name
            : html`<a class="row" href="${call.url(`/quotes/${encodeURIComponent(quoteId)}`)}">${name}</a>`
        }</th>
        <td class="customer">${customerCell(view)}</td>
        <td class="status">${statusPill(call, quote.status)}</td>
        ${hasTags && html`<td class="tags">${tagChips(visibleTags)}</td>`}
        ${
          hasOwners &&
          html`<td class="owner wrap"${owner && html` data-label="Owner"`}>${
            owner && (names.get(owner) ?? owner)
          }</td>`
        }
        <td class="date" data-label="Created">${createdCell(call, view)}</td>
        <td class="date"${quote.expires !== undefined && html` data-label="Expires"`}>${
          quote.expires !== undefined && getShortDate(call, getLastMoment(quote.expires))
        }</td>
        <td class="total number">${getTotal(call, view)}</td>
        ${areDeleted && html`<td class="deleted">${deletedActions(call, view, name)}</td>`}
      </tr>`
    })}</tbody>
  </table>`
}

function customerCell({ quote }: QuoteView): Html {
  const { name, company, city } = quote.customer
  const place = [company, city].filter(Boolean).join(', ')
  const title = name || company || quote.customer.email
  if (!title) return html`<span class="muted">No name</span>`
  const rest = name ? place : city
  return html`<span class="who">${title}</span>${rest && html`<span class="where">${rest}</span>`}`
}

const dayMs = 86_400_000

/** The last change is worth a line if it is not of the day of the creation. */
function createdCell(call: DeskCall, { updated, quote: { created } }: QuoteView): Html {
  const isChanged = updated - created >= dayMs
  return html`${getShortDate(call, created)}${
    isChanged && html`<span class="changed">changed ${getShortDate(call, updated)}</span>`
  }`
}

/** A quote expires when its last valid day has ended, which is the first moment of the next. */
function getLastMoment(expires: number): number {
  return expires - 1
}

/** Returns what the customer pays, or the sum of the lines until more is known. */
function getTotal({ formats }: DeskCall, { quote }: QuoteView): string {
  return formats.money(quote.amounts?.total ?? quote.quote_total, quote.currency)
}

function deletedActions(call: DeskCall, { quoteId, version }: QuoteView, name: string): Html {
  const path = call.url(`/quotes/${encodeURIComponent(quoteId)}`)
  const described = html`<span class="visually-hidden"> ${name}</span>`
  return html`<div class="actions">
    <form method="post" action="${path}/restore">${formToken(call)}<button>Restore${described}</button></form>
    <a class="button" href="${path}/erase?version=${version}">Erase…${described}</a>
  </div>`
}

/** The labels of the filters by the names of their fields. */
const filterLabels: Readonly<Record<string, string>> = {
  text: 'Search',
  status: 'Status',
  tag: 'Tag',
  owner: 'Owner',
  customer_id: 'Customer id',
  from: 'Created from',
  to: 'Created until',
  order: 'Order',
}

const orderLabels: Readonly<Record<string, string>> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  updated: 'Last changed first',
  expires: 'Expiring first',
}

/** Shows the form of the filters. What is typed becomes the address, which can be bookmarked. */
function listFilters(call: DeskCall, query: ListQuery, list: QuoteList): Html {
  const { text, from, to, deleted } = query
  const { errors } = list
  return html`<form class="filters no-print" method="get" action="${call.url('/')}" role="search">
    ${deleted !== '' && html`<input type="hidden" name="deleted" value="${deleted}">`}
    <div class="search">
      ${field({
        name: 'text',
        label: 'Search customers, numbers and products',
        type: 'search',
        value: text,
        errors,
      })}
      <button class="primary">Search</button>
    </div>
    <details${hasErrorBeyondText(list) && html` open`}>
      <summary>Filters and order</summary>
      <div class="stack">
        <div class="fields">
          ${select({
            name: 'tag',
            label: 'Tag',
            value: query.tag,
            options: tagOptions(query, list),
            errors,
          })}
          ${select({
            name: 'owner',
            label: 'Owner',
            value: query.owner,
            options: ownerOptions(query, list),
            errors,
          })}
          ${field({
            name: 'customer_id',
            label: 'Customer id',
            value: query.customer_id,
            errors,
          })}
          ${field({ name: 'from', label: 'Created from', type: 'date', value: from, errors })}
          ${field({ name: 'to', label: 'Created until', type: 'date', value: to, errors })}
          ${select({
            name: 'order',
            label: 'Order',
            value: query.order === '' ? 'newest' : query.order,
            options: Object.entries(orderLabels),
            errors,
          })}
        </div>
        <fieldset id="f-status" tabindex="-1"${errors.status && html` aria-describedby="f-status-error"`}>
          <legend class="label">Status</legend>
          <div class="checks">${statusOptions(call, query, list).map((status) =>
            checkbox({
              name: 'status',
              value: status,
              label: statusLabel(call, status),
              isChecked: query.status.includes(status),
            }),
          )}</div>
          ${errors.status && html`<p class="error" id="f-status-error">${errors.status}</p>`}
        </fieldset>
        <div class="actions"><button>Apply filters</button></div>
      </div>
    </details>
  </form>
  ${activeFilters(call, query, list)}`
}

function hasErrorBeyondText({ errors }: QuoteList): boolean {
  return Object.keys(errors).some((name) => name !== 'text' && name !== 'after')
}

/** A tag of the address is an option even if the store has it no more. */
function tagOptions({ tag }: ListQuery, { tags }: QuoteList): readonly SelectOption[] {
  const options = Object.values(tags).map(({ value, label }) => [value, label] as const)
  return withCurrent([['', 'Any tag'], ...options], tag)
}

function ownerOptions({ owner }: ListQuery, { users }: QuoteList): readonly SelectOption[] {
  const options = users.map(({ id, name }) => [id, name] as const)
  return withCurrent([['', 'Anyone'], ...options], owner)
}

function withCurrent(options: readonly SelectOption[], current: string): readonly SelectOption[] {
  return options.some(([value]) => value === current) ? options : [...options, [current, current]]
}

/** Quotes can have statuses that the life cycle of the host had once. */
function statusOptions(
  call: DeskCall,
  { status }: ListQuery,
  { page }: QuoteList,
): readonly string[] {
  const listed = page?.items.map(({ quote }) => quote.status) ?? []
  return [...new Set<string>([...allStatuses(call), ...listed, ...status])]
}

/** Shows each filter that is set, as a link to the list without it. */
function activeFilters(call: DeskCall, query: ListQuery, { users, tags, errors }: QuoteList): Html {
  const { text, status, tag, owner, from, to, order } = query
  const { customer_id: customerId } = query
  if (!isFiltered({ ...query, deleted: '' }) || Object.keys(errors).length > 0) return html``
  const userName = users.find(({ id }) => id === owner)?.name ?? owner
  const tagLabel = Object.hasOwn(tags, tag) ? tags[tag]?.label : tag
  const filters: readonly (readonly [label: string, without: Partial<ListQuery>])[] = [
    ...(text === '' ? [] : [[`“${text}”`, { text: '' }] as const]),
    ...status.map(
      (each) =>
        [statusLabel(call, each), { status: status.filter((other) => other !== each) }] as const,
    ),
    ...(tag === '' ? [] : [[`Tag: ${tagLabel}`, { tag: '' }] as const]),
    ...(owner === '' ? [] : [[`Owner: ${userName}`, { owner: '' }] as const]),
    ...(customerId === '' ? [] : [[`Customer id: ${customerId}`, { customer_id: '' }] as const]),
    ...(from === '' ? [] : [[`From ${from}`, { from: '' }] as const]),
    ...(to === '' ? [] : [[`Until ${to}`, { to: '' }] as const]),
  ]
  return html`<div class="active no-print"><span class="muted">Filtered by</span><ul>
    ${filters.map(
      ([label, without]) =>
        html`<li><a class="drop" href="${listUrl(call, { ...query, after: '', ...without })}"
          ><span class="visually-hidden">Remove the filter </span>${label}<span aria-hidden="true"
          > ×</span></a></li>`,
    )}
    <li><a href="${listUrl(call, { order, deleted: query.deleted })}">Remove all</a></li>
  </ul></div>`
}
