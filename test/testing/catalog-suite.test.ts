import { describe, expect, it } from 'vitest'
import { cachedCatalog } from '../../src/catalog/cached/index.js'
import { memoryCatalog } from '../../src/catalog/memory.js'
import type { Catalog } from '../../src/ports/catalog.js'
import { catalogSuite } from '../../src/testing/catalog-suite.js'
import { runSuite } from './suite-outcomes.js'

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
const correct = () => memoryCatalog({ 'store-1': products, 'store-2': [{ id: 9, price: 9 }] })

describe('memoryCatalog', () => {
  catalogSuite({ describe, it }, () => fixtureOf(correct()))
})

describe('cachedCatalog', () => {
  catalogSuite({ describe, it }, () => fixtureOf(cachedCatalog(correct())))
})

describe('catalogSuite', () => {
  async function failuresOf(broken: Catalog['findProducts']) {
    const { failing } = await runSuite((testFunctions) =>
      catalogSuite(testFunctions, () => fixtureOf({ findProducts: broken })),
    )
    return failing
  }

  it('fails a catalog without sale prices', async () => {
    const failing = await failuresOf(async (storeId, ids) =>
      (await correct().findProducts(storeId, ids)).map(({ id, price }) => ({ id, price })),
    )
    expect(failing).toContain('findProducts returns each product with its exact prices')
  })

  it('fails a catalog that rounds prices to cents', async () => {
    const failing = await failuresOf(async (storeId, ids) =>
      (await correct().findProducts(storeId, ids)).map((product) => ({
        ...product,
        price: Number(product.price).toFixed(2),
      })),
    )
    expect(failing).toContain('findProducts returns each product with its exact prices')
  })

  it('fails a catalog that invents products', async () => {
    const failing = await failuresOf(async (storeId, ids) => {
      const found = await correct().findProducts(storeId, ids)
      return ids.map((id) => found.find((product) => product.id === id) ?? { id, price: 0 })
    })
    expect(failing).toContain('findProducts omits unknown products')
  })

  it("fails a catalog that returns another store's products", async () => {
    const failing = await failuresOf((_storeId, ids) => correct().findProducts('store-1', ids))
    expect(failing).toContain("findProducts omits another store's products")
  })

  it('fails a catalog that mixes up concurrent calls', async () => {
    let latest: readonly number[] = []
    const failing = await failuresOf(async (storeId, ids) => {
      latest = ids
      await Promise.resolve()
      return correct().findProducts(storeId, latest)
    })
    expect(failing).toEqual(['concurrent findProducts calls return their own products'])
  })

  it('fails a catalog that returns a product twice', async () => {
    const failing = await failuresOf(async (storeId, ids) => {
      const found = await correct().findProducts(storeId, ids)
      return [...found, ...found]
    })
    expect(failing).toContain('findProducts returns several products in one call, each once')
  })
})
