import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** @typedef {import('./scenario.js').Skipped} Skipped */
/** @typedef {import('./scenario.js').ScenarioResult} ScenarioResult */
/** @typedef {import('../profile/benchmark-profile.js').ScenarioProfile} ScenarioProfile */

const program = fileURLToPath(new URL('run-scenario.mjs', import.meta.url))

/**
 * Runs a scenario in its own process.
 *
 * @param {string} name
 * @param {(share: number) => void} onProgress
 * @returns {Promise<ScenarioResult | Skipped>} The result, or why the scenario was skipped.
 */
export function runScenario(name, onProgress) {
  return outcomeOf([name], onProgress)
}

/**
 * Profiles the library in a scenario, in its own process.
 *
 * @param {string} name
 * @param {(share: number) => void} onProgress
 * @returns {Promise<ScenarioProfile | Skipped>} The profile, or why the scenario was skipped.
 */
export function profileScenario(name, onProgress) {
  return outcomeOf([name, 'profile'], onProgress)
}

/**
 * @template Result
 * @param {readonly string[]} args
 * @param {(share: number) => void} onProgress
 * @returns {Promise<Result | Skipped>}
 */
async function outcomeOf(args, onProgress) {
  const [name] = args
  const child = fork(program, args)
  const forward = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal)
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
  for (const signal of signals) process.on(signal, forward)
  /** @type {{ progress?: number, result?: Result, skipped?: string }} */
  let last = {}
  child.on('message', (/** @type {typeof last} */ message) => {
    if (message.progress === undefined) last = message
    else onProgress(message.progress)
  })
  const [code] = await once(child, 'exit')
  for (const signal of signals) process.off(signal, forward)
  if (code !== 0)
    throw new Error(`${name} exited with ${code === null ? 'a signal' : `code ${code}`}`)
  if (last.result !== undefined) return last.result
  if (last.skipped !== undefined) return { skipped: last.skipped }
  throw new Error(`expected a result of ${name}, but its process sent none`)
}
