/**
 * Compares the library with baselines: `npm run bench` for all scenarios, `npm run bench -- <name>
 * …`
 * for some. `--write` saves a run of all scenarios to docs/benchmarks.json and docs/benchmarks.svg,
 * and also one of `capacity-model` alone to docs/capacity.json.
 * BENCH_ROUNDS=1 only tests that the scenarios run.
 *
 * `--profile <name> …` prints where the library spends its time, and saves it to docs/profiles with
 * `--write`.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { drawChart } from './harness/chart.mjs'
import { isShort, rounds } from './harness/effort.mjs'
import { describeMachine } from './harness/machine.mjs'
import { showProgress } from './harness/progress.mjs'
import { profileScenario, runScenario } from './harness/scenario-process.mjs'
import { comparisonTable, figureTable, forecastTable } from './harness/table.mjs'
import { drawProfile } from './profile/profile-chart.mjs'
import { profileText } from './profile/profile-text.mjs'
import { ownRecords, scenarioNames } from './scenario-names.mjs'

const args = process.argv.slice(2)
const names = args.filter((arg) => arg !== '--write' && arg !== '--profile')
const writes = args.includes('--write')
const profiles = args.includes('--profile')
const unknown = names.filter((name) => !scenarioNames.includes(name))
if (unknown.length > 0)
  fail(`Unknown benchmark: ${unknown.join(', ')}. Available:\n  ${scenarioNames.join('\n  ')}`)
if (profiles && names.length === 0) fail('--profile requires the name of at least one benchmark')
const isPartial = names.some((name) => ownRecords[name] === undefined)
if (writes && !profiles && (isPartial || isShort))
  fail(
    `--write requires a run of all benchmarks, or of ${Object.keys(ownRecords).join(', ')} alone, ` +
      'with at least 10 rounds',
  )
if (writes && isShort) fail('--write requires at least 10 rounds')

const machine = await describeMachine().catch((error) => fail(error.message))
const effort = isShort ? ' (too few for reliable results)' : ''
if (profiles) await showProfiles()
else await showMeasurements()

async function showMeasurements() {
  const results = await runEach(names.length > 0 ? names : scenarioNames, runScenario)
  const comparisons = results.flatMap((result) => result.comparisons)
  const figures = results.flatMap((result) => result.figures)
  console.log(`\n${machine.summary}, ${rounds} rounds${effort}`)
  if (comparisons.length > 0) console.log(`\n${comparisonTable(comparisons)}`)
  if (figures.length > 0) console.log(`\n${figureTable(figures)}`)
  const forecasts = results.flatMap((result) => result.forecasts ?? [])
  if (forecasts.length > 0) console.log(`\n${forecastTable(forecasts)}`)
  if (!writes) return
  for (const result of results) {
    const path = ownRecords[result.scenario]
    if (path !== undefined) saveRecord(path, { ...machine, ...result })
  }
  if (names.length > 0) return
  const others = results.filter(({ scenario }) => ownRecords[scenario] === undefined)
  saveRecord('docs/benchmarks.json', { ...machine, rounds, results: others })
  writeFileSync(fromRoot('docs/benchmarks.svg'), drawChart(comparisons))
}

/**
 * @param {string} path
 * @param {object} record
 */
function saveRecord(path, record) {
  writeFileSync(fromRoot(path), `${JSON.stringify(record, fourDigits, 2)}\n`)
}

async function showProfiles() {
  for (const profile of await runEach(names, profileScenario)) {
    const report = `${machine.summary}${effort}\n\n${profileText(profile)}\n`
    console.log(`\n${report}`)
    if (!writes) continue
    mkdirSync(fromRoot('docs/profiles'), { recursive: true })
    writeFileSync(fromRoot(`docs/profiles/${profile.scenario}.txt`), report)
    writeFileSync(fromRoot(`docs/profiles/${profile.scenario}.svg`), drawProfile(profile))
  }
}

/**
 * @template Result
 * @typedef {Result | { readonly skipped: string }} Outcome
 */

/**
 * @template Result
 * @param {readonly string[]} chosen
 * @param {(name: string, onProgress: (share: number) => void) => Promise<Outcome<Result>>} run
 */
async function runEach(chosen, run) {
  const progress = showProgress(chosen.length)
  /** @type {Result[]} */
  const results = []
  for (const name of chosen) {
    progress.begin(name)
    const outcome = await run(name, progress.advance).catch((error) => fail(error.message))
    if (isSkipped(outcome)) {
      if (writes)
        fail(`--write requires all benchmarks, but ${name} was skipped: ${outcome.skipped}`)
      progress.end(`skipped: ${outcome.skipped}`)
    } else {
      progress.end('done')
      results.push(outcome)
    }
  }
  return results
}

/**
 * @param {unknown} outcome
 * @returns {outcome is { readonly skipped: string }}
 */
function isSkipped(outcome) {
  return typeof outcome === 'object' && outcome !== null && 'skipped' in outcome
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
