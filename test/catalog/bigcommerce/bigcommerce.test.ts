import { describe, expect, it } from 'vitest'
import { bigcommerceCatalog } from '../../../src/catalog/bigcommerce/index.js'
import { catalogSuite } from '../../../src/testing/catalog-suite.js'
import { fieldErrorsOf } from '../../quote/samples.js'
import { accessToken, fakeServer, sampleProducts } from './fake-server.js'

const server = fakeServer()
const call = (pricing = {}) => ({ signal: new AbortController().signal, ...pricing })

function create(options = {}) {
  return bigcommerceCatalog(fetch, {
    stores: (storeId) =>
      storeId === 'store-1' ? { baseUrl: server.baseUrl, accessToken } : undefined,
    retryDelayMs: 0,
    ...options,
  })
}

const failureOf = async (options = {}) => {
  const error = await Promise.resolve(create(options).findProducts('store-1', [77])).catch(
    (reason) => reason,
  )
  expect(error).toBeInstanceOf(Error)
  expect(`${error.stack}${error.cause?.stack}`).not.toContain(accessToken)
  return error as Error
}

describe('bigcommerceCatalog', () => {
  catalogSuite({ describe, it }, () => ({
    catalog: create(),
    storeId: 'store-1',
    otherStoreId: 'store-2',
    products: [
      { id: 77, price: '49' },
      { id: 80, price: '109.99', salePrice: '89.5' },
    ].map((product) => ({ ...product, ...described(product.id) })),
    unknownId: 1_000,
    unknownIds: ['77', 'SLCTBS', '77,80', '__proto__'],
  }))

  it('returns every field, and bulk pricing rules as price breaks', async () => {
    expect(await create().findProducts('store-1', [80])).toEqual([
      {
        id: 80,
        price: 109.99,
        salePrice: 89.5,
        name: '[Sample] Orbit Terrarium',
        sku: 'OTS',
        taxCode: 'P1',
        priceBreaks: [
          { qty: 10, price: '84.5' },
          { qty: 20, price: '82.7875' },
          { qty: 50, price: '79.995' },
        ],
      },
    ])
  })

  it('sends the ids in pages of 250, with the token', async () => {
    const ids = Array.from({ length: 501 }, (_, index) => index + 77)
    expect(await create().findProducts('store-1', [...ids, 'x'])).toHaveLength(2)
    expect(server.requests).toHaveLength(3)
    const [{ url, headers } = { url: '', headers: {} }] = server.requests
    expect(url).toMatch(/^\/stores\/abc\/v3\/catalog\/products\?id:in=77,78,.*&limit=250$/)
    expect(headers).toMatchObject({ 'x-auth-token': accessToken })
  })

  it('sends nothing if no id is a number', async () => {
    expect(await create().findProducts('store-1', ['77'])).toEqual([])
    expect(server.requests).toEqual([])
  })

  it('finds nothing in other currencies than that of the catalog', async () => {
    const catalog = create({ currency: 'USD' })
    expect(await catalog.findProducts('store-1', [77], call({ currency: 'EUR' }))).toEqual([])
    expect(await catalog.findProducts('store-1', [77], call({ currency: 'USD' }))).toHaveLength(1)
    expect(await catalog.findProducts('store-1', [77])).toHaveLength(1)
  })

  it('has the prices of the price list, for the products and the currency with a record', async () => {
    server.records.push(
      { variant_id: 66, currency: 'eur', price: 100, sale_price: null, calculated_price: 100 },
      { variant_id: 1, currency: 'usd', price: 1, sale_price: null, calculated_price: 1 },
    )
    const catalog = create({
      currency: 'USD',
      priceList: ({ customer }: { customer?: { name?: string } }) =>
        customer?.name === 'Ada' ? 5 : undefined,
    })
    const pricing = { customer: { name: 'Ada' }, currency: 'EUR' }
    const products = await catalog.findProducts('store-1', [77, 80], call(pricing))
    expect(products).toMatchObject([
      { id: 80, price: 100, priceBreaks: [{ qty: 10, price: '95' }, {}, {}] },
    ])
    expect(products[0]).not.toHaveProperty('salePrice')
    expect(server.requests[1]?.url).toMatch(
      /^\/stores\/abc\/v3\/pricelists\/5\/records\?variant_id:in=1,66&currency=EUR&include=bulk/,
    )
  })
})

function described(id: number) {
  const found = sampleProducts.find((product) => product.id === id)
  const breaks = ['84.5', '82.7875', '79.995'].map((price, index) => ({
    qty: [10, 20, 50][index] ?? 0,
    price,
  }))
  return {
    name: found?.name,
    sku: found?.sku,
    taxCode: found?.product_tax_code,
    image: found?.primary_image?.url_standard,
    ...(id === 80 ? { priceBreaks: breaks } : {}),
  }
}

