import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cachedCatalog } from '../../../src/catalog/cached/index.js'
import {
  type SqlCatalogOptions,
  type SqlPriceTable,
  sqlCatalog,
} from '../../../src/catalog/sql/index.js'
import { createQuoteEngine } from '../../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { fieldErrorsOf } from '../../quote/samples.js'
import { insert, type OpenDatabase, testDatabases } from './databases.js'

const signal = new AbortController().signal
const table = 'products'
const priceTable = 'Price "list"` 2026'

const prices: SqlPriceTable = {
  table: priceTable,
  product: 'product id',
  price: 'price',
  group: 'group',
  groupOf: (customer) => customer['price-group'] as string | undefined,
  currency: 'currency',
  listCurrency: 'USD',
  store: 'store_id',
}

describe.each(testDatabases)(
  'prices of sqlCatalog in $name',
  ({ name, dialect, missing, open }) => {
    describe.skipIf(missing)(`on ${name} (${missing ?? 'here'})`, () => {
      let database: OpenDatabase
      const mark = dialect === 'postgres' ? '"' : '`'
      const quote = (text: string) => mark + text.replaceAll(mark, mark + mark) + mark
      const decimal = dialect === 'sqlite' ? 'numeric' : 'decimal(20,2)'
      // Databases whose strings ignore case by default.
      const text = dialect === 'sqlite' ? 'text collate nocase' : 'varchar(40)'

      beforeAll(async () => {
        database = await open()
        await database.run(
          `create table ${table} (id integer primary key, price ${decimal}, sale ${decimal},
           breaks varchar(200))`,
        )
        await database.run(
          `create table ${quote(priceTable)} (${quote('product id')} integer,
           ${quote('group')} ${text}, currency ${text}, price ${decimal}, store_id ${text})`,
        )
        const breaks = '[{"qty": 10, "price": "1.25"}]'
        await insert(database, dialect, table, [1, '100.50', '90.25', breaks])
        await insert(database, dialect, table, [2, '20.50', null, null])
        for (const row of [
          [1, 'dealer', 'USD', '70.75', 's'],
          [1, 'dealer', 'USD', '70.750', 's'],
          [1, 'Dealer', 'USD', '1.75', 's'],
          [1, 'dealer', 'usd', '2.75', 's'],
          [1, 'dealer', 'USD', '3.75', 'S'],
          [1, null, 'USD', '95.75', 's'],
          [1, 'dealer', 'EUR', '65.75', 's'],
          [1, null, 'EUR', '85.75', 's'],
          [2, "it's", 'USD', '9.75', 's'],
          [2, 'dealer', null, '8.75', 's'],
        ])
          await insert(database, dialect, quote(priceTable), row)
      })
      afterAll(() => database.close())

      const columns = { id: 'id', price: 'price', salePrice: 'sale', priceBreaks: 'breaks' }
      const catalog = (own: Partial<SqlCatalogOptions> = {}) =>
        sqlCatalog(database.client, { table, columns, prices, ...own })

      /** The prices of products 1 and 2. */
      async function pricesOf(group: string | undefined, currency?: string, storeId = 's') {
        const customer = group === undefined ? {} : { 'price-group': group }
        const call = { signal, currency, customer }
        const found = await catalog().findProducts(storeId, [1, 2, 3], call)
        return [1, 2].map((id) => found.find((product) => product.id === id)?.price)
      }

      it.each([
        ['the group', 'dealer', 'USD', ['70.75', '20.50']],
        ['the group in another currency', 'dealer', 'EUR', ['65.75', undefined]],
        ['all customers, without a group', undefined, 'USD', ['95.75', '20.50']],
        ['all customers, of an unknown group', 'DEALER', 'EUR', ['85.75', undefined]],
        ['a group with a quotation mark', "it's", 'USD', ['95.75', '9.75']],
        ['a group that tries to be SQL', "' or 1=1 --", 'USD', ['95.75', '20.50']],
        ['no row, in a currency without prices', 'dealer', 'JPY', [undefined, undefined]],
        ['the list currency, without a currency', 'dealer', undefined, ['70.75', '20.50']],
      ])('takes the price of %s', async (_, group, currency, expected) => {
        const found = await pricesOf(group, currency)
        expect(found.map((price) => price && Number(price))).toEqual(
          expected.map((price) => price && Number(price)),
        )
      })

      it('compares group, currency and store exactly', async () => {
        expect(await pricesOf('Dealer', 'USD')).toEqual(['1.75', expect.anything()])
        expect((await pricesOf('dealer', 'USD', 'S'))[0]).toBe('3.75')
      })

      it('takes neither the sale price nor the breaks of a product with a price of its own', async () => {
        const call = { signal, currency: 'USD', customer: { 'price-group': 'dealer' } }
        expect(await catalog().findProducts('s', [1], call)).toEqual([
          { id: 1, price: '70.75', salePrice: undefined },
        ])
        const other = await catalog().findProducts('other store', [1], call)
        expect(other).toEqual([
          expect.objectContaining({ priceBreaks: [{ qty: 10, price: '1.25' }] }),
        ])
      })

      it('prices the quotes of an engine, also behind a cache that knows the group', async () => {
        const priceList = ({ customer }: { customer?: object | undefined }) =>
          String(Object(customer)['price-group'])
        for (const source of [catalog(), cachedCatalog(catalog(), { priceList })]) {
          const engine = createQuoteEngine({
            storage: memoryStorage(),
            catalog: source,
            currency: 'USD',
          })
          const of = async (group: string) => {
            const customer = { 'price-group': group }
            const products = [{ id: 1, qty: 20 }]
            const created = await engine.createQuote({ storeId: 's' }, { customer, products })
            return created.quote.quote_total
          }
          expect(await of('dealer')).toBe('1415.00')
          expect(await of('none')).toBe('1915.00')
        }
      })

      it('has one price for all without the columns group and currency', async () => {
        const { table: own, product, price } = prices
        const view = `create view single as select * from ${quote(own)}
          where ${quote('product id')} = 2 and currency is null`
        await database.run(view)
        const simple = catalog({ prices: { table: 'single', product, price } })
        const [first] = await simple.findProducts('any', [2], { signal, currency: 'CHF' })
        expect(first?.price).toMatch(/^8\.75/)
      })

      it('rejects two prices of a product for the same customers', async () => {
        const { table: own, product, price } = prices
        const simple = catalog({ prices: { table: own, product, price } })
        await expect(simple.findProducts('any', [1])).rejects.toThrow(
          /^sqlCatalog: product the number 1 in the table .* has two prices for all customers, .*prices\.minQty/,
        )
        const groupOf = () => 'dealer'
        const grouped = catalog({ prices: { table: own, product, price, group: 'group', groupOf } })
        await expect(grouped.findProducts('any', [1])).rejects.toThrow(
          /has two prices for the group the string "dealer", /,
        )
        expect(await grouped.findProducts('any', [3])).toEqual([])
        // The search finds the product, and shows none of the two.
        for (const ambiguous of [simple, grouped])
          expect(await ambiguous.searchProducts('s', '1')).toEqual([
            { id: 1, name: '1', price: undefined },
          ])
        const single = catalog({ prices: { ...prices, groupOf } })
        const [shown] = await single.searchProducts('s', '1', { signal, currency: 'EUR' })
        expect(Number(shown?.price)).toBe(65.75)
      })

      it('awaits groupOf, which receives the ids of the call', async () => {
        const groupOf: SqlPriceTable['groupOf'] = async (_, { customerId }) =>
          customerId === '7' ? 'dealer' : null
        const own = catalog({ prices: { ...prices, groupOf } })
        const priceFor = async (customerId?: string) => {
          const call = {
            signal,
            currency: 'USD',
            customerId,
            customer: { 'price-group': 'Dealer' },
          }
          return (await own.findProducts('s', [1], call))[0]?.price
        }
        expect([await priceFor('7'), await priceFor('8'), await priceFor()]).toEqual([
          '70.75',
          '95.75',
          '95.75',
        ])
        const failing = catalog({ prices: { ...prices, groupOf: () => Promise.reject(signal) } })
        await expect(failing.findProducts('s', [1])).rejects.toBe(signal)
      })

      it('rejects a group that is no string, and has none that no column can have', async () => {
        const call = (group: unknown) => ({
          signal,
          currency: 'USD',
          customer: { 'price-group': group as string },
        })
        await expect(catalog().findProducts('s', [1], call(7))).rejects.toThrow(
          'groupOf must return a string or undefined',
        )
        const [first] = await catalog().findProducts('s', [1], call('\0'))
        expect(first?.price).toBe('95.75')
      })
    })
  },
)

