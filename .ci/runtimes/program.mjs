// A user of the package, in any runtime: program.mjs <capability> …
// Prints the name of each capability when it has passed, and how long it took.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { memoryStorage } from 'quotewright'
import { createDocument } from 'quotewright/document'
import { createPdfRenderer } from 'quotewright/pdf'
import { postgresStorage } from 'quotewright/postgres'
import { sqliteStorage } from 'quotewright/sqlite'
import { createApp, createEngine, passStorageSuite, request, seller } from './app.mjs'
import { requests } from './requests.mjs'

const { Bun, Deno } = globalThis
const require = createRequire(import.meta.url)
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

  HTTP: () => served(requests.HTTP),
  desk: () => served(requests.desk),
  'customer page': () => served(requests['customer page']),

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

/** Serves an application with the server of the runtime. */
async function served(use) {
  const app = createApp()
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
