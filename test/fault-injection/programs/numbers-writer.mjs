// Sends quotes of one store, as other processes do meanwhile. Without a number, until it is killed:
// numbers-writer.mjs <kind> <place> [<number of quotes to send>]
import { writeSync } from 'node:fs'
import { createQuoteEngine, isQuoteError, memoryCatalog } from 'quotewright'
import { openStorage } from './open-storage.mjs'

const inFlight = 8
const context = { storeId: 'store-1', actor: 'numbers-writer' }

const [kind = '', place = '', count = 'Infinity'] = process.argv.slice(2)
writeSync(1, 'opening\n')
const { storage, close } = await openStorage(kind, place)
const catalog = memoryCatalog({ 'store-1': [{ id: 1, price: '12.3456' }] })
const engine = createQuoteEngine({ storage, catalog })

/** Asks for an offer that has expired, which must not take a number. */
async function sendTooLate(/** @type {string} */ quoteId) {
  try {
    await engine.sendQuote(context, quoteId, { expires: 1 })
  } catch (error) {
    if (isQuoteError(error) && error.code === 'invalid_request') return
    throw error
  }
  throw new Error('expected an offer that expires in the past to be rejected')
}

async function createAndSend(/** @type {number} */ index) {
  const request = { customer: { name: 'Ada' }, products: [{ id: 1, qty: 1 }] }
  const { quoteId } = await engine.createQuote(context, request)
  if (index % 3 === 0) await sendTooLate(quoteId)
  const { quote } = await engine.sendQuote(context, quoteId)
  writeSync(1, `${JSON.stringify({ quoteId, number: quote.number })}\n`)
}

let started = 0
await Promise.all(
  Array.from({ length: inFlight }, async () => {
    while (started < Number(count)) {
      started += 1
      await createAndSend(started)
    }
  }),
)
await close()
