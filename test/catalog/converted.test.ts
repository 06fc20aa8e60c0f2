import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cachedCatalog } from '../../src/catalog/cached/index.js'
import {
  type ConvertedCatalogOptions,
  convertedCatalog,
  type RateCall,
} from '../../src/catalog/converted.js'
import { memoryCatalog } from '../../src/catalog/memory.js'
import { sqlCatalog } from '../../src/catalog/sql/index.js'
import type { CatalogCallOptions, CatalogPort } from '../../src/ports/catalog.js'
import type { CatalogProduct } from '../../src/quote/lines/catalog-product.js'
import { catalogSuite } from '../../src/testing/catalog-suite.js'
import { errorOf } from '../engine/ports.js'
import { fieldErrorsOf } from '../quote/samples.js'
import { insert, type OpenDatabase, type TestDatabase, testDatabases } from './sql/databases.js'

const { signal } = new AbortController()
const ofDay = { rate: '1.0842', date: '2026-11-26', source: 'ECB' }
const exchange = { currency: 'EUR', ...ofDay }

const desk: CatalogProduct = {
  id: 118,
  price: '200.00',
  salePrice: 149.95,
  name: 'Oak desk',
  priceQuantity: 100,
  priceBreaks: [
    { qty: 50, price: '0.004' },
    { qty: 10, price: '139' },
  ],
}
const euros = memoryCatalog({ s: [desk, { id: 119, price: 0 }] }, { currency: 'EUR' })

/** A catalog in euros, with the rates that it has asked for. */
function shop(rate: unknown = ofDay, catalog: CatalogPort = euros) {
  const asked: { readonly from: string; readonly to: string; readonly call: RateCall }[] = []
  const rates = (from: string, to: string, call: RateCall) => {
    asked.push({ from, to, call })
    return rate as typeof ofDay
  }
  return { asked, catalog: convertedCatalog(catalog, { currency: 'EUR', rates }) }
}

const usd = (call: Partial<CatalogCallOptions> = {}) => ({ signal, currency: 'USD', ...call })
const find = (catalog: CatalogPort, call: CatalogCallOptions | undefined = usd()) =>
  catalog.findProducts('s', [118, 119], call)

