import { describe, expect, it } from 'vitest'
import { cachedCatalog } from '../../src/catalog/cached.js'
import { memoryCatalog } from '../../src/catalog/memory.js'
import type { Catalog } from '../../src/ports/catalog.js'
import { catalogSuite } from '../../src/testing/catalog-suite.js'
import { failingCases } from './suite-outcomes.js'

const products = [
  { id: 1, price: '0.1' },
  { id: 2, price: '12.3456', salePrice: '11.9999' },
  { id: 3, price: 99_999_999_999.9999, salePrice: null },
]

const fixtureOf = (catalog: Catalog) => ({
  catalog,
  storeId: 'store-1',
  products,
  unknownId: 1_000,
  otherStoreId: 'store-2',
})
const sound = () => memoryCatalog({ 'store-1': products, 'store-2': [{ id: 9, price: 9 }] })

describe('memoryCatalog', () => {
  catalogSuite({ describe, it }, () => fixtureOf(sound()))
})

describe('cachedCatalog', () => {
  catalogSuite({ describe, it }, () => fixtureOf(cachedCatalog(sound())))
})

describe('catalogSuite', () => {
  async function failuresOf(broken: Catalog['findProducts']) {
    const { failing } = await failingCases((testFunctions) =>
      catalogSuite(testFunctions, () => fixtureOf({ findProducts: broken })),
    )
    return failing
  }

  it('fails a catalog that gives list prices for sale prices', async () => {
    const failing = await failuresOf(async (storeId, ids) =>
      (await sound().findProducts(storeId, ids)).map(({ id, price }) => ({ id, price })),
    )
    expect(failing).toContain('every product is found with its exact prices')
  })

  it('fails a catalog that rounds prices to cents', async () => {
    const failing = await failuresOf(async (storeId, ids) =>
      (await sound().findProducts(storeId, ids)).map((product) => ({
        ...product,
        price: Number(product.price).toFixed(2),
      })),
    )
    expect(failing).toContain('every product is found with its exact prices')
  })

  it('fails a catalog that makes up products', async () => {
    const failing = await failuresOf(async (storeId, ids) => {
      const found = await sound().findProducts(storeId, ids)
      return ids.map((id) => found.find((product) => product.id === id) ?? { id, price: 0 })
    })
    expect(failing).toContain('a product that the store lacks is left out')
  })

  it("fails a catalog that sells another store's products", async () => {
    const failing = await failuresOf((_storeId, ids) => sound().findProducts('store-1', ids))
    expect(failing).toContain("another store's products are not found")
  })

  it('fails a catalog that answers with the products of its latest call', async () => {
    let latest: readonly number[] = []
    const failing = await failuresOf(async (storeId, ids) => {
      latest = ids
      await Promise.resolve()
      return sound().findProducts(storeId, latest)
    })
    expect(failing).toEqual(['calls at the same time get the answers that each of them asked for'])
  })

  it('fails a catalog that gives a product twice', async () => {
    const failing = await failuresOf(async (storeId, ids) => {
      const found = await sound().findProducts(storeId, ids)
      return [...found, ...found]
    })
    expect(failing).toContain('several products are found in one call, each once')
  })
})
