import { html } from 'hono/html'
import { checkbox, field, type SelectOption, select } from '../../pages/forms/field.js'
import { hiddenField } from '../../pages/forms/hidden-field.js'
import type { Html } from '../../pages/layout.js'
import { hostIdNames } from '../../quote/model/host-ids.js'
import type { DeskCall } from '../desk-call.js'
import { allStatuses, statusLabel } from '../parts/names.js'
import { getOptions, ownText, type ShownField } from '../parts/own-fields.js'
import {
  fieldParameter,
  flagFilters,
  isFiltered,
  type ListQuery,
  listUrl,
  type QuoteList,
} from './load-list.js'

/**
 * Shows the form of the filters and the search beside the links of the views. What is typed becomes
 * the address, which can be bookmarked.
 */
export function listFilters(call: DeskCall, query: ListQuery, list: QuoteList, views: Html): Html {
  const { text, from, to, deleted, view = '' } = query
  const { errors } = list
  const { list: strings, common } = call.strings
  const labels = strings.filters
  return html`<form class="filters tools no-print" method="get" action="${call.url('/')}" role="search">
    ${deleted !== '' && hiddenField('deleted', deleted)}
    ${view !== '' && hiddenField('view', view)}
    ${views}
    <details class="menu"${hasErrorBeyondText(list) && html` open`}>
      <summary class="tab">${strings.filtersAndOrder} <span aria-hidden="true">▾</span></summary>
      <div class="pop">
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
            options: withCurrent(orderOptions(call), query.order),
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
        <div class="actions"><button>${strings.apply}</button>
          <a class="button" href="${listUrl(call, { deleted: 'yes' })}">${strings.deletedTitle}</a></div>
      </div></div>
    </details>
    <div class="search">
      ${field({
        name: 'text',
        label: strings.searchLabel,
        isLabelHidden: true,
        placeholder: common.search,
        type: 'search',
        value: text,
        errors,
      })}
      <button>${common.search}</button>
    </div>
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

/** Returns the orders of the engine, and those by columns. */
function orderOptions({ strings: { list } }: DeskCall): readonly SelectOption[] {
  return Object.entries({ ...list.orders, ...list.columnOrders })
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
  const { approval, follow_up, view = '' } = query
  const { filters: labels, ...strings } = call.strings.list
  if (!isFiltered({ ...query, deleted: '', view: '' }) || Object.keys(errors).length > 0)
    return html``
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
    <li><a href="${listUrl(call, { order, view, deleted: query.deleted })}">${strings.removeAll}</a></li>
  </ul></div>`
}

/** Returns what the filter of a field says: the label of a choice, or what was typed. */
function filterText({ formats, strings }: DeskCall, shown: ShownField, value: string): string {
  const { yes, no } = strings.common
  const isYes = value === 'true' || (value !== 'false' && value)
  const held = shown.input === 'checkbox' ? isYes : value
  return ownText(shown, held, { yes, no, number: formats.number })
}
