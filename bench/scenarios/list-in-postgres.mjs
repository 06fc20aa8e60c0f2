import { createQuoteEngine, memoryCatalog } from 'quotewright'
import { listComparisons } from '../harness/listing.mjs'
import { productsByStore } from '../subjects/listed-quotes.mjs'
import { postgresServer } from '../subjects/postgres-server.mjs'

/** @type {import('../harness/scenario.js').Scenario} */
export const scenario = {
  needsPostgres: true,
  async prepare(onCleanUp) {
    const { newStorage, vacuum } = postgresServer(onCleanUp)
    const catalog = memoryCatalog(productsByStore())
    return {
      comparisons: await listComparisons('PostgreSQL', async (fill) => {
        const { schema, storage } = await newStorage()
        const engine = createQuoteEngine({ storage, catalog })
        // Updates are slow while the server has no statistics of the tables.
        await fill(engine, () => vacuum(schema))
        await vacuum(schema)
        return engine
      }),
    }
  },
}
