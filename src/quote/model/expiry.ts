import { addDays } from '../../validation/times.js'
import { assertQuote } from './assert-quote.js'
import type { Quote } from './quote.js'
import type { QuoteStatus } from './transitions.js'

/**
 * Returns the status of a quote at a time: `expired` if it is `sent` and its offer has expired.
 *
 * @param now Milliseconds since the Unix epoch.
 * @throws QuoteError `invalid_request` if `quote` is none, such as the record around it
 *
 * @example
 * statusAt({ status: 'sent', expires: 1_000 }, 999) // 'sent'
 * statusAt({ status: 'sent', expires: 1_000 }, 1_000) // 'expired'
 */
export function statusAt(quote: Pick<Quote, 'status' | 'expires'>, now: number): QuoteStatus {
  if (quote?.status === undefined) assertQuote(quote)
  const { status, expires } = quote
  return status === 'sent' && expires !== undefined && expires <= now ? 'expired' : status
}

const dayMs = 86_400_000

/**
 * Returns the end of a day in a time zone, in milliseconds since the Unix epoch: the first instant
 * that is on a later day there. Days with a change to or from daylight saving time included.
 *
 * @param date YYYY-MM-DD
 * @param timeZone A name of the IANA database, for example `Europe/Berlin`.
 *
 * @example
 * endOfDay('2026-03-29', 'Europe/Berlin') // Date.parse('2026-03-29T22:00:00Z')
 */
export function endOfDay(date: string, timeZone: string): number {
  const noon = Date.parse(`${date}T12:00:00Z`)
  const isLater = (time: number) => toComparable(localDate(time, timeZone)) > toComparable(date)
  // Local time is at most a day ahead of UTC or behind it.
  let before = noon - 2 * dayMs
  let after = noon + 2 * dayMs
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (isLater(middle)) after = middle
    else before = middle
  }
  return after
}

/**
 * Returns the first instant of a day in a time zone, in milliseconds since the Unix epoch: where
 * the day before ends.
 *
 * @param date YYYY-MM-DD
 */
export function startOfDay(date: string, timeZone: string): number {
  return endOfDay(addDays(date, -1), timeZone)
}

/** Creating one costs more than a hundred formatted dates. */
const formatters = new Map<string, Intl.DateTimeFormat>()

/** Returns true for a name that `Intl` knows. */
export function isTimeZone(value: unknown): value is string {
  try {
    return typeof value === 'string' && getFormatter(value) !== undefined
  } catch {
    return false
  }
}

function getFormatter(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known !== undefined) return known
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone,
    // The calendar `iso8601` of Node is the Julian one before 1582.
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  formatters.set(timeZone, formatter)
  return formatter
}

/** Returns the day that a time is on in a time zone: YYYY-MM-DD, with more digits from 10000 on. */
export function localDate(time: number, timeZone: string): string {
  const parts = getFormatter(timeZone).formatToParts(time)
  const value = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return `${value('year').padStart(4, '0')}-${value('month')}-${value('day')}`
}

/** Returns a date in a form in which the year 10000 comes after 9999. */
function toComparable(date: string): string {
  return date.padStart('YYYYYY-MM-DD'.length, '0')
}
