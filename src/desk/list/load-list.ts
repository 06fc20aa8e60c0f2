import type {
  CountQuotesOptions,
  ListOrder,
  ListQuotesOptions,
  QuoteCount,
  QuoteView,
} from '../../engine/operations/read-quotes.js'
import { type FieldErrors, isQuoteError, QuoteError } from '../../errors.js'
import type { StoreTags } from '../../features/tags/tags.js'
import type { User } from '../../features/users/users.js'
import type { SavedView } from '../../features/views/operations.js'
import type { ApprovalStatus } from '../../quote/model/approval.js'
import {
  type HostIdFilter,
  type HostIdName,
  hostIdNames,
  hostIds,
  mapHostIds,
} from '../../quote/model/host-ids.js'
import { toTimeRange } from '../../quote/search/quote-filter.js'
import { estimateJsonLength } from '../../validation/json-length.js'
import { isDate } from '../../validation/times.js'
import type { DeskCall } from '../desk-call.js'
import { ifPermitted, loadAllUsers, ownUserId } from '../parts/load.js'
import { allStatuses, isBuiltIn, statusLabel } from '../parts/names.js'
import { loadSavedViews } from '../saved-views/views-page.js'
import type { DeskStrings } from '../strings.js'
import { filterOfView, isViewName, type ViewInput, type ViewName, viewNames } from './list-views.js'
import {
  type ColumnOrder,
  type CurrencySum,
  parseColumnOrder,
  sortQuotes,
  sumByCurrency,
} from './sort-quotes.js'

/** The filters that are `yes` or empty. */
export const flagFilters = [
  'requested',
  'suspicious',
  'unpriced',
] as const satisfies readonly (keyof ListQuotesOptions)[]

/** The filters of what customers have requested. */
export const requestFilters = ['requested', 'suspicious'] as const

/** The most quotes that are sorted by a column, or added up. */
export const maxSorted = 1_000

/** What the address of the list says, as it was typed. Empty strings are absent. */
export interface ListQuery
  extends Readonly<Record<HostIdName | (typeof flagFilters)[number], string>> {
  readonly text: string
  readonly status: readonly string[]
  readonly tag: string
  readonly owner: string
  /** The last day of a follow-up: YYYY-MM-DD. */
  readonly follow_up: string
  /** The status of an approval. */
  readonly approval: string
  /** The first day of creation: YYYY-MM-DD. */
  readonly from: string
  /** The last day of creation: YYYY-MM-DD. */
  readonly to: string
  readonly order: string
  /** `yes` for deleted quotes only. */
  readonly deleted: string
  readonly after: string
  /** One of `viewNames`. */
  readonly view?: string
  /** `yes` to add up more quotes than are added up at once. */
  readonly sums?: string
  /** What is typed for own fields by which quotes are found, by their names. */
  readonly fields?: Readonly<Record<string, string>>
}

/** Reads the query string. Other parameters are ignored. */
export function readListQuery({
  c,
  query,
  ownFields,
}: Pick<DeskCall, 'c' | 'query' | 'ownFields'>): ListQuery {
  const searched = ownFields.quote.filter(({ isSearched }) => isSearched)
  const statuses = c.req.queries('status') ?? []
  return {
    text: query('text'),
    status: [...new Set(statuses.map((status) => status.trim()))].filter(Boolean),
    // Names and ids can have spaces around them.
    tag: c.req.query('tag') ?? '',
    owner: c.req.query('owner') ?? '',
    ...mapHostIds((name) => c.req.query(name) ?? ''),
    follow_up: query('follow_up'),
    approval: query('approval'),
    ...mapFlags(query),
    from: query('from'),
    to: query('to'),
    // Who waits longest for an approval comes first.
    order: query('order') || (query('approval') === 'pending' ? 'oldest' : ''),
    deleted: query('deleted'),
    after: query('after'),
    view: statuses.some(Boolean) && viewHasStatus(query('view')) ? '' : query('view'),
    sums: query('sums'),
    fields: Object.fromEntries(
      searched.map(({ name }) => [name, query(fieldParameter(name))] as const),
    ),
  }
}

