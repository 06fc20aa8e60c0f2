// Updates shared quotes concurrently:
// lost-updates-writer.mjs <kind> <place> <name of the writer> <rounds> <quote id>…
import { createQuoteEngine, isQuoteError, memoryCatalog } from 'quotewright'
import { acknowledge } from './acknowledge.mjs'
import { openStorage } from './open-storage.mjs'

const inFlight = 8

const [kind = '', place = '', writer, rounds, ...quoteIds] = process.argv.slice(2)
const context = { storeId: 'store-1', actor: /** @type {string} */ (writer) }
const { storage, close } = await openStorage(kind, place)
const engine = createQuoteEngine({ storage, catalog: memoryCatalog({}), maxAttempts: 1_000 })

/**
 * Sets a field of this writer, which the engine merges with the fields of other writers.
 *
 * @param {string} quoteId @param {string} field @param {string} value
 */
async function setField(quoteId, field, value) {
  const { version } = await engine.updateQuote(context, quoteId, { customer: { [field]: value } })
  acknowledge({ quoteId, version, field, value })
}

/**
 * Increments a field that all writers share, based on the version that was read.
 *
 * @param {string} quoteId
 */
async function increment(quoteId) {
  for (;;) {
    const { version: expectedVersion, quote } = await engine.getQuote(context, quoteId)
    const value = String(Number(Object(quote.customer).counter) + 1)
    try {
      const changes = { customer: { counter: value } }
      const { version } = await engine.updateQuote(context, quoteId, changes, { expectedVersion })
      return acknowledge({ quoteId, version, field: 'counter', value })
    } catch (error) {
      if (!isQuoteError(error) || error.code !== 'version_mismatch') throw error
    }
  }
}

/** @param {number} number */
const quoteAt = (number) => /** @type {string} */ (quoteIds[number % quoteIds.length])

await Promise.all(
  Array.from({ length: inFlight }, async (_, worker) => {
    for (let round = 1; round <= Number(rounds); round += 1) {
      await setField(quoteAt(worker + round), `${writer}-${worker}`, String(round))
      await increment(quoteAt(worker + round + 1))
    }
  }),
)
await close()
