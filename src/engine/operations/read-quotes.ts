import * as z from 'zod'
import { QuoteError } from '../../errors.js'
import {
  type StoreTags,
  type Tag,
  type TagList,
  tagsByName,
  tagsRef,
  visibleTags,
} from '../../features/tags/tags.js'
import { comparePositions } from '../../ports/find-in-memory.js'
import type { StoragePage } from '../../ports/storage.js'
import { statusAt } from '../../quote/model/expiry.js'
import { rolesError } from '../../quote/model/lifecycle.js'
import type { FieldTypes } from '../../quote/model/own-fields.js'
import type { Quote, QuoteRecord } from '../../quote/model/quote.js'
import { quoteRef, toQuoteRecord } from '../../quote/model/quote-record.js'
import {
  assertSearched,
  type ParsedQuoteFilter,
  type QuoteFilter,
  quoteFilterFields,
  quoteFilterQuery,
  type ResolvedQuoteFilter,
  resolveDays,
  toFilterOptions,
} from '../../quote/search/quote-filter.js'
import { type ScopeLimit, scopeIdentity } from '../../quote/search/quote-scope.js'
import { toOverlapFilters, toRecordFilters } from '../../quote/search/search-terms.js'
import type { StoredRecord } from '../../record/record.js'
import type { OrderPosition, RecordFilter, RecordOrder } from '../../record/search/find-query.js'
import { parseOrThrow } from '../../validation/field-errors.js'
import { lazy } from '../../validation/lazy.js'
import {
  booleanOption,
  mustBeObject,
  optionalIntegerBetween,
  optionalPositiveInteger,
  optionalSignal,
  withReceived,
} from '../../validation/schemas/scalars.js'
import { type CallOptions, parseContext, type StoreContext } from '../arguments.js'
import { toAcceptedRecord } from '../commands/place-order.js'
import { assertQuoteId, requireQuote, requireUnerasedQuote } from '../commands/run-quote-command.js'
import { findLast, loadRevision, type QuoteHistory } from '../execution/load-revision.js'
import { invalidHistoryError, loadVersion, type RecordVersion } from '../execution/load-version.js'
import {
  createPagedResult,
  decodeCursor,
  encodeCursor,
  type Page,
  type PagedResult,
} from '../execution/pages.js'
import { defineOperation, internalRoles } from '../operation.js'
import { settleAll } from '../ports/call-port.js'
import type { CheckedStorage } from '../ports/checked-storage.js'
import { currentTime, type EngineRuntime } from '../runtime.js'
import { timeZoneOfStore } from '../store-settings.js'

/** Selects the version that `getQuote` returns: by default the current one. */
export interface GetOptions extends CallOptions {
  /** Returns this version. Cannot be combined with `time`. */
  readonly version?: number | undefined
  /**
   * Returns the version that was current at this time, in milliseconds since the Unix epoch. Cannot
   * be combined with `version`.
   */
  readonly time?: number | undefined
  /**
   * Returns the quote as it was when this revision was sent. Cannot be combined with `version` or
   * `time`.
   */
  readonly revision?: number | undefined
  /**
   * Returns just what the customer has selected of an offer that was accepted, as
   * `getAcceptedQuote` does. Other quotes are returned as they are.
   *
   * @default false
   */
  readonly accepted?: boolean | undefined
}

/** A quote with the tags to display. */
export interface QuoteView<Fields extends FieldTypes = FieldTypes> extends QuoteRecord<Fields> {
  /** The tags of the quote that the store defines now. Absent if there are none. */
  readonly visibleTags?: readonly Tag[]
  /** When the quote was deleted, in milliseconds. Only in lists, and absent unless it is. */
  readonly deleted?: number
}

export interface GetQuote<Fields extends FieldTypes = FieldTypes> {
  /**
   * Returns the current version of a quote, or exactly the quote as it was at a version, at a time
   * or when a revision was sent. The current version of a quote that is sent has the status
   * `expired` once its offer has expired.
   *
   * A past version of a deleted quote can be read by sellers, the system and callers without a
   * role, who can restore it: a consumer of events may come late.
   *
   * @throws QuoteError `quote_not_found` if this store has no such quote, it is erased, or it is
   * deleted and no past version is selected, or the caller is a buyer
   * @throws QuoteError `version_not_found` if there is no such version or revision, or no quote at
   * that time
   *
   * @example
   * const { quote } = await engine.getQuote(context, quoteId, { version: 1 })
   */
  getQuote(context: StoreContext, quoteId: string, options?: GetOptions): Promise<QuoteView<Fields>>
}

