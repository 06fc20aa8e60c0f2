/**
 * Serves the sample store on this machine, as pages and as an HTTP API: `npm start`.
 *
 * PORT is the port to listen on (0: any free port). QUOTEWRIGHT_DATABASE is the SQLite file to use.
 * Without it, the quotes are in a temporary folder that is deleted with the server.
 * QUOTEWRIGHT_SECRET signs the links of customers and the tokens of forms. Without it, a random
 * secret does, and those of an earlier start stop working.
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import { createCustomerPage, customerLinks } from 'quotewright/customer-page'
import { createDesk } from 'quotewright/desk'
import { createHttpApp, tokenAuthenticator } from 'quotewright/http'
import { renderPdf } from 'quotewright/pdf'
import { seedSampleStore } from './sample-quotes.mjs'
import { openSampleStore, searchProducts, storeId, timeZone } from './sample-store.mjs'

const sellerToken = 'seller-token'
const buyerToken = 'buyer-token'
const hostname = '127.0.0.1'
const defaultPort = 3000

const port = parsePort(process.env.PORT)
if (port === undefined)
  fail(`PORT must be a number from 0 to 65535, received "${process.env.PORT}"`)

const secret = process.env.QUOTEWRIGHT_SECRET || randomBytes(32).toString('base64')
if (secret.length < 32)
  fail('QUOTEWRIGHT_SECRET must have at least 32 characters: openssl rand -base64 32')

const folder = process.env.QUOTEWRIGHT_DATABASE
  ? undefined
  : mkdtempSync(join(tmpdir(), 'quotewright-serve-'))
const databasePath = process.env.QUOTEWRIGHT_DATABASE || join(folder ?? '', 'quotes.sqlite')
const { engine, storage, database, close } = await openSampleStore(databasePath)
await seedSampleStore(storage, Date.now(), database)
process.once('exit', () => {
  close()
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
})

const authenticateStore = tokenAuthenticator({ [storeId]: [sellerToken, buyerToken] })
const api = createHttpApp({
  engine,
  authenticate(credentials) {
    const context = authenticateStore(credentials)
    const role = credentials.token === sellerToken ? 'seller' : 'buyer'
    return context && { ...context, actor: `demo-${role}`, role }
  },
  onError: (error) => console.error(error),
})

// Explained in docs/serving-http.md, "Connections that never end".
const serverOptions = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 5_000,
}
const server = createAdaptorServer({
  fetch: (request, env) => app.fetch(request, env),
  serverOptions,
})
Object.assign(server, { timeout: 60_000, maxConnections: 1_000 })
// The links to the pages of customers have the address, so the apps are created after it is known.
const address = await listen()

/** Customers read their offers in their language. */
const locales = new Map([
  ['AE', 'ar'],
  ['DE', 'de'],
  ['FR', 'fr'],
  ['JP', 'ja'],
])
/** @param {import('quotewright').QuoteRecord} record */
const localeOf = ({ quote }) => locales.get(quote.customer.country ?? '') ?? 'en-US'

/**
 * @param {import('quotewright').QuoteRecord} record
 * @returns {import('quotewright/document').DocumentOptions}
 */
const documentOf = (record) => ({
  locale: localeOf(record),
  timeZone,
  seller: ['Tools & Timber', '500 Congress Avenue', 'Austin, TX 78701', 'sales@tools.example'],
  terms: ['Payment within 30 days of the invoice, without deduction.'],
  footer: 'Tools & Timber · 500 Congress Avenue · Austin, TX 78701 · +1 512 555 0100',
})

/** Two brands: `/theme` shows the other one. */
/** @type {readonly import('quotewright/desk').Theme[]} */
const themes = [
  { logo: { url: logo('#1654a9'), alt: 'Tools & Timber' }, icon: logo('#1654a9') },
  {
    accent: '#7e2f36',
    neutral: '#7b6f65',
    radius: 3,
    font: '"Source Sans 3", "Gill Sans", Optima, Candara, "Noto Sans", "DejaVu Sans", sans-serif',
    titleFont: '"Iowan Old Style", "Palatino Linotype", Palatino, "Noto Serif", Georgia, serif',
    logo: { url: logo('#7e2f36'), alt: 'Tools & Timber' },
    icon: logo('#7e2f36'),
  },
]
let shownTheme = 0

/**
 * Returns a logo as a `data:` URL: a roof on a ground of this color.
 *
 * @param {string} color
 */
function logo(color) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64" rx="14" fill="${color}"/><path d="M32 18 48 46H16Z" fill="none" stroke="#fff" stroke-width="5" stroke-linejoin="round"/></svg>`
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}

const secrets = [secret]
const links = customerLinks({ secrets, baseUrl: address, storeId })
const pages = {
  engine,
  secrets,
  timeZone,
  theme: () => /** @type {import('quotewright/desk').Theme} */ (themes[shownTheme]),
  document: documentOf,
  ...(hasCompiler() && { renderPdf }),
  onError: (/** @type {unknown} */ error) => console.error(error),
}
const desk = createDesk({
  insight: true,
  ...pages,
  // Everybody who opens the demo is this seller. A real host looks at its own session here.
  authenticate: () => ({ storeId, actor: 'grace', name: 'Grace Hopper', role: 'seller' }),
  title: 'Tools & Timber',
  locale: 'en-US',
  searchProducts: (_user, text) => searchProducts(text),
  customerUrl: links.createUrl,
})
/** What the page below was asked to take. */
/** @type {Map<string, import('quotewright/customer-page').PaymentToStart>} */
const payments = new Map()
const customerPage = createCustomerPage({
  ...pages,
  storeId,
  baseUrl: address,
  locale: localeOf,
  startPayment(payment) {
    payments.set(payment.key, payment)
    return `${address}/pay/${payment.key}`
  },
})

