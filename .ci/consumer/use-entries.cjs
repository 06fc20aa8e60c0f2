// What a host does with every entry of the package. The programs beside this one pass the entries
// as they have loaded them, so that both module systems must do the same.
const assert = require('node:assert/strict')

const products = { 'store-1': [{ id: 118, price: '200.00' }] }
const caller = { storeId: 'store-1' }
const request = { customer: { name: 'Ada' }, products: [{ id: 118, qty: 2 }] }

/** Makes a quote without any of the optional packages. */
exports.useRoot = async function useRoot({ createQuoteEngine, memoryCatalog, memoryStorage }) {
  const engine = createQuoteEngine({ storage: memoryStorage(), catalog: memoryCatalog(products) })
  const { quoteId, version, quote } = await engine.createQuote(caller, request)
  assert.equal(quote.quote_total, '400.00')
  assert.equal(version, 1)
  assert.equal((await engine.getQuote(caller, quoteId)).quoteId, quoteId)
  return engine
}

/** Finds a record as a storage adapter does. */
exports.usePorts = function usePorts({ ports }) {
  const filter = { kind: 'quote', deleted: false, terms: [], words: [], times: {} }
  const query = { ...filter, order: 'newest', after: undefined, limit: 10, maxBytes: 1_000 }
  assert.deepEqual(ports.findInMemory([], query), { items: [], hasMore: false })
}

/** Exports a quote, and imports it. */
exports.useFiles = async function useFiles({ root, files }) {
  const catalog = root.memoryCatalog(products)
  const engine = root.createQuoteEngine({ storage: root.memoryStorage(), catalog })
  await engine.createQuote(caller, request)
  const file = files.exportQuotes(engine, caller, { format: 'jsonl' })
  const options = { format: 'jsonl', importId: 'i' }
  const { created } = await files.importQuotes(engine, caller, file, options)
  assert.equal(created, 1, 'files imports what it has exported')
}

exports.useMoving = async function useMoving({ root, moving }) {
  const [from, to] = [root.memoryStorage(), root.memoryStorage()]
  const storage = moving.routedStorage({ route: () => from })
  const catalog = root.memoryCatalog({ s: [{ id: 1, price: '200.00' }] })
  const engine = root.createQuoteEngine({ storage, catalog })
  await engine.createQuote({ storeId: 's' }, { customer: {}, products: [{ id: 1, qty: 1 }] })
  const switchStore = () => undefined
  const { records } = await moving.moveStore({ storeId: 's', from, to, switchStore })
  assert.equal(records, 1, 'moving moves a store')
  const failure = thrownBy(() => moving.routedStorage({}))
  assert.ok(failure instanceof root.QuoteError, 'moving throws a QuoteError of its own')
}

/** Delivers an event, and sees an error of the entry. */
exports.useRelay = async function useRelay({ root, relay }) {
  const storage = root.memoryStorage()
  const engine = root.createQuoteEngine({ storage, catalog: root.memoryCatalog(products) })
  await engine.createQuote(caller, request)
  const types = []
  const destinations = { erp: { deliver: ({ type }) => types.push(type) } }
  await relay.createRelay({ engine, storage, stores: [caller.storeId], destinations }).run()
  assert.deepEqual(types, ['quote.create'], 'relay delivers')
  const failure = thrownBy(() => relay.webhook({}))
  assert.ok(failure instanceof root.QuoteError, 'relay throws a QuoteError of its own')
}

/** Mails an offer. */
exports.useMail = async function useMail({ root, mail, relay }) {
  const storage = root.memoryStorage()
  const engine = root.createQuoteEngine({ storage, catalog: root.memoryCatalog(products) })
  const { quoteId } = await engine.createQuote(caller, {
    ...request,
    customer: { email: 'ada@example.com' },
  })
  await engine.sendQuote(caller, quoteId)
  const sent = []
  const send = ({ to, subject }) => {
    sent.push([to, subject])
    return {}
  }
  const destinations = { mail: mail.mailer({ engine, start: 'beginning', send }) }
  await relay.createRelay({ engine, storage, stores: [caller.storeId], destinations }).run()
  assert.deepEqual(sent, [['ada@example.com', 'Your offer 1, 400.00']], 'mail sends')
  const failure = thrownBy(() => mail.mailer({}))
  assert.ok(failure instanceof root.QuoteError, 'mail throws a QuoteError of its own')
}

/** Makes a quote in a SQLite file, and finds it again through a new connection. */
exports.useSqlite = async function useSqlite({ root, sqlite, Database, file }) {
  const open = () => {
    const database = new Database(file)
    const catalog = root.memoryCatalog(products)
    const storage = sqlite.sqliteStorage(database)
    return { engine: root.createQuoteEngine({ storage, catalog }), database }
  }
  const writer = open()
  const made = await writer.engine.createQuote(caller, request)
  writer.database.close()
  const reader = open()
  assert.deepEqual(await reader.engine.getQuote(caller, made.quoteId), made)
  reader.database.close()

  const failure = thrownBy(() =>
    sqlite.sqliteStorage({
      exec() {
        throw new Error('disk full')
      },
    }),
  )
  assert.ok(failure instanceof root.QuoteError, 'sqlite throws a QuoteError of its own')
}

/** Makes a quote in an embedded PostgreSQL. */
exports.usePostgres = async function usePostgres({ root, postgres, PGlite }) {
  const database = await PGlite.create()
  const storage = postgres.postgresStorage(database)
  await storage.migrate()
  const engine = root.createQuoteEngine({ storage, catalog: root.memoryCatalog(products) })
  const made = await engine.createQuote(caller, request)
  assert.deepEqual(await engine.getQuote(caller, made.quoteId), made)
  await database.close()

  const failure = thrownBy(() => postgres.postgresStorage(database, { schema: '' }))
  assert.ok(failure instanceof root.QuoteError, 'postgres throws a QuoteError of its own')
}

