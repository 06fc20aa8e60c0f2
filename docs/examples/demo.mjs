/** Takes quotes from a request to an order in a temporary SQLite file: `npm run demo`. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isQuoteError, verifyAcceptance, verifyQuote } from 'quotewright'
import { quoteDifferences } from './quote-differences.mjs'
import { customerBlock, quoteTable } from './quote-table.mjs'
import { openSampleStore, products, storeId } from './sample-store.mjs'
import { formatTag, supportsColors } from './tag-colors.mjs'

const context = { storeId, actor: 'demo' }
/** @type {Map<import("quotewright").ProductId, string>} */
const productNames = new Map(products.map(({ id, name }) => [id, name]))
const inColor = supportsColors(process.stdout, process.env)
const request = JSON.parse(readFileSync(new URL('request.json', import.meta.url), 'utf8'))
const folder = mkdtempSync(join(tmpdir(), 'quotewright-demo-'))
const databasePath = join(folder, 'quotes.sqlite')

try {
  const quoteId = await writeQuote()
  await readQuote(quoteId)
  await findQuotes(quoteId)
  await orderQuote(quoteId)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Creates a quote and updates it three times. */
async function writeQuote() {
  const { engine, close } = await openSampleStore(databasePath)
  const created = await engine.createQuote(context, request)
  const { quoteId } = created
  heading('A quote from docs/examples/request.json')
  print(`Quote ${quoteId}, version ${created.version}`)
  const { state } = created.quote.customer
  print(
    ...customerBlock(created.quote.customer),
    `(the state was sent as ${request.customer.state} and is kept as ${state})`,
    '',
    ...quoteTable(created.quote, productNames),
    'Unit prices of this store have up to four decimals: it has set unitPriceDecimals.',
  )

  // An update of `products` replaces the list, so it contains the unchanged lines.
  const moreDrills = await engine.updateQuote(context, quoteId, {
    products: created.quote.products.map((line) => (line.id === 101 ? { ...line, qty: 3 } : line)),
  })
  /** @type {Map<import("quotewright").ProductId, string>} */
  const offers = new Map([
    [108, '365.00'],
    [114, '0.08'],
  ])
  const offered = await engine.updateQuote(context, quoteId, {
    products: moreDrills.quote.products.map((line) => ({
      ...line,
      quote: offers.get(line.id) ?? line.quote,
    })),
  })
  const tagged = await engine.updateQuote(context, quoteId, {
    tag_list: ['Needs Approval', 'Trade Fair'],
  })
  heading('Changes of three updates')
  let before = created
  for (const after of [moreDrills, offered, tagged]) {
    const changes = quoteDifferences(before.quote, after.quote, productNames)
    const label = `version ${after.version}  `
    print(
      ...changes.map((change, index) => (index === 0 ? label : ' '.repeat(label.length)) + change),
    )
    before = after
  }
  close()
  return quoteId
}

/** @param {string} quoteId */
async function readQuote(quoteId) {
  const { engine, close } = await openSampleStore(databasePath)
  const { quote, version, visibleTags = [] } = await engine.getQuote(context, quoteId)
  heading('The same quote after closing and reopening the database')
  const names = new Set(visibleTags.map(({ value }) => value))
  const hidden = (quote.tags ?? []).filter((name) => !names.has(name))
  print(
    `Version ${version}, tagged ${visibleTags.map((tag) => formatTag(tag, inColor)).join(' ')}` +
      ` (and ${hidden.join(', ')}, which is hidden until the store has that tag)`,
    '',
    ...quoteTable(quote, productNames),
    '',
    `verifyQuote: ${violationsOf(quote)}`,
    `verifyQuote with an altered total: ${violationsOf({ ...quote, quote_total: '1.00' })}`,
  )

  heading('Tags of the store')
  const tags = Object.values(await engine.listTags(context))
  const labels = tags.map((tag) => formatTag(tag, inColor))
  print(labels.slice(0, 4).join(' '), labels.slice(4).join(' '))

  heading('Errors of an invalid request')
  const invalidRequest = {
    customer: { name: 'Brightwell Joinery', zipcode: 78701 },
    products: [
      { id: 101, qty: 0 },
      { id: 0.5, qty: 2.5 },
      { id: 121, quantity: 3 },
    ],
    coupon: 'SPRING',
  }
  for (const [field, value] of Object.entries(invalidRequest))
    print(`${JSON.stringify(field)}: ${JSON.stringify(value)}`)
  await engine.createQuote(context, /** @type {never} */ (invalidRequest)).catch(printRejection)
  close()
}

/** @param {string} quoteId */
async function findQuotes(quoteId) {
  const { engine, close } = await openSampleStore(databasePath)
  for (const name of ['Larkspur Café', 'Brightwell School'])
    await engine.createQuote(context, { customer: { name }, products: [{ id: 130, qty: 2 }] })

  heading('Lists, searches and a preview')
  printQuotes('newest first', await engine.listQuotes(context))
  printQuotes('text: cafe lark', await engine.listQuotes(context, { text: 'cafe lark' }))
  printQuotes('product: 108', await engine.listQuotes(context, { product: 108 }))
  const changes = { products: [{ id: 101, qty: 1 }] }
  const { version, quote } = await engine.updateQuote(context, quoteId, changes, { preview: true })
  print(`With one line only, version ${version} would be ${quote.quote_total}; nothing was stored.`)
  close()
}

/**
 * Sends the quote, accepts it for the customer, and orders it.
 *
 * @param {string} quoteId
 */
async function orderQuote(quoteId) {
  const { engine, close } = await openSampleStore(databasePath)
  const seller = { ...context, role: /** @type {const} */ ('seller') }
  const buyer = { storeId, actor: 'ada', role: /** @type {const} */ ('buyer') }

  heading('From offer to order')
  const expires = Date.now() + 30 * 86_400_000
  const { quote: offer } = await engine.sendQuote(seller, quoteId, { expires })
  const until = new Date(expires).toISOString().slice(0, 10)
  print(
    `sent      ${offer.number}, revision ${offer.revision}: ${offer.quote_total} until ${until}`,
  )
  const locked = await engine
    .updateQuote(seller, quoteId, { products: [{ id: 101 }] })
    .catch(codeOf)
  const { revision = 0, seal } = offer
  const { quote: accepted } = await engine.acceptQuote(buyer, quoteId, {
    revision,
    seal,
    name: 'Ada Lovelace',
    reference: 'PO-2026-7',
  })
  const { name, reference } = accepted.acceptance ?? {}
  const isProven = verifyAcceptance(accepted).length === 0
  print(`locked    an update of the lines rejects with ${locked}`)
  print(`accepted  by ${name}, ${reference}; proven from the quote alone: ${isProven}`)
  const { quote: ordered } = await engine.orderQuote(seller, quoteId)
  const canceled = await engine.cancelQuote(seller, quoteId).catch(codeOf)
  print(`ordered   as ${ordered.order?.id}; cancelQuote now rejects with ${canceled}`)
  close()
}

/** @param {unknown} error */
function codeOf(error) {
  if (!isQuoteError(error)) throw error
  return error.code
}

/**
 * @param {string} label
 * @param {import('quotewright').Page<import('quotewright').QuoteView, string>} page
 */
function printQuotes(label, { items }) {
  const quotes = items.map(({ quote }) => `${quote.customer.name} ${quote.quote_total}`)
  print(`${label.padEnd(18)}${quotes.join(', ')}`)
}

/** @param {unknown} error */
function printRejection(error) {
  if (!isQuoteError(error) || error.code !== 'invalid_request') throw error
  print(`Rejected with ${error.code}; nothing was stored:`)
  const { errors } = error.details
  for (const [path, message] of Object.entries(errors)) {
    const [first, ...others] = message.match(/\S.{0,68}(?=\s|$)/g) ?? []
    print(`  ${path.padEnd(22)}${first}`)
    for (const line of others) print(`${' '.repeat(24)}${line}`)
  }
}

/** @param {unknown} quote */
function violationsOf(quote) {
  const violations = verifyQuote(quote).map(({ path, message }) => `${path} ${message}`)
  return violations.join('; ') || 'all lines and totals are consistent'
}

/** @param {string} title */
function heading(title) {
  console.log(`\n── ${title} ${'─'.repeat(90 - title.length)}`)
}

/** @param {string[]} lines */
function print(...lines) {
  for (const line of lines) console.log(line === '' ? '' : `   ${line}`)
}
