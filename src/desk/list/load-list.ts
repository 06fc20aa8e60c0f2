import type {
  CountQuotesOptions,
  ListOrder,
  ListQuotesOptions,
  QuoteCount,
  QuoteView,
} from '../../engine/operations/read-quotes.js'
import { type FieldErrors, isQuoteError } from '../../errors.js'
import type { StoreTags } from '../../features/tags/tags.js'
import type { User } from '../../features/users/users.js'
import type { ApprovalStatus } from '../../quote/model/approval.js'
import {
  type HostIdFilter,
  type HostIdName,
  hostIdNames,
  hostIds,
  mapHostIds,
} from '../../quote/model/host-ids.js'
import { toTimeRange } from '../../quote/search/quote-filter.js'
import { isDate } from '../../validation/times.js'
import type { DeskCall } from '../desk-call.js'
import { ifPermitted, loadAllUsers } from '../parts/load.js'
import { allStatuses } from '../parts/names.js'
import type { DeskStrings } from '../strings.js'

/** The filters that are `yes` or empty. */
export const flagFilters = [
  'requested',
  'suspicious',
  'unpriced',
] as const satisfies readonly (keyof ListQuotesOptions)[]

/** The filters of what customers have requested. */
export const requestFilters = ['requested', 'suspicious'] as const

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
    order: query('order'),
    deleted: query('deleted'),
    after: query('after'),
    fields: Object.fromEntries(
      searched.map(({ name }) => [name, query(fieldParameter(name))] as const),
    ),
  }
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

/** Returns the address of a list: `/desk?status=sent&text=ada`. */
export function listUrl({ url }: Pick<DeskCall, 'url'>, query: Partial<ListQuery>): string {
  const parameters = getParameters(query)
  return parameters.size === 0 ? url('/') : `${url('/')}?${parameters}`
}

/** Returns true if a filter is set. The order and the page are no filters. */
export function isFiltered({ order: _, after: __, ...filters }: ListQuery): boolean {
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
): ListRequest {
  const { text, status, tag, owner, from, to, order, deleted, after } = query
  const { approval, follow_up } = query
  const fields = Object.entries(query.fields ?? {}).filter(([, value]) => value !== '')
  const errors = dateErrors(query, strings)
  const hasDates = Object.keys(errors).length === 0 && (from !== '' || to !== '')
  const options: ListQuotesOptions = {
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
    // The engine rejects what is no order.
    ...(order !== '' && { order: order as ListOrder }),
    ...(deleted !== '' && { deleted: true }),
    ...(after !== '' && { after }),
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
  readonly page: { readonly items: readonly QuoteView[]; readonly next?: string } | undefined
  readonly errors: FieldErrors
  /** The number of quotes that the filters find, if they may and can be counted. */
  readonly found: QuoteCount | undefined
  /** The number of quotes in each status, without filters; empty if they are not counted. */
  readonly counts: ReadonlyMap<string, QuoteCount>
  /** The number of requests that wait for an answer; empty if they are not counted. */
  readonly requests: ReadonlyMap<(typeof requestFilters)[number], QuoteCount>
  readonly users: readonly User[]
  readonly tags: StoreTags
}

/**
 * A count takes as long as the quotes that it finds, so quotes are counted by filters only in
 * stores that have few.
 */
const maxCounted = 5_000

/** Loads a page of quotes, and what the filters offer, at the same time. */
export async function loadList(call: DeskCall, query: ListQuery): Promise<QuoteList> {
  const { engine, user, options } = call
  const { options: request, errors } = toListRequest(
    { ...query, fields: readNumbers(call, query) },
    options.timeZone ?? 'UTC',
    call.strings.list,
  )
  const all = await count(call, {})
  const isSmall = all !== undefined && !all.isCapped && all.count <= maxCounted
  const [listed, counts, requests, users, tags] = await Promise.all([
    Object.keys(errors).length > 0 ? { errors } : listOrErrors(call, request, isSmall),
    isSmall ? countStatuses(call) : new Map<string, QuoteCount>(),
    isSmall ? countRequests(call) : new Map<never, QuoteCount>(),
    ifPermitted(loadAllUsers(call), []),
    ifPermitted(engine.listTags(user), {}),
  ])
  return { page: undefined, found: undefined, errors: {}, ...listed, counts, requests, users, tags }
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

async function listOrErrors(
  call: DeskCall,
  { order, after, ...filter }: ListQuotesOptions,
  isSmall: boolean,
): Promise<Pick<QuoteList, 'page' | 'found'> | Pick<QuoteList, 'errors'>> {
  const isPlain = Object.keys(filter).every((name) => name === 'deleted')
  // This order lists only quotes whose offer expires.
  const counted = order === 'expires' ? { expires: { from: 0 }, ...filter } : filter
  try {
    const [page, found] = await Promise.all([
      call.engine.listQuotes(call.user, { ...filter, order, after }),
      isSmall || isPlain ? count(call, counted) : undefined,
    ])
    return { page, found }
  } catch (error) {
    if (!isQuoteError(error) || error.code !== 'invalid_request') throw error
    return { errors: fieldErrorsOf(error.details.errors) }
  }
}

/** Returns undefined if the user must not count. */
function count(
  { engine, user }: DeskCall,
  filter: CountQuotesOptions,
): Promise<QuoteCount | undefined> {
  return ifPermitted<QuoteCount | undefined>(engine.countQuotes(user, filter), undefined)
}

async function countRequests({ engine, user }: DeskCall) {
  const counts = await Promise.all(
    requestFilters.map((name) => engine.countQuotes(user, { [name]: true })),
  )
  return new Map(requestFilters.map((name, index) => [name, counts[index] as QuoteCount]))
}

async function countStatuses(call: DeskCall): Promise<Map<string, QuoteCount>> {
  const { engine, user } = call
  const statuses = allStatuses(call)
  const counts = await Promise.all(statuses.map((status) => engine.countQuotes(user, { status })))
  return new Map(statuses.map((status, index) => [status, counts[index] as QuoteCount]))
}
