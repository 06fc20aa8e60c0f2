/** How often everything is measured. A few rounds are for seeing that the benchmarks run, and their timings say nothing. */
export const rounds = readRounds(process.env.BENCH_ROUNDS)

export const isShort = rounds < 10

/** The least time that one measurement takes, in microseconds: a clock's steps and a single pause vanish in it. */
export const sampleTime = isShort ? 0 : 40_000

/** How long each side runs before it counts, in microseconds, so that what is measured is compiled code. */
export const warmUpTime = isShort ? 0 : 400_000

function readRounds(/** @type {string | undefined} */ text) {
  if (!text) return 41
  const count = Number(text)
  if (Number.isSafeInteger(count) && count >= 1) return count
  throw new Error(`BENCH_ROUNDS must be an integer of at least 1, not "${text}"`)
}
