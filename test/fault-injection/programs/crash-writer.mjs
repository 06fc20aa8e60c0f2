// Creates and updates quotes until it is killed:
// crash-writer.mjs <kind> <place> <name of this run> [<quote to continue with>]
import { writeSync } from 'node:fs'
import { createQuoteEngine, memoryCatalog } from 'quotewright'
import { acknowledge } from './acknowledge.mjs'
import { openStorage } from './open-storage.mjs'

const inFlight = 4
const updatesPerQuote = 12
const context = { storeId: 'store-1', actor: 'crash-writer' }

const [kind = '', place = '', run, unfinishedQuoteId] = process.argv.slice(2)
// Printed first, so that the parent can kill this process while it opens the storage.
writeSync(1, 'opening\n')
const { storage } = await openStorage(kind, place)
const catalog = memoryCatalog({
  'store-1': [
    { id: 1, price: '0.1' },
    { id: 2, price: '12.3456', salePrice: '11.9999' },
  ],
})
const engine = createQuoteEngine({ storage, catalog })

let written = 0
/** @param {(value: string, count: number) => Promise<import('quotewright').QuoteRecord>} write */
async function writeNext(write) {
  written += 1
  const value = `${run}-${written}`
  const { quoteId, version } = await write(value, written)
  acknowledge({ quoteId, version, field: 'note', value })
  return quoteId
}

/** @param {string} quoteId */
async function updateOften(quoteId) {
  for (let count = 0; count < updatesPerQuote; count += 1) {
    await writeNext((note, count) =>
      engine.updateQuote(context, quoteId, {
        customer: { note },
        products: [
          { id: 1, qty: (count % 9) + 1 },
          { id: 2, qty: 3 },
        ],
      }),
    )
  }
}

const createOne = () =>
  writeNext((note) =>
    engine.createQuote(context, { customer: { note }, products: [{ id: 1, qty: 1 }] }),
  )

await Promise.all(
  Array.from({ length: inFlight }, async (_, worker) => {
    if (worker === 0 && unfinishedQuoteId !== undefined) await updateOften(unfinishedQuoteId)
    for (;;) await updateOften(await createOne())
  }),
)