/** A status that is chosen replaces the one of a view. */
function viewHasStatus(view: string): boolean {
  return isViewName(view) && view !== 'mine' && view !== 'due'
}

function mapFlags(toValue: (name: string) => string) {
  return Object.fromEntries(flagFilters.map((name) => [name, toValue(name)])) as {
    readonly [Name in (typeof flagFilters)[number]]: string
  }
}

/** Returns the name of a parameter that filters by a field: `fields.region`. */
export function fieldParameter(name: string): string {
  return `fields.${name}`
}

/** Returns the parameters of an address of the list, without what was said there once. */
export function getReceivedQuery(search: string): URLSearchParams {
  const parameters = new URLSearchParams(search)
  for (const name of ['undo', 'done']) parameters.delete(name)
  return parameters
}

/** Returns the address of a list: `/desk?status=sent&text=ada`. */
export function listUrl({ url }: Pick<DeskCall, 'url'>, query: Partial<ListQuery>): string {
  const search = toSearch(query)
  return search === '' ? url('/') : `${url('/')}?${search}`
}

/** Returns the query string of a list, without a question mark: `status=sent&text=ada`. */
export function toSearch(query: Partial<ListQuery>): string {
  return String(getParameters(query))
}

/** Returns true if a filter is set. The order and the page are no filters. */
export function isFiltered({ order: _, after: __, sums: ___, ...filters }: ListQuery): boolean {
  return getParameters(filters).size > 0
}

function getParameters({ fields = {}, ...query }: Partial<ListQuery>): URLSearchParams {
  const parameters = new URLSearchParams()
  const named = Object.entries(fields).map(
    ([name, value]) => [fieldParameter(name), value] as const,
  )
  for (const [name, values] of [...Object.entries(query), ...named])
    for (const value of [values].flat()) if (value !== '') parameters.append(name, value)
  return parameters
}

/** The options of `listQuotes`, and the errors of fields that the engine does not know. */
interface ListRequest {
  readonly options: ListQuotesOptions
  readonly errors: FieldErrors
}

/** Returns the options that list the quotes of a query. Days are days in the time zone. */
export function toListRequest(
  query: ListQuery,
  timeZone: string,
  strings: DeskStrings['list'],
  { now, ownId }: Pick<ViewInput, 'now' | 'ownId'> = { now: Date.now(), ownId: '' },
): ListRequest {
  const { text, status, tag, owner, from, to, order, deleted, after } = query
  const { approval, follow_up, view = '' } = query
  const ofView = isViewName(view) ? filterOfView(view, { now, timeZone, ownId }) : {}
  const fields = Object.entries(query.fields ?? {}).filter(([, value]) => value !== '')
  const errors = dateErrors(query, strings)
  const hasDates = Object.keys(errors).length === 0 && (from !== '' || to !== '')
  const options: ListQuotesOptions = {
    ...ofView,
    ...(text !== '' && { text }),
    ...(status.length > 0 && { status }),
    ...(tag !== '' && { tag }),
    ...(owner !== '' && { owner }),
    ...hostIdFilters(query),
    // The engine rejects what is no day.
    ...(follow_up !== '' && { followUp: { to: follow_up } }),
    // The engine rejects what is no status of an approval.
    ...(approval !== '' && { approval: approval as ApprovalStatus }),
    ...Object.fromEntries(
      flagFilters.filter((name) => query[name] !== '').map((name) => [name, true]),
    ),
    ...(hasDates && {
      created: toTimeRange({ from: from || undefined, to: to || undefined }, timeZone),
    }),
    // The engine rejects what is no order. It does not sort by columns.
    ...(order !== '' && !parseColumnOrder(order) && { order: order as ListOrder }),
    ...(deleted !== '' && { deleted: true }),
    ...(after !== '' && !parseColumnOrder(order) && { after }),
    ...(fields.length > 0 && { fields: Object.fromEntries(fields) }),
  }
  return { options, errors }
}

