import { isShort } from '../harness/effort.mjs'
import { postgresServer } from '../subjects/postgres-server.mjs'
import { sampleEngine } from '../subjects/sample-engine.mjs'
import { sampleRequest } from '../subjects/sample-store.mjs'

const stores = Array.from({ length: 16 }, (_, index) => `store-${index + 1}`)
const callers = 4
const loudCallers = 10 * callers
const [loudStore, ...quietStores] = stores
const duration = isShort ? 20 : 400

/**
 * The fair share of a store is what it gets where all have as many callers as it has. First come, first served, a store with ten
 * times the callers leaves each of the others 64 / 100 of that.
 *
 * @type {import('../harness/scenario.js').Scenario}
 */
export const scenario = {
  needsPostgres: true,
  async prepare(afterwards) {
    const { newStorage } = postgresServer(afterwards)
    const { storage } = await newStorage()
    const engine = sampleEngine(storage, { stores })
    const request = sampleRequest()
    const create = (/** @type {string} */ storeId) => engine.createQuote({ storeId }, request)
    return {
      comparisons: [
        {
          work: 'the slowest of 15 stores beside one with ten times the callers, PostgreSQL',
          limit: 'its fair share: one of 16 stores with as many callers each',
          ours: async () => {
            const created = await countByStore(create, loudCallers)
            return timeEach(Math.min(...quietStores.map((store) => created.get(store) ?? 0)))
          },
          theirs: async () => {
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
 * Lets all stores create quotes for a while.
 *
 * @param {(storeId: string) => Promise<unknown>} create
 * @param {number} callersOfFirst
 */
async function countByStore(create, callersOfFirst) {
  const created = new Map(stores.map((store) => [store, 0]))
  const end = performance.now() + duration
  const callOn = async (/** @type {string} */ store) => {
    while (performance.now() < end) {
      await create(store)
      created.set(store, (created.get(store) ?? 0) + 1)
    }
  }
  const callersOf = (/** @type {string} */ store) =>
    store === loudStore ? callersOfFirst : callers
  await Promise.all(
    stores.flatMap((store) => Array.from({ length: callersOf(store) }, () => callOn(store))),
  )
  return created
}
