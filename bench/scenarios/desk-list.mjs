import { createQuoteEngine, memoryCatalog } from 'quotewright'
import { createDesk } from 'quotewright/desk'
import { sqliteStorage } from 'quotewright/sqlite'
import { isShort } from '../harness/effort.mjs'
import { createListedQuotes, productsByStore, storeId } from '../subjects/listed-quotes.mjs'
import { sqliteFiles } from '../subjects/sqlite-files.mjs'

const quotes = isShort ? 1_000 : 100_000
const requests = isShort ? 3 : 200
const oldShare = 0.6
const pageSize = 50
const farPage = isShort ? 10 : 100

const user = { storeId, actor: 'u1', role: /** @type {const} */ ('seller') }

/**
 * Measures the pages of the desk that list quotes, from the request to the last byte of the page.
 *
 * @type {import('../harness/scenario.js').Scenario}
 */
export const scenario = {
  async prepare(onCleanUp) {
    const storage = sqliteStorage(sqliteFiles(onCleanUp)('quotes'))
    const engine = createQuoteEngine({ storage, catalog: memoryCatalog(productsByStore()) })
    await createListedQuotes(engine, quotes * oldShare)
    await cancelAll(engine)
    await createListedQuotes(engine, quotes * (1 - oldShare))
    await createTags(engine)
    const desk = createDesk({
      engine,
      authenticate: () => user,
      secrets: ['the secret of a desk that is only measured'],
    })
    const pages = [
      ['first page', '/'],
      ['a status', '/?status=new'],
      ['a status of old quotes only', '/?status=canceled'],
      ['a tag', '/?tag=Tag+1'],
      ['a frequent word', '/?text=ada'],
      [`page ${farPage}`, `/?after=${await cursorAfter(engine, pageSize * (farPage - 1))}`],
      ['last changed first', '/?order=updated'],
      ['activity', '/activity'],
    ]
    return {
      figures: pages.map(([name, path]) => ({
        name: `desk, ${name}, 95th percentile, among ${quotes.toLocaleString('en')}, SQLite`,
        unit: 'ms',
        measure: () => percentile95(() => request(desk, `/desk${path}`)),
      })),
    }
  },
}

/**
 * Cancels all quotes of the store, so that no newer quote has their status.
 *
 * @param {import('quotewright').QuoteEngine} engine
 */
async function cancelAll(engine) {
  /** @type {string | undefined} */
  let after
  do {
    /** @type {import('quotewright').Page<import('quotewright').QuoteView, string>} */
    const page = await engine.listQuotes(user, { status: 'new', after, limit: 64 })
    await Promise.all(page.items.map(({ quoteId }) => engine.cancelQuote(user, quoteId)))
    after = page.next
  } while (after !== undefined)
}

/**
 * Creates the tags that the quotes have, so that the pages show them.
 *
 * @param {import('quotewright').QuoteEngine} engine
 */
async function createTags(engine) {
  const colors = { backgroundColor: 'rgba(0%, 60%, 30%, 0.2)', color: 'rgb(0%, 40%, 20%)' }
  for (let number = 1; number <= 10; number += 1) await engine.setTag(user, `Tag ${number}`, colors)
}

/**
 * Returns the cursor of the page after this many quotes.
 *
 * @param {import('quotewright').QuoteEngine} engine
 * @param {number} count
 */
async function cursorAfter(engine, count) {
  /** @type {string | undefined} */
  let after
  for (let left = count; left > 0; left -= pageSize)
    after = (await engine.listQuotes(user, { after, limit: Math.min(left, pageSize) })).next
  return encodeURIComponent(after ?? '')
}

/**
 * @param {import('hono').Hono} desk
 * @param {string} path
 */
async function request(desk, path) {
  const response = await desk.request(path)
  if (response.status !== 200) throw new Error(`expected a page, received ${response.status}`)
  await response.text()
}

/** @param {() => Promise<void>} operation */
async function percentile95(operation) {
  const times = []
  for (let count = 0; count < requests; count += 1) {
    const start = performance.now()
    await operation()
    times.push(performance.now() - start)
  }
  return /** @type {number} */ (times.sort((a, b) => a - b)[Math.floor(requests * 0.95)])
}