function hostIdFilters(query: ListQuery): Pick<ListQuotesOptions, HostIdFilter> {
  const set = hostIdNames.filter((name) => query[name] !== '')
  return Object.fromEntries(set.map((name) => [hostIds[name].filter, query[name]]))
}

function dateErrors(
  { from, to }: ListQuery,
  { invalidDate, reversedDates }: DeskStrings['list'],
): FieldErrors {
  const isFrom = from === '' || isDate(from)
  const isTo = to === '' || isDate(to)
  const isReversed = isFrom && isTo && from !== '' && to !== '' && to < from
  return {
    ...(!isFrom && { from: invalidDate }),
    ...(!isTo && { to: invalidDate }),
    ...(isReversed && { to: reversedDates }),
  }
}

/** Returns the errors of the engine by the names of the fields: `status` for `status[0]`. */
export function fieldErrorsOf(errors: FieldErrors): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([path, message]) => [
      /^fields\.[\w-]+/.exec(path)?.[0] ?? parameterOf(path.replace(/[.[].*$/, '')),
      message,
    ]),
  )
}

function parameterOf(filter: string): string {
  if (filter === 'followUp') return 'follow_up'
  return hostIdNames.find((name) => hostIds[name].filter === filter) ?? filter
}

/** What the page of the list shows. */
export interface QuoteList {
  /** Undefined if the query is invalid. */
  readonly page: ListPage | undefined
  readonly errors: FieldErrors
  /** The number of quotes that the filters find, if they may be counted. */
  readonly found: QuoteCount | undefined
  /** The sums of all quotes that the filters find; undefined if they are not added up. */
  readonly sums: readonly CurrencySum[] | undefined
  /** The numbers of quotes of the views, and of what waits; empty if they must not be counted. */
  readonly counts: ReadonlyMap<CountName, QuoteCount>
  /** The numbers of quotes in the statuses of the host. */
  readonly ownStatuses: ReadonlyMap<string, QuoteCount>
  readonly users: readonly User[]
  readonly tags: StoreTags
  /** What the user has saved, and what all users share. */
  readonly savedViews: readonly SavedView[]
  /** The id of the user of the store who uses the desk; empty if it is none. */
  readonly ownId: string
}

/** A page of quotes. */
export interface ListPage {
  readonly items: readonly QuoteView[]
  /** What `after` is in the address of the next page. */
  readonly next?: string | undefined
  /** True if the quotes are too many to be sorted by the column. */
  readonly isUnsorted?: boolean
}

/** What is counted besides the list itself: views, requests, and what waits for the store. */
export type CountName = ViewName | (typeof requestFilters)[number] | 'approval' | 'change'

/** More quotes take long to count, and are only `1,000+`. */
const maxCounted = 1_000

/** The number of quotes that are added up without being asked for. */
const maxAdded = 200

const pageSize = 50

/** What is loaded to be sorted or added up, in characters of its JSON. */
const maxAllLength = 16 * 2 ** 20

/**
 * Returns what the address of a file selects, with the order of the engine.
 *
 * @throws QuoteError `invalid_request` if a day is none
 */
export async function toListFilter(call: DeskCall) {
  const query = readListQuery(call)
  const timeZone = call.options.timeZone ?? 'UTC'
  const input = { now: Date.now(), ownId: await ownUserId(call) }
  const read = { ...query, fields: readNumbers(call, query) }
  const { options, errors } = toListRequest(read, timeZone, call.strings.list, input)
  if (Object.keys(errors).length > 0) throw new QuoteError('invalid_request', { errors })
  const { after: _, limit: __, signal: ___, ...filter } = options
  return filter
}

