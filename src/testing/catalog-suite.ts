import assert from 'node:assert/strict'
import type { Catalog } from '../ports/catalog.js'
import type { MaybePromise } from '../ports/storage.js'
import { type CatalogProduct, parseCatalogResponse } from '../quote/lines/catalog-product.js'
import { type ContractArea, type Disposable, registerSuite, type TestFunctions } from './suite.js'

/** What the suite needs for one test. */
export interface CatalogFixture extends Disposable {
  readonly catalog: Catalog
  readonly storeId: string
  /** Products that the store has, with the prices that the catalog should give: at least two. */
  readonly products: readonly CatalogProduct[]
  /** An id that the store does not have. */
  readonly unknownId: number
  /** A store that has none of these products. */
  readonly otherStoreId: string
}

/** Compares prices as amounts, so that `'10.00'` is as good as 10; a price that is no exact amount throws. */
async function expectProducts(
  { catalog, storeId }: CatalogFixture,
  ids: readonly number[],
  expected: readonly CatalogProduct[],
): Promise<void> {
  const answer = await catalog.findProducts(storeId, ids)
  const wanted = new Set(ids)
  const byId = (left: [number, unknown], right: [number, unknown]) => left[0] - right[0]
  assert.deepEqual(
    [...parseCatalogResponse(answer, wanted)].toSorted(byId),
    [...parseCatalogResponse(expected, wanted)].toSorted(byId),
  )
  assert.equal(answer.length, expected.length)
}

const answers: ContractArea<CatalogFixture> = {
  name: 'answers',
  cases: [
    {
      name: 'every product is found with its exact prices',
      async check(fixture) {
        for (const product of fixture.products)
          await expectProducts(fixture, [product.id], [product])
      },
    },
    {
      name: 'several products are found in one call, each once',
      async check(fixture) {
        const { products } = fixture
        assert.ok(products.length >= 2, 'the fixture needs at least two products')
        const ids = products.map(({ id }) => id)
        await expectProducts(fixture, ids, products)
        await expectProducts(fixture, ids.toReversed(), products)
      },
    },
    {
      name: 'a product that the store lacks is left out',
      async check(fixture) {
        const [product] = fixture.products
        assert.ok(product)
        await expectProducts(fixture, [fixture.unknownId], [])
        await expectProducts(fixture, [fixture.unknownId, product.id], [product])
      },
    },
    {
      name: "another store's products are not found",
      async check(fixture) {
        const ids = fixture.products.map(({ id }) => id)
        await expectProducts({ ...fixture, storeId: fixture.otherStoreId }, ids, [])
      },
    },
    {
      name: 'stores called __proto__ and constructor are ordinary',
      async check(fixture) {
        const ids = fixture.products.map(({ id }) => id)
        for (const storeId of ['__proto__', 'constructor'])
          await expectProducts({ ...fixture, storeId }, ids, [])
      },
    },
    {
      name: 'calls at the same time get the answers that each of them asked for',
      async check(fixture) {
        await Promise.all(
          fixture.products.map((product) => expectProducts(fixture, [product.id], [product])),
        )
      },
    },
    {
      name: 'a thousand ids can be asked for at once',
      async check(fixture) {
        const { products, unknownId } = fixture
        const known = new Set(products.map(({ id }) => id))
        const others = Array.from({ length: 1_000 }, (_, index) => unknownId + index).filter(
          (id) => !known.has(id),
        )
        const answer = await fixture.catalog.findProducts(fixture.storeId, [...known, ...others])
        const found = parseCatalogResponse(answer, known)
        assert.deepEqual(new Set(found.keys()), known)
      },
    },
  ],
}

/**
 * Registers the whole contract of `Catalog` as tests in your framework, each with a fixture of its own.
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
  registerSuite(testFunctions, 'catalog contract', [answers], createFixture)
}
