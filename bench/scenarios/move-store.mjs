import { moveStore, routedStorage } from 'quotewright/moving'
import { sqliteStorage } from 'quotewright/sqlite'
import { isShort } from '../harness/effort.mjs'
import { postgresServer } from '../subjects/postgres-server.mjs'
import { sampleEngine } from '../subjects/sample-engine.mjs'
import { sampleRequest, storeId } from '../subjects/sample-store.mjs'
import { sqliteFiles } from '../subjects/sqlite-files.mjs'

const quotes = isShort ? 64 : 100_000
const callers = 64
const maxFrozenMs = 1_000

/**
 * Moves a store of 100,000 quotes of 10 lines from a SQLite file to PostgreSQL while one caller
 * creates quotes.
 *
 * @type {import('../harness/scenario.js').Scenario}
 */
export const scenario = {
  needsPostgres: true,
  prepare(onCleanUp) {
    const server = postgresServer(onCleanUp)
    const from = sqliteStorage(sqliteFiles(onCleanUp)('moved'))
    /** @type {Promise<{ frozenMs: number, seconds: number }> | undefined} */
    let moved
    const move = async () => {
      const { storage: to } = await server.newStorage()
      moved ??= moveWhileSelling(from, to)
      return moved
    }
    return {
      figures: [
        {
          name: `moveStore from SQLite to PostgreSQL, ${quotes} quotes, frozen (≤ ${maxFrozenMs})`,
          unit: 'ms',
          measure: async () => (await move()).frozenMs,
        },
        {
          name: `moveStore from SQLite to PostgreSQL, ${quotes} quotes, in total`,
          unit: 's',
          measure: async () => (await move()).seconds,
        },
      ],
    }
  },
}

/**
 * @param {import('quotewright/ports').MovableStorage} from
 * @param {import('quotewright').StoragePort} to
 */
async function moveWhileSelling(from, to) {
  let current = /** @type {import('quotewright').StoragePort} */ (from)
  const engine = sampleEngine(routedStorage({ route: () => current }))
  const request = sampleRequest()
  for (let count = 0; count < quotes; count += callers)
    await Promise.all(
      Array.from({ length: callers }, () => engine.createQuote({ storeId }, request)),
    )
  let isSelling = true
  const selling = (async () => {
    while (isSelling) {
      await engine.createQuote({ storeId }, request)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })()
  const began = performance.now()
  const { frozenMs } = await moveStore({
    storeId,
    from,
    to,
    switchStore() {
      current = to
    },
  })
  const seconds = (performance.now() - began) / 1_000
  isSelling = false
  await selling
  return { frozenMs, seconds }
}
