// Orders accepted quotes in parts until it is killed, and first those of earlier runs:
// part-writer.mjs <kind> <place> <number of the step to die at, or finish>
import { randomUUID } from 'node:crypto'
import { writeSync } from 'node:fs'
import { createQuoteEngine, isQuoteError, memoryCatalog } from 'quotewright'
import { openShop } from './open-shop.mjs'
import { openStorage } from './open-storage.mjs'

const inFlight = 4
const partSize = 2
const context = { storeId: 'store-1', actor: 'part-writer' }

const [kind = '', place = '', lastStep = ''] = process.argv.slice(2)
writeSync(1, 'opening\n')
const { storage, close } = await openStorage(kind, place)
const shop = await openShop(kind, place)
const catalog = memoryCatalog({ 'store-1': [{ id: 1, price: '12.3456' }] })

let steps = 0

/** Reports a step, and kills this process if it is the last one. */
function step(/** @type {string} */ name, /** @type {string} */ quoteId) {
  steps += 1
  writeSync(1, `${JSON.stringify({ step: name, quoteId })}\n`)
  if (steps === Number(lastStep)) process.kill(process.pid, 'SIGKILL')
}

const engine = createQuoteEngine({
  storage,
  catalog,
  currency: 'EUR',
  orders: {
    parts: true,
    async placeOrder({ key, record: { quoteId } }) {
      step('port called', quoteId)
      await shop.begin(key, quoteId)
      step('order begun', quoteId)
      const orderId = await shop.confirm(key, randomUUID())
      step('order placed', quoteId)
      return { orderId }
    },
  },
})

/**
 * Orders the next part, or closes what is left of every third quote. A part that an earlier process
 * has begun is finished first.
 *
 * @param {import('quotewright').QuoteRecord} record
 */
function orderNext({ quoteId, version, quote }) {
  if (quote.order !== undefined) return engine.orderQuote(context, quoteId)
  const { order_parts: parts = [] } = quote
  const qty = quote.products[0]?.qty ?? 0
  const left = qty - parts.reduce((sum, { lines }) => sum + (lines[0]?.qty ?? 0), 0)
  if (parts.length > 0 && qty % 3 === 0) return engine.closeOrder(context, quoteId)
  // What another process has ordered meanwhile is not ordered again.
  const options = { expectedVersion: version }
  const lines = [{ key: '1-1', qty: Math.min(partSize, left) }]
  return engine.orderQuote(context, quoteId, left > partSize ? { lines } : {}, options)
}

/** Takes a quote to its end. Another process may do the same meanwhile. */
async function finish(/** @type {string} */ quoteId) {
  for (;;) {
    const record = await engine.getQuote(context, quoteId)
    const { status } = record.quote
    if (status === 'ordered') return
    try {
      if (status === 'new') await engine.sendQuote(context, quoteId)
      else if (status === 'sent') await engine.acceptQuote(context, quoteId, { revision: 1 })
      else await orderNext(record)
      step(`after ${status}`, quoteId)
    } catch (error) {
      const isLate = isQuoteError(error) && lateCodes.includes(error.code)
      if (!isLate) throw error
    }
  }
}

/** The other process was first. @type {readonly string[]} */
const lateCodes = ['invalid_transition', 'version_mismatch']

/** @type {string[]} */
const unfinished = []
for await (const { quoteId } of engine.listQuotes(context, { status: ['new', 'sent', 'accepted'] }))
  unfinished.push(quoteId)

let created = 0
await Promise.all(
  Array.from({ length: inFlight }, async () => {
    for (let next = unfinished.pop(); next !== undefined; next = unfinished.pop())
      await finish(next)
    while (lastStep !== 'finish') {
      created += 1
      const products = [{ id: 1, qty: (created % 7) + 1 }]
      const { quoteId } = await engine.createQuote(context, { customer: {}, products })
      step('created', quoteId)
      await finish(quoteId)
    }
  }),
)
await shop.close()
await close()
