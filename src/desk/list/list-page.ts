import { html } from 'hono/html'
import type { QuoteCount, QuoteView } from '../../engine/operations/read-quotes.js'
import type { User } from '../../features/users/users.js'
import { errorSummary } from '../../pages/forms/error-summary.js'
import { checkbox, field, type SelectOption, select } from '../../pages/forms/field.js'
import type { Html } from '../../pages/layout.js'
import { hostIdNames } from '../../quote/model/host-ids.js'
import type { Quote } from '../../quote/model/quote.js'
import type { DeskCall, DeskRoute } from '../desk-call.js'
import { doneNotice, formToken } from '../forms.js'
import { doneMessages } from '../lifecycle/actions.js'
import { renderShortDate, timeOnDay } from '../parts/changes.js'
import { allStatuses, quoteName, statusLabel, statusPill, tagChips } from '../parts/names.js'
import { getOptions, ownText, type ShownField, storedValue } from '../parts/own-fields.js'
import { totalText } from '../parts/quote-content.js'
import { approvalInbox } from './approval-inbox.js'
import {
  fieldParameter,
  flagFilters,
  isFiltered,
  type ListQuery,
  listUrl,
  loadList,
  type QuoteList,
  readListQuery,
  requestFilters,
} from './load-list.js'

/** Lists the quotes of the store, with filters that are part of the address. */
export const listRoute: DeskRoute = {
  path: '/',
  async get(call) {
    const query = readListQuery(call)
    const list = await loadList(call, query)
    const areDeleted = query.deleted !== ''
    const strings = call.strings.list
    const isInbox = isInboxOf(query)
    const heading = areDeleted
      ? strings.deletedTitle
      : isInbox
        ? strings.approvalsTitle
        : strings.title
    const main = html`<div class="stack">
      <div class="head">
        <h1>${heading}</h1>${summary(call, query, list)}
        <div class="actions no-print">
          <a class="button primary" href="${call.url('/quotes/new')}">${strings.newQuote}</a>
        </div>
      </div>
      ${doneNotice(call, strings.done, ...doneMessages(call.strings))}
      ${statusStrip(call, query, list)}
      ${errorNotice(call, query, list)}
      ${listFilters(call, query, list)}
      ${list.page !== undefined && (await getQuotes(call, query, list, list.page))}
    </div>`
    const status = list.page === undefined ? 422 : 200
    const section = isInbox ? 'approvals' : 'quotes'
    return call.page({ title: heading, section, main }, status)
  },
}

/** Returns true for the list of what waits for an approval. */
function isInboxOf({ approval, deleted }: ListQuery): boolean {
  return approval === 'pending' && deleted === ''
}

function summary(call: DeskCall, { order }: ListQuery, { found, page }: QuoteList) {
  if (page === undefined) return undefined
  const { orders, summary: counted } = call.strings.list
  const sorted = Object.hasOwn(orders, order) ? orders[order as 'newest'] : orders.newest
  if (found === undefined) return html`<p class="summary muted">${sorted}</p>`
  const text = counted(countText(call, found), found.count === 1, sorted)
  return html`<p class="summary muted">${text}</p>`
}

function errorNotice(call: DeskCall, query: ListQuery, list: QuoteList): Html | undefined {
  const { after, ...errors } = list.errors
  const { list: strings, common } = call.strings
  const ofFields = call.ownFields.quote.map(({ name, label }) => [fieldParameter(name), label])
  const labels: Readonly<Record<string, string>> = {
    ...strings.filters,
    ...Object.fromEntries(ofFields),
  }
  if (list.page !== undefined) return undefined
  if (after === undefined)
    return errorSummary(strings.notSearched, errors, (name) =>
      Object.hasOwn(labels, name) ? labels[name] : undefined,
    )
  const first = listUrl(call, { ...query, after: '' })
  return html`<div class="notice bad" role="alert">
    <p><strong>${strings.noSuchPage}</strong></p>
    <p>${strings.noSuchPageHint} <a href="${first}">${common.showFirstPage}</a></p>
  </div>`
}