/** Rejects what is no pool of mysql2. No server is needed for that. */
exports.useMysql = function useMysql({ root, mysql }) {
  const failure = thrownBy(() => mysql.mysqlStorage('mysql://localhost/quotes'))
  assert.ok(failure instanceof root.QuoteError, 'mysql throws a QuoteError of its own')
}

/** Finds products in a table and in a CSV file. */
exports.useCatalogs = async function useCatalogs({ root, catalogs, Database }) {
  const database = new Database(':memory:')
  database.exec(
    "create table products (id integer, price text); insert into products values (118, '5')",
  )
  const columns = { id: 'id', price: 'price' }
  const inTable = catalogs.sqlCatalog(database, { table: 'products', columns })
  assert.deepEqual(await inTable.findProducts('store-1', [118]), [{ id: 118, price: '5' }])
  database.close()
  const inFile = await catalogs.csvCatalog('id,price\nSKU-1,200.00\n')
  assert.deepEqual(inFile.findProducts('s', ['SKU-1']), [{ id: 'SKU-1', price: '200.00' }])

  const failure = thrownBy(() => catalogs.bigcommerceCatalog(fetch, {}))
  assert.ok(failure instanceof root.QuoteError, 'catalogs throws a QuoteError of its own')
}

/** Makes a quote over HTTP. */
exports.useHttp = async function useHttp({ root, http }) {
  const engine = await exports.useRoot(root)
  const authenticate = http.tokenAuthenticator({ 'store-1': ['token'] })
  const { fetch } = http.createHttpApp({ engine, authenticate })
  const response = await fetch(
    new Request('http://quotes.test/v3/bc/public/quotes', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-auth-client': 'store-1',
        'x-auth-token': 'token',
      },
      body: JSON.stringify(request),
    }),
  )
  assert.equal(response.status, 201)
  assert.equal((await response.json()).quote.quote_total, '400.00')

  const failure = thrownBy(() => http.tokenAuthenticator({ 'store-1': [''] }))
  assert.ok(failure instanceof root.QuoteError, 'http throws a QuoteError of its own')
}

/** Calls a tool as an agent does. */
exports.useMcp = async function useMcp({ root, mcp, Client, InMemoryTransport }) {
  const engine = await exports.useRoot(root)
  const [own, other] = InMemoryTransport.createLinkedPair()
  await mcp.createMcpServer({ engine, context: caller }).connect(own)
  const client = new Client({ name: 'project', version: '1.0.0' })
  await client.connect(other)
  const { content } = await client.callTool({ name: 'listQuotes', arguments: {} })
  assert.equal(JSON.parse(content[0].text).quotes[0].quote_total, '400.00')
  await client.close()

  const failure = thrownBy(() => mcp.createMcpApp({ engine }))
  assert.ok(failure instanceof root.QuoteError, 'mcp throws a QuoteError of its own')
}

/** Creates a PDF file, with the quote attached. */
exports.usePdf = async function usePdf({ root, document, pdf }) {
  const engine = await exports.useRoot(root)
  const { quote } = await engine.createQuote(caller, request)
  const file = await pdf.renderPdf(document.createDocument(quote), { attach: quote })
  assert.equal(Buffer.from(file.subarray(0, 5)).toString(), '%PDF-')

  const failure = thrownBy(() => pdf.createPdfRenderer({ paper: 'a5' }))
  assert.ok(failure instanceof root.QuoteError, 'pdf throws a QuoteError of its own')
}

const secrets = ['a secret of the project with 32 or more characters']

/** Shows a quote on the desk. */
exports.useDesk = async function useDesk({ root, desk }) {
  const engine = await exports.useRoot(root)
  const { fetch } = desk.createDesk({ engine, secrets, authenticate: () => caller })
  const response = await fetch(new Request('http://quotes.test/desk'))
  assert.equal(response.status, 200)
  assert.match(await response.text(), /400\.00/)

  const failure = thrownBy(() => desk.createDesk({ engine }))
  assert.ok(failure instanceof root.QuoteError, 'desk throws a QuoteError of its own')
}

/** Accepts a quote by the link of its customer. */
exports.useCustomerPage = async function useCustomerPage({ root, customerPage }) {
  const engine = await exports.useRoot(root)
  const { quoteId } = await engine.createQuote(caller, request)
  const sent = await engine.sendQuote(caller, quoteId)
  const site = { secrets, baseUrl: 'http://quotes.test' }
  const { fetch } = customerPage.createCustomerPage({ engine, ...site })
  const response = await fetch(new Request(customerPage.customerLinks(site).createUrl(sent)))
  assert.equal(response.status, 200)
  assert.match(await response.text(), /400\.00/)

  const failure = thrownBy(() => customerPage.customerLinks({}))
  assert.ok(failure instanceof root.QuoteError, 'customer-page throws a QuoteError of its own')
}

/** Draws quotes, and checks that they hold what a quote promises. */
exports.useTesting = function useTesting({ root, testing, fc }) {
  assert.equal(typeof testing.storageSuite, 'function')
  assert.equal(typeof testing.catalogSuite, 'function')
  for (const quote of fc.sample(testing.quoteArbitraries(fc).quote, 5))
    assert.deepEqual(root.verifyQuote(quote), [])
}

/** An error that this copy of the package throws. */
exports.quoteError = function quoteError({ createQuoteEngine }) {
  return thrownBy(() => createQuoteEngine({}))
}

function thrownBy(call) {
  try {
    call()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}
