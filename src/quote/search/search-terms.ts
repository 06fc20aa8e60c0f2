import type { SearchRowOf } from '../../record/change.js'
import type { StoredRecord } from '../../record/record.js'
import type { RecordFilter, TimeRange } from '../../record/search/find-query.js'
import { maxTermLength, maxTerms, type SearchRow } from '../../record/search/search-row.js'
import { isCustomLine } from '../lines/custom-line.js'
import type { ApprovalStatus } from '../model/approval.js'
import { followUpDecadesIn, followUpTerms, followUpTermsIn } from '../model/follow-up.js'
import { mapHostIdFilters } from '../model/host-ids.js'
import type { SearchedField } from '../model/own-fields.js'
import type { QuotePolicy } from '../model/policy.js'
import type { ProductId } from '../model/product-fields.js'
import type { ProductLine, Quote } from '../model/quote.js'
import { quoteKind } from '../model/quote-record.js'
import type { ParsedQuoteFilter, ResolvedQuoteFilter } from './quote-filter.js'
import { getIdEnd, hasSameWords, quoteWords } from './quote-words.js'

// The terms by which quotes are stored and looked up. Each function serves both.

export function statusTerm(status: string): string {
  return `status:${status}`
}

export function tagTerm(name: string): string {
  return `tag:${name}`
}

/** Ignores the case of the e-mail address, and white space around it. */
function customerTerm(email: string): string {
  return `customer:${email.trim().toLowerCase()}`
}

/** The number 118 and the string `'118'` are found alike. */
function productTerm(id: ProductId): string {
  return `product:${id}`
}

/** The fields whose values are looked up exactly as they are, by the filters of them. */
export const exactFields = {
  owner: 'owner',
  ...mapHostIdFilters((name) => name),
  number: 'number',
} as const satisfies Partial<Record<keyof ParsedQuoteFilter, keyof Quote>>

const exactFilters = Object.entries(exactFields) as readonly (readonly [
  keyof typeof exactFields,
  ExactField,
])[]

type ExactField = (typeof exactFields)[keyof typeof exactFields]

/** Returns the term of a value of an exact field. */
export function exactTerm(field: ExactField, value: string): string {
  return `${field}:${value}`
}

/** Returns the terms of the exact fields of a quote. */
function exactTerms(quote: Pick<Quote, ExactField>): readonly string[] {
  const terms: string[] = []
  for (const [, field] of exactFilters) {
    const value = quote[field]
    if (value !== undefined) terms.push(exactTerm(field, value))
  }
  return terms
}

/** What a field of the host can be found by. */
export type SearchableValue = string | number | boolean

function idEndTerm(idEnd: string): string {
  return `id:${idEnd}`
}

/** The term of quotes with a line whose price is not known yet. */
export const unpricedTerm = 'line:unpriced'

/** The terms of quotes that were requested, and have never been sent. */
const requestedTerms = { requested: 'request:open', suspicious: 'request:suspicious' } as const

function requestTerm({ request, suspicious, revision, status }: Quote): string | undefined {
  if (request === undefined || revision !== undefined || status === 'canceled') return undefined
  return suspicious ? requestedTerms.suspicious : requestedTerms.requested
}

function approvalTerm(status: ApprovalStatus): string {
  return `approval:${status}`
}

/** Returns the term of a value of an own field. A number, a boolean and its string are alike. */
export function fieldTerm(name: string, value: SearchableValue): string {
  return `own:${name}:${value}`
}

// An offer has one of these terms while it stands, so that the status `expired`, which depends on
// the time, can be looked up.

/** The term of quotes that are sent and never expire. */
const withoutExpiryTerm = 'offer:without_expiry'

/** The term of quotes that are sent, expired ones among them. */
export const sentTerm = statusTerm('sent')

/** The term of quotes that are sent and expire after their version was made, at some time. */
export const withExpiryTerm = 'offer:with_expiry'

/** The term of quotes that are sent and had expired when their version was made. */
const expiredTerm = 'offer:expired'

/** The terms of quotes that are sent, by whether the customer has opened the last revision. */
const openedTerms = { opened: 'offer:opened', unopened: 'offer:unopened' } as const

/** The term of quotes that are sent and whose expiry has not been reported as an event. */
export const unreportedExpiryTerm = 'offer:unreported_expiry'

/**
 * Returns what a quote can be found by. Pure.
 *
 * @param previous An earlier version and its row, whose words are reused if what they
 * are of is the same.
 * @param searched The own fields that it can be found by.
 */
