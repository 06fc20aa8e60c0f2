import { describe, expect, it } from 'vitest'
import { cachedCatalog } from '../../src/catalog/cached.js'
import type { Catalog } from '../../src/ports/catalog.js'
import { errorOf } from '../engine/ports.js'
import { faultsOf } from '../quote/samples.js'

const even = (id: number) => id % 2 === 0

/** A catalog that has the products with even ids, at a price that changes with every call. */
function shop() {
  const calls: string[] = []
  const catalog: Catalog = {
    async findProducts(storeId, ids) {
      calls.push(`${storeId}:${ids.join()}`)
      return ids.filter(even).map((id) => ({ id, price: calls.length }))
    },
  }
  return { catalog, calls }
}

/** A cached shop under a clock that the test moves. */
function cachedShop(options: { ttlMs?: number; maxProducts?: number; start?: number } = {}) {
  const { start = 0, ...rest } = options
  const { catalog, calls } = shop()
  let now = start
  const cached = cachedCatalog(catalog, { ...rest, now: () => now })
  const wait = (milliseconds: number) => {
    now += milliseconds
  }
  return { cached, calls, wait }
}

describe('a cached product', () => {
  it('is not asked for again', async () => {
    const { cached, calls } = cachedShop()
    const first = await cached.findProducts('a', [2])
    expect(await cached.findProducts('a', [2])).toEqual(first)
    expect(calls).toEqual(['a:2'])
  })

  it.each([0, 1, 1_000, -50])(
    'is asked for again after its time, on a clock from %i',
    async (start) => {
      const { cached, calls, wait } = cachedShop({ ttlMs: 100, start })
      await cached.findProducts('a', [2])
      wait(99)
      await cached.findProducts('a', [2])
      expect(calls).toHaveLength(1)
      wait(2)
      expect(await cached.findProducts('a', [2])).toEqual([{ id: 2, price: 2 }])
    },
  )

  it('ages from when it was asked for, not from when the answer came', async () => {
    let now = 0
    const slow: Catalog = {
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

  it('is a copy that nobody can change', async () => {
    const product = { id: 2, price: 5 }
    const cached = cachedCatalog({ findProducts: () => [product] })
    const [first] = await cached.findProducts('a', [2])
    product.price = 99
    expect(Reflect.set(first as object, 'price', 99)).toBe(false)
    expect(await cached.findProducts('a', [2])).toEqual([{ id: 2, price: 5 }])
  })

  it('is used for a minute by default', async () => {
    const { cached, calls, wait } = cachedShop()
    await cached.findProducts('a', [2])
    wait(59_999)
    await cached.findProducts('a', [2])
    expect(calls).toHaveLength(1)
    wait(2)
    await cached.findProducts('a', [2])
    expect(calls).toHaveLength(2)
  })

  it('lasts from when it was fetched, not from when it was last used', async () => {
    const { cached, calls, wait } = cachedShop({ ttlMs: 100 })
    await cached.findProducts('a', [2])
    wait(60)
    await cached.findProducts('a', [2])
    wait(60)
    await cached.findProducts('a', [2])
    expect(calls).toHaveLength(2)
  })

  it('is one of its store alone', async () => {
    const { cached, calls } = cachedShop()
    await cached.findProducts('a', [2])
    await cached.findProducts('b', [2])
    expect(calls).toEqual(['a:2', 'b:2'])
  })

  it('goes when there are too many, the least recently used first', async () => {
    const { cached, calls } = cachedShop({ maxProducts: 2 })
    await cached.findProducts('a', [2, 4])
    await cached.findProducts('a', [2])
    await cached.findProducts('a', [6])
    await cached.findProducts('a', [2])
    expect(calls).toEqual(['a:2,4', 'a:6'])
    await cached.findProducts('a', [4])
    expect(calls).toEqual(['a:2,4', 'a:6', 'a:4'])
  })
})

describe('simultaneous requests', () => {
  it('go to the catalog together, in one call per store', async () => {
    const { cached, calls } = cachedShop()
    const [first, second] = await Promise.all([
      cached.findProducts('a', [2, 4]),
      cached.findProducts('a', [6]),
      cached.findProducts('b', [2]),
    ])
    expect(calls).toEqual(['a:2,4,6', 'b:2'])
    expect(first?.map(({ id }) => id)).toEqual([2, 4])
    expect(second?.map(({ id }) => id)).toEqual([6])
  })

  it('ask for a product once', async () => {
    const { cached, calls } = cachedShop()
    await Promise.all([cached.findProducts('a', [2, 4]), cached.findProducts('a', [4, 2])])
    expect(calls).toEqual(['a:2,4'])
  })

  it('share what is already on its way', async () => {
    const asked: string[] = []
    let answer: (value: { id: number; price: number }[]) => void = () => {}
    const cached = cachedCatalog({
      findProducts: (_, ids) => {
        asked.push(ids.join())
        return new Promise((resolve) => {
          answer = resolve
        })
      },
    })
    const first = cached.findProducts('a', [2])
    await Promise.resolve()
    await Promise.resolve()
    expect(asked).toEqual(['2'])
    const second = cached.findProducts('a', [2])
    answer([{ id: 2, price: 7 }])
    expect(await Promise.all([first, second])).toEqual([
      [{ id: 2, price: 7 }],
      [{ id: 2, price: 7 }],
    ])
    expect(asked).toEqual(['2'])
  })

  it('ask only for what is not cached', async () => {
    const { cached, calls } = cachedShop()
    await cached.findProducts('a', [2])
    const products = await cached.findProducts('a', [2, 4])
    expect(calls).toEqual(['a:2', 'a:4'])
    expect(products.map(({ id }) => id)).toEqual([2, 4])
  })
})

describe('what is not remembered', () => {
  it('is a product that the store lacks', async () => {
    const { cached, calls } = cachedShop()
    expect(await cached.findProducts('a', [3])).toEqual([])
    expect(await cached.findProducts('a', [3])).toEqual([])
    expect(calls).toEqual(['a:3', 'a:3'])
  })

  it.each([
    ['rejects', () => Promise.reject(new Error('down'))],
    ['throws', () => expectFailure()],
  ])('is a call that %s', async (_, fail) => {
    const { catalog } = shop()
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

  it('is an answer that cannot be used', async () => {
    const answers = [[{ id: 2, price: -1 }], [{ id: 2, price: 1 }]]
    const cached = cachedCatalog({ findProducts: () => answers.shift() ?? [] })
    const error = await errorOf(() => cached.findProducts('a', [2]))
    expect(error.code).toBe('catalog_invalid_response')
    expect(await cached.findProducts('a', [2])).toEqual([{ id: 2, price: 1 }])
  })
})

function expectFailure(): never {
  throw new Error('down')
}

describe('the options of a cached catalog', () => {
  it.each([
    ['ttlMs', 0],
    ['ttlMs', -1],
    ['ttlMs', 1.5],
    ['ttlMs', Number.POSITIVE_INFINITY],
    ['maxProducts', 0],
    ['maxProducts', '10'],
  ])('are refused with %s %j', (option, value) => {
    const refused = () => cachedCatalog(shop().catalog, { [option]: value })
    expect(faultsOf(refused, 'invalid_options')).toEqual({
      [option]: `must be an integer of at least 1, but was ${typeof value === 'string' ? JSON.stringify(value) : value}`,
    })
  })
})

it('works without its object', async () => {
  const { findProducts } = cachedShop().cached
  expect(await findProducts('a', [2])).toHaveLength(1)
})