const versionFields = lazy(() => ({
  version: optionalPositiveInteger.describe('The version to get; the current one by default'),
  time: z
    .int({ error: withReceived('must be an integer in milliseconds') })
    .optional()
    .describe('Gets the version that was current at this time, in ms since the Unix epoch'),
  revision: optionalPositiveInteger.describe('Gets the quote as this revision was sent'),
  accepted: booleanOption
    .optional()
    .describe('Gets just what was selected of an offer that was accepted'),
}))

/** Rejects more than one of the options that select a version. */
function assertOneVersion(options: GetOptions, context: z.core.$RefinementCtx<GetOptions>): void {
  const [first, ...others] = (['version', 'time', 'revision'] as const).filter(
    (field) => options[field] !== undefined,
  )
  for (const field of others)
    context.issues.push({
      code: 'custom',
      input: options,
      path: [field],
      message: `cannot be combined with ${first}; pass one of them`,
    })
}

const getOptionsSchema = lazy(() =>
  z
    .strictObject({ ...versionFields(), signal: optionalSignal }, mustBeObject)
    .superRefine(assertOneVersion),
)

const noOptions: GetOptions = Object.freeze({})

function parseGetOptions(options: GetOptions | undefined): GetOptions {
  return options == null ? noOptions : parseOrThrow(getOptionsSchema(), options, 'invalid_options')
}

export const getQuoteOperation = defineOperation<GetQuote['getQuote']>({
  roles: 'all',
  errors: ['version_not_found'],
  tool: {},
  route: {
    method: 'GET',
    path: '/quotes/{quoteId}',
    summary: 'Get a quote, now or as it was',
    query: () => z.strictObject(versionFields()).superRefine(assertOneVersion),
    status: 200,
    response: 'quote',
  },

  create: (runtime, operation) => async (context, quoteId, options) => {
    const caller = parseContext(context)
    const selected = parseGetOptions(options)
    assertQuoteId(quoteId)
    return runtime.run(selected.signal, () =>
      getQuote(runtime, operation, caller, quoteId, selected),
    )
  },
})

/** Loads the quote and the store's tags in one round trip, and a past version beside it. */
async function getQuote(
  { storage, cache, permit, options }: EngineRuntime,
  operation: string,
  caller: StoreContext,
  quoteId: string,
  { version, time, revision, accepted, signal }: GetOptions,
): Promise<QuoteView> {
  const { storeId } = caller
  const ref = quoteRef(quoteId)
  const loading = storage.load(storeId, [ref, tagsRef], signal)
  const past = version && loadVersion(storage, storeId, ref, version, signal)
  const [loaded, tags] = past ? (await settleAll([loading, past]))[0] : await loading
  const isPast = (version ?? time ?? revision) !== undefined
  const isDeletedShown = isPast && caller.role !== 'buyer'
  const current = (isDeletedShown ? requireUnerasedQuote : requireQuote)(loaded, quoteId)
  cache?.set(storeId, current)
  const history = { storage, storeId, current, signal }
  const selected = past
    ? await past
    : revision === undefined
      ? await loadQuoteAt(history, time)
      : await loadRevision(history, revision)
  if (selected === undefined) throw new QuoteError('version_not_found', { quoteId })
  const record = toQuoteRecord(storeId, selected as RecordVersion<Quote>)
  if (permit !== undefined) await permit({ caller, operation, record, signal })
  const shown = accepted ? toAcceptedRecord(record) : record
  const storeTags = () => tagsByName((tags as StoredRecord<TagList> | undefined)?.value ?? [])
  // As in a command: a clock that goes back does not bring an expired offer back.
  const now = () => Math.max(currentTime(options), current.updated)
  return toQuoteView(shown, storeTags, isPast ? undefined : now)
}

/**
 * @param storeTags Called only if the quote has tags.
 * @param now Returns the time that decides whether the offer has expired. Called only if it expires
 * at some time; undefined for a past version.
 */
function toQuoteView(
  record: QuoteRecord,
  storeTags: () => StoreTags,
  now: (() => number) | undefined,
): QuoteView {
  const { quote } = record
  const tags = quote.tags === null ? [] : visibleTags(quote, storeTags())
  const canExpire = quote.status === 'sent' && quote.expires !== undefined
  const status = canExpire && now !== undefined ? statusAt(quote, now()) : quote.status
  if (tags.length === 0 && status === quote.status) return record
  return Object.freeze({
    ...record,
    ...(status === quote.status ? undefined : { quote: Object.freeze({ ...quote, status }) }),
    ...(tags.length === 0 ? undefined : { visibleTags: tags }),
  })
}

