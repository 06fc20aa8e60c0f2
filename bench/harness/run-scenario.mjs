/**
 * Runs the scenario that the first argument names, in its own process, so that compiled code and
 * garbage of one scenario don't affect the next. Profiles the library instead if the second
 * argument
 * is `profile`. Sends the progress and the result to the parent process.
 */
import { profileBenchmarks } from '../profile/profile-benchmarks.mjs'
import { measureComparisons } from './measure.mjs'

const [name = '', mode] = process.argv.slice(2)
/** @type {(() => unknown)[]} */
const cleanUps = []

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
process.on('disconnect', stop)

try {
  await run()
} finally {
  await cleanUp()
  process.off('disconnect', stop)
  process.disconnect?.()
}

async function run() {
  const module = await import(new URL(`../scenarios/${name}.mjs`, import.meta.url).href)
  /** @type {import('./scenario.js').Scenario} */
  const scenario = module.scenario
  if (scenario.needsPostgres && !process.env.QUOTEWRIGHT_POSTGRES_URL) {
    process.send?.({ skipped: 'QUOTEWRIGHT_POSTGRES_URL is not set' })
    return
  }
  const prepared = await scenario.prepare((cleanUp) => cleanUps.push(cleanUp))
  if ('skipped' in prepared) {
    process.send?.({ skipped: prepared.skipped })
    return
  }
  const advance = (/** @type {number} */ progress) => process.send?.({ progress })
  if (mode === 'profile') {
    if (prepared.comparisons === undefined) {
      process.send?.({ skipped: 'it has no comparisons to profile' })
      return
    }
    const benchmarks = await profileBenchmarks(prepared, advance)
    process.send?.({ result: { scenario: name, benchmarks } })
    return
  }
  const comparisons = await measureComparisons(prepared.comparisons ?? [], advance)
  const figures = []
  for (const { name, unit, measure } of prepared.figures ?? [])
    figures.push({ name, unit, value: await measure() })
  const forecasts = await prepared.measureForecasts?.(advance)
  const allFigures = [...figures, ...(forecasts?.figures ?? [])]
  process.send?.({ result: { ...forecasts, scenario: name, comparisons, figures: allFigures } })
}

/** Runs all clean-ups, and prints the errors of failed ones. */
async function cleanUp() {
  for (;;) {
    const next = cleanUps.pop()
    if (next === undefined) return
    await Promise.resolve().then(next).catch(console.error)
  }
}

/** Removes files and schemas if the benchmark is interrupted. */
async function stop() {
  await cleanUp()
  process.exit(1)
}
