import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** @typedef {import('./scenario.js').ScenarioResult} ScenarioResult */
/** @typedef {{ progress?: number, result?: ScenarioResult, skipped?: string }} Message */

const program = fileURLToPath(new URL('run-scenario.mjs', import.meta.url))

/**
 * Runs a scenario in a process of its own.
 *
 * @param {string} name
 * @param {(share: number) => void} onProgress
 * @returns {Promise<ScenarioResult | { readonly skipped: string }>} The result, or why there is none.
 */
export async function runScenario(name, onProgress) {
  const child = fork(program, [name])
  const passOn = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal)
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
  for (const signal of signals) process.on(signal, passOn)
  /** @type {Message} */
  let last = {}
  child.on('message', (/** @type {Message} */ message) => {
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
