// A user of the package, in any runtime: program.mjs <capability> …
// Prints the name of each capability when it has passed, and how long it took.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { createQuoteEngine, memoryCatalog, memoryStorage } from 'quotewright'
import { createCustomerPage, customerLinks } from 'quotewright/customer-page'
import { createDesk } from 'quotewright/desk'
import { createDocument } from 'quotewright/document'
import { createHttpApp, tokenAuthenticator } from 'quotewright/http'
import { createPdfRenderer } from 'quotewright/pdf'
import { postgresStorage } from 'quotewright/postgres'
import { sqliteStorage } from 'quotewright/sqlite'
import { storageSuite } from 'quotewright/testing'

const { Bun, Deno } = globalThis
const require = createRequire(import.meta.url)
const seller = { storeId: 'store-1', actor: 'grace' }
const request = { customer: { name: 'Ada' }, products: [{ id: 118, qty: 2 }] }
const secrets = ['a secret of the project with 32 or more characters']
const folder = mkdtempSync(join(tmpdir(), 'quotewright-runtime-'))

/** What the package does, by the names in `list.mjs`. */
const capabilities = {
  memory: () => passStorageSuite(() => ({ storage: memoryStorage() })),

  'node:sqlite': () => passOnFiles((file) => new (require('node:sqlite').DatabaseSync)(file)),
  'bun:sqlite': () => passOnFiles((file) => new (require('bun:sqlite').Database)(file)),
  libsql: () => passOnFiles((file) => new (require('libsql'))(file)),

  async PostgreSQL() {
    const { default: pg } = await import('pg')
    const connectionString = process.env.QUOTEWRIGHT_POSTGRES_URL
    const pool = new pg.Pool({ connectionString, options: '-c synchronous_commit=off' })
    const schema = `quotewright_runtime_${process.pid}`
    const open = () => postgresStorage(pool, { schema })
    await open().migrate()
    const tables = ['stores', 'records', 'history', 'idempotency', 'search']
    // Faster than a schema for each test.
    const dispose = async () => {
      await pool.query(tables.map((table) => `delete from ${schema}.${table}`).join(';'))
    }
    await passStorageSuite(() => ({ storage: open(), reopen: open, dispose }))
    const client = await pool.connect()
    await rollBack(open(), client, (sql) => client.query(sql))
    client.release()
    await pool.query(`drop schema ${schema} cascade`)
    await pool.end()
  },

  async HTTP() {
    const engine = createEngine()
    const authenticate = tokenAuthenticator({ 'store-1': ['token'] })
    await served(createHttpApp({ engine, authenticate }), async (origin) => {
      const auth = { 'x-auth-client': 'store-1', 'x-auth-token': 'token' }
      const url = `${origin}/v3/bc/public/quotes`
      const headers = { ...auth, 'content-type': 'application/json' }
      const body = JSON.stringify(request)
      const created = await fetch(url, { method: 'POST', headers, body })
      assert.equal(created.status, 201)
      assert.equal((await created.json()).quote.quote_total, '400.00')
      const listed = await (await fetch(url, { headers: auth })).json()
      assert.equal(listed.quotes.length, 1)
      const rejected = await fetch(url, { method: 'POST', headers, body: '{ "products": [] }' })
      assert.equal(rejected.status, 422)
      assert.equal((await fetch(url)).status, 401)
    })
  },

  async desk() {
    const engine = createEngine()
    const desk = createDesk({ engine, secrets, authenticate: () => seller })
    await served(desk, async (origin) => {
      const page = await (await fetch(`${origin}/desk/quotes/new`)).text()
      const fields = { 'products[0].id': '118', 'products[0].qty': '3', 'customer.name': 'Ada' }
      const body = new URLSearchParams({ ...hiddenFields(page), ...fields })
      const saved = await fetch(`${origin}/desk/quotes/new`, { method: 'POST', body })
      assert.equal(saved.status, 200)
      assert.match(await saved.text(), /600\.00/)
      assert.match(await (await fetch(`${origin}/desk`)).text(), /600\.00/)
    })
  },

  async 'customer page'() {
    const engine = createEngine()
    const { quoteId } = await engine.createQuote(seller, request)
    const sent = await engine.sendQuote(seller, quoteId)
    const site = { secrets, baseUrl: 'https://shop.example' }
    await served(createCustomerPage({ engine, ...site }), async (origin) => {
      const url = customerLinks(site).createUrl(sent).replace(site.baseUrl, origin)
      const html = await (await fetch(url)).text()
      assert.match(html, /400\.00/)
      const fields = { ...hiddenFields(html), name: 'Ada', consent: 'yes' }
      const body = new URLSearchParams(fields)
      await fetch(url, { method: 'POST', body, redirect: 'manual' })
      assert.equal((await engine.getQuote(seller, quoteId)).quote.status, 'accepted')
    })
  },

  async PDF() {
    const { quote } = await createEngine().createQuote(seller, request)
    const renderer = createPdfRenderer()
    const file = await renderer.render(createDocument(quote), { attach: quote })
    assert.equal(new TextDecoder().decode(file.subarray(0, 5)), '%PDF-')
    // The compiler aborts its process, which a later file starts again.
    const aborting = { ...createDocument(quote), notice: '\u0627\u0898\u2060' }
    await assert.rejects(renderer.render(aborting), { code: 'pdf_failed' })
    assert.deepEqual(await renderer.render(createDocument(quote), { attach: quote }), file)
    const late = createPdfRenderer({ timeoutMs: 1 }).render(createDocument(quote))
    await assert.rejects(late, { code: 'timeout' })
    // Neither is closed: idle processes end with this one, which is not kept alive by them.
  },
}

