/**
 * Runs the scenario that the first argument names, in a process of its own: what one scenario has compiled, collected or left behind
 * is not in the figures of the next. Where there is a second argument, `profile`, the library's sides are profiled instead. Tells the
 * parent how far it is, and then the result.
 */
import { profileSides } from '../profile/profile-sides.mjs'
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
    process.send?.({ skipped: 'QUOTEWRIGHT_POSTGRES_URL names no PostgreSQL server' })
    return
  }
  const prepared = await scenario.prepare((cleanUp) => cleanUps.push(cleanUp))
  const advance = (/** @type {number} */ progress) => process.send?.({ progress })
  if (mode === 'profile') {
    if (prepared.comparisons === undefined) {
      process.send?.({ skipped: 'it compares nothing' })
      return
    }
    const sides = await profileSides(prepared, advance)
    process.send?.({ result: { scenario: name, sides } })
    return
  }
  const comparisons = await measureComparisons(prepared.comparisons ?? [], advance)
  const figures = []
  for (const { name, unit, measure } of prepared.figures ?? [])
    figures.push({ name, unit, value: await measure() })
  process.send?.({ result: { scenario: name, comparisons, figures } })
}

/** What cannot be cleaned up is told, and keeps nothing else from being. */
async function cleanUp() {
  for (;;) {
    const next = cleanUps.pop()
    if (next === undefined) return
    await Promise.resolve().then(next).catch(console.error)
  }
}

/** Whoever ends a benchmark early finds neither its files nor its schemas afterwards. */
async function stop() {
  await cleanUp()
  process.exit(1)
}