export function quoteSearchRow(
  { id, deleted, updated, value: quote }: StoredRecord<Quote>,
  previous?: { readonly record: StoredRecord<Quote>; readonly row: SearchRow },
  searched: readonly SearchedField[] = noFields,
): SearchRow {
  const before = previous?.record.value
  const isSame = before !== undefined && before !== null && hasSameWords(before, quote)
  return Object.freeze({
    deleted: deleted !== undefined,
    created: quote.created,
    ...(quote.expires === undefined ? undefined : { expires: quote.expires }),
    terms: Object.freeze(quoteTerms(id, quote, updated, searched)),
    words: isSame && previous ? previous.row.words : Object.freeze(quoteWords(id, quote)),
  })
}

const noFields: readonly SearchedField[] = Object.freeze([])

/** Returns how an engine computes what a quote can be found by. */
export function searchRowOf({ limits }: Pick<QuotePolicy, 'limits'>): SearchRowOf<Quote> {
  const { searched } = limits.fields
  if (searched.length === 0) return quoteSearchRow
  return (record, previous) => quoteSearchRow(record, previous, searched)
}

/** Products come last, because a quote can have more products than can be found. */
function quoteTerms(
  id: string,
  quote: Quote,
  updated: number,
  searched: readonly SearchedField[],
): readonly string[] {
  const { customer, products, status, tags } = quote
  const terms = [statusTerm(status), ...offerTerms(quote, updated)]
  const idEnd = getIdEnd(id)
  if (idEnd !== undefined) terms.push(idEndTerm(idEnd))
  for (const term of approvalTerms(quote)) terms.push(term)
  if (products.some(({ unpriced }) => unpriced)) terms.push(unpricedTerm)
  const requested = requestTerm(quote)
  if (requested !== undefined) terms.push(requested)
  const add = (term: string) => {
    if (term.length <= maxTermLength && terms.length < maxTerms) terms.push(term)
  }
  for (const term of exactTerms(quote)) add(term)
  if (quote.follow_up !== undefined) for (const term of followUpTerms(quote.follow_up)) add(term)
  if (customer.email !== undefined) add(customerTerm(customer.email))
  if (tags !== null) for (const tag of tags) add(tagTerm(tag))
  for (const field of searched) for (const term of fieldTerms(quote, field)) add(term)
  for (const id of productIds(products)) add(productTerm(id))
  return terms
}

/** A quote that was canceled waits for no approval, though it can be revised and still has them. */
function approvalTerms({ approvals, status }: Quote): readonly string[] {
  if (approvals === undefined || status === 'canceled') return noTerms
  return [...new Set(approvals.map((each) => approvalTerm(each.status)))]
}

const noTerms: readonly string[] = Object.freeze([])

/** Returns the terms of the scalar values of a field, each once. */
function fieldTerms(quote: Quote, { level, name, isInternal }: SearchedField): ReadonlySet<string> {
  const owners = level === 'line' ? quote.products : [quote]
  const terms = new Set<string>()
  for (const owner of owners) {
    const kind = isInternal ? owner.internal_fields : owner.fields
    const values: Readonly<Record<string, unknown>> | undefined =
      level === 'customer' ? quote.customer : kind
    const value: unknown = values !== undefined && Object.hasOwn(values, name) ? values[name] : null
    if (isSearchable(value)) terms.add(fieldTerm(name, value))
  }
  return terms
}

/** Returns true if a field with this value can be found by it. */
export function isSearchable(value: unknown): value is SearchableValue {
  return ['string', 'number', 'boolean'].includes(typeof value)
}

function offerTerms(quote: Quote, updated: number): readonly string[] {
  const { status, expires, expiry_reported: isReported } = quote
  if (status !== 'sent') return []
  const opened = isOpened(quote) ? openedTerms.opened : openedTerms.unopened
  if (expires === undefined) return [withoutExpiryTerm, opened]
  // A clock that goes back does not bring an expired offer back.
  const term = expires <= updated ? expiredTerm : withExpiryTerm
  return isReported ? [term, opened] : [term, unreportedExpiryTerm, opened]
}

function isOpened({ delivery = [], revision }: Quote): boolean {
  return delivery.some((fact) => fact.type === 'opened' && fact.revision === revision)
}

function productIds(products: readonly ProductLine[]): ReadonlySet<ProductId> {
  const ids = new Set<ProductId>()
  for (const line of products) if (!isCustomLine(line)) ids.add(line.id)
  return ids
}

/**
 * Returns the filters of the records that a filter of quotes selects at a time. Equal for filters
 * that select the same quotes. Pure.
 *
 * If the text can be the id of a quote, it is looked up as words and as an id: those of
 * {@link toOverlapFilters} are selected by both.
 *
 * @param now Milliseconds since the Unix epoch.
 */
export function toRecordFilters(filter: ResolvedQuoteFilter, now: number): readonly RecordFilter[] {
  const { words = [], byId } = filter.text ?? {}
  const byWords = filtersByStatus(filter, { words }, now)
  return byId === undefined ? byWords : [...byWords, ...filtersByStatus(filter, byId, now)]
}

