import type { CatalogCallOptions, CatalogPort } from '../ports/catalog.js'
import type { MaybePromise } from '../ports/storage.js'
import { type CatalogProduct, parseCatalogResponse } from '../quote/lines/catalog-product.js'
import type { ProductId } from '../quote/model/product-fields.js'
import { expectEqual } from './expect.js'
import { type ContractArea, type Disposable, registerSuite, type TestFunctions } from './suite.js'

/** A catalog and what it contains, for one test. */
export interface CatalogFixture extends Disposable {
  /** The implementation to test. */
  readonly catalog: CatalogPort
  /** A store that has `products`. */
  readonly storeId: string
  /**
   * At least two products of the store, with the prices that the catalog should return. If one of
   * them has a string id, the suite also tests that strings and numbers are different ids.
   */
  readonly products: readonly CatalogProduct[]
  /**
   * An id of no product of the store. For a number, the thousand numbers from it on must be valid
   * ids; for a string, so must the strings with other digits as its last four characters.
   */
  readonly unknownId: ProductId
  /**
   * Further ids of no product, each requested alone and among the others, such as strings for a
   * catalog whose ids are numbers. Requests of callers can contain any id.
   *
   * @default none
   */
  readonly unknownIds?: readonly ProductId[] | undefined
  /** A store that has none of these products. */
  readonly otherStoreId: string
  /**
   * The currency of the prices of `products`, passed with every call.
   *
   * @default none: no currency is passed
   */
  readonly currency?: string | undefined
  /**
   * A currency in which the store has none of the products, because the catalog neither has other
   * prices nor converts these.
   *
   * @default none: prices in other currencies are not tested
   */
  readonly otherCurrency?: string | undefined
}

/** Calls `findProducts` as the engine does, with a signal and the currency of the fixture. */
async function find(
  { catalog, storeId, currency }: CatalogFixture,
  ids: readonly ProductId[],
  pricing: Omit<CatalogCallOptions, 'signal'> = {},
): Promise<readonly CatalogProduct[]> {
  if (currency === undefined && Object.keys(pricing).length === 0)
    return catalog.findProducts(storeId, ids)
  const { signal } = new AbortController()
  return catalog.findProducts(storeId, ids, { signal, currency, ...pricing })
}

/** Compares prices as amounts: `'10.00'` equals 10. */
async function expectProducts(
  fixture: CatalogFixture,
  ids: readonly ProductId[],
  expected: readonly CatalogProduct[],
  rule: string,
  pricing?: Omit<CatalogCallOptions, 'signal'>,
): Promise<void> {
  const response = await find(fixture, ids, pricing)
  expectEqual(pricesById(response, ids), pricesById(expected, ids), rule)
  expectEqual(response.length, expected.length, 'findProducts must return no other products')
}

function pricesById(products: readonly CatalogProduct[], ids: readonly ProductId[]) {
  const parsed = parseCatalogResponse(products, new Set(ids))
  return ids.flatMap((id) => {
    const prices = parsed.get(id)
    return prices === undefined ? [] : [[id, prices] as const]
  })
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
      name: 'findProducts omits products that have no price in the currency of the quote',
      async check(fixture) {
        const { products, currency, otherCurrency } = fixture
        if (otherCurrency === undefined) return
        const ids = products.map(({ id }) => id)
        const rule = 'findProducts must not return prices of another currency than the quote has'
        await expectProducts({ ...fixture, currency: otherCurrency }, ids, [], rule)
        await expectProducts({ ...fixture, currency }, ids, products, rule)
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
      name: 'findProducts accepts calls with a customer, its ids, a currency and a time',
      async check(fixture) {
        const { products } = fixture
        const ids = products.map(({ id }) => id)
        const time = 1_700_000_000_000
        const rule = 'findProducts must return the same prices for a customer without a contract'
        await expectProducts(fixture, ids, products, rule, { customer: {}, time })
        const customer = { name: "O'Neil", country: 'IE', 'price-group': 'dealer' }
        for (const id of [undefined, '7', '__proto__', "' or 1=1 --", '\u{1f4a1}'.repeat(127)]) {
          const call = { customer, customerId: id, companyId: id }
          const found = parseCatalogResponse(await find(fixture, ids, call), new Set(ids))
          expectEqual(found.size, ids.length, 'findProducts must find products for any customer')
        }
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

const hostileIds = [
  '__proto__',
  'constructor',
  "'; drop table products; --",
  '100%_\\',
  '\u{1f4a1}',
  ' ',
  'a'.repeat(255),
]

/** Cases that need a product with a string id. Without one they have nothing to check. */
const stringIds: ContractArea<CatalogFixture> = {
  name: 'string ids',
  cases: [
    {
      name: 'findProducts returns products under the ids that were requested',
      async check(fixture) {
        const rule = 'findProducts must find each product by its own id, a string or a number'
        for (const product of productsIfStrings(fixture))
          await expectProducts(fixture, [product.id], [product], rule)
      },
    },
    {
      name: "findProducts treats the number 118 and the string '118' as different ids",
      async check(fixture) {
        const products = productsIfStrings(fixture)
        const own = new Set(products.map(({ id }) => id))
        const others = products.flatMap(({ id }) => otherForm(id)).filter((id) => !own.has(id))
        const rule = 'findProducts must not find a product by its id as another type'
        for (const id of others) await expectProducts(fixture, [id], [], rule)
        const ids = [...others, ...own]
        await expectProducts(fixture, ids, products, rule)
      },
    },
    {
      name: 'findProducts compares strings exactly',
      async check(fixture) {
        const products = productsIfStrings(fixture)
        const own = new Set(products.map(({ id }) => id))
        const similar = products
          .flatMap(({ id }) => (typeof id === 'string' ? similarStrings(id) : []))
          .filter((id) => !own.has(id))
        const rule = 'findProducts must not return a product under a similar id'
        for (const id of similar) {
          const response = await find(fixture, [id])
          expectEqual(parseCatalogResponse(response, new Set([id])).size, 0, rule)
        }
      },
    },
    {
      name: 'findProducts accepts ids with any characters',
      async check(fixture) {
        const products = productsIfStrings(fixture)
        if (products.length === 0) return
        const own = new Set(products.map(({ id }) => id))
        const unknown = hostileIds.filter((id) => !own.has(id))
        const rule = 'findProducts must omit unknown ids, whatever characters they have'
        for (const id of unknown) await expectProducts(fixture, [id], [], rule)
        await expectProducts(fixture, [...unknown, ...own], products, rule)
      },
    },
  ],
}

function productsIfStrings({ products }: CatalogFixture): readonly CatalogProduct[] {
  return products.some(({ id }) => typeof id === 'string') ? products : []
}

function otherForm(id: ProductId): ProductId[] {
  if (typeof id === 'number') return [String(id)]
  const number = Number(id)
  return Number.isSafeInteger(number) && number >= 1 ? [number] : []
}

/** UUIDs in capital letters can be the same id, so letters are changed only in other strings. */
function similarStrings(id: string): string[] {
  const padded = id.length < 255 ? [`${id} `, ` ${id}`] : []
  if (/^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(id)) return padded
  return [...padded, id.toUpperCase(), id.toLowerCase()]
}
