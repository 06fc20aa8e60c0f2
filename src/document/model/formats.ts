import { shownUnitPrice } from '../../quote/model/precision.js'
import type { Billing } from '../../quote/model/pricing-fields.js'
import type { OfferedTerms } from '../../quote/model/proposal.js'
import type { Quote } from '../../quote/model/quote.js'
import { isTime } from '../../validation/times.js'

/** What a duration is counted in. */
export type DurationUnit = Billing['interval']

/** Formats values for one locale and time zone. */
export interface Formats {
  /** The language of the formats, as a BCP 47 tag. */
  readonly locale: string
  /** Formats a decimal string exactly: `€1,234.50`, or `1,234.50` without a currency. */
  money(amount: string, currency?: string): string
  /** Formats a number, with up to three decimals: `1,250`. */
  number(value: number): string
  /** Formats a number that counts and is no quantity, without separators: `1250`. */
  ordinal(value: number): string
  /** Formats a decimal string of percent: `12.5%`. */
  percent(value: string): string
  /** Formats a number of days, weeks, months or years: `3 months`. */
  duration(count: number, unit: DurationUnit): string
  /**
   * Formats a day: `November 22, 2026`. `time` is in milliseconds since the Unix epoch. A time that
   * no `Date` can hold is shown as the number that it is.
   */
  date(time: number): string
  /** Formats a day and time: `Nov 22, 2026, 1:04 PM`. Other numbers are as with `date`. */
  dateTime(time: number): string
  /** Formats a day and time with the zone, for readers elsewhere: `Nov 22, 2026, 1:04 PM UTC`. */
  zonedTime(time: number): string
}

/** Locales and time zones of options are few; the limit is for those of requests. */
const maxFormats = 100
const cache = new Map<string, Formats>()

/**
 * Returns the formats of a locale. Creating them takes a hundred times longer than using them, so
 * they are kept.
 *
 * @throws RangeError if the locale or the time zone is invalid
 */
export function getFormats(locale: string, timeZone: string): Formats {
  const key = `${locale} ${timeZone}`
  const cached = cache.get(key)
  if (cached !== undefined) return cached
  const formats = createFormats(locale, timeZone)
  if (cache.size >= maxFormats) cache.clear()
  cache.set(key, formats)
  return formats
}

/**
 * Returns the decimal string of an amount that is taken off, with the other sign; nothing has none.
 * Every surface shows discounts with it, so that they have one sign.
 */
export function takenOff(amount: string): string {
  if (amount.startsWith('-')) return amount.slice(1)
  return /[1-9]/.test(amount) ? `-${amount}` : amount
}

/** Returns a quantity and a unit price, as they are or could be offered: `10 × €98.00`. */
export function formatTerms(
  formats: Formats,
  { qty, price, price_quantity: per }: Omit<OfferedTerms, 'total'>,
  quote: Quote,
): string {
  const amount = formats.money(shownUnitPrice(price, quote), quote.currency)
  const unit = per === undefined ? amount : `${amount} / ${formats.number(per)}`
  return `${formats.number(qty)} × ${unit}`
}

/** Formats the end of an offer: its last day if it ends with one; otherwise day, time and zone. */
export function lastTime(expires: number, formats: Formats): string {
  // The offer ends at that instant, so the one before is on the last day on which it is valid.
  const lastDay = formats.date(expires - 1)
  return lastDay === formats.date(expires) ? formats.zonedTime(expires) : lastDay
}

function createFormats(locale: string, timeZone: string): Formats {
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 })
  const ordinal = new Intl.NumberFormat(locale, { useGrouping: false })
  // The value is a percent already, and `style: 'percent'` multiplies by 100.
  const percent = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'percent',
    maximumFractionDigits: 4,
  })
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone })
  const dayAndTime = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  })
  const zoned = new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  })
  const durations = new Map<DurationUnit, Intl.NumberFormat>()
  const durationFormat = (unit: DurationUnit) => {
    const known = durations.get(unit)
    if (known !== undefined) return known
    const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' })
    durations.set(unit, format)
    return format
  }
  const amounts = new Map<string, Intl.NumberFormat>()
  const amountFormat = (currency: string | undefined, decimals: number) => {
    const key = `${currency} ${decimals}`
    const known = amounts.get(key)
    if (known !== undefined) return known
    const format = new Intl.NumberFormat(locale, {
      ...(currency === undefined ? undefined : { style: 'currency', currency }),
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    })
    if (amounts.size >= maxFormats) amounts.clear()
    amounts.set(key, format)
    return format
  }
  return {
    locale,
    // A string is formatted exactly, where a number would be rounded to a double first.
    money: (amount, currency) =>
      amountFormat(currency, getDecimals(amount)).format(amount as Intl.StringNumericLiteral),
    number: (value) => number.format(value),
    ordinal: (value) => ordinal.format(value),
    percent: (value) => percent.format(value as Intl.StringNumericLiteral),
    duration: (count, unit) => durationFormat(unit).format(count),
    date: (time) => (isTime(time) ? day.format(time) : String(time)),
    dateTime: (time) => (isTime(time) ? dayAndTime.format(time) : String(time)),
    zonedTime: (time) => (isTime(time) ? zoned.format(time) : String(time)),
  }
}

function getDecimals(amount: string): number {
  const point = amount.indexOf('.')
  return point === -1 ? 0 : amount.length - point - 1
}
