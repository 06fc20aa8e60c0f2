/**
 * Prints what shops need, by the model and the factors of docs/capacity.json:
 *
 *     node bench/capacity/print-plan.mjs --shops 500,50000 --quotesPerDay 20 --serverCores 16
 *
 * Each number of `sample-plan.mjs` is an option.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { measuredFrom } from './capacity-factors.mjs'
import { planTable } from './capacity-tables.mjs'
import { sampleNumbers, sampleShops } from './sample-plan.mjs'

const options = Object.fromEntries(
  ['shops', ...Object.keys(sampleNumbers)].map((name) => [
    name,
    { type: /** @type {const} */ ('string') },
  ]),
)

try {
  const { shops, ...given } = parseArgs({ options }).values
  const counts = shops === undefined ? sampleShops : String(shops).split(',').map(parseShops)
  const numbers = Object.entries(given).map(([name, text]) => [name, parseNumber(name, text)])
  const values = { ...sampleNumbers, ...Object.fromEntries(numbers) }
  const { figures } = JSON.parse(
    readFileSync(new URL('../../docs/capacity.json', import.meta.url), 'utf8'),
  )
  console.log(planTable(counts, { ...values, life: values }, measuredFrom(figures), values))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

/** @param {string} text */
function parseShops(text) {
  const count = parseNumber('shops', text)
  if (Number.isInteger(count) && count <= 10_000_000) return count
  throw new Error(`--shops must be integers of at most 10,000,000, not "${text}"`)
}

/**
 * @param {string} name
 * @param {unknown} text
 */
function parseNumber(name, text) {
  const number = Number(text)
  if (text !== '' && Number.isFinite(number) && number > 0) return number
  throw new Error(`--${name} must be a number above 0, not "${text}"`)
}
