import * as z from 'zod'
import { withReceived } from '../../validation/schemas/scalars.js'
import { addDays, isDate } from '../../validation/times.js'

/** The first and the last day that can be set: both inclusive. */
const bounds = { first: '2000-01-01', last: '2099-12-31' } as const

/** A range of days of the calendar. */
export interface DateRange {
  /** Only this day and later ones: YYYY-MM-DD. */
  readonly from?: string | undefined
  /** Only this day and earlier ones: YYYY-MM-DD. */
  readonly to?: string | undefined
}

const dateMessage = withReceived(
  `must be a date, YYYY-MM-DD, from ${bounds.first} to ${bounds.last}`,
)

/** Accepts a day of the calendar, YYYY-MM-DD. */
export const daySchema = z
  .custom<string>(isDay, { error: dateMessage })
  .meta({ type: 'string', format: 'date' })

/** Returns true for a day of the calendar, YYYY-MM-DD, from 2000 to 2099. */
export function isDay(value: unknown): value is string {
  return isDate(value) && value >= bounds.first && value <= bounds.last
}

// A day is looked up by its beginnings, so that a range of any length is a few terms of a list
// that each storage has, and no column.

/** The lengths of the beginnings of a day that are terms: a decade, a year, a month, a day. */
const lengths: readonly number[] = [3, 4, 7, 10]

/** Returns what a quote with this day can be found by. */
export function followUpTerms(date: string): readonly string[] {
  return lengths.map((length) => term(date.slice(0, length)))
}

/**
 * Returns the terms of which each quote whose day is in a range has one, and no other quote has
 * any. At most 108.
 */
export function followUpTermsIn({ from = '', to }: DateRange): readonly string[] {
  const end = to === undefined ? '9' : addDays(to, 1)
  const terms = termsBelow('20')
  // No quote has this term.
  return terms.length === 0 ? [term('')] : terms

  function termsBelow(start: string): readonly string[] {
    return nextStarts(start).flatMap((each) => {
      const first = each + bounds.first.slice(each.length)
      const last = each + '9999-12-31'.slice(each.length)
      if (first >= from && last < end) return [term(each)]
      const isDay = !lengths.some((length) => length > each.length)
      return isDay || last < from || first >= end ? [] : termsBelow(each)
    })
  }
}

/**
 * Returns the terms of the decades of a range, of which each quote whose day is in it has one. They
 * are few, so that a storage can leave out at once what has no day of these.
 */
export function followUpDecadesIn(range: DateRange): readonly string[] {
  const length = term('').length + 3
  return [...new Set(followUpTermsIn(range).map((each) => each.slice(0, length)))]
}

/** Returns the beginnings of days that are one step longer, in their order. */
function nextStarts(start: string): readonly string[] {
  if (start.length < 4) return Array.from({ length: 10 }, (_, digit) => `${start}${digit}`)
  const count = start.length === 4 ? 12 : 31
  const numbers = Array.from({ length: count }, (_, index) => `${index + 1}`.padStart(2, '0'))
  return numbers.map((number) => `${start}-${number}`)
}

function term(start: string): string {
  return `follow_up:${start}`
}
