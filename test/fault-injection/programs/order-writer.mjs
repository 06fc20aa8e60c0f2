// Takes quotes from new to ordered until it is killed, and first those of earlier runs:
// order-writer.mjs <kind> <place> <number of the step to die at, or finish>
import { randomUUID } from 'node:crypto'
import { writeSync } from 'node:fs'
import { createQuoteEngine, isQuoteError, memoryCatalog } from 'quotewright'
import { openShop } from './open-shop.mjs'
import { openStorage } from './open-storage.mjs'

const inFlight = 4
const context = { storeId: 'store-1', actor: 'order-writer' }

const [kind = '', place = '', lastStep = ''] = process.argv.slice(2)
writeSync(1, 'opening\n')
const { storage, close } = await openStorage(kind, place)
const shop = await openShop(kind, place)
const catalog = memoryCatalog({ 'store-1': [{ id: 1, price: '12.3456' }] })

let steps = 0

/**
 * Reports a step, and kills this process if it is the last one.
 *
 * @param {string} name
 * @param {{ quoteId?: string, orderId?: string | undefined }} [about]
 */
function step(name, about) {
  steps += 1
  writeSync(1, `${JSON.stringify({ step: name, ...about })}\n`)
  if (steps === Number(lastStep)) process.kill(process.pid, 'SIGKILL')
}

const engine = createQuoteEngine({
  storage,
  catalog,
  orders: {
    async placeOrder({ key, record: { quoteId, quote } }) {
      step('port called', { quoteId })
      if (Object(quote.customer).credit === 'none')
        return { rejected: 'the customer has no credit' }
      await shop.begin(key, quoteId)
      step('order begun', { quoteId })
      const orderId = await shop.confirm(key, randomUUID())
      step('order placed', { quoteId })
      return { orderId }
    },
  },
})

/** @typedef {import('quotewright').QuoteRecord} QuoteRecord */

/**
 * The next step of a quote by its status. A quote of any other status is finished.
 *
 * @type {Readonly<Record<string, (record: QuoteRecord) => Promise<QuoteRecord>>>}
 */
const nextSteps = {
  new: ({ quoteId }) => engine.sendQuote(context, quoteId),
  sent: ({ quoteId, quote: { revision = 0, seal } }) =>
    engine.acceptQuote(context, quoteId, { revision, seal }),
  accepted: ({ quoteId }) => engine.orderQuote(context, quoteId).catch(cancelIfRejected(quoteId)),
}

function cancelIfRejected(/** @type {string} */ quoteId) {
  return async (/** @type {unknown} */ error) => {
    if (!isQuoteError(error) || error.code !== 'order_rejected') throw error
    step('order rejected', { quoteId })
    const { orderKey, openAttempts } = error.details
    // Attempts of a process that was killed stay open. The shop has no orders without credit.
    if (openAttempts !== undefined) {
      await engine.orderQuote(context, quoteId, { order_key: orderKey, order_id: null })
      step('order released', { quoteId })
    }
    return engine.cancelQuote(context, quoteId, { reason: 'no credit' })
  }
}

/** Takes a quote to its end. Another process may do the same meanwhile. */
async function finish(/** @type {string} */ quoteId) {
  for (;;) {
    const record = await engine.getQuote(context, quoteId)
    const next = nextSteps[record.quote.status]
    if (next === undefined) return
    try {
      const { quote } = await next(record)
      step(quote.status, { quoteId, orderId: quote.order?.id })
    } catch (error) {
      // The other process was first.
      if (!isQuoteError(error) || error.code !== 'invalid_transition') throw error
    }
  }
}

async function createAndFinish(/** @type {number} */ count) {
  const customer = { credit: count % 5 === 0 ? 'none' : 'good' }
  const { quoteId } = await engine.createQuote(context, {
    customer,
    products: [{ id: 1, qty: (count % 9) + 1 }],
  })
  step('created', { quoteId })
  await finish(quoteId)
}

/** @type {{ quoteId: string, status: string }[]} */
const unfinished = []
const filter = { status: Object.keys(nextSteps) }
for await (const { quoteId, quote } of engine.listQuotes(context, filter))
  unfinished.push({ quoteId, status: quote.status })
for (const { quoteId, status } of unfinished) step(`retry of ${status}`, { quoteId })

let created = 0
await Promise.all(
  Array.from({ length: inFlight }, async () => {
    for (let next = unfinished.pop(); next !== undefined; next = unfinished.pop())
      await finish(next.quoteId)
    while (lastStep !== 'finish') {
      created += 1
      await createAndFinish(created)
    }
  }),
)
await shop.close()
await close()