/** Loads a page of quotes, and what the filters offer, at the same time. */
export async function loadList(call: DeskCall, query: ListQuery): Promise<QuoteList> {
  const { engine, user, options } = call
  const timeZone = options.timeZone ?? 'UTC'
  const users = await ifPermitted(loadAllUsers(call), [])
  const ownId = users.find(({ id }) => id === user.actor)?.id ?? ''
  const input = { now: Date.now(), timeZone, ownId }
  const read = { ...query, fields: readNumbers(call, query) }
  const { options: request, errors } = toListRequest(read, timeZone, call.strings.list, input)
  const countOnce = createCounts(call)
  const [listed, counts, ownStatuses, tags, savedViews] = await Promise.all([
    Object.keys(errors).length > 0
      ? { errors }
      : listOrErrors(call, query, request, users, countOnce),
    countAll(call, input, countOnce),
    countOwnStatuses(call, countOnce),
    ifPermitted(engine.listTags(user), {}),
    loadSavedViews(call),
  ])
  const nothing = { page: undefined, found: undefined, sums: undefined, errors: {} }
  return { ...nothing, ...listed, counts, ownStatuses, users, tags, savedViews, ownId }
}

/** Returns what is typed for own fields, with numbers of the locale as decimals. */
function readNumbers(
  { ownFields, numbers }: DeskCall,
  { fields = {} }: ListQuery,
): Readonly<Record<string, string>> {
  const read = { ...fields }
  for (const { name, input } of ownFields.quote) {
    const decimal = input === 'number' && numbers.parse(fields[name] ?? '', 'quantity')
    if (decimal) read[name] = String(Number(decimal))
  }
  return read
}

type Listed = Pick<QuoteList, 'page' | 'found' | 'sums'>

async function listOrErrors(
  call: DeskCall,
  query: ListQuery,
  { order, after, ...filter }: ListQuotesOptions,
  users: readonly User[],
  count: CountOnce,
): Promise<Listed | Pick<QuoteList, 'errors'>> {
  // This order lists only quotes whose offer expires.
  const counted = order === 'expires' ? { expires: { from: 0 }, ...filter } : filter
  const isPlain = Object.keys(filter).every((name) => name === 'deleted')
  try {
    const column = parseColumnOrder(query.order)
    const load = async () => call.engine.listQuotes(call.user, { ...filter, order, after })
    const first = column === undefined && after === undefined ? load() : undefined
    const found = await count(isPlain ? counted : { ...counted, max: maxCounted }, first)
    const isWhole = found !== undefined && !found.isCapped && found.count <= maxSorted
    const toSort = column !== undefined && isWhole ? await loadAll(call, filter) : undefined
    if (column !== undefined && toSort !== undefined)
      return { found, ...sortedPage(call, query, toSort, column, users) }
    const page = await (first ?? load())
    const isAdded = isWhole && (query.sums === 'yes' || found.count <= maxAdded)
    if (column !== undefined) return { found, page: { ...page, isUnsorted: true }, sums: undefined }
    if (!isAdded) return { found, page, sums: undefined }
    const all = await (first ? loadAll(call, { ...filter, order }, page) : loadAll(call, counted))
    return { found, page, sums: all && sumByCurrency(all) }
  } catch (error) {
    if (!isQuoteError(error) || error.code !== 'invalid_request') throw error
    return { errors: fieldErrorsOf(error.details.errors) }
  }
}

/** Returns a page of quotes that are sorted by a column. Its `next` is the place where it ends. */
function sortedPage(
  call: DeskCall,
  query: ListQuery,
  quotes: readonly QuoteView[],
  order: ColumnOrder,
  users: readonly User[],
): Pick<QuoteList, 'page' | 'sums'> {
  const names = new Map(users.map(({ id, name }) => [id, name]))
  const sorted = sortQuotes(quotes, order, {
    locale: call.formats.locale,
    statusLabel: (status) => statusLabel(call, status),
    userName: (id) => names.get(id) ?? id,
  })
  const start = /^[1-9]\d{0,5}$/.test(query.after) ? Number(query.after) : 0
  const end = start + pageSize
  const items = sorted.slice(start, end)
  const page = { items, next: end < sorted.length ? String(end) : undefined }
  return { page, sums: sumByCurrency(sorted) }
}

/** The most quotes that the engine lists at once. */
const maxPageSize = 200

/**
 * Loads the quotes of a filter, of which there were at most `maxSorted`. Returns undefined if they
 * are too large to be in memory at once.
 *
 * @param first The first page, if it is loaded.
 */