const app = new Hono()
// Everybody is a seller here, so a site whose name leads to this machine gets nothing.
const { host, port: boundPort } = new URL(address)
const hosts = new Set([host, `localhost:${boundPort}`])
app.use((c, next) =>
  hosts.has(c.req.header('host') ?? '') ? next() : Promise.resolve(c.text('Unknown host', 421)),
)
app.get('/', (c) => c.redirect('/desk'))
app.get('/theme', (c) => {
  shownTheme = (shownTheme + 1) % themes.length
  return c.redirect('/desk')
})
app.all('/v3/*', (c) => api.fetch(c.req.raw, c.env)) // with its own response to unknown paths
// Stands for the page of a payment provider, whose webhook reports the payment.
app.on(['GET', 'POST'], '/pay/:key', async (c) => {
  const payment = payments.get(c.req.param('key'))
  if (payment === undefined) return c.text('Nothing to pay', 404)
  const { key, amount, currency, record, returnUrl } = payment
  if (c.req.method === 'GET')
    return c.html(`<!doctype html><html lang="en"><title>Pay</title>
<meta name="viewport" content="width=device-width"><h1>The page of your payment provider</h1>
<form method="post"><button>Pay ${amount} ${currency}</button></form></html>`)
  const report = { id: `demo-${key.slice(0, 8)}`, amount, currency }
  await engine.recordPayment({ storeId, role: 'system' }, record.quoteId, report)
  return c.redirect(returnUrl, 303)
})
app.route('/', desk)
app.route('/', customerPage)

const request = JSON.parse(readFileSync(new URL('request.json', import.meta.url), 'utf8'))
const customer = { storeId, actor: 'demo-buyer', role: /** @type {const} */ ('buyer') }
const { quoteId } = await engine.createQuote(customer, request)

const sent = await engine.listQuotes({ storeId }, { status: ['sent'], limit: 1 })
const acceptance = { revision: 1, name: 'Ada Lovelace', reference: 'PO-2026-7' }

// Before the output below: a program that waits for it can send a signal immediately.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, stop)
if (process.env.npm_lifecycle_event) stopWithParent()

console.log(`Open ${address}/desk
${sent.items.map((record) => `or what a customer sees: ${links.createUrl(record)}`).join('\n')}

Open ${address}/theme to see all of it as another brand.

The API of the sample store is at ${address}/v3/bc/public
with its quotes in ${databasePath}

Create a quote, update a quote, list the tags, as the seller:

${curl('POST', '/quotes', request)}

${curl('PUT', `/quotes/${quoteId}`, { tag_list: ['Needs Approval'], customer: { city: 'Dallas' } })}

${curl('GET', '/tags')}

Send the quote, accept it as the buyer, order it:

${curl('POST', `/quotes/${quoteId}/send`, { expires: endOfNextYear() })}

${curl('POST', `/quotes/${quoteId}/accept`, acceptance, buyerToken)}

${curl('POST', `/quotes/${quoteId}/order`)}

Ctrl-C ends the server.`)

/** Returns true if the optional package for PDF files is installed. */
function hasCompiler() {
  try {
    return import.meta.resolve('@myriaddreamin/typst-ts-node-compiler') !== ''
  } catch {
    return false
  }
}

/** Listens on the chosen port; if none is chosen and the default is in use, on a free one. */
async function listen() {
  try {
    return await listenOn(port ?? defaultPort)
  } catch (error) {
    if (!isPortInUse(error)) throw error
    if (process.env.PORT) return fail(`Port ${port} is in use; PORT=0 chooses a free one`)
    console.log(`Port ${defaultPort} is in use, so the server uses a free one.`)
    return await listenOn(0)
  }
}

/** @param {number} requestedPort */
async function listenOn(requestedPort) {
  server.listen(requestedPort, hostname)
  await once(server, 'listening')
  const bound = server.address()
  return `http://${hostname}:${typeof bound === 'object' ? bound?.port : requestedPort}`
}

/** Completes the running requests and exits. A second signal exits immediately. */
function stop() {
  server.close(() => process.exit(0))
}

/** npm runs this in a shell. A signal to npm ends only that shell, so this stops with the shell. */
function stopWithParent() {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    stop()
  }, 250)
  watch.unref()
}

/**
 * Returns a curl command for sh, on one line.
 *
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @param {string} [token]
 */
function curl(method, path, body, token = sellerToken) {
  const words = [String.raw`curl -sS -w '\n' -X ${method}`, `${address}/v3/bc/public${path}`]
  const headers = [`x-auth-client: ${storeId}`, `x-auth-token: ${token}`]
  if (body !== undefined) headers.push('content-type: application/json')
  for (const header of headers) words.push('-H', quoted(header))
  if (body !== undefined) words.push('-d', quoted(JSON.stringify(body)))
  return words.join(' ')
}

function endOfNextYear() {
  return `${new Date().getUTCFullYear() + 1}-12-31`
}

/** @param {string} value */
function quoted(value) {
  return `'${value.replaceAll("'", String.raw`'\''`)}'`
}

/** @param {unknown} error */
function isPortInUse(error) {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}

/** @param {string | undefined} value */
function parsePort(value) {
  if (!value) return defaultPort
  const number = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN
  return number <= 65535 ? number : undefined
}

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  console.error(message)
  process.exit(1)
}
