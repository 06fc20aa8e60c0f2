import { describe, expect, it } from 'vitest'
import { cachedCatalog } from '../../../src/catalog/cached/index.js'
import type { CatalogPort } from '../../../src/ports/catalog.js'
import { describeKind, describeValue } from '../../../src/validation/describe-value.js'
import { context, engineWith, errorOf } from '../../engine/ports.js'
import { fieldErrorsOf } from '../../quote/samples.js'
import { createCachedShop, createShop, ProductEntity } from './shop.js'

describe('cachedCatalog, a cached product', () => {
  it('is not requested again', async () => {
    const { cached, calls } = createCachedShop()
    const first = await cached.findProducts('a', [2])
    expect(await cached.findProducts('a', [2])).toEqual(first)
    expect(calls).toEqual(['a:2'])
  })

  it.each([0, 1, 1_000, -50])(
    'is requested again after ttlMs, on a clock that starts at %i',
    async (start) => {
      const { cached, calls, wait } = createCachedShop({ ttlMs: 100, start })
      await cached.findProducts('a', [2])
      wait(99)
      await cached.findProducts('a', [2])
      expect(calls).toHaveLength(1)
      wait(2)
      expect(await cached.findProducts('a', [2])).toEqual([{ id: 2, price: 2 }])
    },
  )

  it('expires ttlMs after the request, not after the response', async () => {
    let now = 0
    const slow: CatalogPort = {
      async findProducts(_storeId, ids) {
        now += 90
        return ids.map((id) => ({ id, price: now }))
      },
    }
    const cached = cachedCatalog(slow, { ttlMs: 100, now: () => now })
    await cached.findProducts('a', [2])
    now += 11
    expect(await cached.findProducts('a', [2])).toEqual([{ id: 2, price: 191 }])
  })

  it('is a frozen copy', async () => {
    const product = { id: 2, price: 5 }
    const cached = cachedCatalog({ findProducts: () => [product] })
    const [first] = await cached.findProducts('a', [2])
    product.price = 99
    expect(Reflect.set(first as object, 'price', 99)).toBe(false)
    expect(await cached.findProducts('a', [2])).toEqual([{ id: 2, price: 5 }])
  })

  it('has the fields that an entity inherits as getters', async () => {
    const entities = [new ProductEntity(2, '7.00'), new ProductEntity(4, '8.00', '6.00')]
    const cached = cachedCatalog({ findProducts: () => entities })
    await cached.findProducts('a', [2, 4])
    expect(await cached.findProducts('a', [2, 4])).toEqual([
      { id: 2, price: '7.00' },
      { id: 4, price: '8.00', salePrice: '6.00' },
    ])
  })

  it('is used for 60 seconds by default', async () => {
    const { cached, calls, wait } = createCachedShop()
    await cached.findProducts('a', [2])
    wait(59_999)
    await cached.findProducts('a', [2])
    expect(calls).toHaveLength(1)
    wait(2)
    await cached.findProducts('a', [2])
    expect(calls).toHaveLength(2)
  })

  it('expires ttlMs after it was fetched, not after it was last used', async () => {
    const { cached, calls, wait } = createCachedShop({ ttlMs: 100 })
    await cached.findProducts('a', [2])
    wait(60)
    await cached.findProducts('a', [2])
    wait(60)
    await cached.findProducts('a', [2])
    expect(calls).toHaveLength(2)
  })

  it('belongs to one store', async () => {
    const { cached, calls } = createCachedShop()
    await cached.findProducts('a', [2])
    await cached.findProducts('b', [2])
    expect(calls).toEqual(['a:2', 'b:2'])
  })

  it('is removed if there are more than maxProducts, the least recently used first', async () => {
    const { cached, calls } = createCachedShop({ maxProducts: 2 })
    await cached.findProducts('a', [2, 4])
    await cached.findProducts('a', [2])
    await cached.findProducts('a', [6])
    await cached.findProducts('a', [2])
    expect(calls).toEqual(['a:2,4', 'a:6'])
    await cached.findProducts('a', [4])
    expect(calls).toEqual(['a:2,4', 'a:6', 'a:4'])
  })
})

