// Sends groups of idempotent requests until it is killed:
// once-writer.mjs <kind> <place> <first group of each worker, as JSON> [finish]
import { writeSync } from 'node:fs'
import { createQuoteEngine, memoryCatalog } from 'quotewright'
import { openStorage } from './open-storage.mjs'

const updates = 5
const context = { storeId: 'store-1' }

const [kind = '', place = '', firstGroups = '[]', finish] = process.argv.slice(2)
writeSync(1, 'opening\n')
const { storage, close } = await openStorage(kind, place)
const catalog = memoryCatalog({ 'store-1': [{ id: 1, price: '12.3456' }] })
const engine = createQuoteEngine({ storage, catalog })

/**
 * @param {string} key
 * @param {import('quotewright').QuoteRecord} [result] absent before the request
 */
function report(key, result) {
  const { quoteId, version } = result ?? {}
  writeSync(1, `${JSON.stringify({ key, quoteId, version })}\n`)
}

/** Sends a creation and its updates. Requests of an earlier run return their original results. */
async function sendGroup(/** @type {string} */ group) {
  const key = (/** @type {number} */ step) => `${group}-${step}`
  const products = [{ id: 1, qty: 1 }]
  const request = { customer: { note: key(0) }, products }
  report(key(0))
  const created = await engine.createQuote(context, request, { idempotencyKey: key(0) })
  report(key(0), created)
  for (let step = 1; step <= updates; step += 1) {
    const changes = { customer: { note: key(step) } }
    const options = { idempotencyKey: key(step) }
    report(key(step), await engine.updateQuote(context, created.quoteId, changes, options))
  }
}

await Promise.all(
  JSON.parse(firstGroups).map(async (/** @type {number} */ first, /** @type {number} */ worker) => {
    await sendGroup(`${worker}-${first}`)
    for (let group = first + 1; finish === undefined; group += 1)
      await sendGroup(`${worker}-${group}`)
  }),
)
await close()
