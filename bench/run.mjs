/**
 * Measures the library beside its limits: `npm run bench`, or `npm run bench -- <name> …` for some of the scenarios. With `--write` a
 * run of all of them goes to docs/benchmarks.json and docs/benchmarks.svg. BENCH_ROUNDS=1 only tries everything out.
 */
import { writeFileSync } from 'node:fs'
import { drawChart } from './harness/chart.mjs'
import { isShort, rounds } from './harness/effort.mjs'
import { describeMachine } from './harness/machine.mjs'
import { showProgress } from './harness/progress.mjs'
import { runScenario } from './harness/scenario-process.mjs'
import { comparisonTable, figureTable } from './harness/table.mjs'
import { scenarioNames } from './scenario-names.mjs'

const words = process.argv.slice(2)
const names = words.filter((word) => word !== '--write')
const writes = words.includes('--write')
const unknown = names.filter((name) => !scenarioNames.includes(name))
if (unknown.length > 0)
  fail(`No such benchmark: ${unknown.join(', ')}. There are:\n  ${scenarioNames.join('\n  ')}`)
if (writes && (names.length > 0 || isShort))
  fail('--write is for a run of all benchmarks, with at least 10 rounds')

const machine = await describeMachine().catch((error) => fail(error.message))
const chosen = names.length > 0 ? names : scenarioNames
const progress = showProgress(chosen.length)
/** @type {import('./harness/scenario.js').ScenarioResult[]} */
const results = []
for (const name of chosen) {
  progress.begin(name)
  const outcome = await runScenario(name, progress.advance).catch((error) => fail(error.message))
  if ('skipped' in outcome) {
    if (writes) fail(`${name} cannot be run: ${outcome.skipped}`)
    progress.end(`skipped: ${outcome.skipped}`)
  } else {
    progress.end('done')
    results.push(outcome)
  }
}

const comparisons = results.flatMap((result) => result.comparisons)
const figures = results.flatMap((result) => result.figures)
console.log(`\n${machine.summary}, ${rounds} rounds${isShort ? ': too few to judge' : ''}`)
if (comparisons.length > 0) console.log(`\n${comparisonTable(comparisons)}`)
if (figures.length > 0) console.log(`\n${figureTable(figures)}`)

if (writes) {
  const record = { ...machine, rounds, results }
  writeFileSync(fromRoot('docs/benchmarks.json'), `${JSON.stringify(record, fourDigits, 2)}\n`)
  writeFileSync(fromRoot('docs/benchmarks.svg'), drawChart(comparisons))
}

/**
 * @param {string} _key
 * @param {unknown} value
 */
function fourDigits(_key, value) {
  const isMeasured = typeof value === 'number' && !Number.isInteger(value)
  return isMeasured ? Number(value.toPrecision(4)) : value
}

/** @param {string} path */
function fromRoot(path) {
  return new URL(`../${path}`, import.meta.url)
}

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  console.error(message)
  process.exit(1)
}
