import type { Catalog } from '../ports/catalog.js'
import type { MaybePromise } from '../ports/storage.js'
import { type CatalogProduct, parseCatalogResponse } from '../quote/lines/catalog-product.js'
import { expectEqual } from './expect.js'
import { type ContractArea, type Disposable, registerSuite, type TestFunctions } from './suite.js'

/** A catalog and what it contains, for one test. */
export interface CatalogFixture extends Disposable {
  /** The implementation to test. */
  readonly catalog: Catalog
  /** A store that has `products`. */
  readonly storeId: string
  /** At least two products of the store, with the prices that the catalog should return. */
  readonly products: readonly CatalogProduct[]
  /** An id of no product of the store. */
  readonly unknownId: number
  /** A store that has none of these products. */
  readonly otherStoreId: string
}

/** Compares prices as amounts: `'10.00'` equals 10. */
async function expectProducts(
  { catalog, storeId }: CatalogFixture,
  ids: readonly number[],
  expected: readonly CatalogProduct[],
  rule: string,
): Promise<void> {
  const response = await catalog.findProducts(storeId, ids)
  const requestedIds = new Set(ids)
  const byId = (left: [number, unknown], right: [number, unknown]) => left[0] - right[0]
  expectEqual(
    [...parseCatalogResponse(response, requestedIds)].toSorted(byId),
    [...parseCatalogResponse(expected, requestedIds)].toSorted(byId),
    rule,
  )
  expectEqual(response.length, expected.length, 'findProducts must return no other products')
}

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
        const product = fixture.products[0] as CatalogProduct
        const rule = 'findProducts must omit products that the store does not have'
        await expectProducts(fixture, [fixture.unknownId], [], rule)
        await expectProducts(fixture, [fixture.unknownId, product.id], [product], rule)
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
        const others = Array.from({ length: 1_000 }, (_, index) => unknownId + index).filter(
          (id) => !known.has(id),
        )
        const response = await fixture.catalog.findProducts(fixture.storeId, [...known, ...others])
        const found = parseCatalogResponse(response, known)
        const rule = 'findProducts must find every known product among a thousand ids'
        expectEqual(new Set(found.keys()), known, rule)
      },
    },
  ],
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
  registerSuite(testFunctions, 'catalog contract', [findProducts], createFixture)
}