/**
 * Loads a quote as it was at a time, by default now. Returns undefined if it did not exist yet.
 * Finds the version by a binary search, which loads one entry for each step.
 *
 * @throws QuoteError `storage_invalid_response` if the history cannot be replayed
 */
async function loadQuoteAt(
  { storage, storeId, current, signal }: QuoteHistory,
  time: number | undefined,
): Promise<RecordVersion | undefined> {
  if (time === undefined || time >= current.updated) return current
  if (time < current.value.created) return undefined
  const ref = quoteRef(current.id)
  const version = await findLast(1, current.version, async (middle) => {
    const range = { afterVersion: middle - 1, limit: 1 }
    const [entry] = (await storage.listHistory(storeId, ref, range, signal)).items
    if (entry === undefined) throw invalidHistoryError(`must have version ${middle}`)
    return entry.time <= time
  })
  return loadVersion(storage, storeId, ref, version, signal)
}

/** Selects the quotes that `listQuotes` returns, and their order. */
export interface ListQuotesOptions<Fields extends FieldTypes = FieldTypes>
  extends QuoteFilter<Fields>,
    CallOptions {
  /**
   * `newest` and `oldest` order by the time of creation, `updated` by the time of the last change,
   * the latest first. `expires` orders by the expiry of the offer, the earliest first, and lists
   * only quotes whose offer expires at some time. Quotes of equal time are ordered by id.
   *
   * @default 'newest'
   */
  readonly order?: ListOrder | undefined
  /** The `next` of the previous page. The other fields must be the same as for that page. */
  readonly after?: string | undefined
  /**
   * Maximum number of quotes of one page, from 1 to 200. A page has fewer quotes if their JSON
   * reaches the limit `maxPageBytes`.
   *
   * @default 50
   */
  readonly limit?: number | undefined
}

/** The orders of `listQuotes`. */
export type ListOrder = 'newest' | 'oldest' | 'updated' | 'expires'

export interface ListQuotes<Fields extends FieldTypes = FieldTypes> {
  /**
   * Lists the quotes of a store that match all given fields, with the tags to display. Await the
   * result for one page, or iterate over all quotes.
   *
   * In the orders `newest` and `oldest`, an iteration visits every quote that matches throughout
   * exactly once, whatever is created or changed meanwhile. In the orders `updated` and `expires`,
   * a quote that changes meanwhile moves, and can be missed.
   *
   * @throws QuoteError `invalid_request` with one error per invalid field, for example at `after`
   * if it is not the `next` of a page with the same fields
   *
   * @example
   * const filter = { tag: 'Needs Approval', limit: 20 }
   * const { items, next } = await engine.listQuotes(context, filter)
   * const more = await engine.listQuotes(context, { ...filter, after: next })
   *
   * for await (const { quoteId, quote } of engine.listQuotes(context, { text: 'ada lon' }))
   *   console.log(quoteId, quote.customer.name)
   */
  listQuotes(
    context: StoreContext,
    options?: ListQuotesOptions<Fields>,
  ): PagedResult<QuoteView<Fields>, string>
}

const maxQuotes = 200
const orders = ['newest', 'oldest', 'updated', 'expires'] as const satisfies readonly ListOrder[]

/** Accepts the order of a list. */
export const listOrder = lazy(() =>
  z.enum(orders, { error: withReceived(`must be one of ${orders.join(', ')}`) }).optional(),
)

const listFields = lazy(() => ({
  order: listOrder(),
  after: z
    .string({ error: withReceived('must be the next of a page') })
    .optional()
    .describe('The next of the previous page, whose other parameters were the same'),
  limit: optionalIntegerBetween(1, maxQuotes).describe('Maximum number of quotes; 50 by default'),
}))

const listQuotesSchema = lazy(() =>
  z.strictObject({ ...quoteFilterFields(), ...listFields(), signal: optionalSignal }, mustBeObject),
)

export const listQuotesOperation = defineOperation<ListQuotes['listQuotes']>({
  roles: 'all',
  isPaged: true,
  tool: { hint: 'Returns summaries; getQuote has the lines' },
  route: {
    method: 'GET',
    path: '/quotes',
    summary: 'List quotes',
    query: () =>
      z.strictObject({ ...quoteFilterQuery(), ...listFields() }).transform(toFilterOptions),
    status: 200,
    response: 'quotes',
  },

  create: (runtime, operation) => (context, options) =>
    createPagedResult(() => {
      const caller = parseContext(context)
      const parsed = parseOrThrow(listQuotesSchema(), options ?? {}, 'invalid_request')
      assertFilter(runtime, operation, caller, parsed)
      const { order = 'newest', limit = 50, signal, after } = parsed
      const filter = resolveDays(parsed, () => timeZoneOfStore(runtime, caller.storeId))
      const list = { storeId: caller.storeId, filter, order, limit, signal }
      const loadPage = async (cursor: string | undefined) => {
        const scoped = { ...list, scope: runtime.scope?.limit() }
        const position = cursor === undefined ? undefined : getPosition(cursor, scoped)
        await runtime.permit?.({ caller, operation, signal })
        return loadQuotes(runtime, scoped, position)
      }
      return (cursor = after) => runtime.run(signal, () => loadPage(cursor))
    }),
})

