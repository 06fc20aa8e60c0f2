/** Number of measurements of each benchmark. Fewer than 10 only test that the benchmarks run. */
export const rounds = parseRounds(process.env.BENCH_ROUNDS)

export const isShort = rounds < 10

/**
 * Minimum microseconds per measurement, so that clock resolution and single pauses do not matter.
 */
export const minSampleTime = isShort ? 0 : 40_000

/** Warm-up of each measurement in microseconds, so that compiled code is measured. */
export const warmUpTime = isShort ? 0 : 400_000

function parseRounds(/** @type {string | undefined} */ value) {
  if (!value) return 41
  const count = Number(value)
  if (Number.isSafeInteger(count) && count >= 1) return count
  throw new Error(`BENCH_ROUNDS must be an integer of at least 1, not "${value}"`)
}
