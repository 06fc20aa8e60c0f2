import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isShort } from '../harness/effort.mjs'
import { postgresServer } from '../subjects/postgres-server.mjs'

const sizes = isShort
  ? [100, 1_000]
  : [1_000, 10_000, 100_000, ...(process.env.BENCH_MILLION ? [1_000_000] : [])]
const maxRatio = 2
const program = fileURLToPath(new URL('../files/run-job.mjs', import.meta.url))

/**
 * The jobs in their order, because the first creates the quotes of the others, and the last reads
 * a file. Each has the names of its database and of its file.
 */
const jobs = [
  ['importQuotes, JSON Lines', 'import-jsonl', 'quotes', ''],
  ['exportQuotes, JSON Lines', 'export-jsonl', 'quotes', 'jsonl'],
  ['exportQuotes, CSV', 'export-csv', 'quotes', 'csv'],
  ['verifyStore', 'verify', 'quotes', ''],
  ['importQuotes, CSV', 'import-csv', 'imported', 'csv'],
]

const hasPostgres = process.env.QUOTEWRIGHT_POSTGRES_URL !== undefined
const systems = ['SQLite', ...(hasPostgres ? ['PostgreSQL'] : [])]

/** @typedef {{ peak: number, heapPerQuote: number, rate: number }} Usage */

/**
 * Measures the memory of exports, imports and verifications of more and more quotes of one line, in
 * durable SQLite, and in PostgreSQL if there is a server.
 *
 * @type {import('../harness/scenario.js').Scenario}
 */
export const scenario = {
  prepare(onCleanUp) {
    const folder = mkdtempSync(join(tmpdir(), 'quotewright-files-'))
    onCleanUp(() => rmSync(folder, { recursive: true, force: true }))
    const schemas = `quotewright_files_${process.pid}`
    if (hasPostgres) {
      const { pool } = postgresServer(onCleanUp, { connections: 1 })
      onCleanUp(() => dropSchemas(pool, schemas))
    }
    /** @type {Promise<Map<string, Usage>> | undefined} */
    let measured
    const usageOf = async (/** @type {string} */ job, /** @type {number} */ quotes) => {
      measured ??= measureAll(folder, schemas)
      return /** @type {Usage} */ ((await measured).get(`${job} ${quotes}`))
    }
    const [smallest = 0] = sizes
    const largest = sizes.at(-1) ?? 0
    const among = (/** @type {number} */ quotes) => quotes.toLocaleString('en')
    return {
      figures: systems.flatMap((system) =>
        jobs.flatMap(([title, name = '']) => {
          const job = `${system} ${name}`
          return [
            ...sizes.map((quotes) => ({
              name: `peak memory of ${title}, ${among(quotes)} quotes, ${system}`,
              unit: 'MB',
              measure: async () => (await usageOf(job, quotes)).peak / 1e6,
            })),
            {
              name: `… of ${among(largest)} divided by that of ${among(smallest)} (≤ ${maxRatio})`,
              unit: 'times',
              measure: async () =>
                (await usageOf(job, largest)).peak / (await usageOf(job, smallest)).peak,
            },
            {
              name: `heap that ${title} keeps per quote, of ${among(largest)}, ${system}`,
              unit: 'bytes',
              measure: async () => Math.max(0, (await usageOf(job, largest)).heapPerQuote),
            },
            {
              name: `${title}, ${among(largest)} quotes, ${system}`,
              unit: 'quotes/s',
              measure: async () => (await usageOf(job, largest)).rate,
            },
          ]
        }),
      ),
    }
  },
}

/**
 * @param {string} folder
 * @param {string} schemas How the names of schemas begin.
 */
async function measureAll(folder, schemas) {
  const usages = new Map()
  for (const system of systems)
    for (const quotes of sizes)
      for (const [, job = '', database, name] of jobs) {
        const place =
          system === 'PostgreSQL'
            ? `${schemas}_${database}_${quotes}`
            : join(folder, `${database}-${quotes}.sqlite`)
        const file = join(folder, `${quotes}.${name}`)
        usages.set(
          `${system} ${job} ${quotes}`,
          await runJob([job, system, place, `${quotes}`, file]),
        )
      }
  return usages
}

/**
 * @param {readonly string[]} args
 * @returns {Promise<Usage>}
 */
async function runJob(args) {
  const child = fork(program, [...args])
  const exit = once(child, 'exit')
  const [usage] = await Promise.race([once(child, 'message'), exit])
  if (typeof usage !== 'object' || usage === null) throw new Error(`${args.join(' ')} failed`)
  await exit
  return usage
}

/**
 * @param {import('pg').Pool} pool
 * @param {string} prefix
 */
async function dropSchemas(pool, prefix) {
  const { rows } = await pool.query(
    'select nspname from pg_namespace where starts_with(nspname, $1)',
    [prefix],
  )
  for (const { nspname } of rows) await pool.query(`drop schema ${nspname} cascade`)
}
