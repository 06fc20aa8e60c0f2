// Creates quotes and updates them until it is killed: crash-writer.mjs <kind> <place> <name of this life> [<quote to go on with>]
import { writeSync } from 'node:fs'
import { createQuoteEngine, memoryCatalog } from 'quotewright'
import { acknowledge } from './acknowledge.mjs'
import { openStorage } from './open-storage.mjs'

const inFlight = 4
const updatesOfAQuote = 12
const context = { storeId: 'store-1', actor: 'crash-writer' }

const [kind = '', place = '', life, unfinishedQuoteId] = process.argv.slice(2)
// Said before anything is opened, so that the parent can kill in there.
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
  const value = `${life}-${written}`
  const { quoteId, version } = await write(value, written)
  acknowledge({ quoteId, version, field: 'note', value })
  return quoteId
}

/** @param {string} quoteId */
async function updateOften(quoteId) {
  for (let made = 0; made < updatesOfAQuote; made += 1) {
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
  Array.from({ length: inFlight }, async (_, hand) => {
    if (hand === 0 && unfinishedQuoteId !== undefined) await updateOften(unfinishedQuoteId)
    for (;;) await updateOften(await createOne())
  }),
)