async function getQuotes(
  call: DeskCall,
  query: ListQuery,
  { users }: QuoteList,
  { items, next }: NonNullable<QuoteList['page']>,
): Promise<Html> {
  if (items.length === 0) return emptyList(call, query)
  const { common } = call.strings
  const getPath = (after: string) => listUrl(call, { ...query, after })
  const shown = isInboxOf(query)
    ? await approvalInbox(call, items)
    : html`<div class="card list">${listTable(call, items, users, query.deleted !== '')}</div>`
  return html`${shown}
  ${
    (query.after !== '' || next !== undefined) &&
    html`<nav class="actions pages no-print" aria-label="${common.pages}">
      ${query.after !== '' && html`<a class="button" href="${getPath('')}">${common.firstPage}</a>`}
      ${next !== undefined && html`<a class="button" rel="next" href="${getPath(next)}">${common.nextPage}</a>`}
    </nav>`
  }`
}

function emptyList(call: DeskCall, query: ListQuery): Html {
  const { order, deleted, after } = query
  const { list: strings, common } = call.strings
  if (after !== '')
    return html`<div class="card empty"><h2>${strings.ends}</h2>
      <p><a href="${listUrl(call, { ...query, after: '' })}">${common.showFirstPage}</a></p></div>`
  if (query.approval === 'pending' && !isFiltered({ ...query, approval: '' }))
    return html`<div class="card empty"><h2>${strings.noneToApprove}</h2>
      <p class="muted">${strings.noneToApproveHint}</p></div>`
  if (isFiltered({ ...query, deleted: '' }))
    return html`<div class="card empty"><h2>${strings.noMatch}</h2>
      <p class="muted">${strings.noMatchHint}
      <a href="${listUrl(call, { order, deleted })}">${strings.removeFilters}</a></p></div>`
  if (deleted !== '')
    return html`<div class="card empty"><h2>${strings.noDeleted}</h2>
      <p class="muted">${strings.noDeletedHint}</p></div>`
  if (order === 'expires')
    return html`<div class="card empty"><h2>${strings.noneExpires}</h2>
      <p class="muted">${strings.noneExpiresHint}
      <a href="${call.url('/')}">${strings.showAll}</a></p></div>`
  return html`<div class="card empty"><h2>${strings.none}</h2>
    <p class="muted">${strings.noneHint}</p>
    <p class="actions"><a class="button primary" href="${call.url('/quotes/new')}">${strings.newQuote}</a>
    <a class="button" href="${call.url('/templates')}">${strings.fromTemplate}</a></p></div>`
}

/**
 * Shows the statuses that quotes of the store have, each as a link to its quotes. The counts are
 * those of the whole store, so the links drop all filters.
 */
