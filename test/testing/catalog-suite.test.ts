import { describe, expect, it } from 'vitest'
import { cachedCatalog } from '../../src/catalog/cached/index.js'
import { memoryCatalog } from '../../src/catalog/memory.js'
import type { CatalogPort } from '../../src/ports/catalog.js'
import type { ProductId } from '../../src/quote/model/product-fields.js'
import { catalogSuite } from '../../src/testing/catalog-suite.js'
import { runSuite } from './suite-outcomes.js'

const products = [
  { id: 1, price: '0.1' },
  { id: 2, price: '12.3456', salePrice: '11.9999' },
  { id: 3, price: 99_999_999_999.9999, salePrice: null },
]

const fixtureOf = (catalog: CatalogPort) => ({
  catalog,
  storeId: 'store-1',
  products,
  unknownId: 1_000,
  otherStoreId: 'store-2',
})
const correct = () => memoryCatalog({ 'store-1': products, 'store-2': [{ id: 9, price: 9 }] })

const mixedProducts = [
  { id: 118, price: '1.00' },
  { id: 'SKU-a', price: '2.00' },
  { id: '204', price: '3.00' },
  { id: '0d9b7a3c-4c1e-4f55-9a51-3f1f0b9a7e10', price: '4.00' },
]
const mixedFixtureOf = (catalog: CatalogPort) => ({
  ...fixtureOf(catalog),
  products: mixedProducts,
  unknownId: 'unknown-0000',
  unknownIds: [999, '1.5', '-1'],
  currency: 'EUR',
})
const mixed = () => memoryCatalog({ 'store-1': mixedProducts })

describe('memoryCatalog', () => {
  catalogSuite({ describe, it }, () => fixtureOf(correct()))
})

describe('memoryCatalog, with strings as ids', () => {
  catalogSuite({ describe, it }, () => mixedFixtureOf(mixed()))
})

describe('cachedCatalog, with strings as ids', () => {
  catalogSuite({ describe, it }, () => mixedFixtureOf(cachedCatalog(mixed())))
})

describe('cachedCatalog, with a price list', () => {
  const priceList = () => 'any'
  catalogSuite({ describe, it }, () => mixedFixtureOf(cachedCatalog(mixed(), { priceList })))
})

describe('cachedCatalog', () => {
  catalogSuite({ describe, it }, () => fixtureOf(cachedCatalog(correct())))
})

describe('catalogSuite', () => {
  async function failuresOf(broken: CatalogPort['findProducts']) {
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

  it('fails a catalog that charges prices of one currency in another', async () => {
    const euros = memoryCatalog({ s: products }, { currency: 'EUR' })
    const failuresIn = async (catalog: CatalogPort) => {
      const { failing } = await runSuite((testFunctions) =>
        catalogSuite(testFunctions, () => ({
          catalog,
          storeId: 's',
          otherStoreId: 'other',
          products,
          unknownId: 900_000,
          currency: 'EUR',
          otherCurrency: 'JPY',
        })),
      )
      return failing
    }
    expect(await failuresIn(euros)).toEqual([])
    expect(await failuresIn(memoryCatalog({ s: products }))).toEqual([
      'findProducts omits products that have no price in the currency of the quote',
    ])
  })

  it('fails a catalog that charges a sale price of 0 for products that are not on sale', async () => {
    const failing = await failuresOf(async (storeId, ids) =>
      (await correct().findProducts(storeId, ids)).map((product) => ({ salePrice: 0, ...product })),
    )
    expect(failing).toContain('findProducts returns each product with its exact prices')
  })

  it('fails a catalog that mixes up concurrent calls', async () => {
    let latest: readonly ProductId[] = []
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

  it('fails a catalog that omits products for some customers', async () => {
    const failing = await failuresOf((storeId, ids, call) =>
      call?.customer?.name === undefined ? correct().findProducts(storeId, ids) : [],
    )
    expect(failing).toEqual([
      'findProducts accepts calls with a customer, its ids, a currency and a time',
    ])
  })

  async function failuresOfMixed(broken: CatalogPort['findProducts']) {
    const { failing } = await runSuite((testFunctions) =>
      catalogSuite(testFunctions, () => mixedFixtureOf({ findProducts: broken })),
    )
    return failing
  }

  it('passes the currency of the fixture with every call', async () => {
    const failing = await failuresOfMixed((storeId, ids, call) => {
      if (call?.currency !== 'EUR') throw new Error('no currency')
      return mixed().findProducts(storeId, ids)
    })
    expect(failing).toEqual([])
  })

  it('fails a catalog that finds a product by its id as another type', async () => {
    const failing = await failuresOfMixed((storeId, ids) =>
      ids.flatMap((id) => {
        const product = mixedProducts.find((each) => String(each.id) === String(id))
        return storeId === 'store-1' && product !== undefined ? [{ ...product, id }] : []
      }),
    )
    expect(failing).toEqual([
      "findProducts treats the number 118 and the string '118' as different ids",
    ])
  })

  it.each([
    ['ignores case', (id: string) => id.toLowerCase()],
    ['ignores spaces', (id: string) => id.trimEnd()],
  ])('fails a catalog that %s', async (_, normalise) => {
    const failing = await failuresOfMixed((storeId, ids) =>
      ids.flatMap((id) => {
        const product = mixedProducts.find((each) =>
          typeof each.id === 'string' && typeof id === 'string'
            ? normalise(each.id) === normalise(id)
            : each.id === id,
        )
        return storeId === 'store-1' && product !== undefined ? [{ ...product, id }] : []
      }),
    )
    expect(failing).toEqual(['findProducts compares strings exactly'])
  })

  it('fails a catalog that throws for some strings', async () => {
    const failing = await failuresOfMixed((storeId, ids) => {
      if (ids.some((id) => String(id).includes("'"))) throw new Error('syntax error')
      return mixed().findProducts(storeId, ids)
    })
    expect(failing).toEqual(['findProducts accepts ids with any characters'])
  })
})
