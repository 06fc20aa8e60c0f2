import fc from 'fast-check'
import Database from 'libsql'
import { createPool } from 'mysql2/promise'
import { Pool } from 'pg'
import {
  type CatalogPort,
  createQuoteEngine,
  isSent,
  memoryCatalog,
  memoryStorage,
  QuoteError,
  type QuoteRecord,
  type StoragePort,
} from 'quotewright'
import { bigcommerceCatalog, csvCatalog, sqlCatalog } from 'quotewright/catalogs'
import { type CustomerLink, createCustomerPage, customerLinks } from 'quotewright/customer-page'
import { createDesk, type DeskUser } from 'quotewright/desk'
import { createDocument } from 'quotewright/document'
import { type ImportReport, importQuotes } from 'quotewright/files'
import { createHttpApp, tokenAuthenticator } from 'quotewright/http'
import { createMail, type Mail, mailer } from 'quotewright/mail'
import { type MoveReport, moveStore } from 'quotewright/moving'
import { type MysqlStorage, mysqlStorage } from 'quotewright/mysql'
import { createPdfRenderer, type PdfRenderer, renderPdf } from 'quotewright/pdf'
import { type FindQuery, findInMemory, type SearchRow } from 'quotewright/ports'
import { type PostgresStorage, postgresStorage } from 'quotewright/postgres'
import { createRelay, type Relay, type RelayHealth, webhook } from 'quotewright/relay'
import { sqliteStorage } from 'quotewright/sqlite'
import { catalogSuite, quoteArbitraries, storageModel, storageSuite } from 'quotewright/testing'

export const storage: StoragePort = sqliteStorage(new Database('quotes.sqlite'))
export const inPostgres: PostgresStorage = postgresStorage(new Pool())
export const inMysql: MysqlStorage = mysqlStorage(createPool('mysql://localhost/quotes'))
export const catalog: CatalogPort = memoryCatalog({ 'store-1': [{ id: 118, price: '200.00' }] })
const columns = { id: 'id', price: 'price' }
export const inTable: CatalogPort = sqlCatalog(new Pool(), { table: 'products', columns })
export const inSqlite: CatalogPort = sqlCatalog(new Database('a'), { table: 'products', columns })
export const inFile: Promise<CatalogPort> = csvCatalog('id,price')
export const inStore: CatalogPort = bigcommerceCatalog(fetch, { stores: () => undefined })
const engine = createQuoteEngine({ storage: memoryStorage(), catalog })
const authenticate = tokenAuthenticator({ 'store-1': ['token'] })
const app = createHttpApp({ engine, authenticate })

const site = { secrets: ['secret'.repeat(6)], baseUrl: 'https://shop.example' }
const user: DeskUser = { storeId: 'store-1', actor: 'ann', name: 'Ann' }
export const desk = createDesk({ engine, secrets: site.secrets, authenticate: () => user })
export const page = createCustomerPage({ engine, ...site })
export const found = (row: SearchRow, query: FindQuery) =>
  findInMemory([], { ...query, terms: [row.terms.slice(0, 1)] }).items
export const link: CustomerLink | undefined = customerLinks(site).parse('/quote/1')

export const response: Response | Promise<Response> = app.fetch(new Request('http://quotes.test/'))
export const code: 'quote_not_found' = new QuoteError('quote_not_found', { quoteId: '1' }).code
export function currentVersion(error: unknown): number | undefined {
  if (!(error instanceof QuoteError) || error.code !== 'version_mismatch') return undefined
  // @ts-expect-error details are narrowed by the code, not "any"
  void error.details.errors
  return error.details.currentVersion
}
export const drawn: readonly string[] = fc
  .sample(quoteArbitraries(fc).quote)
  .map(({ quote_total }) => quote_total)
export const suites = [storageSuite, catalogSuite]
export const proof: Promise<void> = fc.assert(
  storageModel(fc, () => ({ storage, reopen: () => storage })),
)

export const imported: Promise<ImportReport> = importQuotes(engine, { storeId: 'store-1' }, '{}', {
  format: 'jsonl',
  importId: 'i',
})
export const moved: Promise<MoveReport> = moveStore({
  storeId: 'store-1',
  from: inPostgres,
  to: storage,
  switchStore: () => undefined,
})

export const renderer: PdfRenderer = createPdfRenderer({ fonts: ['fonts'], paper: 'us-letter' })
export function toPdf({ quote }: QuoteRecord): Promise<Uint8Array> {
  // @ts-expect-error no such paper
  void renderer.render(createDocument(quote), { paper: 'a5' })
  return renderPdf(createDocument(quote), { attach: quote })
}

declare module 'quotewright' {
  interface OwnStatuses {
    in_review: true
  }
}

export function change({ quote }: QuoteRecord): void {
  if (quote.status === 'in_review' || isSent(quote)) return
  // The expected errors show that the types have not silently become "any".
  // @ts-expect-error no such status
  if (quote.status === 'in_reveiw') return
  // @ts-expect-error no such field of the customer
  void quote.customer.emial
  // @ts-expect-error results are read-only
  quote.quote_total = '0.00'
  // @ts-expect-error no column of prices
  sqlCatalog(new Pool(), { table: 'products', columns: { id: 'id' } })
  // @ts-expect-error no secrets
  createDesk({ engine, authenticate: () => user })
  // @ts-expect-error no engine
  createHttpApp({ authenticate })
  // @ts-expect-error no such product line
  engine.createQuote({ storeId: 'store-1' }, { customer: {}, products: [{ qty: 2 }] })
}

export const relay: Relay = createRelay({
  engine,
  storage: inPostgres,
  stores: ['store-1'],
  destinations: {
    erp: webhook({ url: 'https://erp.example/hooks', secret: 'whsec_' }),
    crm: { types: ['quote.send'], deliver: async (event) => (await event.load())?.quote.status },
    mail: mailer({ engine, start: 'now', send: ({ key }) => ({ id: key }) }),
  },
})
export const health: Promise<readonly RelayHealth[]> = relay.health()

export function offerMail(record: QuoteRecord): Mail | undefined {
  // @ts-expect-error no such kind of mail
  createMail(record, 'invoice')
  const { mail, skipped } = createMail(record, 'offer', { locale: 'de' })
  return skipped === undefined ? mail : undefined
}
