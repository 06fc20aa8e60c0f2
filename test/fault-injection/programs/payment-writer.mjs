// Creates and sends quotes with a payment plan, and lets 20 callers accept, pay and order each at
// once, until it is killed; first those of earlier runs:
// payment-writer.mjs <kind> <place> <number of the step to die at, or finish>
import { writeSync } from 'node:fs'
import { createQuoteEngine, isQuoteError, memoryCatalog } from 'quotewright'
import { openStorage } from './open-storage.mjs'

const callers = 20
const context = { storeId: 'store-1', actor: 'payment-writer' }

const [kind = '', place = '', lastStep = ''] = process.argv.slice(2)
writeSync(1, 'opening\n')
const { storage, close } = await openStorage(kind, place)
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
  timeoutMs: 600_000,
  lifecycle: { requirePayment: true },
})

/** Accepts, pays and orders a quote, as one of many callers. */
async function acceptAndPay(/** @type {string} */ quoteId, /** @type {number} */ caller) {
  const quote = await engine.acceptQuote(context, quoteId, { revision: 1 }).then(
    (record) => record.quote,
    async (error) => {
      ifTooLate(error)
      return (await engine.getQuote(context, quoteId)).quote
    },
  )
  step('accepted', quoteId)
  const amount = quote.payment_plan?.[0]?.amount ?? ''
  // Some attempts fail before, and after, the one that pays.
  const type = caller % 4 === 0 ? 'failed' : 'paid'
  if (caller % 2 === 0) await engine.orderQuote(context, quoteId, order(quoteId)).catch(ifTooLate)
  await engine.recordPayment(context, quoteId, { id: `pay-${quoteId}`, type, amount })
  step(type, quoteId)
  if (type === 'failed') return
  await engine.orderQuote(context, quoteId, order(quoteId))
  step('ordered', quoteId)
}

const order = (/** @type {string} */ quoteId) => ({ order_id: `order-${quoteId}` })

function ifTooLate(/** @type {unknown} */ error) {
  if (!isQuoteError(error) || error.code !== 'invalid_transition') throw error
}

async function finish(/** @type {string} */ quoteId) {
  const { quote } = await engine.getQuote(context, quoteId)
  if (quote.status === 'new') await engine.sendQuote(context, quoteId)
  await Promise.all(Array.from({ length: callers }, (_, caller) => acceptAndPay(quoteId, caller)))
}

/** @type {string[]} */
const unfinished = []
for await (const { quoteId } of engine.listQuotes(context, { status: ['new', 'sent', 'accepted'] }))
  unfinished.push(quoteId)
for (const quoteId of unfinished) await finish(quoteId).catch(ifOtherHasSent)

for (let count = 1; lastStep !== 'finish'; count += 1) {
  const { quoteId } = await engine.createQuote(context, {
    customer: {},
    products: [{ id: 1, qty: (count % 9) + 1 }],
    payment_plan: [
      { label: 'Deposit', type: 'percent', value: 30, due: 'acceptance' },
      { label: 'Rest', type: 'rest', due: 'delivery' },
    ],
  })
  step('created', quoteId)
  await finish(quoteId)
}
await close()

/** Two processes finish what is left: one of them sends a quote. */
function ifOtherHasSent(/** @type {unknown} */ error) {
  ifTooLate(error)
}
