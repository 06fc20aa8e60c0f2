// Serves callers of its own until SIGTERM, and then ends by itself: shutdown-server.mjs <kind> <place>
import { writeSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { createQuoteEngine, isQuoteError, memoryCatalog } from 'quotewright'
import { openStorage } from './open-storage.mjs'

const callers = 16
const updatesOfAQuote = 5
const latecomers = 8
/** Longer than this process is given, so that a timer which is left behind shows. */
const timeoutMs = 1_200_000
const context = { storeId: 'store-1', actor: 'shutdown-server' }

const [kind = '', place = ''] = process.argv.slice(2)
const { storage, close } = await openStorage(kind, place)
const products = Array.from({ length: updatesOfAQuote + 1 }, (_, id) => ({ id: id + 1, price: 1 }))
const stocked = memoryCatalog({ 'store-1': products })
const engine = createQuoteEngine({
  storage,
  timeoutMs,
  catalog: {
    // Like one that is asked over the network: whoever else is waiting has a turn.
    async findProducts(...asked) {
      await setImmediate()
      return stocked.findProducts(...asked)
    },
  },
})

/** @param {object} fact */
const say = (fact) => writeSync(1, `${JSON.stringify(fact)}\n`)

let isClosing = false
let commands = 0
let running = 0

/**
 * Says what a command came to, whose write has this value. Undefined where it was refused.
 *
 * @param {(value: string) => Promise<import('quotewright').QuoteRecord>} command
 */
async function serve(command) {
  const startedBefore = !isClosing
  commands += 1
  running += 1
  const value = `command-${commands}`
  try {
    const { quoteId, version } = await command(value)
    say({ startedBefore, code: 'acknowledged', quoteId, version, field: 'note', value })
    return quoteId
  } catch (error) {
    say({ startedBefore, code: isQuoteError(error) ? error.code : String(error), value })
    return undefined
  } finally {
    running -= 1
  }
}

const createOne = () =>
  serve((note) =>
    engine.createQuote(context, { customer: { note }, products: [{ id: 1, qty: 1 }] }),
  )

/**
 * All at once: most of them wait for their turn.
 *
 * @param {string} quoteId
 */
const updateAtOnce = (quoteId) =>
  Promise.all(
    Array.from({ length: updatesOfAQuote }, (_, index) =>
      serve((note) =>
        engine.updateQuote(context, quoteId, {
          customer: { note },
          products: [{ id: index + 2, qty: 1 }],
        }),
      ),
    ),
  )

process.once('SIGTERM', async () => {
  say({ running })
  const closed = engine.close()
  isClosing = true
  for (let late = 0; late < latecomers; late += 1) createOne()
  await closed
  await close()
})
say({ ready: true })

for (let caller = 0; caller < callers; caller += 1) callAgain()

async function callAgain() {
  while (!isClosing) {
    const quoteId = await createOne()
    if (quoteId !== undefined) await updateAtOnce(quoteId)
  }
}
