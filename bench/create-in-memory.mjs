import { createQuoteEngine, memoryCatalog, memoryStorage } from 'quotewright'
import { body, products, storeId } from './sample-request.mjs'

/** @returns {Promise<import('./measure.mjs').Scenario>} */
export async function createInMemory() {
  const engine = createQuoteEngine({
    storage: memoryStorage(),
    catalog: memoryCatalog({ [storeId]: products }),
  })
  const request = JSON.parse(body)
  const { quote } = await engine.createQuote({ storeId }, request)
  return {
    name: 'createQuote, 10 lines, in memory',
    limit: 'JSON.parse of the request + JSON.stringify of the quote',
    target: 2,
    batch: 500,
    ours: () => engine.createQuote({ storeId }, request),
    theirs: () => JSON.stringify(JSON.parse(body) && quote),
  }
}
