import fc from 'fast-check'
import { createPool } from 'mysql2'
import { describe, expect, it } from 'vitest'
import { sqlCatalog } from '../../src/catalog/index.js'
import { createCustomerPage, customerLinks } from '../../src/customer-page/index.js'
import { createDesk } from '../../src/desk/index.js'
import { createDocument, renderFragment, renderHtml } from '../../src/document/index.js'
import { createHttpApp, tokenAuthenticator } from '../../src/http/index.js'
import {
  cachedCatalog,
  createQuoteEngine,
  memoryCatalog,
  memoryStorage,
  type QuoteEngine,
  type QuoteEngineOptions,
  sealOf,
  statusAt,
} from '../../src/index.js'
import { createPdfRenderer } from '../../src/pdf/index.js'
import { explainQuote } from '../../src/quote/verify/explain-quote.js'
import { postgresStorage } from '../../src/storage/postgres/index.js'
import {
  catalogSuite,
  quoteArbitraries,
  storageModel,
  storageSuite,
} from '../../src/testing/index.js'

const products = [{ id: 1, price: '10.00' }]
const catalog = memoryCatalog({ 'store-1': products })
const context = { storeId: 'store-1' }
const request = { customer: {}, products: [{ id: 1, qty: 2 }] }
const secrets = ['a secret of more than thirty-two characters']
const review = {
  operation: 'updateQuote',
  from: ['new'],
  to: 'in_review',
  by: ['seller'],
} as const
const pool = { query: async () => ({ rows: [] }) }
const { engine, record } = await createShop()

async function createShop() {
  const created = createQuoteEngine({ storage: memoryStorage(), catalog })
  const { quoteId } = await created.createQuote(context, request)
  return { engine: created, record: await created.getQuote(context, quoteId) }
}

/** What hosts write in JavaScript, or in spite of the types. */
const wrong = <T>(value: unknown) => value as T

function optionsWith(option: object): () => QuoteEngine {
  return () =>
    createQuoteEngine({ storage: memoryStorage(), catalog, ...option } as QuoteEngineOptions)
}

const call = (name: keyof QuoteEngine, ...args: readonly unknown[]) =>
  (engine[name] as (...all: readonly unknown[]) => unknown)(...args)

const create = (change: object, ctx: object = context) =>
  call('createQuote', ctx, { ...request, ...change })

const priced = (product: object) =>
  createQuoteEngine({
    storage: memoryStorage(),
    catalog: { findProducts: () => [{ ...products[0], ...product }] as never },
  }).createQuote(context, request)

/** The error that `authenticate` causes, as the host's log gets it. */
async function authenticationError(authenticate: unknown): Promise<unknown> {
  let reported: unknown
  const onError = (error: unknown) => {
    reported = (error as Error).cause
  }
  const app = createHttpApp({ engine, authenticate: wrong<never>(authenticate), onError })
  await app.request('/v3/bc/public/quotes')
  throw reported
}

