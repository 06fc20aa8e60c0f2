import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** @typedef {{ readonly skipped: string }} Skipped */
/** @typedef {import('./scenario.js').ScenarioResult} ScenarioResult */
/** @typedef {import('../profile/side-profile.js').ScenarioProfile} ScenarioProfile */

const program = fileURLToPath(new URL('run-scenario.mjs', import.meta.url))

/**
 * Runs a scenario in a process of its own.
 *
 * @param {string} name
 * @param {(share: number) => void} onProgress
 * @returns {Promise<ScenarioResult | Skipped>} The result, or why there is none.
 */
export function runScenario(name, onProgress) {
  return outcomeOf([name], onProgress)
}

/**
 * Profiles the library's sides of a scenario in a process of its own.
 *
 * @param {string} name
 * @param {(share: number) => void} onProgress
 * @returns {Promise<ScenarioProfile | Skipped>} The profile, or why there is none.
 */
export function profileScenario(name, onProgress) {
  return outcomeOf([name, 'profile'], onProgress)
}

/**
 * @template Result
 * @param {readonly string[]} words
 * @param {(share: number) => void} onProgress
 * @returns {Promise<Result | Skipped>}
 */
async function outcomeOf(words, onProgress) {
  const [name] = words
  const child = fork(program, words)
  const passOn = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal)
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
  for (const signal of signals) process.on(signal, passOn)
  /** @type {{ progress?: number, result?: Result, skipped?: string }} */
  let last = {}
  child.on('message', (/** @type {typeof last} */ message) => {
    if (message.progress === undefined) last = message
    else onProgress(message.progress)
  })
  const [code] = await once(child, 'exit')
  for (const signal of signals) process.off(signal, passOn)
  if (code !== 0)
    throw new Error(`${name} ended with ${code === null ? 'a signal' : `code ${code}`}`)
  if (last.result !== undefined) return last.result
  if (last.skipped !== undefined) return { skipped: last.skipped }
  throw new Error(`${name} gave no result`)
}