describe('convertedCatalog', () => {
  it('converts every price of a product, and says at which rate', async () => {
    const { asked, catalog } = shop()
    expect(await find(catalog)).toEqual([
      {
        ...desk,
        price: '216.84',
        salePrice: '162.58',
        priceBreaks: [
          { qty: 10, price: '150.70' },
          { qty: 50, price: '0.01' },
        ],
        exchange,
      },
      { id: 119, price: '0.00', exchange },
    ])
    expect(asked).toMatchObject([{ from: 'EUR', to: 'USD', call: { storeId: 's', signal } }])
  })

  it.each([
    ['JPY', undefined, '163.255', '32651'],
    ['KWD', undefined, '0.3325', '66.500'],
    ['USD', 4, '1.08425', '216.8500'],
  ])('has the decimals of unit prices in %s', async (currency, decimals, rate, price) => {
    const { catalog } = shop({ ...ofDay, rate })
    const [found] = await find(catalog, { signal, currency, unitPriceDecimals: decimals })
    expect(found?.price).toBe(price)
  })

  it('rounds a tie to the even digit, if the option says so', async () => {
    const rates = () => ({ ...ofDay, rate: '0.500025' })
    for (const [rounding, price] of [
      [undefined, '100.01'],
      ['half-even', '100.00'],
    ] as const) {
      const catalog = convertedCatalog(euros, { currency: 'EUR', rates, rounding })
      expect((await find(catalog))[0]?.price).toBe(price)
    }
  })

  it('takes the rate that the quote has recorded, without asking for another', async () => {
    const { asked, catalog } = shop()
    const recorded = { ...exchange, rate: '0.9', date: '2026-01-02' }
    const [found] = await find(catalog, usd({ exchange: recorded }))
    expect(found).toMatchObject({ price: '180.00', exchange: recorded })
    expect(asked).toEqual([])
  })

  it('passes quotes in the same currency, or without one, through', async () => {
    const { asked, catalog } = shop()
    const products = await find(euros, { signal, currency: 'EUR' })
    for (const call of [{ signal, currency: 'EUR' }, { signal }, undefined])
      expect(await catalog.findProducts('s', [118, 119], call)).toEqual(products)
    expect(asked).toEqual([])
  })

  it('passes the call on in the currency of the catalog, and its time to the rates', async () => {
    const calls: (CatalogCallOptions | undefined)[] = []
    const source: CatalogPort = {
      findProducts(_storeId, _ids, call) {
        calls.push(call)
        return []
      },
    }
    const { asked, catalog } = shop(ofDay, source)
    const call = { customer: {}, customerId: '7', companyId: '8', time: 5, client: {} }
    await find(catalog, usd({ ...call, exchange: undefined, unitPriceDecimals: 3 }))
    expect(calls).toMatchObject([{ ...call, signal, currency: 'EUR' }])
    expect(calls[0]?.exchange).toBeUndefined()
    expect(calls[0]?.unitPriceDecimals).toBeUndefined()
    expect(asked[0]?.call.time).toBe(5)
    expect(await catalog.findProducts('s', [1], usd())).toEqual([])
    expect(asked[1]?.call.time).toBeGreaterThan(5)
  })

  it('converts the prices of suggestions, and leaves out what is no price', async () => {
    const { catalog } = shop()
    const priceBreaks = [
      { qty: 10, price: '150.70' },
      { qty: 50, price: '0.01' },
    ]
    const found = [{ id: 118, name: 'Oak desk', price: '162.58', priceBreaks }]
    expect(await catalog.searchProducts?.('s', 'desk', usd())).toEqual(found)
    const inEuros = [
      {
        ...found[0],
        price: '149.95',
        priceBreaks: [
          { qty: 10, price: '139' },
          { qty: 50, price: '0.004' },
        ],
      },
    ]
    expect(await catalog.searchProducts?.('s', 'desk', { signal })).toEqual(inEuros)
    const odd = { ...euros, searchProducts: () => [{ id: 1, name: 'A', price: 'from 5' }] }
    expect(await shop(ofDay, odd).catalog.searchProducts?.('s', 'a', usd())).toEqual([
      { id: 1, name: 'A' },
    ])
    const broken = { ...euros, searchProducts: () => null as never }
    expect(await shop(ofDay, broken).catalog.searchProducts?.('s', 'a', usd())).toEqual([])
    const { findProducts } = euros
    expect(shop(ofDay, { findProducts }).catalog).not.toHaveProperty('searchProducts')
  })

  it.each([undefined, null])('rejects a quote without a rate, naming both: %s', async (rate) => {
    const { catalog } = shop(rate === undefined ? null : rate)
    for (const call of [() => find(catalog), () => catalog.searchProducts?.('s', 'a', usd())]) {
      const { code, message } = await errorOf(call)
      expect(code).toBe('invalid_request')
      expect(message).toContain('has no exchange rate from EUR to USD')
    }
  })

  it('rejects a rate that was recorded for another currency of the catalog', async () => {
    const { message } = await errorOf(() =>
      find(shop().catalog, usd({ exchange: { ...exchange, currency: 'CHF' } })),
    )
    expect(message).toContain('converted from CHF, and those of the catalog are in EUR now')
  })

  it.each([
    [{ ...ofDay, rate: '0' }, 'rates.rate'],
    [{ ...ofDay, rate: '0.000' }, 'rates.rate'],
    [{ ...ofDay, rate: '-1' }, 'rates.rate'],
    [{ ...ofDay, rate: '1e3' }, 'rates.rate'],
    [{ ...ofDay, rate: '1,08' }, 'rates.rate'],
    [{ ...ofDay, rate: '1'.repeat(400) }, 'rates.rate'],
    [{ ...ofDay, rate: Number.NaN }, 'rates.rate'],
    [{ ...ofDay, rate: Number.POSITIVE_INFINITY }, 'rates.rate'],
    [{ ...ofDay, rate: 1.0842 }, 'rates.rate'],
    [{ ...ofDay, date: '2026-02-30' }, 'rates.date'],
    [{ ...ofDay, date: Date.UTC(2026, 10, 26) }, 'rates.date'],
    [{ ...ofDay, source: '' }, 'rates.source'],
    [{ ...ofDay, source: 'a\0' }, 'rates.source'],
    [{ ...ofDay, currency: 'EUR' }, 'rates.currency'],
    [
      JSON.parse('{ "__proto__": { "rate": "2" }, "date": "2026-11-26", "source": "ECB" }'),
      'rates.rate',
    ],
    ['1.0842', 'rates'],
  ])('rejects the rate %j at %s', async (rate, path) => {
    const error = await errorOf(() => find(shop(rate).catalog))
    expect(error.code).toBe('catalog_invalid_response')
    expect(error.details).toHaveProperty(['errors', path])
  })

  it('passes on what the rates throw', async () => {
    const failure = new Error('no rates today')
    const rates = () => Promise.reject(failure)
    await expect(find(convertedCatalog(euros, { currency: 'EUR', rates }))).rejects.toBe(failure)
  })

  it.each([
    [
      [
        { id: 118, price: '1' },
        { id: 118, price: '2' },
      ],
      '[1].id',
    ],
    [[{ id: 118, price: '1', sale_price: '0.5' }], '[0].sale_price'],
    [[{ id: 118, price: '1', exchange: { ...exchange, currency: 'CHF' } }], '[0].exchange'],
    [[null], '[0]'],
    ['products', ''],
  ])('rejects the products %j before it converts them', async (products, path) => {
    const source: CatalogPort = { findProducts: () => products as never }
    const error = await errorOf(() => find(shop(ofDay, source).catalog))
    expect(error.code).toBe('catalog_invalid_response')
    expect(error.details).toHaveProperty(['errors', path])
  })

  it.each([
    [{ currency: 'eur', rates: () => ofDay }, 'currency'],
    [{ currency: 'EUR' }, 'rates'],
    [{ currency: 'EUR', rates: () => ofDay, rounding: 'up' }, 'rounding'],
    [{ currency: 'EUR', rates: () => ofDay, rate: 1 }, 'rate'],
    [null, ''],
  ])('rejects the options %o', (options, path) => {
    const create = () => convertedCatalog(euros, options as unknown as ConvertedCatalogOptions)
    expect(fieldErrorsOf(create, 'invalid_options')).toHaveProperty([path])
    const rates = () => ofDay
    const withoutCatalog = () => convertedCatalog({} as never, { currency: 'EUR', rates })
    expect(fieldErrorsOf(withoutCatalog, 'invalid_options')).toHaveProperty('catalog')
  })
})