/** Returns the filters of the records that two filters of {@link toRecordFilters} select. */
export function toOverlapFilters(
  filter: ResolvedQuoteFilter,
  now: number,
): readonly RecordFilter[] {
  const { words = [], byId } = filter.text ?? {}
  return byId === undefined ? [] : filtersByStatus(filter, { words, idEnd: byId.idEnd }, now)
}

/** Whether deleted records are selected, or those that are not. */
interface ListedState {
  readonly deleted: boolean
}

/** What a text is looked up as. */
interface LookedUp {
  readonly words: readonly string[]
  readonly idEnd?: string
}

/** Returns filters that select different records: one or two for each of {@link listedStates}. */
function filtersByStatus(
  filter: ResolvedQuoteFilter,
  text: LookedUp,
  now: number,
): readonly RecordFilter[] {
  return listedStates(filter).flatMap((deleted) =>
    filtersInState(filter, { ...text, deleted }, now),
  )
}

/** Returns whether quotes are selected that are deleted, that are not, or both. */
function listedStates({ deleted = false }: ResolvedQuoteFilter): readonly boolean[] {
  return deleted === 'all' ? [false, true] : [deleted]
}

/**
 * Returns one or two filters, which select different records.
 *
 * A status that depends on the time takes two: quotes that are `sent` have an expiry in the future,
 * or none. Quotes that are `expired` have one in the past, or had one when they changed last.
 *
 * @param now Milliseconds since the Unix epoch.
 */
function filtersInState(
  filter: ResolvedQuoteFilter,
  lookedUp: LookedUp & ListedState,
  now: number,
): readonly RecordFilter[] {
  const { status } = filter
  const isSent = status?.includes('sent') === true
  const isExpired = status?.includes('expired') === true
  if (status === undefined || isSent === isExpired)
    return [
      recordFilter(filter, lookedUp, status?.filter((each) => each !== 'expired').map(statusTerm)),
    ]
  const others = status.filter((each) => each !== 'sent' && each !== 'expired').map(statusTerm)
  const timeless = [...others, isSent ? withoutExpiryTerm : expiredTerm]
  const expires = isSent ? { from: now + 1 } : { to: now + 1 }
  const timed = recordFilter(filter, lookedUp, [withExpiryTerm], expires)
  return [
    recordFilter(filter, lookedUp, timeless),
    ...(isEmpty(timed.times.expires) ? [] : [timed]),
  ]
}

function recordFilter(
  filter: ResolvedQuoteFilter,
  { words, idEnd, deleted }: LookedUp & ListedState,
  statusTerms: readonly string[] | undefined,
  expiresIn: TimeRange = {},
): RecordFilter {
  const { tag, customer, product, fields = {} } = filter
  const { created, updated } = filter
  const groups = [
    statusTerms,
    idEnd === undefined ? undefined : [idEndTerm(idEnd)],
    tag?.map(tagTerm),
    customer?.map(customerTerm),
    product?.map(productTerm),
    ...exactFilters.map(([name, field]) => filter[name]?.map((value) => exactTerm(field, value))),
    filter.approval?.map(approvalTerm),
    filter.followUp && followUpDecadesIn(filter.followUp),
    filter.followUp && followUpTermsIn(filter.followUp),
    filter.opened === undefined
      ? undefined
      : [filter.opened ? openedTerms.opened : openedTerms.unopened],
    filter.unpriced && [unpricedTerm],
    filter.requested && [requestedTerms.requested],
    filter.suspicious && [requestedTerms.suspicious],
    ...Object.keys(fields)
      .sort()
      .map((name) => fields[name]?.map((value) => fieldTerm(name, value))),
  ]
  const expires = intersection(filter.expires, expiresIn)
  return {
    kind: quoteKind,
    deleted,
    terms: groups.filter((group) => group !== undefined).map(sortedSet),
    words: sortedSet(words),
    times: {
      ...(created === undefined ? undefined : { created }),
      ...(updated === undefined ? undefined : { updated }),
      ...(expires === undefined ? undefined : { expires }),
    },
  }
}

function intersection(
  range: TimeRange | undefined,
  { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY }: TimeRange,
): TimeRange | undefined {
  const start = Math.max(range?.from ?? Number.NEGATIVE_INFINITY, from)
  const end = Math.min(range?.to ?? Number.POSITIVE_INFINITY, to)
  if (range === undefined && !Number.isFinite(start) && !Number.isFinite(end)) return undefined
  return {
    ...(Number.isFinite(start) ? { from: start } : undefined),
    ...(Number.isFinite(end) ? { to: end } : undefined),
  }
}

function isEmpty({ from, to }: TimeRange = {}): boolean {
  return from !== undefined && to !== undefined && from >= to
}

/** Returns the strings sorted, each once. */
export function sortedSet(strings: readonly string[]): readonly string[] {
  return [...new Set(strings)].sort()
}