/** The filters by what a quote has for the store only. */
const internalFilters = ['approval', 'followUp', 'opened', 'suspicious'] as const

/**
 * Rejects own fields that quotes are not found by, and a filter that would tell a buyer of what a
 * quote has for the store only.
 *
 * @throws QuoteError `invalid_request` or `not_permitted`
 */
function assertFilter(
  { options: { limits } }: EngineRuntime,
  operation: string,
  { role }: StoreContext,
  { fields, ...filter }: ParsedQuoteFilter,
): void {
  if (fields !== undefined) assertSearched(fields, limits.fields.searched, role === 'buyer')
  const internal = internalFilters.find((name) => filter[name] !== undefined)
  if (role === 'buyer' && internal !== undefined)
    throw rolesError(operation, internalRoles, `the filter ${internal}`)
}

interface QuoteList {
  readonly storeId: string
  readonly filter: ResolvedQuoteFilter
  readonly order: RecordOrder
  readonly limit: number
  readonly signal: AbortSignal | undefined
  /** What limits the caller. */
  readonly scope: ScopeLimit | undefined
}

/** Loads a page and the store's tags at the same time. */
async function loadQuotes(
  { storage, options }: EngineRuntime,
  list: QuoteList,
  after: OrderPosition | undefined,
): Promise<Page<QuoteView, string>> {
  const { storeId, filter, order, limit, signal } = list
  const now = currentTime(options)
  const query = { filters: toRecordFilters(filter, now), order, after, limit }
  const [{ items, hasMore }, [tags]] = await settleAll([
    findQuotes(storage, storeId, query, signal),
    storage.load(storeId, [tagsRef], signal),
  ])
  const storeTags = tagsByName((tags as StoredRecord<TagList> | undefined)?.value ?? [])
  const views = items.map((record) => {
    const view = toQuoteView(
      toQuoteRecord(storeId, record),
      () => storeTags,
      // As in getQuote: a clock that goes back does not bring an expired offer back.
      () => Math.max(now, record.updated),
    )
    const { deleted } = record
    return deleted === undefined ? view : Object.freeze({ ...view, deleted })
  })
  const page = { items: Object.freeze(views) }
  const last = items.at(-1)
  if (!hasMore || last === undefined) return Object.freeze(page)
  const next = encodeCursor(quotePosition(last, order), getIdentity(list))
  return Object.freeze({ ...page, next })
}

/** The same at every time, so that a cursor outlives the expiry of a quote. */
function getIdentity({ storeId, filter, order, scope }: QuoteList): readonly unknown[] {
  const { status, ...others } = filter
  const statuses = status && [...new Set(status)].sort()
  const list = [storeId, toRecordFilters(others, 0), statuses, order]
  return scope === undefined ? list : [...list, scopeIdentity(scope)]
}

/** @throws QuoteError `invalid_request` if this is no cursor of the list */
function getPosition(cursor: string, list: QuoteList): OrderPosition {
  const position = decodeCursor(cursor, getIdentity(list))
  if (position !== undefined) return position
  const message = 'must be the next of a page that was listed with the same filter and order'
  throw new QuoteError('invalid_request', { errors: { after: message } })
}

/** A page of the quotes that match any of some filters. */
interface QuoteQuery {
  readonly filters: readonly RecordFilter[]
  readonly order: RecordOrder
  readonly after: OrderPosition | undefined
  readonly limit: number
}

/**
 * Finds a page of quotes, in order. Asks the storage once for each filter, at the same time, but
 * for deleted quotes after the others, so that one that is deleted meanwhile is not missed.
 */
export async function findQuotes(
  storage: CheckedStorage,
  storeId: string,
  { filters, order, after, limit }: QuoteQuery,
  signal: AbortSignal | undefined,
): Promise<StoragePage<StoredRecord<Quote>>> {
  const pages: StoragePage<StoredRecord<Quote>>[] = []
  for (const state of [false, true]) {
    const inState = filters.filter(({ deleted }) => deleted === state)
    if (inState.length === 0) continue
    const found = await settleAll(
      inState.map((filter) => storage.find(storeId, { ...filter, order, after, limit }, signal)),
    )
    pages.push(...(found as readonly StoragePage<StoredRecord<Quote>>[]))
  }
  const [first, ...others] = pages
  if (first === undefined) return { items: [], hasMore: false }
  return others.length === 0 ? first : mergePages(pages, order, limit)
}

