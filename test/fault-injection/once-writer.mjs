// Works through groups of keyed requests until it is killed: once-writer.mjs <kind> <place> <first group of each hand, as JSON> [finish]
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

/** @param {string} key @param {import('quotewright').QuoteRecord} [answer] none yet where the group is only begun */
function say(key, answer) {
  const { quoteId, version } = answer ?? {}
  writeSync(1, `${JSON.stringify({ key, quoteId, version })}\n`)
}

/** One creation and its updates; what a former life has done of them is answered, and not done again. */
async function workThrough(/** @type {string} */ group) {
  const key = (/** @type {number} */ step) => `${group}-${step}`
  const products = [{ id: 1, qty: 1 }]
  const request = { customer: { note: key(0) }, products }
  say(key(0))
  const created = await engine.createQuote(context, request, { idempotencyKey: key(0) })
  say(key(0), created)
  for (let step = 1; step <= updates; step += 1) {
    const changes = { customer: { note: key(step) } }
    const options = { idempotencyKey: key(step) }
    say(key(step), await engine.updateQuote(context, created.quoteId, changes, options))
  }
}

await Promise.all(
  JSON.parse(firstGroups).map(async (/** @type {number} */ first, /** @type {number} */ hand) => {
    await workThrough(`${hand}-${first}`)
    for (let group = first + 1; finish === undefined; group += 1)
      await workThrough(`${hand}-${group}`)
  }),
)
await close()
