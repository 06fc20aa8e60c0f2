import { html } from 'hono/html'
import type { QuoteCount } from '../../engine/operations/read-quotes.js'
import type { SavedView } from '../../features/views/operations.js'
import { errorSummary } from '../../pages/forms/error-summary.js'
import { hiddenField } from '../../pages/forms/hidden-field.js'
import type { Html } from '../../pages/layout.js'
import type { DeskCall, DeskRoute } from '../desk-call.js'
import { doneNotice, formToken } from '../forms.js'
import { doneMessages } from '../lifecycle/actions.js'
import { loadOwnColumn } from '../own/quote-parts.js'
import { statusLabel } from '../parts/names.js'
import { keepsViews, saveViewUrl } from '../saved-views/views-page.js'
import { approvalInbox } from './approval-inbox.js'
import { bulkBar, undoNotice } from './change-many.js'
import { listFilters } from './list-filters.js'
import { type ViewName, viewNames } from './list-views.js'
import {
  fieldParameter,
  isFiltered,
  type ListPage,
  type ListQuery,
  listUrl,
  loadList,
  loadSums,
  maxSorted,
  type QuoteList,
  readListQuery,
  requestFilters,
  toSearch,
} from './load-list.js'
import { quoteRows } from './quote-rows.js'
import type { CurrencySum } from './sort-quotes.js'

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
    const isPlainInbox =
      isInbox && !isFiltered({ ...query, approval: '' }) && list.page !== undefined
    const hasFigures = !areDeleted && !isInbox && list.counts.size > 0
    const main = html`<div class="head">
        <h1>${heading}</h1>${summary(call, query, list)}
        <div class="actions no-print">
          ${!isInbox && html`<a class="button" href="${call.url(`/quotes.csv?${viewSearch(query)}`)}">${strings.csv}</a>`}
          <a class="button primary new" href="${call.url('/quotes/new')}">${strings.newQuote}</a>
        </div>
      </div>
      ${doneNotice(call, strings.done, ...doneMessages(call.strings))}
      ${undoNotice(call, toSearch(query))}
      ${hasFigures && (await figures(call, list))}
      ${!isPlainInbox && listFilters(call, query, list, views(call, query, list))}
      ${errorNotice(call, query, list)}
      ${list.page !== undefined && (await getQuotes(call, query, list, list.page))}`
    const status = list.page === undefined ? 422 : 200
    const section = isInbox ? 'approvals' : 'quotes'
    return call.page({ title: heading, section, main }, status)
  },
}

/** Returns true for the list of what waits for an approval. */
function isInboxOf({ approval, deleted }: ListQuery): boolean {
  return approval === 'pending' && deleted === ''
}

/** Says how many quotes there are, in which order, and what they add up to. */
function summary(call: DeskCall, query: ListQuery, { found, page, sums }: QuoteList) {
  if (page === undefined) return undefined
  const { orders, columnOrders, summary: counted, addUp, tooManyToSort } = call.strings.list
  const names: Readonly<Record<string, string>> = { ...orders, ...columnOrders }
  const isKnown = Object.hasOwn(names, query.order) && !page.isUnsorted
  const sorted = (isKnown && names[query.order]) || orders.newest
  const text =
    found === undefined ? sorted : counted(countText(call, found), found.count === 1, sorted)
  const canAdd =
    sums === undefined && query.sums === '' && found && !found.isCapped && found.count <= maxSorted
  const max = call.formats.number(maxSorted)
  return html`<p class="about">${text}${sums && sums.length > 0 && html` · ${sumsText(call, sums)}`}${
    canAdd && html` · <a href="${listUrl(call, { ...query, sums: 'yes' })}">${addUp}</a>`
  }${page.isUnsorted && html`<strong class="warn"> ${tooManyToSort(max)}</strong>`}</p>`
}

function sumsText({ formats }: DeskCall, sums: readonly CurrencySum[]): string {
  return sums.map(({ sum, currency }) => formats.money(sum, currency || undefined)).join(' · ')
}

/** Shows what waits for the store, what expires, and what is open and won, as links. */
async function figures(call: DeskCall, list: QuoteList): Promise<Html> {
  const { figures: words, views: viewWords } = call.strings.list
  const { counts } = list
  const ofView = async (name: ViewName, label: string) => {
    const sums = await loadSums(call, name, list)
    const count = counts.get(name)
    return html`<a href="${listUrl(call, { view: name })}"><span class="eyebrow">${label}</span>
      <span class="value">${count && countText(call, count)}${
        sums && sums.length > 0 && html` <small>${sumsText(call, sums)}</small>`
      }</span></a>`
  }
  const waiting = (['requested', 'approval', 'change'] as const).filter(
    (name) => (counts.get(name)?.count ?? 0) > 0,
  )
  const sum = waiting.reduce((total, name) => total + (counts.get(name)?.count ?? 0), 0)
  const isCapped = waiting.some((name) => counts.get(name)?.isCapped)
  const queries = {
    requested: { requested: 'yes' },
    approval: { approval: 'pending' },
    change: { status: ['revision_requested'] },
  } as const
  const month = new Intl.DateTimeFormat(call.lang, {
    month: 'long',
    timeZone: call.options.timeZone ?? 'UTC',
  })
  const [expiring, open, won] = await Promise.all([
    ofView('expiring', words.expiring),
    ofView('open', viewWords.open),
    ofView('won-lately', words.won(month.format(Date.now()))),
  ])
  return html`<nav class="figures no-print" aria-label="${words.title}">
    <div><span class="eyebrow">${words.waiting}</span>
      <span class="value">${countText(call, { count: sum, isCapped })} <small>${waiting.map(
        (name, index) =>
          html`${index > 0 && ' · '}<a href="${listUrl(call, queries[name])}">${words[name](
            countText(call, counts.get(name) as QuoteCount),
            counts.get(name)?.count === 1,
          )}</a>`,
      )}</small></span></div>
    ${expiring}${open}${won}
  </nav>`
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
  list: QuoteList,
  { items, next }: ListPage,
): Promise<Html> {
  if (items.length === 0) return emptyList(call, query)
  const { common } = call.strings
  const getPath = (after: string) => listUrl(call, { ...query, after })
  const shown = isInboxOf(query)
    ? await approvalInbox(call, items)
    : await checkedRows(call, query, list, items)
  return html`${shown}
  ${
    (query.after !== '' || next !== undefined) &&
    html`<nav class="actions pages no-print" aria-label="${common.pages}">
      ${query.after !== '' && html`<a class="button" href="${getPath('')}">${common.firstPage}</a>`}
      ${next !== undefined && html`<a class="button" rel="next" href="${getPath(next)}">${common.nextPage}</a>`}
    </nav>`
  }`
}