async function loadAll(
  { engine, user }: DeskCall,
  filter: ListQuotesOptions,
  first?: ListPage,
): Promise<readonly QuoteView[] | undefined> {
  const items: QuoteView[] = []
  let length = 0
  let page = first ?? (await load(undefined))
  for (;;) {
    items.push(...page.items)
    length += estimateJsonLength(page.items)
    // A page that its length has cut short is of large quotes.
    const isCut = page.next !== undefined && page.items.length < pageSize
    if (isCut || length > maxAllLength) return undefined
    if (page.next === undefined || items.length >= maxSorted) return items
    page = await load(page.next)
  }

  async function load(after: string | undefined): Promise<ListPage> {
    return engine.listQuotes(user, { ...filter, after, limit: maxPageSize })
  }
}

/**
 * Counts the quotes of a filter, each filter once. Returns undefined if the user must not count.
 *
 * @param first The first page of the filter, which says their number if it is the last one, too.
 */
type CountOnce = (
  filter: CountQuotesOptions,
  first?: Promise<ListPage>,
) => Promise<QuoteCount | undefined>

function createCounts({ engine, user }: DeskCall): CountOnce {
  const all = ifPermitted<QuoteCount | undefined>(engine.countQuotes(user, {}), undefined)
  const counts = new Map<string, Promise<QuoteCount | undefined>>([['[]', all]])
  const count = async (filter: CountQuotesOptions, first?: Promise<ListPage>) => {
    if ((await all) === undefined) return undefined
    const page = await first?.catch(() => undefined)
    if (page !== undefined && page.next === undefined)
      return { count: page.items.length, isCapped: false }
    return ifPermitted<QuoteCount | undefined>(engine.countQuotes(user, filter), undefined)
  }
  return (filter, first) => {
    const key = JSON.stringify(Object.entries(filter).sort())
    const counted = counts.get(key) ?? count(filter, first)
    counts.set(key, counted)
    return counted
  }
}

async function countAll(
  call: DeskCall,
  input: ViewInput,
  count: CountOnce,
): Promise<Map<CountName, QuoteCount>> {
  const all = await count({})
  if (all === undefined) return new Map()
  // Days of follow-ups are many terms, so counting them takes as long as all others together.
  const views = viewNames.filter(
    (name) => (name !== 'mine' || input.ownId !== '') && (name !== 'due' || !all.isCapped),
  )
  const filters: readonly (readonly [CountName, CountQuotesOptions])[] = [
    ...views.map((name) => [name, filterOfView(name, input)] as const),
    ...requestFilters.map((name) => [name, { [name]: true }] as const),
    ['change', { status: 'revision_requested' }],
    ...(call.engine.requiresApprovals ? [['approval', { approval: 'pending' }] as const] : []),
  ]
  const counts = await Promise.all(
    filters.map(([, filter]) => count({ ...filter, max: maxCounted })),
  )
  return new Map(
    filters.flatMap(([name], index) => {
      const counted = counts[index]
      return counted === undefined ? [] : [[name, counted] as const]
    }),
  )
}

async function countOwnStatuses(
  call: DeskCall,
  count: CountOnce,
): Promise<Map<string, QuoteCount>> {
  const statuses = allStatuses(call).filter((status) => !isBuiltIn(status))
  const counts = await Promise.all(statuses.map((status) => count({ status, max: maxCounted })))
  return new Map(
    statuses.flatMap((status, index) => {
      const counted = counts[index]
      return counted === undefined ? [] : [[status, counted] as const]
    }),
  )
}

/** Loads the sums of a view that has few quotes; undefined if it has none or many. */
export async function loadSums(
  call: DeskCall,
  name: ViewName,
  { counts, ownId }: Pick<QuoteList, 'counts' | 'ownId'>,
): Promise<readonly CurrencySum[] | undefined> {
  const found = counts.get(name)
  if (!found?.count || found.isCapped || found.count > maxAdded) return undefined
  const timeZone = call.options.timeZone ?? 'UTC'
  const filter = filterOfView(name, { now: Date.now(), timeZone, ownId })
  const all = await loadAll(call, filter)
  return all && sumByCurrency(all)
}
