/** Creates quotes with the variety of a store in use, and names lists that find parts of them. */

/** The store whose quotes are listed. */
export const storeId = 'store-1'

/** Other stores in the same tables. Together they have a fiftieth of the store's quotes. */
const otherStores = Array.from({ length: 20 }, (_, index) => `other-${index + 1}`)

const productCount = 1_000
const linesPerQuote = 10
const quotesPerCustomer = 15
const tagNames = Array.from({ length: 10 }, (_, index) => `Tag ${index + 1}`)

/** None is the beginning of another, so that each finds a twentieth of the quotes. */
const firstNames = [
  ...['Ada', 'Ben', 'Carla', 'David', 'Elena', 'Felix', 'Grace', 'Hugo', 'Ines', 'Jonas'],
  ...['Katja', 'Liam', 'Maria', 'Nora', 'Oscar', 'Paula', 'Quentin', 'Rosa', 'Samir', 'Tessa'],
]

/** Calls that are made at the same time, so that they share transactions. */
const callers = 64

/** Returns the products of the catalog by store. */
export function productsByStore() {
  const products = Array.from({ length: productCount }, (_, index) => ({
    id: index + 1,
    price: `${(index % 90) + 10}.25`,
  }))
  return Object.fromEntries([storeId, ...otherStores].map((store) => [store, products]))
}

/** Quotes after which a database can know enough about its tables to plan the statements. */
const firstQuotes = 1_000

/**
 * @typedef {object} FillOptions
 * @property {(() => Promise<unknown>) | undefined} [afterFirst] Runs after the first quotes.
 * @property {(number: number) => object} [idsOf] Returns other fields of the request of a quote.
 */

/**
 * Creates this many quotes in the store, and a few in the others at the same time.
 *
 * @param {import('quotewright').QuoteEngine} engine
 * @param {number} quotes
 * @param {FillOptions} [options]
 */
export async function createListedQuotes(engine, quotes, { afterFirst, idsOf = noIds } = {}) {
  await createRange(engine, { from: 0, to: Math.min(firstQuotes, quotes), quotes, idsOf })
  await afterFirst?.()
  await createRange(engine, { from: firstQuotes, to: quotes, quotes, idsOf })
}

const noIds = () => ({})

/**
 * @typedef {object} Range
 * @property {number} from
 * @property {number} to
 * @property {number} quotes
 * @property {NonNullable<FillOptions['idsOf']>} idsOf
 */

/**
 * @param {import('quotewright').QuoteEngine} engine
 * @param {Range} range
 */
async function createRange(engine, { from, to, quotes, idsOf }) {
  let next = from
  const createRepeatedly = async () => {
    while (next < to) {
      const number = next
      next += 1
      const request = { ...requestOf(number, quotes), ...idsOf(number) }
      await createQuote(engine, storeId, number, request)
      if (number % 50 === 0) await createQuote(engine, otherStoreOf(number), number, request)
    }
  }
  await Promise.all(Array.from({ length: callers }, createRepeatedly))
}

/** @param {number} number */
function otherStoreOf(number) {
  return /** @type {string} */ (otherStores[(number / 50) % otherStores.length])
}

/**
 * Creates a quote, and sets a tag on every tenth.
 *
 * @param {import('quotewright').QuoteEngine} engine
 * @param {string} store
 * @param {number} number
 * @param {import('quotewright').CreateQuoteRequest} request
 */
async function createQuote(engine, store, number, request) {
  const { quoteId } = await engine.createQuote({ storeId: store }, request)
  if (number % 10 !== 0) return
  const tag = tagNames[(number / 10) % tagNames.length] ?? ''
  await engine.updateQuote({ storeId: store }, quoteId, { tag_list: [tag] })
}

/**
 * @param {number} number
 * @param {number} quotes
 */
function requestOf(number, quotes) {
  const customer = number % Math.ceil(quotes / quotesPerCustomer)
  const products = Array.from({ length: linesPerQuote }, (_, line) => ({
    id: ((number * 7 + line * 101) % productCount) + 1,
    qty: line + 1,
  }))
  return { customer: customerOf(customer), products }
}

/** @param {number} customer */
function customerOf(customer) {
  const name = `${firstNames[customer % firstNames.length]} ${lastNameOf(customer)}`
  const address = { city: 'San Diego', state: 'CA', country: 'US' }
  return { name, email: emailOf(customer), ...address }
}

/** @param {number} customer */
function emailOf(customer) {
  return `${lastNameOf(customer)}@example.com`.toLowerCase()
}

const consonants = 'bcdfghjklmnpqrstvwxz'

/**
 * Returns a name of four syllables. The names of two customers differ before the last letter.
 *
 * @param {number} customer
 */
function lastNameOf(customer) {
  const syllables = [...'aeio'].map((vowel, place) => {
    const digit = Math.floor(customer / consonants.length ** (3 - place)) % consonants.length
    return `${consonants[digit]}${vowel}`
  })
  const name = syllables.join('')
  return `${name[0]?.toUpperCase()}${name.slice(1)}`
}

/**
 * A list of quotes of the store.
 *
 * @typedef {object} List
 * @property {string} name Completes the names of the benchmarks.
 * @property {import('quotewright').ListQuotesOptions} options
 * @property {number} share About the share of all quotes that it finds.
 */

/**
 * Returns the lists that are measured among this many quotes, a multiple of 1,000.
 *
 * @param {number} quotes
 * @returns {readonly List[]}
 */
export function listsAmong(quotes) {
  const customer = Math.floor(quotes / quotesPerCustomer / 2)
  const ofCustomer = quotesPerCustomer / quotes
  const rareWord = lastNameOf(customer).slice(0, -1)
  const frequentWord = firstNames[0]
  return [
    { name: 'all quotes', options: {}, share: 1 },
    { name: 'a status', options: { status: 'new' }, share: 1 },
    { name: 'a tag', options: { tag: tagNames[0] }, share: 1 / 100 },
    { name: 'a customer', options: { customer: emailOf(customer) }, share: ofCustomer },
    { name: 'a product', options: { product: 500 }, share: 1 / 100 },
    { name: 'a rare word', options: { text: rareWord }, share: ofCustomer },
    { name: 'a frequent word', options: { text: frequentWord }, share: 1 / 20 },
    { name: 'all quotes by update', options: { order: 'updated' }, share: 1 },
  ]
}
