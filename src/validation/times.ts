/** The latest time that a `Date` can hold, in milliseconds since the Unix epoch. */
export const maxTime = 8_640_000_000_000_000

/** Returns true for an integer of milliseconds that a `Date` can hold. */
export function isTime(value: unknown): value is number {
  return Number.isSafeInteger(value) && Math.abs(value as number) <= maxTime
}

/**
 * Returns a time as ISO 8601 in UTC, or the number as it is if no `Date` can hold it. Never throws:
 * what is stored must be shown.
 *
 * @param time Milliseconds since the Unix epoch.
 */
export function toIsoTime(time: number): string {
  return isTime(time) ? new Date(time).toISOString() : String(time)
}

const dayMs = 86_400_000

/** Returns the day so many days after another one, YYYY-MM-DD, or before it. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}

const datePattern = /^([1-9][0-9]{3})-([0-9]{2})-([0-9]{2})$/

/** Returns true for a date of the calendar in the form YYYY-MM-DD, from the year 1000. */
export function isDate(value: unknown): value is string {
  const [, year, month, day] = (typeof value === 'string' && datePattern.exec(value)) || []
  if (year === undefined) return false
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
}
