/**
 * Serves the sample store over HTTP on this machine: `npm start`.
 *
 * PORT names the port (0: any free one). QUOTEWRIGHT_DATABASE names the SQLite file to use, which is kept; without it, the quotes
 * are in a temporary folder and go with the server.
 */
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAdaptorServer } from '@hono/node-server'
import { createHttpApp, tokenAuthenticator } from 'quotewright/http'
import { openSampleStore, storeId } from './sample-store.mjs'

const token = 'demo-token'
const hostname = '127.0.0.1'
const usualPort = 3000

const port = portFrom(process.env.PORT)
if (port === undefined) fail(`PORT must be a number from 0 to 65535, not "${process.env.PORT}"`)

const folder = process.env.QUOTEWRIGHT_DATABASE
  ? undefined
  : mkdtempSync(join(tmpdir(), 'quotewright-serve-'))
const databasePath = process.env.QUOTEWRIGHT_DATABASE || join(folder ?? '', 'quotes.sqlite')
const { engine, close } = await openSampleStore(databasePath)
process.once('exit', () => {
  close()
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
})

const app = createHttpApp({
  engine,
  authenticate: tokenAuthenticator({ [storeId]: [token] }),
  onError: (error) => console.error(error),
})
// What each of these is for: docs/serving-http.md, "Connections that never end".
const serverOptions = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 5_000,
}
const server = createAdaptorServer({ fetch: app.fetch, serverOptions })
Object.assign(server, { timeout: 60_000, maxConnections: 1_000 })
const address = await listen()

const request = JSON.parse(readFileSync(new URL('request.json', import.meta.url), 'utf8'))
const { quoteId } = await engine.createQuote({ storeId, actor: 'demo' }, request)

// Whoever waits for these lines may send the signal at once, so it must be heeded by then.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, stop)
if (process.env.npm_lifecycle_event) stopWithParent()

console.log(`The sample store is served at ${address}/v3/bc/public
with its quotes in ${databasePath}

Create a quote, update a quote, list the tags:

${curl('POST', '/quotes', request)}

${curl('PUT', `/quotes/${quoteId}`, { tag_list: ['Needs Approval'], customer: { city: 'Dallas' } })}

${curl('GET', '/tags')}

Ctrl-C ends the server.`)

/** Listens on the port, or on a free one where nobody asked for this port and it is taken. */
async function listen() {
  try {
    return await listenOn(port ?? usualPort)
  } catch (error) {
    if (!isTaken(error)) throw error
    if (process.env.PORT) return fail(`Port ${port} is taken; PORT=0 chooses a free one`)
    console.log(`Port ${usualPort} is taken, so this is on a free one.`)
    return await listenOn(0)
  }
}

/** @param {number} wanted */
async function listenOn(wanted) {
  server.listen(wanted, hostname)
  await once(server, 'listening')
  const bound = server.address()
  return `http://${hostname}:${typeof bound === 'object' ? bound?.port : wanted}`
}

/** Answers the requests that are under way, and no more; the database is closed at exit. A second signal does not wait. */
function stop() {
  server.close(() => process.exit(0))
}

/** npm runs this through a shell, and a signal to npm ends that shell without reaching us. So its end is taken for the signal. */
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
 * A command for sh, on one line.
 *
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 */
function curl(method, path, body) {
  const words = [String.raw`curl -sS -w '\n' -X ${method}`, `${address}/v3/bc/public${path}`]
  const headers = [
    'content-type: application/json',
    `x-auth-client: ${storeId}`,
    `x-auth-token: ${token}`,
  ]
  for (const header of headers) words.push('-H', quoted(header))
  if (body !== undefined) words.push('-d', quoted(JSON.stringify(body)))
  return words.join(' ')
}

/** @param {string} text */
function quoted(text) {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** @param {unknown} error */
function isTaken(error) {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}

/** @param {string | undefined} text */
function portFrom(text) {
  if (!text) return usualPort
  const number = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
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