describe('convertedCatalog with cachedCatalog', () => {
  it('converts what is cached, at the rate of each quote', async () => {
    let calls = 0
    const counting: CatalogPort = {
      findProducts(...args) {
        calls += 1
        return euros.findProducts(...args)
      },
    }
    const { catalog } = shop(ofDay, cachedCatalog(counting))
    const recorded = { ...exchange, rate: '0.9' }
    for (const [call, price] of [
      [usd(), '216.84'],
      [usd({ exchange: recorded }), '180.00'],
      [usd(), '216.84'],
    ] as const)
      expect((await find(catalog, call))[0]?.price).toBe(price)
    expect(calls).toBe(1)
  })

  it.each([undefined, () => ''])(
    'is rejected behind the cache, which would keep the rate of one quote, with %s',
    async (priceList) => {
      const behind = cachedCatalog(shop().catalog, { priceList })
      const { code, message } = await errorOf(() => find(behind))
      expect(code).toBe('invalid_options')
      expect(message).toContain('convertedCatalog(cachedCatalog(catalog), options)')
    },
  )

  it('keeps the exchange of products that the catalog converts by itself', async () => {
    const converting: CatalogPort = {
      findProducts: () => [{ id: 118, price: '216.84', exchange: { ...exchange } }],
    }
    const cached = cachedCatalog(converting)
    for (let call = 0; call < 2; call += 1)
      expect(await cached.findProducts('s', [118], usd())).toEqual([
        { id: 118, price: '216.84', exchange },
      ])
  })
})

const double = { rate: '2', date: '2026-11-26', source: 'ECB' }
const doubled = { currency: 'EUR', ...double }
const toUsd = (catalog: CatalogPort) =>
  convertedCatalog(catalog, {
    currency: 'EUR',
    rates: (_, to) => (to === 'USD' ? double : undefined),
  })

describe('convertedCatalog over memoryCatalog', () => {
  catalogSuite({ describe, it }, () => ({
    catalog: toUsd(
      memoryCatalog(
        {
          'store-1': [
            { id: 1, price: '10.00' },
            { id: 'SKU-a', price: '5.25', salePrice: '4.75' },
          ],
        },
        { currency: 'EUR' },
      ),
    ),
    storeId: 'store-1',
    otherStoreId: 'store-2',
    unknownId: 999_000,
    currency: 'USD',
    products: [
      { id: 1, price: '20.00', exchange: doubled },
      { id: 'SKU-a', price: '10.50', salePrice: '9.50', exchange: doubled },
    ],
  }))
})

const { dialect, open } = testDatabases[0] as TestDatabase

describe('convertedCatalog over sqlCatalog', () => {
  let database: OpenDatabase

  beforeAll(async () => {
    database = await open()
    await database.run('create table products (store text, id integer, price text, sale text)')
    for (const row of [
      ['store-1', 1, '10.00', null],
      ['store-1', 2, '5.25', '4.75'],
    ])
      await insert(database, dialect, 'products', row)
  })

  afterAll(() => database.close())

  catalogSuite({ describe, it }, () => ({
    catalog: toUsd(
      sqlCatalog(database.client, {
        table: 'products',
        columns: { id: 'id', price: 'price', salePrice: 'sale', store: 'store' },
      }),
    ),
    storeId: 'store-1',
    otherStoreId: 'store-2',
    unknownId: 1_000,
    currency: 'USD',
    products: [
      { id: 1, price: '20.00', exchange: doubled },
      { id: 2, price: '10.50', salePrice: '9.50', exchange: doubled },
    ],
  }))
})
