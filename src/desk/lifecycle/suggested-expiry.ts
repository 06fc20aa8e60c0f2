import type { QuoteRecord } from '../../quote/quote.js'
import { isTime } from '../../validation/times.js'
import type { DeskCall } from '../desk-call.js'
import type { LastOffer } from './last-offer.js'

const dayMs = 86_400_000

/** The last day on which an offer can be accepted, for the form that sends it. */
export interface SuggestedExpiry {
  /** The first day that can be chosen: YYYY-MM-DD. */
  readonly min: string
  /** Undefined if the offer is to have no end. */
  readonly value: string | undefined
}

/**
 * Suggests until when the next offer is valid: at least as long as the last one was, or for the
 * days of the option `validDays`. Days are those of the desk's time zone.
 *
 * @param now Milliseconds since the Unix epoch.
 */
export function suggestedExpiry(
  { options }: Pick<DeskCall, 'options'>,
  { validMs }: LastOffer,
  now: number,
): SuggestedExpiry {
  const { timeZone = 'UTC', validDays } = options
  const min = getDate(now, timeZone)
  // The day of that instant ends after it. What is stored can be no time at all.
  if (validMs !== undefined && isTime(now + validMs))
    return { min, value: getDate(now + validMs, timeZone) }
  return { min, value: validDays === undefined ? undefined : addDays(min, validDays) }
}

/** Returns when a change of the quote would be stored: the time of a quote never goes back. */
export function nextTime({ updated }: Pick<QuoteRecord, 'updated'>): number {
  return isTime(updated) ? Math.max(Date.now(), updated) : Date.now()
}

/** Returns the day in a time zone: YYYY-MM-DD. */
function getDate(time: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(time)
  const value = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return `${value('year').padStart(4, '0')}-${value('month')}-${value('day')}`
}

function addDays(date: string, days: number): string {
  const length = 'YYYY-MM-DD'.length
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, length)
}
