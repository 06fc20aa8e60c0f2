import { createQuoteEngine, memoryCatalog } from 'quotewright'
import { listComparisons } from '../harness/listing.mjs'
import { productsByStore } from '../subjects/listed-quotes.mjs'
import { mariadbMissing, mariadbServer } from '../subjects/mariadb-server.mjs'

/** @type {import('../harness/scenario.js').Scenario} */
export const scenario = {
  async prepare(onCleanUp) {
    if (mariadbMissing !== undefined) return { skipped: mariadbMissing }
    const { newStorage } = mariadbServer(onCleanUp)
    const catalog = memoryCatalog(productsByStore())
    return {
      comparisons: await listComparisons('MariaDB', async (fill) => {
        const { storage } = await newStorage()
        const engine = createQuoteEngine({ storage, catalog })
        await fill(engine)
        return engine
      }),
    }
  },
}
