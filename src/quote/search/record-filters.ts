import type { RecordFilter, TimeRange } from '../../record/search/find-query.js'
import { quoteKind } from '../quote-record.js'
import type { ParsedQuoteFilter, QuoteTimeRange } from './quote-filter.js'
import {
  customerIdTerm,
  customerTerm,
  expiredTerm,
  numberTerm,
  ownerTerm,
  productTerm,
  statusTerm,
  tagTerm,
  withExpiryTerm,
  withoutExpiryTerm,
} from './terms.js'

/**
 * Returns the filters of the records that a filter of quotes selects at a time: one or two, which
 * select different records. Equal for filters that select the same quotes. Pure.
 *
 * A status that depends on the time takes two: quotes that are `sent` have an expiry in the future,
 * or none. Quotes that are `expired` have one in the past, or had one when they changed last.
 *
 * @param now Milliseconds since the Unix epoch.
 */
export function toRecordFilters(filter: ParsedQuoteFilter, now: number): readonly RecordFilter[] {
  const { status } = filter
  const isSent = status?.includes('sent') === true
  const isExpired = status?.includes('expired') === true
  if (status === undefined || isSent === isExpired)
    return [recordFilter(filter, status?.filter((each) => each !== 'expired').map(statusTerm))]
  const others = status.filter((each) => each !== 'sent' && each !== 'expired').map(statusTerm)
  const timeless = [...others, isSent ? withoutExpiryTerm : expiredTerm]
  const expires = isSent ? { from: now + 1 } : { to: now + 1 }
  const timed = recordFilter(filter, [withExpiryTerm], expires)
  return [recordFilter(filter, timeless), ...(isEmpty(timed.times.expires) ? [] : [timed])]
}

function recordFilter(
  filter: ParsedQuoteFilter,
  statusTerms: readonly string[] | undefined,
  expiresIn: TimeRange = {},
): RecordFilter {
  const { tag, customer, product, owner, number, text = [], created, updated, deleted } = filter
  const groups = [
    statusTerms,
    tag?.map(tagTerm),
    customer?.map(customerTerm),
    product?.map(productTerm),
    owner?.map(ownerTerm),
    filter.customerId?.map(customerIdTerm),
    number?.map(numberTerm),
  ]
  const expires = intersection(filter.expires, expiresIn)
  return {
    kind: quoteKind,
    deleted: deleted ?? false,
    terms: groups.filter((group) => group !== undefined).map(sortedSet),
    words: sortedSet(text),
    times: {
      ...(created === undefined ? undefined : { created: definedTimes(created) }),
      ...(updated === undefined ? undefined : { updated: definedTimes(updated) }),
      ...(expires === undefined ? undefined : { expires }),
    },
  }
}

function intersection(
  range: QuoteTimeRange | undefined,
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

function sortedSet(strings: readonly string[]): readonly string[] {
  return [...new Set(strings)].sort()
}

function definedTimes({ from, to }: QuoteTimeRange) {
  return {
    ...(from === undefined ? undefined : { from }),
    ...(to === undefined ? undefined : { to }),
  }
}
