import { describe, expect, it } from 'vitest'
import { cachedCatalog } from '../../../src/catalog/cached/index.js'
import { context, engineWith, errorOf } from '../../engine/ports.js'
import { createCachedShop } from './shop.js'

describe('cachedCatalog, concurrent requests', () => {
  it('share one call per store', async () => {
    const { cached, calls } = createCachedShop()
    const [first, second] = await Promise.all([
      cached.findProducts('a', [2, 4]),
      cached.findProducts('a', [6]),
      cached.findProducts('b', [2]),
    ])
    expect(calls).toEqual(['a:2,4,6', 'b:2'])
    expect(first?.map(({ id }) => id)).toEqual([2, 4])
    expect(second?.map(({ id }) => id)).toEqual([6])
  })

  it('request a product once', async () => {
    const { cached, calls } = createCachedShop()
    await Promise.all([cached.findProducts('a', [2, 4]), cached.findProducts('a', [4, 2])])
    expect(calls).toEqual(['a:2,4'])
  })

  it('share requests that are in flight', async () => {
    const requested: string[] = []
    let respond: (value: { id: number; price: number }[]) => void = () => {}
    const cached = cachedCatalog({
      findProducts: (_, ids) => {
        requested.push(ids.join())
        return new Promise((resolve) => {
          respond = resolve
        })
      },
    })
    const first = cached.findProducts('a', [2])
    await Promise.resolve()
    await Promise.resolve()
    expect(requested).toEqual(['2'])
    const second = cached.findProducts('a', [2])
    respond([{ id: 2, price: 7 }])
    expect(await Promise.all([first, second])).toEqual([
      [{ id: 2, price: 7 }],
      [{ id: 2, price: 7 }],
    ])
    expect(requested).toEqual(['2'])
  })

  it('request only products that are not cached', async () => {
    const { cached, calls } = createCachedShop()
    await cached.findProducts('a', [2])
    const products = await cached.findProducts('a', [2, 4])
    expect(calls).toEqual(['a:2', 'a:4'])
    expect(products.map(({ id }) => id)).toEqual([2, 4])
  })
})

describe('cachedCatalog, an invalid product in a shared response', () => {
  const bad = { id: 4, price: -1 }

  it('is returned to the caller that requested it, and to no other', async () => {
    const cached = cachedCatalog({ findProducts: () => [bad, { id: 2, price: 1 }] })
    expect(
      await Promise.all([cached.findProducts('a', [2]), cached.findProducts('a', [4])]),
    ).toEqual([[{ id: 2, price: 1 }], [bad]])
  })

  it.each([[{ id: '4', price: 1 }], [null], ['4'], [{ price: 1 }]])(
    'without a valid id, %j, is returned to callers that miss a product',
    async (product) => {
      const cached = cachedCatalog({ findProducts: () => [product as never, { id: 2, price: 1 }] })
      expect(
        await Promise.all([cached.findProducts('a', [2]), cached.findProducts('a', [2, 4])]),
      ).toEqual([[{ id: 2, price: 1 }], [{ id: 2, price: 1 }, product]])
    },
  )

  it('is rejected by the engine at its index among the products of the caller', async () => {
    const cached = cachedCatalog({ findProducts: () => [{ id: 2, price: 1 }, bad] })
    const engine = engineWith({ catalog: cached })
    const create = (id: number) =>
      engine.createQuote(context, { customer: {}, products: [{ id, qty: 1 }] })
    const [created, error] = await Promise.all([create(2), errorOf(() => create(4))])
    expect(created.quote.quote_total).toBe('1.00')
    expect(Object.keys((error.details as { errors: object }).errors)).toEqual(['[0].price'])
  })
})
