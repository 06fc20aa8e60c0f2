import { describe, expect, it } from 'vitest'
import { cachedCatalog } from '../../src/catalog/cached.js'
import { createCachedShop } from './cached-shop.js'

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
