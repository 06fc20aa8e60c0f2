/** A sample store of office and workshop supplies in Austin, Texas, with an engine on SQLite. */
import Database from 'libsql'
import { createQuoteEngine, memoryCatalog, memoryShipping, savedViews, taxTable } from 'quotewright'
import { sqliteStorage } from 'quotewright/sqlite'
import { products } from './sample-products.mjs'

export { products }
export const storeId = 'store-1'
export const timeZone = 'America/Chicago'

const white = 'rgb(100%, 100%, 100%)'

/**
 * The store's tags by name. Quotes contain the names.
 *
 * @type {Readonly<Record<string, import('quotewright').TagDefinition>>}
 */
export const tags = {
  Accepted: { backgroundColor: 'rgba(8%, 45%, 27%, 1)', color: white },
  Approved: { backgroundColor: 'rgba(80%, 94%, 84%, 1)', color: 'rgb(4%, 32%, 17%)' },
  'Auto Send': { backgroundColor: 'rgba(80%, 90%, 100%, 1)', color: 'rgb(0%, 22%, 52%)' },
  Declined: { backgroundColor: 'rgba(72%, 11%, 15%, 1)', color: white },
  'Filter Product': { backgroundColor: 'rgba(90%, 86%, 98%, 1)', color: 'rgb(31%, 14%, 54%)' },
  'Needs Approval': { backgroundColor: 'rgba(100%, 84%, 31%, 1)', color: 'rgb(26%, 18%, 0%)' },
  'Revision Requested': {
    backgroundColor: 'rgba(92%, 45%, 8%, 0.25)',
    color: 'rgb(48%, 19%, 0%)',
  },
}

/**
 * Places the orders of accepted quotes. The key is the same however often an order is placed, so an
 * id that is made of it stands for a shop that finds the order by its key.
 *
 * @type {import('quotewright').OrderPort}
 */
const orders = { placeOrder: ({ key }) => ({ orderId: `order-${key.slice(0, 8)}` }) }

/** @param {number} count */
const formatNumber = (count) => `Q-${String(count).padStart(5, '0')}`

const shipping = memoryShipping([
  { type: 'van', name: 'Own van, Austin area', price: 0, minTotal: 500, countries: ['US'] },
  { type: 'van', name: 'Own van, Austin area', price: '29.00', countries: ['US'] },
  { type: 'parcel', name: 'Parcel, 3 to 5 days', price: '14.90', countries: ['US'] },
  { type: 'freight', name: 'Air freight', price: '185.00' },
  { type: 'pickup', name: 'Pickup in the store', price: 0 },
])

/** Rates of Austin, Texas. Other states and countries have no taxes in this sample. */
const tax = taxTable(
  [
    {
      name: 'Texas sales tax',
      tax: 'state',
      rate: 6.25,
      country: 'US',
      state: 'TX',
      shipping: true,
    },
    { name: 'Austin sales tax', tax: 'local', rate: 2, country: 'US', state: 'TX', shipping: true },
  ],
  { isExempt: (customer) => customer.tax_exempt !== undefined },
)

/**
 * Creates the engine of the store. The catalog is in memory; a shop passes its own.
 *
 * @param {import('quotewright').StoragePort} storage
 * @param {Partial<import('quotewright').QuoteEngineOptions>} [options]
 */
export function createSampleEngine(storage, options) {
  return createQuoteEngine({
    storage,
    catalog: memoryCatalog({ [storeId]: products }),
    currency: 'USD',
    // Screws and sheets of paper cost less than a cent, or fractions of one.
    pricing: { unitPriceDecimals: 4 },
    shipping,
    tax,
    shipFrom: { address: '500 Congress Avenue', city: 'Austin', state: 'TX', country: 'US' },
    orders,
    numbers: { format: formatNumber },
    timeZone,
    // Users of the desk save lists under a name.
    features: [savedViews()],
    ...options,
  })
}

/**
 * Opens an engine on a SQLite file. Creates the file and the store's tags if they don't exist.
 *
 * The driver is `libsql`. On Node 22.13 and later, `new DatabaseSync(path)` from `node:sqlite`
 * works as well.
 *
 * @param {string} path
 */
export async function openSampleStore(path) {
  const database = new Database(path)
  const storage = sqliteStorage(database)
  const engine = createSampleEngine(storage)
  const existing = await engine.listTags({ storeId })
  if (Object.keys(existing).length === 0)
    for (const [name, tag] of Object.entries(tags)) await engine.setTag({ storeId }, name, tag)
  return { engine, storage, database, close: () => void database.close() }
}

/**
 * Finds products by the beginnings of words in their names and SKUs, for the desk.
 *
 * @param {string} text
 */
export function searchProducts(text) {
  const wanted = wordsOf(text)
  const found = products.filter(({ name, sku }) => {
    const words = wordsOf(`${name} ${sku}`)
    return wanted.every((each) => words.some((word) => word.startsWith(each)))
  })
  return found.slice(0, 20)
}

/** @param {string} text */
function wordsOf(text) {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}
