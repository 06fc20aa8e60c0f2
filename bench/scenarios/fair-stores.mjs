import { isShort } from '../harness/effort.mjs'
import { postgresServer } from '../subjects/postgres-server.mjs'
import { sampleEngine } from '../subjects/sample-engine.mjs'
import { sampleRequest } from '../subjects/sample-store.mjs'

const stores = Array.from({ length: 16 }, (_, index) => `store-${index + 1}`)
const callers = 4
const busyCallers = 10 * callers
const [busyStore, ...quietStores] = stores
const duration = isShort ? 20 : 400

/**
 * The fair share of a store is its throughput when all stores have the same number of callers.
 * Without fairness, a store with ten times the callers leaves each other one 64 / 100 of that.
 *
 * @type {import('../harness/scenario.js').Scenario}
 */
export const scenario = {
  needsPostgres: true,
  async prepare(onCleanUp) {
    const { newStorage } = postgresServer(onCleanUp)
    const { storage } = await newStorage()
    const engine = sampleEngine(storage, { stores })
    const request = sampleRequest()
    const create = (/** @type {string} */ storeId) => engine.createQuote({ storeId }, request)
    return {
      comparisons: [
        {
          benchmark: 'slowest of 15 stores beside one with ten times the callers, PostgreSQL',
          baseline: 'fair share: one of 16 stores with equal callers',
          measure: async () => {
            const created = await countByStore(create, busyCallers)
            return timeEach(Math.min(...quietStores.map((store) => created.get(store) ?? 0)))
          },
          measureBaseline: async () => {
            const created = await countByStore(create, callers)
            const all = [...created.values()].reduce((sum, count) => sum + count, 0)
            return timeEach(all / stores.length)
          },
          target: 0.5,
        },
      ],
    }
  },
}

/** @param {number} count */
function timeEach(count) {
  return (duration * 1000) / count
}

/**
 * Creates quotes in all stores for a fixed time, and counts them by store.
 *
 * @param {(storeId: string) => Promise<unknown>} create
 * @param {number} callersOfFirst
 */
async function countByStore(create, callersOfFirst) {
  const created = new Map(stores.map((store) => [store, 0]))
  const end = performance.now() + duration
  const callRepeatedly = async (/** @type {string} */ store) => {
    // Each caller creates one at least, or the slowest store could have none.
    do {
      await create(store)
      created.set(store, (created.get(store) ?? 0) + 1)
    } while (performance.now() < end)
  }
  const callersOf = (/** @type {string} */ store) =>
    store === busyStore ? callersOfFirst : callers
  await Promise.all(
    stores.flatMap((store) =>
      Array.from({ length: callersOf(store) }, () => callRepeatedly(store)),
    ),
  )
  return created
}