describe('the option prices of sqlCatalog', () => {
  const groups = { table: 'customers', id: 'id', group: 'g', by: 'customerId' }
  const dealer = (): string => 'dealer'
  const create = (own: object) => () =>
    sqlCatalog({ query: async () => ({ rows: [] }) }, {
      table,
      columns: { id: 'id', price: 'price' },
      prices: { table: 'prices', product: 'product_id', price: 'price', ...own },
    } as SqlCatalogOptions)

  it.each([
    [{ group: 'g' }, 'prices.groups'],
    [{ groupOf: dealer }, 'prices.group'],
    [{ groups }, 'prices.group'],
    [{ group: 'g', groups, groupOf: dealer }, 'prices.groupOf'],
    [{ group: 'g', groups: { ...groups, by: 'email' } }, 'prices.groups.by'],
    [{ group: 'g', groups: { ...groups, by: '__proto__' } }, 'prices.groups.by'],
    [{ group: 'g', groups: { ...groups, id: '' } }, 'prices.groups.id'],
    [{ group: 'g', groups: { ...groups, table: '.' } }, 'prices.groups.table'],
    [{ group: 'g', groups: { ...groups, groupOf: 'x' } }, 'prices.groups.groupOf'],
    [{ group: 'g', groups: 'customers' }, 'prices.groups'],
    [{ currency: 'currency' }, 'prices.listCurrency'],
    [{ currency: 'currency', listCurrency: 'dollars' }, 'prices.listCurrency'],
    [{ product: '' }, 'prices.product'],
    [{ table: 'a.b.c' }, 'prices.table'],
    [{ column: 'x' }, 'prices.column'],
  ])('rejects %o at %s', (own, path) => {
    expect(Object.keys(fieldErrorsOf(create(own), 'invalid_options'))).toEqual([path])
  })
})