for (const name of process.argv.slice(2)) {
  const began = performance.now()
  await capabilities[name]()
  console.log(`${name}, ${((performance.now() - began) / 1_000).toFixed(1)} s`)
}
rmSync(folder, { recursive: true })

function createEngine(storage = memoryStorage()) {
  const catalog = memoryCatalog({ 'store-1': [{ id: 118, price: '200.00' }] })
  return createQuoteEngine({ storage, catalog })
}

/** Runs the contract of storages, one test after the other. */
async function passStorageSuite(createFixture) {
  const tests = []
  const path = []
  const describe = (name, body) => {
    path.push(name)
    body()
    path.pop()
  }
  const it = (name, test) => tests.push({ name: [...path, name].join(' > '), test })
  storageSuite({ describe, it }, async () => {
    const fixture = await createFixture()
    return { reopen: () => fixture.storage, ...fixture }
  })
  assert.ok(tests.length > 100, `the suite has ${tests.length} tests`)
  for (const { name, test } of tests)
    await test().catch((cause) => {
      throw new Error(name, { cause })
    })
}

async function passOnFiles(open) {
  let files = 0
  await passStorageSuite(() => {
    const file = join(folder, `${files++}.sqlite`)
    const databases = []
    const openStorage = () => {
      const database = open(file)
      databases.push(database)
      return sqliteStorage(database)
    }
    const dispose = () => {
      for (const database of databases) database.close()
      for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true })
    }
    return { storage: openStorage(), reopen: openStorage, dispose }
  })
  const file = join(folder, `${files}.sqlite`)
  const [database, other] = [open(file), open(file)]
  const storage = sqliteStorage(database)
  await rollBack(storage, database, (sql) => database.exec(sql))
  await waitForLock(storage, other)
  for (const each of [database, other]) each.close()
}

/** Creates a quote in a transaction of the host, which is rolled back. */
async function rollBack(storage, client, execute) {
  const engine = createEngine(storage)
  await execute('begin')
  const { quoteId } = await engine.using(client).createQuote(seller, request)
  await execute('rollback')
  await assert.rejects(engine.getQuote(seller, quoteId), { code: 'quote_not_found' })
  await engine.createQuote(seller, request)
}

/** Creates a quote while another connection holds the write lock, which does not block. */
async function waitForLock(storage, other) {
  other.exec('begin immediate')
  let isCreated = false
  const created = createEngine(storage)
    .createQuote(seller, request)
    .then(() => {
      isCreated = true
    })
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve))
  assert.equal(isCreated, false)
  other.exec('commit')
  await created
}

/** The fields of the first form that change something, of which a browser shows nothing. */
function hiddenFields(html) {
  const start = html.search(/<form[^>]*method="post"/)
  const form = html.slice(start, html.indexOf('</form>', start))
  const fields = form.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)
  return Object.fromEntries([...fields].map(([, name, value]) => [name, value]))
}

/** Serves an app with the server of the runtime. */
async function served(app, use) {
  const hostname = '127.0.0.1'
  if (Bun !== undefined) {
    const server = Bun.serve({ hostname, port: 0, fetch: app.fetch })
    await use(`http://${hostname}:${server.port}`)
    return server.stop(true)
  }
  if (Deno !== undefined) {
    const options = { hostname, port: 0, onListen: () => undefined }
    const server = Deno.serve(options, (each) => app.fetch(each))
    await use(`http://${hostname}:${server.addr.port}`)
    return server.shutdown()
  }
  const { serve } = await import('@hono/node-server')
  const server = serve({ fetch: app.fetch, hostname, port: 0 })
  await new Promise((listening) => server.once('listening', listening))
  await use(`http://${hostname}:${server.address().port}`)
  server.closeAllConnections()
  server.close()
}