describe('cachedCatalog does not cache', () => {
  it('missing products', async () => {
    const { cached, calls } = createCachedShop()
    expect(await cached.findProducts('a', [3])).toEqual([])
    expect(await cached.findProducts('a', [3])).toEqual([])
    expect(calls).toEqual(['a:3', 'a:3'])
  })

  it.each([
    ['rejects', () => Promise.reject(new Error('down'))],
    ['throws', () => throwError()],
  ])('a call that %s', async (_, fail) => {
    const { catalog } = createShop()
    let isDown = true
    const cached = cachedCatalog({
      findProducts: (storeId, ids) => (isDown ? fail() : catalog.findProducts(storeId, ids)),
    })
    const failures = await Promise.allSettled([
      cached.findProducts('a', [2, 4]),
      cached.findProducts('a', [2]),
    ])
    expect(failures.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    isDown = false
    expect(await cached.findProducts('a', [2])).toHaveLength(1)
  })

  it('an invalid response', async () => {
    const responses = [[{ id: 2, price: -1 }], [{ id: 2, price: 1 }]]
    const cached = cachedCatalog({ findProducts: () => responses.shift() ?? [] })
    const engine = engineWith({ catalog: cached })
    const products = [{ id: 2, qty: 1 }]
    const error = await errorOf(() => engine.createQuote(context, { customer: {}, products }))
    expect(error.code).toBe('catalog_invalid_response')
    expect(await cached.findProducts('a', [2])).toEqual([{ id: 2, price: 1 }])
  })

  it('two products of one id', async () => {
    const responses = [
      [
        { id: 2, price: 1 },
        { id: 2, price: 3 },
      ],
      [{ id: 2, price: 1 }],
    ]
    const cached = cachedCatalog({ findProducts: () => responses.shift() ?? [] })
    expect(await cached.findProducts('a', [2])).toHaveLength(2)
    expect(await cached.findProducts('a', [2])).toEqual([{ id: 2, price: 1 }])
  })

  it('a response that is not an array', async () => {
    const responses: unknown[] = [{ rows: [] }, [{ id: 2, price: 1 }]]
    const cached = cachedCatalog({ findProducts: () => responses.shift() as never })
    expect((await errorOf(() => cached.findProducts('a', [2]))).details).toEqual({
      errors: { '': 'must be an array of products' },
    })
    expect(await cached.findProducts('a', [2])).toEqual([{ id: 2, price: 1 }])
  })
})

function throwError(): never {
  throw new Error('down')
}

describe('cachedCatalog rejects', () => {
  const errorsOf = (catalog: unknown, options?: unknown) =>
    fieldErrorsOf(() => cachedCatalog(catalog as CatalogPort, options as never), 'invalid_options')

  it.each([
    ['ttlMs', 0],
    ['ttlMs', -1],
    ['ttlMs', 1.5],
    ['ttlMs', Number.POSITIVE_INFINITY],
    ['maxProducts', 0],
    ['maxProducts', '10'],
  ])('%s %j', (option, value) => {
    expect(errorsOf(createShop().catalog, { [option]: value })).toEqual({
      [option]: `must be an integer of at least 1, received ${describeValue(value)}`,
    })
  })

  it('now that is not a function', () => {
    expect(errorsOf(createShop().catalog, { now: 5 })).toEqual({
      now: 'must be a function, received the number 5',
    })
  })

  it('unknown options, naming each', () => {
    const errors = errorsOf(createShop().catalog, { ttl: 5, max: 5 })
    expect(Object.keys(errors)).toEqual(['ttl', 'max'])
  })

  it.each([undefined, null, {}, 'x', { findProducts: [] }])('the catalog %j', (catalog) => {
    expect(errorsOf(catalog)).toEqual({
      catalog: `must be a catalog with findProducts, received ${describeKind(catalog)}`,
    })
  })
})

it('cachedCatalog returns a method that can be destructured', async () => {
  const { findProducts } = createCachedShop().cached
  expect(await findProducts('a', [2])).toHaveLength(1)
})
