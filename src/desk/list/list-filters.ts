import { html } from 'hono/html'
import { checkbox, field, type SelectOption, select } from '../../pages/forms/field.js'
import type { Html } from '../../pages/layout.js'
import type { DeskCall } from '../desk-call.js'
import { allStatuses, statusLabel } from '../parts/status.js'
import { isFiltered, type ListQuery, listUrl } from './list-query.js'
import type { QuoteList } from './load-list.js'

/** The labels of the filters by the names of their fields. */
export const filterLabels: Readonly<Record<string, string>> = {
  text: 'Search',
  status: 'Status',
  tag: 'Tag',
  owner: 'Owner',
  customer_id: 'Customer id',
  from: 'Created from',
  to: 'Created until',
  order: 'Order',
}

export const orderLabels: Readonly<Record<string, string>> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  updated: 'Last changed first',
  expires: 'Expiring first',
}

/** Shows the form of the filters. What is typed becomes the address, which can be bookmarked. */
export function listFilters(call: DeskCall, query: ListQuery, list: QuoteList): Html {
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