const mistakes: readonly (readonly [mistake: string, make: () => unknown, told: string])[] = [
  // Options.
  ['schemaName', () => postgresStorage(pool, wrong({ schemaName: 'q' })), 'did you mean schema?'],
  [
    'basePath',
    () => createHttpApp<unknown>(wrong({ engine, authenticate: () => context, basePath: '/x' })),
    'basePath is not a known field; known: engine, authenticate, prefix, baseUrl',
  ],
  [
    'basePath of a page',
    () => createCustomerPage<unknown>(wrong({ engine, secrets, baseUrl: '/x', basePath: '/y' })),
    'basePath is not a known field; known: engine',
  ],
  ['ttl', () => cachedCatalog(catalog, wrong({ ttl: 5 })), 'did you mean ttlMs?'],
  ['ttl of keys', optionsWith({ ttl: 5 }), 'did you mean idempotencyTtlMs?'],
  ['timeoutMS', optionsWith({ timeoutMS: 5 }), 'did you mean timeoutMs?'],
  ['timeout', optionsWith({ timeout: 5 }), 'did you mean timeoutMs?'],
  ['retries', optionsWith({ retries: 5 }), 'retries is not a known field; known: storage, catalog'],
  ['a pool as the storage', optionsWith({ storage: pool }), 'pass postgresStorage(pool)'],
  [
    'a database of SQLite as the storage',
    optionsWith({ storage: { exec() {}, prepare() {} } }),
    'pass sqliteStorage(database)',
  ],
  ['no storage', optionsWith({ storage: undefined }), 'pass memoryStorage()'],
  ['products as the catalog', optionsWith({ catalog: products }), 'pass memoryCatalog({'],
  ['a pool as the catalog', optionsWith({ catalog: pool }), 'pass sqlCatalog(client'],
  ['a function as the catalog', optionsWith({ catalog: () => [] }), 'pass { findProducts }'],
  [
    'a transition of an update to draft',
    optionsWith({
      lifecycle: {
        transitions: [{ operation: 'updateQuote', from: ['checked'], to: 'draft', by: ['seller'] }],
      },
    }),
    'received draft; add a transition of the operation reviseQuote',
  ],
  [
    'products without a store',
    () => memoryCatalog(wrong(products)),
    "such as { 'store-1': products }, received an array",
  ],
  [
    'a locale by its name',
    () => createDocument(record.quote, { locale: 'english' }),
    'must be a BCP 47 language tag, such as en or de-AT, received the string "english"',
  ],
  [
    'a locale of pages by its name',
    () => createCustomerPage({ engine, secrets, baseUrl: '/x', locale: 'german' }),
    'must be a BCP 47 language tag, such as en or de-AT',
  ],

  // The context.
  ['no context', () => call('createQuote', request), "such as { storeId: 'store-1' }"],
  [
    'the store as the context',
    () => call('createQuote', 'store-1', request),
    'received the string "store-1"',
  ],
  ['user instead of actor', () => create({}, { ...context, user: 'u-1' }), 'did you mean actor?'],
  ['userId instead of actor', () => create({}, { ...context, userId: 'u' }), 'did you mean actor?'],
  ['store instead of storeId', () => create({}, { store: 'store-1' }), 'did you mean storeId?'],

  // Requests.
  ['quantity 0 in an update', () => update({ qty: 0 }), 'send remove: true in product_changes'],
  [
    'a fraction as the quantity',
    () => create({ products: [{ id: 1, qty: 2.5 }] }),
    'the option pricing.quantityDecimals',
  ],
  [
    'a row of a database as the customer',
    () => create({ customer: { name: 'Zoë', company: null } }),
    'customer.company must be a string; leave out a field that is null',
  ],
  [
    'notes',
    () => create({ notes: 'x' }),
    'notes is not a known field; known: customer, ship_to, products',
  ],
  ['notes of a line', () => update({ notes: 'x' }), 'did you mean note?'],
  [
    'orderId',
    () => call('orderQuote', context, record.quoteId, { orderId: 'o' }),
    'did you mean order_id?',
  ],
  [
    'numbers as lines of a discount',
    () => create({ discounts: [{ type: 'percent', value: 5, lines: [1] }] }),
    "must be the key of a line, such as '1-1' for the first line of a new quote, received the number 1",
  ],
  ['a discount of a quote', () => create({ discount: 10 }), 'did you mean discounts?'],
  ['no quote id', () => call('getQuote', context, undefined), 'the quote id is undefined'],
  [
    'customerEmail in a filter',
    () => call('listQuotes', context, { customerEmail: 'x' }),
    'did you mean customer?',
  ],

  // Products.
  ['cents as a bigint', () => priced({ price: 1250n }), "cents are not a price: '12.50'"],
  [
    'quantity of a price break',
    () => priced({ priceBreaks: [{ quantity: 5, price: '9.00' }] }),
    'a price break is { qty, price }',
  ],
  [
    'prices of customers behind a cache',
    () =>
      createQuoteEngine({
        storage: memoryStorage(),
        catalog: cachedCatalog({
          findProducts: (_store, _ids, call) =>
            products.map((each) =>
              call?.customer?.group === 'dealer' ? { ...each, price: 5 } : each,
            ),
        }),
      }).createQuote(context, { ...request, customer: { group: 'dealer' } }),
    'priceList must be set if prices depend on the customer',
  ],
  [
    'a pool of mysql2 with callbacks',
    () => sqlCatalog(wrong(createPool({})), { table: 'p', columns: { id: 'id', price: 'price' } }),
    'pass pool.promise()',
  ],

  // What a function is called with.
  [
    'a quote id for a link',
    () => links().createUrl(wrong(record.quoteId)),
    'as sendQuote returns it',
  ],
  ['a record for a document', () => createDocument(wrong(record)), 'pass record.quote'],
  ['a record to explain', () => explainQuote(wrong(record)), 'pass record.quote'],
  ['a record to seal', () => sealOf(wrong(record)), 'pass record.quote'],
  [
    'a quote for a PDF file',
    () => createPdfRenderer().render(wrong(record.quote)),
    'pass createDocument(quote)',
  ],
  [
    'a record for a PDF file',
    () => createPdfRenderer().render(wrong(record)),
    'pass createDocument(record.quote)',
  ],
  ['a quote to show', () => renderHtml(wrong(record.quote)), 'pass createDocument(quote)'],
  ['a record to embed', () => renderFragment(wrong(record)), 'pass createDocument(record.quote)'],
  ['nothing to show', () => renderHtml(wrong(undefined)), 'received undefined'],
  ['a record for its status', () => statusAt(wrong(record), 0), 'pass record.quote'],
  ['nothing for its status', () => statusAt(wrong(undefined), 0), 'received undefined'],
  [
    'a mistyped status of the desk',
    () =>
      createDesk({
        engine: createQuoteEngine({
          storage: memoryStorage(),
          catalog,
          lifecycle: { transitions: [review] },
        }),
        secrets,
        authenticate: () => undefined,
        statuses: { in_reveiw: { label: 'In review' } },
      }),
    'did you mean in_review',
  ],
  [
    'authenticate of a request',
    () => authenticationError((of: Request) => of.headers.get('authorization') && context),
    'authenticate is called with { client, token, request }: read request.headers',
  ],
  [
    'tokens as a list',
    () => tokenAuthenticator(wrong(['token'])),
    "such as { 'store-1': ['token'] }",
  ],

  // Tests of hosts.
  [
    'no fast-check for a model',
    () => storageModel(wrong(undefined), () => wrong({})),
    "import fc from 'fast-check'",
  ],
  [
    'no fast-check for quotes',
    () => quoteArbitraries(wrong(undefined)),
    "import fc from 'fast-check'",
  ],
  [
    'no fixture',
    () => storageSuite({ describe, it }, wrong(undefined)),
    'a function that returns a fixture',
  ],
  [
    'no test functions',
    () => catalogSuite(wrong(undefined), () => wrong({})),
    'pass { describe, it }',
  ],
]