function statusStrip(call: DeskCall, query: ListQuery, { counts, requests }: QuoteList): Html {
  const { order } = query
  const strings = call.strings.list
  const only = query.status.length === 1 ? query.status[0] : undefined
  const isPlain = !isFiltered({ ...query, status: [] })
  const isOnly = (name: (typeof requestFilters)[number]) =>
    query[name] !== '' && !isFiltered({ ...query, [name]: '' })
  const shown = allStatuses(call).filter(
    (status) => counts.size === 0 || counts.get(status)?.count !== 0 || status === only,
  )
  const link = (label: string, target: Partial<ListQuery>, isCurrent: boolean, count?: Html) =>
    html`<li><a href="${listUrl(call, { ...target, order })}"${
      isCurrent && html` aria-current="page"`
    }>${label}${count}</a></li>`
  return html`<nav class="strip no-print" aria-label="${strings.statuses}"><ul>
    ${link(strings.all, {}, !isFiltered(query))}
    ${requestFilters.map((name) => {
      const count = requests.get(name)
      if (!count?.count && !isOnly(name)) return ''
      const shown = count && html` <span class="count">${countText(call, count)}</span>`
      return link(strings.filters[name], { [name]: 'yes' }, isOnly(name), shown)
    })}
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
    ${link(strings.deleted, { deleted: 'yes' }, isOnlyDeleted(query))}
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
  const { labels, list: strings, common } = call.strings
  const names = new Map(users.map(({ id, name }) => [id, name]))
  const hasTags = quotes.some(({ visibleTags = [] }) => visibleTags.length > 0)
  const hasOwners = quotes.some(({ quote }) => quote.owner !== undefined)
  const hasFollowUps = quotes.some(({ quote }) => quote.follow_up !== undefined)
  const columns = call.ownFields.quote.filter(
    (each) => each.isSearched && quotes.some(({ quote }) => storedValue(quote, each) !== undefined),
  )
  return html`<table class="rows quotes">
    <caption class="visually-hidden">${areDeleted ? strings.deletedTitle : strings.title}</caption>
    <thead><tr>
      <th scope="col">${strings.quote}</th>
      <th scope="col">${labels.quote.customer}</th>
      <th scope="col">${labels.quote.status}</th>
      ${hasTags && html`<th scope="col">${labels.quote.tags}</th>`}
      ${hasOwners && html`<th scope="col">${labels.quote.owner}</th>`}
      ${hasFollowUps && html`<th scope="col">${labels.quote.follow_up}</th>`}
      ${columns.map(({ label }) => html`<th scope="col">${label}</th>`)}
      <th scope="col">${labels.quote.created}</th>
      <th scope="col">${strings.expires}</th>
      <th scope="col" class="number">${common.total}</th>
      ${areDeleted && html`<th scope="col"><span class="visually-hidden">${common.actions}</span></th>`}
    </tr></thead>
    <tbody>${quotes.map((view) => {
      const { quoteId, quote, visibleTags } = view
      const { owner } = quote
      const name = quoteName(call, view)
      return html`<tr>
        <th scope="row" class="name">${
          areDeleted
            ? name
            : html`<a class="row" href="${call.url(`/quotes/${encodeURIComponent(quoteId)}`)}">${name}</a>`
        }${quote.title && html`<span class="about">${quote.title}</span>`}</th>
        <td class="customer">${customerCell(call, view)}</td>
        <td class="status">${statusPill(call, quote.status)}</td>
        ${hasTags && html`<td class="tags">${tagChips(visibleTags)}</td>`}
        ${
          hasOwners &&
          html`<td class="owner wrap"${owner && html` data-label="${labels.quote.owner}"`}>${
            owner && (names.get(owner) ?? owner)
          }</td>`
        }
        ${hasFollowUps && followUpCell(call, quote)}
        ${columns.map((each) => ownCell(call, each, storedValue(quote, each)))}
        <td class="date" data-label="${labels.quote.created}">${createdCell(call, view)}</td>
        <td class="date"${quote.expires !== undefined && html` data-label="${strings.expires}"`}>${
          quote.expires !== undefined && renderShortDate(call, getLastMoment(quote.expires))
        }</td>
        <td class="total number">${totalText(call, quote)}</td>
        ${areDeleted && html`<td class="deleted">${deletedActions(call, view, name)}</td>`}
      </tr>`
    })}</tbody>
  </table>`
}

function customerCell({ strings }: DeskCall, { quote }: QuoteView): Html {
  const { name, company, city } = quote.customer
  const place = [company, city].filter(Boolean).join(', ')
  const title = name || company || quote.customer.email
  if (!title) return html`<span class="muted">${strings.list.noName}</span>`
  const rest = name ? place : city
  return html`<span class="who">${title}</span>${rest && html`<span class="where">${rest}</span>`}`
}

function followUpCell(call: DeskCall, { follow_up: day }: Quote): Html {
  const label = call.strings.labels.quote.follow_up
  return html`<td class="date"${day && html` data-label="${label}"`}>${
    day && renderShortDate(call, timeOnDay(call, day))
  }</td>`
}

function ownCell({ formats, strings }: DeskCall, shown: ShownField, value: unknown): Html {
  const { yes, no } = strings.common
  const text = ownText(shown, value, { yes, no, number: formats.number })
  return html`<td class="wrap"${text !== '' && html` data-label="${shown.label}"`}>${text}</td>`
}

const dayMs = 86_400_000

/** The last change is worth a line if it is not of the day of the creation. */
function createdCell(call: DeskCall, { updated, quote: { created } }: QuoteView): Html {
  const isChanged = updated - created >= dayMs
  return html`${renderShortDate(call, created)}${
    isChanged &&
    html`<span class="changed">${call.strings.list.changed} ${renderShortDate(call, updated)}</span>`
  }`
}

/** A quote expires when its last valid day has ended, which is the first moment of the next. */
function getLastMoment(expires: number): number {
  return expires - 1
}

function deletedActions(call: DeskCall, { quoteId, version }: QuoteView, name: string): Html {
  const path = call.url(`/quotes/${encodeURIComponent(quoteId)}`)
  const described = html`<span class="visually-hidden"> ${name}</span>`
  return html`<div class="actions">
    <form method="post" action="${path}/restore">${formToken(call)}<button>${call.strings.list.restore}${described}</button></form>
    <a class="button" href="${path}/erase?version=${version}">${call.strings.list.erase}${described}</a>
  </div>`
}

/** Shows the form of the filters. What is typed becomes the address, which can be bookmarked. */
function listFilters(call: DeskCall, query: ListQuery, list: QuoteList): Html {
  const { text, from, to, deleted } = query
  const { errors } = list
  const { list: strings, common } = call.strings
  const labels = strings.filters
  return html`<form class="filters no-print" method="get" action="${call.url('/')}" role="search">
    ${deleted !== '' && html`<input type="hidden" name="deleted" value="${deleted}">`}
    <div class="search">
      ${field({
        name: 'text',
        label: strings.searchLabel,
        type: 'search',
        value: text,
        errors,
      })}
      <button class="primary">${common.search}</button>
    </div>
    <details${hasErrorBeyondText(list) && html` open`}>
      <summary>${strings.filtersAndOrder}</summary>
      <div class="stack">
        <div class="fields">
          ${select({
            name: 'tag',
            label: labels.tag,
            value: query.tag,
            options: tagOptions(call, query, list),
            errors,
          })}
          ${select({
            name: 'owner',
            label: labels.owner,
            value: query.owner,
            options: ownerOptions(call, query, list),
            errors,
          })}
          ${hostIdNames.map((name) =>
            field({ name, label: labels[name], value: query[name], errors }),
          )}
          ${field({
            name: 'follow_up',
            label: labels.follow_up,
            type: 'date',
            value: query.follow_up,
            errors,
          })}
          ${
            (call.engine.requiresApprovals || query.approval !== '') &&
            select({
              name: 'approval',
              label: labels.approval,
              value: query.approval,
              options: approvalOptions(call, query),
              errors,
            })
          }
          ${fieldFilters(call, query, list)}
          ${field({ name: 'from', label: labels.from, type: 'date', value: from, errors })}
          ${field({ name: 'to', label: labels.to, type: 'date', value: to, errors })}
          ${select({
            name: 'order',
            label: labels.order,
            value: query.order === '' ? 'newest' : query.order,
            options: Object.entries(strings.orders),
            errors,
          })}
        </div>
        <fieldset id="f-status" tabindex="-1"${errors.status && html` aria-describedby="f-status-error"`}>
          <legend class="label">${labels.status}</legend>
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
        <div class="checks">${flagFilters.map((name) =>
          checkbox({ name, label: labels[name], value: 'yes', isChecked: query[name] !== '' }),
        )}</div>
        <div class="actions"><button>${strings.apply}</button></div>
      </div>
    </details>
  </form>
  ${activeFilters(call, query, list)}`
}

/** Shows a filter for each own field by which quotes are found. */
function fieldFilters({ ownFields, strings }: DeskCall, query: ListQuery, { errors }: QuoteList) {
  const { anyValue } = strings.list
  const { yes, no } = strings.common
  return ownFields.quote.flatMap(({ name, label, input, isSearched }) => {
    if (!isSearched) return []
    const value = query.fields?.[name] ?? ''
    const shown = { name: fieldParameter(name), label, value, errors }
    if (input === 'text' || input === 'number') return [field(shown)]
    const options: readonly SelectOption[] =
      input === 'checkbox'
        ? [
            ['true', yes],
            ['false', no],
          ]
        : getOptions(input, '').slice(1)
    return [select({ ...shown, options: withCurrent([['', anyValue], ...options], value) })]
  })
}

function hasErrorBeyondText({ errors }: QuoteList): boolean {
  return Object.keys(errors).some((name) => name !== 'text' && name !== 'after')
}

/** A tag of the address is an option even if the store has it no more. */
function tagOptions(
  { strings }: DeskCall,
  { tag }: ListQuery,
  { tags }: QuoteList,
): readonly SelectOption[] {
  const options = Object.values(tags).map(({ value, label }) => [value, label] as const)
  return withCurrent([['', strings.list.anyTag], ...options], tag)
}

function ownerOptions(
  { strings }: DeskCall,
  { owner }: ListQuery,
  { users }: QuoteList,
): readonly SelectOption[] {
  const options = users.map(({ id, name }) => [id, name] as const)
  return withCurrent([['', strings.list.anyone], ...options], owner)
}

function approvalOptions({ strings }: DeskCall, { approval }: ListQuery): readonly SelectOption[] {
  const options = Object.entries(strings.approvals.statuses)
  return withCurrent([['', strings.list.anyApproval], ...options], approval)
}

function approvalLabel({ strings }: DeskCall, approval: string): string {
  const labels: Readonly<Record<string, string>> = strings.approvals.statuses
  return (Object.hasOwn(labels, approval) && labels[approval]) || approval
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
  const { approval, follow_up } = query
  const { filters: labels, ...strings } = call.strings.list
  if (!isFiltered({ ...query, deleted: '' }) || Object.keys(errors).length > 0) return html``
  const userName = users.find(({ id }) => id === owner)?.name ?? owner
  const tagLabel = Object.hasOwn(tags, tag) ? tags[tag]?.label : tag
  const filters: readonly (readonly [label: string, without: Partial<ListQuery>])[] = [
    ...(text === '' ? [] : [[strings.filterText(text), { text: '' }] as const]),
    ...status.map(
      (each) =>
        [statusLabel(call, each), { status: status.filter((other) => other !== each) }] as const,
    ),
    ...(tag === '' ? [] : [[strings.filter(labels.tag, String(tagLabel)), { tag: '' }] as const]),
    ...(owner === '' ? [] : [[strings.filter(labels.owner, userName), { owner: '' }] as const]),
    ...hostIdNames
      .filter((name) => query[name] !== '')
      .map((name) => [strings.filter(labels[name], query[name]), { [name]: '' }] as const),
    ...(follow_up === ''
      ? []
      : [[strings.filter(labels.follow_up, follow_up), { follow_up: '' }] as const]),
    ...(approval === ''
      ? []
      : [
          [
            strings.filter(labels.approval, approvalLabel(call, approval)),
            { approval: '' },
          ] as const,
        ]),
    ...flagFilters
      .filter((name) => query[name] !== '')
      .map((name) => [labels[name], { [name]: '' }] as const),
    ...call.ownFields.quote.flatMap((each) => {
      const value = query.fields?.[each.name] ?? ''
      if (value === '') return []
      const without = { fields: { ...query.fields, [each.name]: '' } }
      return [[strings.filter(each.label, filterText(call, each, value)), without] as const]
    }),
    ...(from === '' ? [] : [[strings.filterFrom(from), { from: '' }] as const]),
    ...(to === '' ? [] : [[strings.filterTo(to), { to: '' }] as const]),
  ]
  return html`<div class="active no-print"><span class="muted">${strings.filteredBy}</span><ul>
    ${filters.map(
      ([label, without]) =>
        html`<li><a class="drop" href="${listUrl(call, { ...query, after: '', ...without })}"
          ><span class="visually-hidden">${strings.removeFilter} </span>${label}<span aria-hidden="true"
          > ×</span></a></li>`,
    )}
    <li><a href="${listUrl(call, { order, deleted: query.deleted })}">${strings.removeAll}</a></li>
  </ul></div>`
}

/** Returns what the filter of a field says: the label of a choice, or what was typed. */
function filterText({ formats, strings }: DeskCall, shown: ShownField, value: string): string {
  const { yes, no } = strings.common
  const isYes = value === 'true' || (value !== 'false' && value)
  const held = shown.input === 'checkbox' ? isYes : value
  return ownText(shown, held, { yes, no, number: formats.number })
}
