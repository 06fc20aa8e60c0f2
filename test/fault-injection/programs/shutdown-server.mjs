// Runs commands until SIGTERM, closes the engine and exits: shutdown-server.mjs <kind> <place>
import { writeSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { createQuoteEngine, isQuoteError, memoryCatalog } from 'quotewright'
import { openStorage } from './open-storage.mjs'

const callers = 16
const updatesPerQuote = 5
const latecomers = 8
/** Longer than the timeout of this process, so that a leftover timer fails the test. */
const timeoutMs = 1_200_000
const context = { storeId: 'store-1', actor: 'shutdown-server' }

const [kind = '', place = ''] = process.argv.slice(2)
const { storage, close } = await openStorage(kind, place)
const products = Array.from({ length: updatesPerQuote + 1 }, (_, id) => ({ id: id + 1, price: 1 }))
const available = memoryCatalog({ 'store-1': products })
const engine = createQuoteEngine({
  storage,
  timeoutMs,
  catalog: {
    // Yields to other commands, as a catalog on the network does.
    async findProducts(...args) {
      await setImmediate()
      return available.findProducts(...args)
    },
  },
})

/** @param {object} fact */
const report = (fact) => writeSync(1, `${JSON.stringify(fact)}\n`)

let isClosing = false
let commands = 0
let running = 0

/**
 * Runs a command and reports its outcome. Resolves to undefined if it was rejected.
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
    report({ startedBefore, code: 'acknowledged', quoteId, version, field: 'note', value })
    return quoteId
  } catch (error) {
    report({ startedBefore, code: isQuoteError(error) ? error.code : String(error), value })
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
 * Starts all updates at once, so that most of them wait for the quote's lock.
 *
 * @param {string} quoteId
 */
const updateAtOnce = (quoteId) =>
  Promise.all(
    Array.from({ length: updatesPerQuote }, (_, index) =>
      serve((note) =>
        engine.updateQuote(context, quoteId, {
          customer: { note },
          products: [{ id: index + 2, qty: 1 }],
        }),
      ),
    ),
  )

process.once('SIGTERM', async () => {
  report({ running })
  const closed = engine.close()
  isClosing = true
  for (let late = 0; late < latecomers; late += 1) createOne()
  await closed
  await close()
})
report({ ready: true })

for (let caller = 0; caller < callers; caller += 1) callRepeatedly()

async function callRepeatedly() {
  while (!isClosing) {
    const quoteId = await createOne()
    if (quoteId !== undefined) await updateAtOnce(quoteId)
  }
}
