import { concurrent } from '../harness/workloads.mjs'
import { postgresServer } from '../subjects/postgres-server.mjs'
import { storesInPostgres } from '../subjects/stores-in-postgres.mjs'

const callers = 64

/** @typedef {Awaited<ReturnType<typeof storesInPostgres>>} Stores */

/** @typedef {(stores: Stores) => Promise<(caller: number) => Promise<unknown>>} Prepare */

/** @type {[name: string, prepare: Prepare][]} */
const operations = [
  ['createQuote', async ({ create }) => create],
  [
    'updateQuote',
    async ({ create, update }) => {
      const creating = Array.from({ length: callers }, (_, caller) => create(caller))
      const records = await Promise.all(creating)
      return (caller) => update(caller, records[caller]?.quoteId ?? '')
    },
  ],
]

/**
 * Compares a Citus cluster with one PostgreSQL server, with the same callers. On one machine, the
 * coordinator and the workers share its cores, so this measures what distribution costs, and not
 * what more machines bring.
 *
 * @type {import('../harness/scenario.js').Scenario}
 */
export const scenario = {
  needsPostgres: true,
  async prepare(onCleanUp) {
    const connectionString = process.env.QUOTEWRIGHT_CITUS_URL
    if (connectionString === undefined) return { skipped: 'QUOTEWRIGHT_CITUS_URL is not set' }
    const cluster = postgresServer(onCleanUp, { connectionString })
    const server = postgresServer(onCleanUp)
    const comparisons = []
    for (const count of [64, 16, 1])
      for (const [name, prepare] of operations)
        comparisons.push({
          benchmark: `${name}, Citus, 64 callers in ${count} ${count === 1 ? 'store' : 'stores'}`,
          baseline: 'the same on one PostgreSQL server',
          measure: concurrent(
            callers,
            await prepare(await storesInPostgres(cluster, count, { citus: true })),
          ),
          measureBaseline: concurrent(
            callers,
            await prepare(await storesInPostgres(server, count)),
          ),
          ...(count === 64 ? { target: 0.5 } : undefined),
        })
    return { comparisons }
  },
}