function update(line: object) {
  return call('updateQuote', context, record.quoteId, { product_changes: [{ id: 1, ...line }] })
}

function links() {
  return customerLinks({ secrets, baseUrl: 'https://shop.example' })
}

async function messageOf(make: () => unknown): Promise<string> {
  try {
    await make()
  } catch (error) {
    return (error as Error).message
  }
  return 'no error'
}

describe('mistakes of hosts', () => {
  it.each(mistakes)('get an error with their remedy: %s', async (_mistake, make, told) => {
    expect(await messageOf(make)).toContain(told)
  })

  it('change nothing', async () => {
    expect(await engine.getQuote(context, record.quoteId)).toEqual(record)
    expect((await engine.countQuotes(context)).count).toBe(1)
  })

  it('are none if a host has more to say of a user', async () => {
    const session = { ...context, actor: 'u-1', user: 'Grace', store: 'Harbor', cookie: {} }
    await expect(call('listQuotes', session)).resolves.toBeDefined()
    await expect(call('listQuotes', { ...context, user: { id: 1 } })).resolves.toBeDefined()
    await expect(
      call('listQuotes', { ...context, actor: undefined, user: 'G' }),
    ).resolves.toBeDefined()
  })

  it('of fast-check are found only if it is missing', () => {
    expect(quoteArbitraries(fc).quote).toBeDefined()
  })
})