describe('bigcommerceCatalog repeats a request', () => {
  it.each([
    ['429', { status: 429, headers: { 'x-rate-limit-time-reset-ms': '1' } }],
    ['429 without a time', { status: 429 }],
    ['500', { status: 500 }],
    ['503', { status: 503 }],
    ['a connection that was cut', { isCut: true }],
  ])('after %s', async (_, response) => {
    server.queue.push(response, response, response)
    expect(await create().findProducts('store-1', [77])).toHaveLength(1)
    expect(server.requests).toHaveLength(4)
  })

  it('up to maxRetries times', async () => {
    for (let count = 0; count < 5; count += 1) server.queue.push({ status: 503 })
    expect((await failureOf({ maxRetries: 1 })).message).toBe(
      'BigCommerce responded to GET /v3/catalog/products with status 503',
    )
    expect(server.requests).toHaveLength(2)
  })

  it('not while the rate limit needs more than 30 seconds', async () => {
    server.queue.push({ status: 429, headers: { 'x-rate-limit-time-reset-ms': '30001' } })
    expect((await failureOf()).message).toContain('with status 429: the rate limit')
    expect(server.requests).toHaveLength(1)
  })

  it('until the signal aborts', async () => {
    const controller = new AbortController()
    const reason = new Error('no longer needed')
    server.queue.push({ status: 429, headers: { 'x-rate-limit-time-reset-ms': '29000' } })
    const products = Promise.resolve(
      create().findProducts('store-1', [77], { signal: controller.signal }),
    )
    products.catch(() => {})
    while (server.requests.length === 0) await new Promise((resolve) => setImmediate(resolve))
    controller.abort(reason)
    await expect(products).rejects.toBe(reason)
  })
})

describe('bigcommerceCatalog rejects', () => {
  it('with the reason of the signal, while there is no response', async () => {
    const controller = new AbortController()
    const reason = new Error('no longer needed')
    server.queue.push({ isHung: true })
    const products = Promise.resolve(
      create().findProducts('store-1', [77], { signal: controller.signal }),
    )
    products.catch(() => {})
    while (server.requests.length === 0) await new Promise((resolve) => setImmediate(resolve))
    controller.abort(reason)
    await expect(products).rejects.toBe(reason)
    expect(server.requests).toHaveLength(1)
  })

  it.each([
    [401, 'check the access token'],
    [403, 'check the scopes'],
    [404, 'check the store hash'],
    [418, 'with status 418'],
  ])('a response %i at once', async (status, message) => {
    server.queue.push({ status, body: { title: accessToken } })
    expect((await failureOf()).message).toContain(message)
    expect(server.requests).toHaveLength(1)
  })

  it('redirects, so that the token stays on its host', async () => {
    server.queue.push({ status: 302, headers: { location: '/elsewhere' } })
    expect((await failureOf({ maxRetries: 0 })).message).toContain('did not respond')
    expect(server.requests).toHaveLength(1)
  })

  it.each([null, 5, [], {}, { data: null }, { data: { id: 77 } }])('the body %j', async (body) => {
    server.queue.push({ body: body ?? { data: 'x' } })
    expect((await failureOf()).message).toContain('without products')
  })

  it.each([
    { type: 'gift', amount: 5 },
    { type: '__proto__', amount: 5 },
    { type: 'percent', amount: 'x' },
    { type: 'fixed' },
  ])('the bulk pricing rule %j', async (rule) => {
    const product = { ...sampleProducts[0], bulk_pricing_rules: [{ quantity_min: 5, ...rule }] }
    server.queue.push({ body: { data: [product] } })
    expect((await failureOf()).message).toContain('unknown bulk pricing rule')
  })

  it('a store without a token or an address', async () => {
    for (const store of [{}, { accessToken }, { storeHash: 'abc' }, { baseUrl: '', accessToken }])
      expect((await failureOf({ stores: () => store })).message).toContain(
        'stores must return { storeHash, accessToken } for store-1',
      )
  })

  it.each([
    ['stores', undefined],
    ['stores', { a: 1 }],
    ['priceList', 5],
    ['currency', 'usd'],
    ['maxRetries', 11],
    ['maxRetries', 1.5],
    ['retryDelayMs', -1],
    ['accessToken', 'x'],
  ])('the option %s %j', (option, value) => {
    const options = { stores: () => undefined, [option]: value }
    expect(
      Object.keys(
        fieldErrorsOf(() => bigcommerceCatalog(fetch, options as never), 'invalid_options'),
      ),
    ).toEqual([option])
  })

  it.each([undefined, null, 'https://api.test', {}])('the fetch %j', (value) => {
    const errors = fieldErrorsOf(
      () => bigcommerceCatalog(value as never, { stores: () => undefined }),
      'invalid_options',
    )
    expect(errors).toEqual({ fetch: 'must be a function: pass fetch' })
  })
})
