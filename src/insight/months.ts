import { localDate, startOfDay } from '../quote/model/expiry.js'

/** The most months of a period. */
export const maxMonths = 120

const pattern = /^20[0-9]{2}-(?:0[1-9]|1[0-2])$/

/** Returns true for a month in the form YYYY-MM, from the year 2000 to 2099. */
export function isMonth(value: unknown): value is string {
  return typeof value === 'string' && pattern.test(value)
}

/** Returns the month so many months after another one, or before it. */
export function addMonths(month: string, count: number): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  const months = year * 12 + number - 1 + count
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`
}

/** Returns the month that a time is in, in a time zone. */
export function monthOf(time: number, timeZone: string): string {
  return localDate(time, timeZone).replace(/-[0-9]+$/, '')
}

/** Returns how many months a period has, its first and its last one included. */
export function countMonths(from: string, to: string): number {
  const [firstYear, first] = from.split('-').map(Number) as [number, number]
  const [lastYear, last] = to.split('-').map(Number) as [number, number]
  return (lastYear - firstYear) * 12 + last - first + 1
}

/** The months of a period, as times. */
export interface Period {
  readonly months: readonly string[]
  /** When the first month begins, in milliseconds since the Unix epoch. */
  readonly start: number
  /** When the last month ends: the first moment after it. */
  readonly end: number
  /** Returns the index of the month that a time is in; -1 if it is in none of them. */
  indexOf(time: number): number
}

/** Returns the months from one to another, in a time zone. Days of 23 and 25 hours included. */
export function createPeriod(from: string, to: string, timeZone: string): Period {
  const months = Array.from({ length: countMonths(from, to) }, (_, index) => addMonths(from, index))
  const starts = [...months, addMonths(to, 1)].map((month) => startOfDay(`${month}-01`, timeZone))
  return {
    months,
    start: starts[0] as number,
    end: starts.at(-1) as number,
    indexOf: (time) =>
      time < (starts.at(-1) as number) ? starts.findLastIndex((start) => start <= time) : -1,
  }
}
