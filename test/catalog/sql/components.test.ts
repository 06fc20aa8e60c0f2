import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SqlCatalogOptions, sqlCatalog } from '../../../src/catalog/sql/index.js'
import { createQuoteEngine } from '../../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { fieldErrorsOf } from '../../quote/samples.js'
import { insert, type OpenDatabase, testDatabases } from './databases.js'

const table = 'products'
const columns = { id: 'id', price: 'price', name: 'name' }
const priced = { ...columns, componentPrices: 'shown', componentPercent: 'percent' }
const components = {
  table: 'parts',
  bundle: 'bundle',
  product: 'product',
  qty: 'qty',
  store: 'store_id',
}

describe.each(testDatabases)(
  'components of sqlCatalog in $name',
  ({ name, dialect, missing, open }) => {
    describe.skipIf(missing)(`on ${name} (${missing ?? 'here'})`, () => {
      let database: OpenDatabase
      const decimal = dialect === 'sqlite' ? 'numeric' : 'decimal(12,4)'
      const find = (ids: readonly number[], options: Partial<SqlCatalogOptions>, storeId = 's') => {
        const catalog = sqlCatalog(database.client, { table, columns: priced, ...options })
        return catalog.findProducts(storeId, ids)
      }

      beforeAll(async () => {
        database = await open()
        await database.run(
          `create table ${table} (id integer primary key, price ${decimal}, name varchar(40),
           shown varchar(10), percent ${decimal}, parts varchar(200))`,
        )
        await database.run(
          `create table parts (bundle integer, product integer, qty ${decimal}, store_id varchar(10))`,
        )
        const json = '[{"id": 2, "qty": 2}, {"id": 1, "qty": 0.5}]'
        await insert(database, dialect, table, [1, '6.75', 'Leg', null, null, null])
        await insert(database, dialect, table, [2, '10.00', 'Board', null, null, null])
        await insert(database, dialect, table, [3, '10.00', 'Broken', null, null, 'none'])
        await insert(database, dialect, table, [9, null, 'Table', 'summed', '95', json])
        for (const row of [
          [9, 10, '1', 's'],
          [9, 2, '1', 's'],
          [9, 1, '4.5', 's'],
          [9, 1, '3', 'other'],
          [8, 1, '3', 's'],
        ])
          await insert(database, dialect, 'parts', row)
      })

      afterAll(() => database?.close())

      it('reads them from a table, in the order of their ids, and of the store', async () => {
        const [bundle] = await find([9], { components })
        expect(bundle).toMatchObject({ id: 9, price: '0', componentPrices: 'summed' })
        expect(bundle?.components).toEqual([
          { id: 1, qty: 4.5 },
          { id: 2, qty: 1 },
          { id: 10, qty: 1 },
        ])
        expect(Number(bundle?.componentPercent)).toBe(95)
        const [other] = await find([9], { components }, 'other')
        expect(other?.components).toEqual([{ id: 1, qty: 3 }])
        expect((await find([1], { components }))[0]).not.toHaveProperty('components')
      })

      it('reads them from a column of JSON, in its order', async () => {
        const [bundle] = await find([9], { columns: { ...priced, components: 'parts' } })
        expect(bundle?.components).toEqual([
          { id: 2, qty: 2 },
          { id: 1, qty: 0.5 },
        ])
      })

      it('rejects a column without JSON, and names the product', async () => {
        const options = { columns: { ...priced, components: 'parts' } }
        await expect(find([3], options)).rejects.toThrow(
          'sqlCatalog: components of product the number 3 must be JSON, received the string "none"',
        )
      })

      it('finds a bundle whose price is a sum, without a price', async () => {
        const catalog = sqlCatalog(database.client, { table, columns: priced })
        expect(await catalog.searchProducts('s', 'table')).toEqual([{ id: 9, name: 'Table' }])
      })

      it('prices quotes by them', async () => {
        const catalog = sqlCatalog(database.client, {
          table,
          columns: { ...priced, components: 'parts' },
        })
        const engine = createQuoteEngine({ storage: memoryStorage(), catalog, currency: 'EUR' })
        const request = { customer: {}, products: [{ id: 9, qty: 1 }] }
        const { quote } = await engine.createQuote({ storeId: 's' }, request)
        // 95 % of 23.375.
        expect(quote.products[0]).toMatchObject({ price: 23.375, quote_total: '22.21' })
      })
    })
  },
)

describe('sqlCatalog and options of components', () => {
  it('rejects a table beside a column, and one without its columns', () => {
    const errorsOf = (options: object) =>
      fieldErrorsOf(
        () =>
          sqlCatalog(
            { query: async () => ({ rows: [] }) } as never,
            { table, ...options } as never,
          ),
        'invalid_options',
      )
    expect(errorsOf({ columns: { ...columns, components: 'parts' }, components })).toEqual({
      components: 'must be absent if a column has the components',
    })
    expect(Object.keys(errorsOf({ columns, components: { table: 'parts' } }))).toEqual([
      'components.bundle',
      'components.product',
      'components.qty',
    ])
    expect(errorsOf({ columns, components: 'parts' })).toEqual({
      components: expect.stringContaining('must be an object with table, bundle, product and qty'),
    })
  })
})
