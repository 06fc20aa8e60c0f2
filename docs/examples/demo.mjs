/** The life of a quote, from a request to a refusal, in a SQLite file in a temporary folder: `npm run demo`. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isQuoteError, verifyQuote } from 'quotewright'
import { quoteDifferences } from './quote-differences.mjs'
import { customerBlock, quoteTable } from './quote-table.mjs'
import { openSampleStore, products, storeId } from './sample-store.mjs'
import { drawsColours, drawTag } from './tag-colours.mjs'

const context = { storeId, actor: 'demo' }
const productNames = new Map(products.map(({ id, name }) => [id, name]))
const inColour = drawsColours(process.stdout, process.env)
const request = JSON.parse(readFileSync(new URL('request.json', import.meta.url), 'utf8'))
const folder = mkdtempSync(join(tmpdir(), 'quotewright-demo-'))
const databasePath = join(folder, 'quotes.sqlite')

try {
  const quoteId = await writeQuote()
  await readQuote(quoteId)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Creates a quote and brings it to its fourth version, each command a commit of its own. */
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
    'Offers are in whole cents: 0.0875 starts out as 0.09, a mark-up, until someone offers less.',
  )

  // An update of `products` replaces the list, so the other lines go along as they are.
  const moreDrills = await engine.updateQuote(context, quoteId, {
    products: created.quote.products.map((line) => (line.id === 101 ? { ...line, qty: 3 } : line)),
  })
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
  heading('What three updates changed')
  let before = created
  for (const after of [moreDrills, offered, tagged]) {
    const changes = quoteDifferences(before.quote, after.quote, productNames)
    const label = `version ${after.version}  `
    print(...changes.map((text, index) => (index === 0 ? label : ' '.repeat(label.length)) + text))
    before = after
  }
  close()
  return quoteId
}

/** @param {string} quoteId */
async function readQuote(quoteId) {
  const { engine, close } = await openSampleStore(databasePath)
  const { quote, version, visibleTags = [] } = await engine.getQuote(context, quoteId)
  heading('The same quote, read from the database after it was closed and opened again')
  const names = new Set(visibleTags.map(({ value }) => value))
  const hidden = (quote.tags ?? []).filter((name) => !names.has(name))
  print(
    `Version ${version}, tagged ${visibleTags.map((tag) => drawTag(tag, inColour)).join(' ')}` +
      ` (and ${hidden.join(', ')}, which shows once the store has that tag)`,
    '',
    ...quoteTable(quote, productNames),
    '',
    `verifyQuote: ${faultsIn(quote)}`,
    `verifyQuote, had someone altered the total: ${faultsIn({ ...quote, quote_total: '1.00' })}`,
  )

  heading('The tags of the store')
  for (const tag of Object.values(await engine.listTags(context))) {
    const space = ' '.repeat(Math.max(1, 20 - tag.label.length))
    print(`${drawTag(tag, inColour)}${space}${tag.color.padEnd(24)}on ${tag.backgroundColor}`)
  }

  heading('What a bad request is told')
  const badRequest = {
    customer: { name: 'Brightwell Joinery', zipcode: 78701 },
    products: [
      { id: 101, qty: 0 },
      { id: '108', qty: 2.5 },
      { id: 121, quantity: 3 },
    ],
    coupon: 'SPRING',
  }
  for (const [field, value] of Object.entries(badRequest))
    print(`${JSON.stringify(field)}: ${JSON.stringify(value)}`)
  await engine.createQuote(context, /** @type {never} */ (badRequest)).catch(printRefusal)
  close()
}

/** @param {unknown} error */
function printRefusal(error) {
  if (!isQuoteError(error) || error.code !== 'invalid_request') throw error
  print(`Refused with ${error.code}, and nothing was stored:`)
  const { errors } = error.details
  for (const [path, message] of Object.entries(errors)) print(`  ${path.padEnd(22)}${message}`)
}

/** @param {unknown} quote */
function faultsIn(quote) {
  const faults = verifyQuote(quote).map(({ path, message }) => `${path} ${message}`)
  return faults.join('; ') || 'every line and every total holds'
}

/** @param {string} text */
function heading(text) {
  console.log(`\n── ${text} ${'─'.repeat(90 - text.length)}`)
}

/** @param {string[]} lines */
function print(...lines) {
  for (const line of lines) console.log(line === '' ? '' : `   ${line}`)
}