/** Shows the rows in a form that changes those that are checked. Deleted ones have their own. */
async function checkedRows(
  call: DeskCall,
  query: ListQuery,
  { users, tags }: QuoteList,
  items: ListPage['items'],
): Promise<Html> {
  const column = await loadOwnColumn(call, items)
  const rows = quoteRows(call, items, { query, users, column, now: Date.now() })
  if (query.deleted !== '') return rows
  return html`<form class="checked" method="post" action="${call.url('/change-quotes')}">
    ${formToken(call)}${hiddenField('back', toSearch(query))}
    ${bulkBar(call, { users, tags })}
    ${rows}
  </form>`
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

/** Shows the views as links. They keep the order, and drop all filters. */
function views(call: DeskCall, query: ListQuery, list: QuoteList): Html {
  const { counts, ownStatuses, ownId } = list
  const isSaved = findSavedView(query, list) !== undefined
  const { order } = query
  const strings = call.strings.list
  const link = (
    label: string,
    target: Partial<ListQuery>,
    isCurrent: boolean,
    count?: QuoteCount,
  ) =>
    html`<li><a class="tab" href="${listUrl(call, { ...target, order })}"${
      isCurrent && html` aria-current="page"`
    }>${label}${count && html` <span class="count">${countText(call, count)}</span>`}</a></li>`
  const isOnly = (name: 'deleted' | (typeof requestFilters)[number]) =>
    !isFiltered({ ...query, [name]: '' })
  return html`<nav aria-label="${strings.viewsTitle}"><ul>
    ${link(strings.all, {}, !isFiltered(query))}
    ${requestFilters.map((name) => {
      const count = counts.get(name)
      const isCurrent = query[name] !== '' && isOnly(name)
      if (!count?.count && !isCurrent) return ''
      return link(strings.filters[name], { [name]: 'yes' }, isCurrent, count)
    })}
    ${[...ownStatuses].map(([status, count]) => {
      const isCurrent = query.status.length === 1 && query.status[0] === status
      if (count.count === 0 && !isCurrent) return ''
      return link(statusLabel(call, status), { status: [status] }, isCurrent, count)
    })}
    ${viewNames.map((name) => {
      const isCurrent = query.view === name && !isSaved
      if (name === 'won-lately' || (name === 'mine' && ownId === '')) return ''
      return link(strings.views[name], { view: name }, isCurrent, counts.get(name))
    })}
    ${query.deleted !== '' && link(strings.deleted, { deleted: 'yes' }, isOnly('deleted'))}
    ${savedTabs(call, query, list)}
  </ul></nav>`
}

/** Shows the saved views as links, and the way to the page that saves the list that is shown. */
function savedTabs(call: DeskCall, query: ListQuery, list: QuoteList): Html | undefined {
  const { savedViews } = list
  const current = findSavedView(query, list)
  const search = viewSearch(query)
  const canSave = current === undefined && search !== '' && list.page !== undefined
  if (!keepsViews(call) || (savedViews.length === 0 && !canSave)) return undefined
  const { title, add } = call.strings.views
  const label = canSave ? add : title
  const url = canSave ? saveViewUrl(call, search) : call.url('/views')
  return html`${savedViews.map(
    (view) =>
      html`<li><a class="tab" href="${call.url('/')}?${view.search}"${
        view === current && html` aria-current="page"`
      }>${view.name}</a></li>`,
  )}<li><a class="tab save" href="${url}">${label}</a></li>`
}

/** Returns what is saved of a query: what it lists, and in which order. */
function viewSearch(query: ListQuery): string {
  return toSearch({ ...query, after: '', sums: '' })
}

/** Returns the saved view that lists what a query does. */
function findSavedView(query: ListQuery, { savedViews }: QuoteList): SavedView | undefined {
  const search = sorted(viewSearch(query))
  return savedViews.find((view) => sorted(view.search) === search)
}

function sorted(search: string): string {
  const parameters = new URLSearchParams(search)
  parameters.sort()
  return String(parameters)
}

/** Returns a number of quotes: `1,250`, or `10,000+` if there are more than were counted. */
function countText({ formats }: Pick<DeskCall, 'formats'>, found: QuoteCount): string {
  return `${formats.number(found.count)}${found.isCapped ? '+' : ''}`
}
