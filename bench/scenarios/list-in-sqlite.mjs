import { createQuoteEngine, memoryCatalog } from 'quotewright'
import { sqliteStorage } from 'quotewright/sqlite'
import { listComparisons } from '../harness/listing.mjs'
import { productsByStore } from '../subjects/listed-quotes.mjs'
import { sqliteFiles } from '../subjects/sqlite-files.mjs'

/** @type {import('../harness/scenario.js').Scenario} */
export const scenario = {
  async prepare(onCleanUp) {
    const openFile = sqliteFiles(onCleanUp)
    const catalog = memoryCatalog(productsByStore())
    return {
      comparisons: await listComparisons('SQLite', async (fill, quotes) => {
        const database = openFile(`quotes-${quotes}`)
        const engine = createQuoteEngine({ storage: sqliteStorage(database), catalog })
        await fill(engine)
        database.exec('pragma wal_checkpoint(truncate)')
        return engine
      }),
    }
  },
}
