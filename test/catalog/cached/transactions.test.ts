import { describe, expect, it } from 'vitest'
import { cachedCatalog } from '../../../src/catalog/cached/index.js'
import type { CatalogCallOptions } from '../../../src/ports/catalog.js'
import type { CatalogProduct } from '../../../src/quote/lines/catalog-product.js'

const { signal } = new AbortController()

describe('cachedCatalog inside a transaction of the host', () => {
  it('neither shares nor caches what it loads on the client', async () => {
    const calls: (readonly [unknown, readonly unknown[]])[] = []
    const respond: ((price: string) => void)[] = []
    const catalog = cachedCatalog({
      findProducts(_, ids, call) {
        calls.push([call?.client, ids])
        expect(call?.signal).toBeInstanceOf(AbortSignal)
        return new Promise<CatalogProduct[]>((resolve) => {
          respond.push((price) => resolve(ids.map((id) => ({ id, price }))))
        })
      },
    })
    const find = async (client?: unknown) => {
      const call: CatalogCallOptions = client === undefined ? { signal } : { signal, client }
      return (await catalog.findProducts('s', [1], call)).map(({ price }) => price)
    }
    const client = { query: () => {} }
    const outside = find()
    await Promise.resolve()
    const inside = find(client)
    await Promise.resolve()
    expect(calls).toEqual([
      [undefined, [1]],
      [client, [1]],
    ])
    respond[1]?.('2.00')
    expect(await inside).toEqual(['2.00'])
    respond[0]?.('1.00')
    expect(await outside).toEqual(['1.00'])
    expect(await find(client)).toEqual(['1.00'])
    expect(calls).toHaveLength(2)
  })
})
