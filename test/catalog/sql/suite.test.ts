import { afterAll, beforeAll, describe, it } from 'vitest'
import { sqlCatalog } from '../../../src/catalog/sql/index.js'
import type { CatalogProduct } from '../../../src/quote/lines/catalog-product.js'
import { catalogSuite } from '../../../src/testing/catalog-suite.js'
import { insert, type OpenDatabase, testDatabases } from './databases.js'

const columns = {
  id: 'id',
  price: 'price',
  salePrice: 'sale_price',
  name: 'name',
  store: 'store_id',
}
const strings = ['x', '118', '1.5', '-1', "'; drop table products; --", '__proto__', '\u{1f4a1}']

const idTypes = [
  {
    type: 'integer',
    ids: [1, 2, 3],
    unknownId: 1_000,
    unknownIds: [...strings, 2 ** 53 - 1],
  },
  {
    type: 'bigint',
    ids: [1, 2 ** 53 - 1, 4_294_967_296],
    unknownId: 10,
    unknownIds: strings,
  },
  {
    type: 'varchar(255)',
    ids: ['118', 'SKU-a', 'O\'Neil \\ "x" `y`'],
    unknownId: 'unknown-0000',
    unknownIds: [118, '', 'SKU-á', '\u{1f4a1}'],
  },
  {
    type: 'uuid',
    ids: ['0d9b7a3c-4c1e-4f55-9a51-3f1f0b9a7e10', '0d9b7a3c-4c1e-4f55-9a51-3f1f0b9a7e11'],
    unknownId: '0d9b7a3c-4c1e-4f55-9a51-3f1f0b9a0000',
    unknownIds: [118, ...strings, '0d9b7a3c4c1e4f559a513f1f0b9a7e10'],
  },
]

const prices: readonly Omit<CatalogProduct, 'id'>[] = [
  { price: '0.1' },
  { price: '12.3456', salePrice: '11.9999', name: 'Böök, "2nd"' },
  { price: '99999999999.9999', salePrice: '0.0001' },
]

describe.each(testDatabases)('sqlCatalog in $name', ({ name, dialect, missing, open }) => {
  describe.skipIf(missing)(`on ${name} (${missing ?? 'here'})`, () => {
    for (const { type, ids, unknownId, unknownIds } of idTypes) {
      describe(`with ids of type ${type}`, () => {
        let database: OpenDatabase
        const products = ids.map((id, index) => ({ id, ...prices[index] }) as CatalogProduct)

        beforeAll(async () => {
          database = await open()
          const decimal = dialect === 'sqlite' ? 'text' : 'decimal(20,4)'
          await database.run(
            `create table products (store_id varchar(100) not null, id ${type} not null,
               price ${decimal}, sale_price ${decimal}, name varchar(100))`,
          )
          const rows = products.map((each) => [
            'store-1',
            each.id,
            each.price,
            each.salePrice,
            each.name,
          ])
          // A collation that ignores case must not mix up stores.
          rows.push(['STORE-1', ids[0], '7', null, null])
          for (const row of rows) await insert(database, dialect, 'products', row)
        })
        afterAll(() => database.close())

        catalogSuite({ describe, it }, () => ({
          catalog: sqlCatalog(database.client, { table: 'products', columns }),
          storeId: 'store-1',
          products,
          unknownId,
          unknownIds,
          otherStoreId: 'store-2',
        }))
      })
    }
  })
})
