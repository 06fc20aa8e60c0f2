import { isShort } from '../harness/effort.mjs'
import { ratePerSecond } from '../harness/rate.mjs'
import { postgresServer } from '../subjects/postgres-server.mjs'
import { storesInPostgres } from '../subjects/stores-in-postgres.mjs'

const connections = 10
const callers = 64
const quotes = isShort ? callers : 16 * callers
const changes = isShort ? 1 : 10

/** @typedef {Awaited<ReturnType<typeof storesInPostgres>>} Stores */

/**
 * Measures the capacities in docs/scaling.md.
 *
 * @type {import('../harness/scenario.js').Scenario}
 */
export const scenario = {
  needsPostgres: true,
  prepare(onCleanUp) {
    const server = postgresServer(onCleanUp, { connections })
    /** @type {[name: string, measure: (stores: Stores) => Promise<number>][]} */
    const sizes = [
      ['a quote of 10 lines as created, with its history', bytesOfQuote],
      [`a small change of it, the mean of its first ${changes}`, bytesOfChange],
      ['an idempotency key', bytesOfKey],
    ]
    /** @type {[name: string, stores: number, measure: (stores: Stores) => Promise<number>][]} */
    const rates = [
      ['createQuote, 64 callers in one store', 1, createRate],
      ['createQuote, 64 callers in 16 stores', 16, createRate],
      ['updateQuote, 64 callers in one store', 1, updateRate],
      ['updateQuote, 64 callers in 16 stores', 16, updateRate],
    ]
    const variants = [
      { variant: 'PostgreSQL', options: {} },
      { variant: 'PostgreSQL, prepared statements', options: { preparedStatements: true } },
    ]
    return {
      figures: [
        ...sizes.map(([name, measure]) => ({
          name: `${name}, PostgreSQL`,
          unit: 'bytes',
          measure: async () => measure(await storesInPostgres(server, 1)),
        })),
        ...rates.flatMap(([name, stores, measure]) =>
          variants.map(({ variant, options }) => ({
            name: `${name}, ${variant}`,
            unit: 'a second',
            measure: async () => measure(await storesInPostgres(server, stores, options)),
          })),
        ),
      ],
    }
  },
}

/** @param {Stores} stores */
async function bytesOfQuote({ create, spaceTakenBy }) {
  return (await spaceTakenBy(() => forEachQuote(create))) / quotes
}

/** @param {Stores} stores */
async function bytesOfChange({ create, update, spaceTakenBy }) {
  const records = await forEachQuote(create)
  const space = await spaceTakenBy(async () => {
    for (let change = 0; change < changes; change += 1)
      await forEachQuote((quote) => update(0, records[quote]?.quoteId ?? ''))
  })
  return space / quotes / changes
}

/** @param {Stores} stores */
async function bytesOfKey({ create, createWithKey, spaceTakenBy }) {
  const withoutKeys = await spaceTakenBy(() => forEachQuote(create))
  const withKeys = await spaceTakenBy(() => forEachQuote(createWithKey))
  return (withKeys - withoutKeys) / quotes
}

/** @param {Stores} stores */
function createRate({ create }) {
  return ratePerSecond(callers, create)
}

/** @param {Stores} stores */
async function updateRate({ create, update }) {
  const records = await Promise.all(Array.from({ length: callers }, (_, caller) => create(caller)))
  return ratePerSecond(callers, (caller) => update(caller, records[caller]?.quoteId ?? ''))
}

/**
 * @template Result
 * @param {(quote: number) => Promise<Result>} work
 */
function forEachQuote(work) {
  return Promise.all(Array.from({ length: quotes }, (_, quote) => work(quote)))
}
