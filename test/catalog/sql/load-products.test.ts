import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SqlCatalogColumns, sqlCatalog } from '../../../src/catalog/sql/index.js'
import { insert, type OpenDatabase, testDatabases } from './databases.js'

const columns: SqlCatalogColumns = {
  id: 'id',
  price: 'list price',
  salePrice: 'sale_price',
  name: 'title',
  sku: 'sku',
  unit: 'unit',
  description: 'text',
  image: 'image',
  taxCode: 'tax_code',
  priceBreaks: 'breaks',
  currency: 'currency',
}
const table = 'Product "2026"` list'
const signal = new AbortController().signal

describe.each(testDatabases)('sqlCatalog in $name', ({ name, dialect, missing, open }) => {
  describe.skipIf(missing)(`on ${name} (${missing ?? 'here'})`, () => {
    let database: OpenDatabase
    const mark = dialect === 'postgres' ? '"' : '`'
    const quote = (text: string) => mark + text.replaceAll(mark, mark + mark) + mark
    const decimal = dialect === 'sqlite' ? 'numeric' : 'decimal(20,4)'
    const json = dialect === 'postgres' ? 'jsonb' : dialect === 'mysql' ? 'json' : 'text'

    beforeAll(async () => {
      database = await open()
      await database.run(
        `create table ${quote(table)} (id integer, ${quote('list price')} ${decimal},
           sale_price ${decimal}, title varchar(100), sku integer, unit varchar(10),
           ${quote('text')} varchar(100), image varchar(100), tax_code varchar(20),
           breaks ${json}, currency char(3))`,
      )
      const breaks = '[{"qty": 10, "price": "9.50"}, {"qty": 2.5, "price": 9.75}]'
      const rest = ['Desk', 4711, 'm', 'Long', 'https://shop.test/1.png', 'P1', breaks]
      const none = rest.map(() => null)
      for (const row of [
        [1, '10.0000', '9.99', ...rest, 'EUR'],
        [1, '11', null, ...none, 'USD'],
        [2, '5', '0', ...none, null],
      ])
        await insert(database, dialect, quote(table), row)
    })
    afterAll(() => database.close())

    const catalog = () => sqlCatalog(database.client, { table, columns })

    it('returns own fields as strings, null for those that a row does not have', async () => {
      const own = { ...columns, fields: { cost: 'sale_price', 'art-no': 'sku' } }
      const withFields = sqlCatalog(database.client, { table, columns: own })
      const of = async (currency: string, id: number) => {
        const [product] = await withFields.findProducts('s', [id], { signal, currency })
        return product?.fields
      }
      const cost = expect.stringMatching(/^9\.99(00)?$/)
      expect(await of('EUR', 1)).toEqual({ cost, 'art-no': '4711' })
      expect(await of('USD', 1)).toEqual({ cost: null, 'art-no': null })
    })

    it('returns every field of a product', async () => {
      const [product, ...others] = await catalog().findProducts('s', [1], {
        signal,
        currency: 'EUR',
      })
      expect(others).toEqual([])
      expect(product).toEqual({
        id: 1,
        price: expect.stringMatching(/^10(\.0000)?$/),
        salePrice: expect.stringMatching(/^9\.99(00)?$/),
        name: 'Desk',
        sku: '4711',
        unit: 'm',
        description: 'Long',
        image: 'https://shop.test/1.png',
        taxCode: 'P1',
        priceBreaks: [
          { qty: 10, price: '9.50' },
          { qty: 2.5, price: 9.75 },
        ],
      })
    })

    it('leaves out what is null', async () => {
      const products = await catalog().findProducts('s', [1], { signal, currency: 'USD' })
      expect(products).toEqual([{ id: 1, price: expect.stringMatching(/^11(\.0000)?$/) }])
    })

    it('returns rows without a currency for quotes without one, and no others', async () => {
      expect(await catalog().findProducts('s', [1, 2])).toMatchObject([{ id: 2 }])
      const others = await catalog().findProducts('s', [1, 2], { signal, currency: 'GBP' })
      expect(others).toEqual([])
    })

    it('finds products among 2,500 ids', async () => {
      const ids = Array.from({ length: 2_500 }, (_, index) => 2_500 - index)
      const products = await catalog().findProducts('s', ids, { signal, currency: 'EUR' })
      expect(products).toMatchObject([{ id: 1 }])
    })

    it('returns nothing for no ids', async () => {
      expect(await catalog().findProducts('s', [])).toEqual([])
    })

    it('rejects with a message that names the product if price breaks are not JSON', async () => {
      const view = `create view broken as select id, 'x{' as breaks, 1 as price from ${quote(table)}`
      await database.run(view)
      const broken = sqlCatalog(database.client, {
        table: 'broken',
        columns: { id: 'id', price: 'price', priceBreaks: 'breaks' },
      })
      await expect(broken.findProducts('s', [1])).rejects.toThrow(
        'priceBreaks of product the number 1 must be JSON, received the string "x{"',
      )
    })

    it('rejects if the table or a column does not exist, and recovers once it does', async () => {
      const late = sqlCatalog(database.client, {
        table: 'late',
        columns: { id: 'id', price: 'price' },
      })
      await expect(late.findProducts('s', [1])).rejects.toThrow(/late/)
      await database.run('create table late (id integer, cost integer)')
      await expect(late.findProducts('s', [1])).rejects.toThrow(/price/)
      await database.run('drop table late')
      await database.run('create table late (id varchar(10), price integer)')
      await insert(database, dialect, 'late', ['a', 5])
      expect(await late.findProducts('s', ['a'])).toEqual([{ id: 'a', price: '5' }])
    })

    it('finds a column id of a new type after the first error', async () => {
      await database.run('create table moved (id integer, price integer)')
      const moved = sqlCatalog(database.client, {
        table: 'moved',
        columns: { id: 'id', price: 'price' },
      })
      expect(await moved.findProducts('s', [1])).toEqual([])
      await database.run('drop table moved')
      await expect(moved.findProducts('s', [1])).rejects.toThrow(/moved/)
      await database.run('create table moved (id varchar(10), price integer)')
      await insert(database, dialect, 'moved', ['1', 5])
      expect(await moved.findProducts('s', ['1'])).toEqual([{ id: '1', price: '5' }])
      expect(await moved.findProducts('s', [1])).toEqual([])
    })
  })
})