/**
 * Merges pages, and lists a record of several once, in its last version. What comes after the end
 * of a page that has more is left for the next page, because the next item of that page may come
 * before it.
 */
function mergePages(
  pages: readonly StoragePage<StoredRecord<Quote>>[],
  order: RecordOrder,
  limit: number,
): StoragePage<StoredRecord<Quote>> {
  const compare = comparePositions(order)
  const compareRecords = (left: StoredRecord<Quote>, right: StoredRecord<Quote>) =>
    compare(quotePosition(left, order), quotePosition(right, order))
  const ends = pages.flatMap(({ items, hasMore }) => (hasMore ? items.slice(-1) : []))
  const [end] = ends.sort(compareRecords)
  const byId = new Map<string, StoredRecord<Quote>>()
  for (const record of pages.flatMap((page) => page.items))
    if (!((byId.get(record.id)?.version ?? 0) > record.version)) byId.set(record.id, record)
  const all = [...byId.values()].sort(compareRecords)
  const known = end === undefined ? all : all.filter((record) => compareRecords(record, end) <= 0)
  const items = known.slice(0, limit)
  return { items, hasMore: items.length < all.length || end !== undefined }
}

/** Returns the place of a quote in an order that lists it. */
export function quotePosition(
  { id, updated, value }: StoredRecord<Quote>,
  order: RecordOrder,
): OrderPosition {
  if (order === 'updated') return { time: updated, id }
  return { time: order === 'expires' ? (value.expires ?? 0) : value.created, id }
}

/** Selects the quotes that `countQuotes` counts. */
export interface CountQuotesOptions<Fields extends FieldTypes = FieldTypes>
  extends QuoteFilter<Fields>,
    CallOptions {
  /**
   * Stop counting at this number, from 1 to 10,000: a lower one costs less where many quotes match.
   *
   * @default 10_000
   */
  readonly max?: number | undefined
}

/** A number of quotes. */
export interface QuoteCount {
  /** The number of quotes, at most 10,000 or `max`. */
  readonly count: number
  /** True if there are more than `count` quotes. */
  readonly isCapped: boolean
}

export interface CountQuotes<Fields extends FieldTypes = FieldTypes> {
  /**
   * Counts the quotes of a store that match all given fields, up to 10,000 or `max`.
   *
   * @example
   * const { count, isCapped } = await engine.countQuotes(context, { status: 'new' })
   * console.log(isCapped ? `more than ${count}` : count)
   */
  countQuotes(context: StoreContext, options?: CountQuotesOptions<Fields>): Promise<QuoteCount>
}

const maxCount = 10_000

const countFields = lazy(() => ({
  max: optionalIntegerBetween(1, maxCount).describe('Stop counting here; at 10,000 by default'),
}))

const countQuotesSchema = lazy(() =>
  z.strictObject(
    { ...quoteFilterFields(), ...countFields(), signal: optionalSignal },
    mustBeObject,
  ),
)

export const countQuotesOperation = defineOperation<CountQuotes['countQuotes']>({
  roles: 'all',
  route: {
    method: 'GET',
    path: '/quote-count',
    summary: 'Count quotes',
    query: () =>
      z.strictObject({ ...quoteFilterQuery(), ...countFields() }).transform(toFilterOptions),
    status: 200,
    response: 'count',
  },

  create: (runtime, operation) => async (context, options) => {
    const { storage, permit, run, options: engineOptions } = runtime
    const caller = parseContext(context)
    const parsed = parseOrThrow(countQuotesSchema(), options ?? {}, 'invalid_request')
    assertFilter(runtime, operation, caller, parsed)
    const filter = resolveDays(parsed, () => timeZoneOfStore(runtime, caller.storeId))
    const { signal, max = maxCount } = parsed
    return run(signal, async () => {
      await permit?.({ caller, operation, signal })
      const now = currentTime(engineOptions)
      const countAll = async (filters: readonly RecordFilter[]): Promise<number> => {
        const counts = await settleAll(
          filters.map((filter) => storage.count(caller.storeId, filter, max + 1, signal)),
        )
        return counts.reduce((sum, each) => sum + each, 0)
      }
      const selected = await countAll(toRecordFilters(filter, now))
      const count = selected - (await countAll(toOverlapFilters(filter, now)))
      return Object.freeze({ count: Math.min(count, max), isCapped: count > max })
    })
  },
})
