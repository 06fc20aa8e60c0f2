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
