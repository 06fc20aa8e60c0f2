/**
 * Returns the number of runs that an environment variable sets.
 *
 * @throws RangeError if it is not a positive integer, because a test without runs would pass
 */
export function runSize(variable: string, defaultSize: number): number {
  const size = Number(process.env[variable] ?? defaultSize)
  if (Number.isSafeInteger(size) && size >= 1) return size
  throw new RangeError(
    `${variable} must be an integer of at least 1, not "${process.env[variable]}"`,
  )
}
