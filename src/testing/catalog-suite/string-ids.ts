import { type CatalogProduct, parseCatalogResponse } from '../../quote/products/catalog-product.js'
import type { ProductId } from '../../quote/products/product-fields.js'
import { expectEqual } from '../expect.js'
import type { ContractArea } from '../suite.js'
import { type CatalogFixture, expectProducts, find } from './fixture.js'

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
export const stringIds: ContractArea<CatalogFixture> = {
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
