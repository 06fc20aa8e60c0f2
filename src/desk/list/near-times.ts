import { localDate } from '../../quote/model/expiry.js'
import type { DeskRuntime } from '../desk-call.js'

/** A time is near for people, and said in words, within so many days. */
export const nearDays = 7

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** The desk, whose locale and time zone say what a day is, and how it is said. */
type Desk = Pick<DeskRuntime, 'options' | 'formats'>

const cache = new WeakMap<DeskRuntime['formats'], NearFormats>()

interface NearFormats {
  readonly relative: Intl.RelativeTimeFormat
  readonly day: Intl.DateTimeFormat
  readonly dayOfYear: Intl.DateTimeFormat
}

function formatsOf({ options, formats }: Desk): NearFormats {
  const known = cache.get(formats)
  if (known !== undefined) return known
  const { timeZone = 'UTC' } = options
  const { locale } = formats
  const created = {
    relative: new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' }),
    day: new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone }),
    dayOfYear: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone }),
  }
  cache.set(formats, created)
  return created
}

/** Returns in how many days a time is, by the calendar: 0 for today, -1 for yesterday. */
export function daysUntil({ options }: Desk, time: number, now: number): number {
  const { timeZone = 'UTC' } = options
  const start = (each: number) => Date.parse(`${localDate(each, timeZone)}T00:00:00Z`)
  return Math.round((start(time) - start(now)) / dayMs)
}

/** Returns how long ago a time was, while that is less than two days; then its day. */
export function timeAgo(desk: Desk, time: number, now: number): string {
  const { relative } = formatsOf(desk)
  const ago = Math.max(0, now - time)
  const days = daysUntil(desk, time, now)
  if (ago < hourMs) return relative.format(-Math.floor(ago / minuteMs), 'minute')
  if (days === 0 || ago < 6 * hourMs) return relative.format(-Math.floor(ago / hourMs), 'hour')
  if (days === -1) return relative.format(-1, 'day')
  return shortDay(desk, time, now)
}

/** Returns a day in words within {@link nearDays}, such as `tomorrow`; otherwise the day. */
export function dayInWords(desk: Desk, time: number, now: number): string {
  const days = daysUntil(desk, time, now)
  if (days < -1 || days > nearDays) return shortDay(desk, time, now)
  return formatsOf(desk).relative.format(days, 'day')
}

/** Returns a day, with the year if that is not the present one. */
function shortDay(desk: Desk, time: number, now: number): string {
  const { day, dayOfYear } = formatsOf(desk)
  const { timeZone = 'UTC' } = desk.options
  const isThisYear = localDate(time, timeZone).slice(0, 4) === localDate(now, timeZone).slice(0, 4)
  return (isThisYear ? day : dayOfYear).format(time)
}
