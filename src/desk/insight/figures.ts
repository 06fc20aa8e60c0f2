import type { Formats } from '../../document/model/formats.js'
import type { ResponseTimes } from '../../insight/insight.js'
import type { DeskCall } from '../desk-call.js'

/** Returns the names of months and times in the language of a desk. */
export interface InsightFormats {
  /** `November`, or `November 2025` in a period of several years. */
  month(month: string): string
  /** `Nov` */
  shortMonth(month: string): string
  /** A number of minutes in words, with at most one decimal: `1.5 days`. */
  time(minutes: number): string
  /** The same in few letters: `4h`. */
  shortTime(minutes: number): string
  /** A percentage of whole percents. Empty without one. */
  rate(value: string | null): string
  /** A percentage with one decimal. Empty without one. */
  share(value: string | null): string
}

const dayMinutes = 1_440
const hourMinutes = 60

/** Creates the formats of a page. */
export function createFormats(
  { formats }: Pick<DeskCall, 'formats'>,
  from: string,
  to: string,
): InsightFormats {
  const { locale } = formats
  const isOneYear = from.slice(0, 4) === to.slice(0, 4)
  const month = monthFormat(locale, { month: 'long', ...(!isOneYear && { year: 'numeric' }) })
  const shortMonth = monthFormat(locale, { month: 'short' })
  return {
    month,
    shortMonth,
    time: timeFormat(locale, 'long'),
    shortTime: timeFormat(locale, 'narrow'),
    rate: percentFormat(formats, 0),
    share: percentFormat(formats, 1),
  }
}

/** A month is named at its middle, so that no time zone makes it another one. */
function monthFormat(locale: string, options: Intl.DateTimeFormatOptions) {
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  return (month: string) => format.format(Date.parse(`${month}-15T12:00:00Z`))
}

function timeFormat(locale: string, unitDisplay: 'long' | 'narrow') {
  const formatOf = (unit: string) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 })
  const [minute, hour, day] = ['minute', 'hour', 'day'].map(formatOf) as [
    Intl.NumberFormat,
    Intl.NumberFormat,
    Intl.NumberFormat,
  ]
  return (minutes: number) => {
    if (minutes < hourMinutes) return minute.format(minutes)
    if (minutes < dayMinutes) return hour.format(minutes / hourMinutes)
    return day.format(minutes / dayMinutes)
  }
}

function percentFormat(formats: Formats, decimals: number) {
  return (value: string | null) =>
    value === null ? '' : formats.percent(String(Number(Number(value).toFixed(decimals))))
}

/** Returns the index of the column with the median. */
export function medianColumn({ responses, distribution }: ResponseTimes): number {
  let count = 0
  return distribution.findIndex((more) => {
    count += more
    return count * 2 >= responses
  })
}
