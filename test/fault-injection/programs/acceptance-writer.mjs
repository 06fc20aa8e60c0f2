// Creates, sends and accepts quotes, each with its order in one transaction, until it is killed;
// first those of earlier runs:
// acceptance-writer.mjs <kind> <place> <number of the step to die at, or finish>
import { writeSync } from 'node:fs'
import { createQuoteEngine, isQuoteError, memoryCatalog } from 'quotewright'
import { openOrders } from './open-orders.mjs'
import { openStorage } from './open-storage.mjs'

const inFlight = 4
const context = { storeId: 'store-1', actor: 'acceptance-writer' }

const [kind = '', place = '', lastStep = ''] = process.argv.slice(2)
writeSync(1, 'opening\n')
const { storage, close } = await openStorage(kind, place)
const orders = await openOrders(kind, place)
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
  timeoutMs: 600_000,
  orders: {
    place: 'accept',
    transaction: orders.transaction,
    async placeOrder({ key, record: { quoteId, quote } }, { client }) {
      step('port called', { quoteId })
      if (Object(quote.customer).credit === 'none')
        return { rejected: 'the customer has no credit' }
      const id = `order-${quoteId}`
      await orders.insert(client, { key, quote_id: quoteId, id })
      step('order inserted', { quoteId })
      return { orderId: id }
    },
  },
})

/** Takes a quote to its end. Another process may do the same meanwhile. */
async function finish(/** @type {string} */ quoteId) {
  for (;;) {
    const { quote } = await engine.getQuote(context, quoteId)
    try {
      if (quote.status === 'new') await engine.sendQuote(context, quoteId)
      else if (quote.status === 'sent') {
        const { revision = 0, seal } = quote
        const accepted = await engine.acceptQuote(context, quoteId, { revision, seal })
        step('accepted', { quoteId, orderId: accepted.quote.order?.id })
      } else return
    } catch (error) {
      const { code } = isQuoteError(error) ? error : { code: undefined }
      if (code === 'order_rejected') {
        step('rejected', { quoteId })
        await engine.declineQuote(context, quoteId, { reason: 'no credit' }).catch(ifOtherWasFirst)
      } else ifOtherWasFirst(error)
    }
  }
}

function ifOtherWasFirst(/** @type {unknown} */ error) {
  if (!isQuoteError(error) || error.code !== 'invalid_transition') throw error
}

async function createAndFinish(/** @type {number} */ count) {
  const { quoteId } = await engine.createQuote(context, {
    customer: { credit: count % 5 === 0 ? 'none' : 'good' },
    products: [{ id: 1, qty: (count % 9) + 1 }],
  })
  step('created', { quoteId })
  await finish(quoteId)
}

/** @type {string[]} */
const unfinished = []
for await (const { quoteId } of engine.listQuotes(context, { status: ['new', 'sent'] }))
  unfinished.push(quoteId)

let created = 0
await Promise.all(
  Array.from({ length: inFlight }, async () => {
    for (let next = unfinished.pop(); next !== undefined; next = unfinished.pop())
      await finish(next)
    while (lastStep !== 'finish') {
      created += 1
      await createAndFinish(created)
    }
  }),
)
await orders.close()
await close()
