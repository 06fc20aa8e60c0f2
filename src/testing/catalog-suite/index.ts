import type { MaybePromise } from '../../ports/storage.js'
import { type CatalogProduct, parseCatalogResponse } from '../../quote/products/catalog-product.js'
import type { ProductId } from '../../quote/products/product-fields.js'
import { expectEqual } from '../expect.js'
import { type ContractArea, registerSuite, type TestFunctions } from '../suite.js'
import { type CatalogFixture, expectProducts, find } from './fixture.js'
import { stringIds } from './string-ids.js'

export type { CatalogFixture } from './fixture.js'

const findProducts: ContractArea<CatalogFixture> = {
  name: 'findProducts',
  cases: [
    {
      name: 'findProducts returns each product with its exact prices',
      async check(fixture) {
        const rule = 'findProducts must return the exact price and salePrice of the product'
        for (const product of fixture.products)
          await expectProducts(fixture, [product.id], [product], rule)
      },
    },
    {
      name: 'findProducts returns several products in one call, each once',
      async check(fixture) {
        const { products } = fixture
        expectEqual(products.length >= 2, true, 'the fixture must have at least two products')
        const ids = products.map(({ id }) => id)
        const rule = 'findProducts must return every requested product once, in any order'
        await expectProducts(fixture, ids, products, rule)
        await expectProducts(fixture, ids.toReversed(), products, rule)
      },
    },
    {
      name: 'findProducts omits unknown products',
      async check(fixture) {
        const { products, unknownId, unknownIds = [] } = fixture
        const product = products[0] as CatalogProduct
        const rule = 'findProducts must omit products that the store does not have'
        for (const id of [unknownId, ...unknownIds]) {
          await expectProducts(fixture, [id], [], rule)
          await expectProducts(fixture, [id, product.id], [product], rule)
        }
      },
    },
    {
      name: "findProducts omits another store's products",
      async check(fixture) {
        const ids = fixture.products.map(({ id }) => id)
        const rule = "findProducts must not return another store's products"
        await expectProducts({ ...fixture, storeId: fixture.otherStoreId }, ids, [], rule)
      },
    },
    {
      name: 'findProducts accepts store ids such as __proto__ and constructor',
      async check(fixture) {
        const ids = fixture.products.map(({ id }) => id)
        for (const storeId of ['__proto__', 'constructor']) {
          const rule = `findProducts must return no products for a store '${storeId}'`
          await expectProducts({ ...fixture, storeId }, ids, [], rule)
        }
      },
    },
    {
      name: 'concurrent findProducts calls return their own products',
      async check(fixture) {
        const rule = 'concurrent findProducts calls must each return what they requested'
        await Promise.all(
          fixture.products.map((product) => expectProducts(fixture, [product.id], [product], rule)),
        )
      },
    },
    {
      name: 'findProducts accepts a thousand ids in one call',
      async check(fixture) {
        const { products, unknownId } = fixture
        const known = new Set(products.map(({ id }) => id))
        const others = idsFrom(unknownId, 1_000).filter((id) => !known.has(id))
        const response = await find(fixture, [...known, ...others])
        const found = parseCatalogResponse(response, known)
        const rule = 'findProducts must find every known product among a thousand ids'
        expectEqual(new Set(found.keys()), known, rule)
      },
    },
    {
      name: 'findProducts accepts calls with a customer, a currency and a time',
      async check(fixture) {
        const { products } = fixture
        const ids = products.map(({ id }) => id)
        const time = 1_700_000_000_000
        const rule = 'findProducts must return the same prices for a customer without a contract'
        await expectProducts(fixture, ids, products, rule, { customer: {}, time })
        const customer = { name: "O'Neil", country: 'IE', 'price-group': 'dealer' }
        const found = parseCatalogResponse(await find(fixture, ids, { customer }), new Set(ids))
        expectEqual(found.size, ids.length, 'findProducts must find products for any customer')
      },
    },
  ],
}

function idsFrom(first: ProductId, count: number): ProductId[] {
  const numbers = Array.from({ length: count }, (_, index) => index)
  if (typeof first === 'number') return numbers.map((index) => first + index)
  const start = first.slice(0, -4)
  return numbers.map((index) => `${start}${String(index).padStart(4, '0')}`)
}

/**
 * Registers the contract of `Catalog` as tests of your framework. Each test has its own fixture.
 *
 * @example
 * import { describe, it } from 'vitest'
 * catalogSuite({ describe, it }, () => ({
 *   catalog: myCatalog, storeId: 'store-1', otherStoreId: 'store-2', unknownId: 999_999,
 *   products: [{ id: 1, price: '10.00' }, { id: 2, price: '5.25', salePrice: '4.75' }],
 * }))
 */
export function catalogSuite(
  testFunctions: TestFunctions,
  createFixture: () => MaybePromise<CatalogFixture>,
): void {
  registerSuite(testFunctions, 'catalog contract', [findProducts, stringIds], createFixture)
}
