import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SqlPriceTable, sqlCatalog } from '../../../src/catalog/sql/index.js'
import { createQuoteEngine } from '../../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { insert, type OpenDatabase, testDatabases } from './databases.js'

const signal = new AbortController().signal
const columns = { id: 'id', price: 'price', salePrice: 'sale', priceBreaks: 'breaks', name: 'name' }
const breaks = '[{"qty": 10, "price": "2.10"}, {"qty": 600, "price": "1.50"}]'

const products: readonly (readonly (string | number | null)[])[] = [
  [1, '2.50', null, null, 'Screw'],
  [2, '2.50', '2.20', breaks, 'Nut'],
  [3, '9.00', null, null, 'Bolt'],
]

const rows: readonly (readonly (string | number | null)[])[] = [
  // product, group, price, min_qty, currency
  [1, 'dealer', '1.90', '1', 'EUR'],
  [1, 'dealer', '1.60', '500', 'EUR'],
  [1, 'dealer', '1.75', '100', 'EUR'],
  [1, 'dealer', '1.85', '2.5', 'EUR'],
  [1, 'dealer', '1.00', '500', 'USD'],
  [1, 'other', '0.10', '1', 'EUR'],
  [1, null, '2.40', null, 'EUR'],
  [1, null, '1.20', '1000', 'EUR'],
  [2, 'dealer', '1.60', '500', 'EUR'],
  [2, 'retail', '2.30', '0', 'EUR'],
  [2, 'retail', '2.00', '100', 'EUR'],
  [2, 'retail', '2.05', '200', 'EUR'],
  [2, 'wholesale', '2.35', '1', 'EUR'],
  [2, 'wholesale', '1.40', '200', 'EUR'],
  [3, 'dealer', '5.00', '500', 'EUR'],
  [3, null, '8.00', '1', 'EUR'],
  [3, null, '7.00', '50', 'EUR'],
  [3, null, '4.00', '900', 'EUR'],
]

describe.each(testDatabases)(
  'prices of sqlCatalog by quantity in $name',
  ({ name, dialect, missing, open }) => {
    describe.skipIf(missing)(`on ${name} (${missing ?? 'here'})`, () => {
      let database: OpenDatabase
      const decimal = dialect === 'sqlite' ? 'numeric' : 'decimal(20,4)'

      beforeAll(async () => {
        database = await open()
        await database.run(
          `create table products (id integer primary key, price ${decimal}, sale ${decimal},
           breaks varchar(200), name varchar(20))`,
        )
        for (const row of products) await insert(database, dialect, 'products', row)
        await database.run(
          `create table prices (product_id integer, price_group varchar(20), price ${decimal},
           min_qty ${decimal}, currency char(3))`,
        )
        for (const row of rows) await insert(database, dialect, 'prices', row)
        await database.run('create table customers (id integer, price_group varchar(20))')
        for (const row of [
          [7, 'dealer'],
          [8, 'retail'],
          [9, 'retail'],
          [9, 'wholesale'],
        ])
          await insert(database, dialect, 'customers', row)
      })
      afterAll(() => database.close())

      const prices: SqlPriceTable = {
        table: 'prices',
        product: 'product_id',
        price: 'price',
        minQty: 'min_qty',
        group: 'price_group',
        groups: { table: 'customers', id: 'id', group: 'price_group', by: 'customerId' },
        currency: 'currency',
        listCurrency: 'EUR',
      }
      const catalog = (own: Partial<SqlPriceTable> = {}) =>
        sqlCatalog(database.client, { table: 'products', columns, prices: { ...prices, ...own } })

      /** Returns the offered unit prices of a product for a customer, by quantity. */
      async function offers(customer_id: string, id: number, quantities: readonly number[]) {
        const engine = createQuoteEngine({
          storage: memoryStorage(),
          catalog: catalog(),
          currency: 'EUR',
          pricing: { quantityDecimals: 1 },
        })
        const create = async (qty: number) => {
          const request = { customer: {}, customer_id, products: [{ id, qty }] }
          const { quote } = await engine.createQuote({ storeId: 's' }, request)
          return quote.products[0]?.quote
        }
        return Promise.all(quantities.map(create))
      }

      it.each([
        ['the group', '7', 1, [0.5, 1, 2.5, 100, 500, 1000], '1.90 1.90 1.85 1.75 1.60 1.60'],
        ['all, of a customer without a group', '6', 1, [1, 999, 1000], '2.40 2.40 1.20'],
        [
          'the product below those of the group',
          '7',
          2,
          [1, 10, 499, 500, 600],
          '2.20 2.10 2.10 1.60 1.60',
        ],
        [
          'all below those of the group',
          '7',
          3,
          [1, 50, 499, 500, 900],
          '8.00 7.00 7.00 5.00 5.00',
        ],
        ['no row that raises one', '8', 2, [1, 99, 100, 200, 600], '2.30 2.30 2.00 2.00 2.00'],
        ['several groups, the lowest', '9', 2, [1, 100, 200], '2.30 2.00 1.40'],
      ])('are those of %s', async (_, customerId, id, quantities, expected) => {
        expect((await offers(customerId, id, quantities)).join(' ')).toBe(expected)
      })

      it('become the price and the breaks of the product, without sale and other breaks', async () => {
        const call = { signal, currency: 'EUR', customerId: '7' }
        const [screw, nut] = await catalog().findProducts('s', [1, 2], call)
        const shown = ({ qty, price }: { qty: number; price: string | number }) => [
          qty,
          Number(price),
        ]
        expect(screw).toMatchObject({ name: 'Screw', price: expect.stringMatching(/^1\.90*$/) })
        expect(screw).not.toHaveProperty('salePrice')
        expect(screw?.priceBreaks?.map(shown)).toEqual([
          [2.5, 1.85],
          [100, 1.75],
          [500, 1.6],
        ])
        expect(Number(nut?.salePrice)).toBe(2.2)
        expect(nut?.priceBreaks?.map(shown)).toEqual([
          [10, 2.1],
          [500, 1.6],
        ])
      })

      it('leave products unknown that have no price of one unit in the currency', async () => {
        const inDollars = { signal, currency: 'USD', customerId: '7' }
        expect(await catalog().findProducts('s', [1, 2], inDollars)).toEqual([])
        expect(await catalog().searchProducts('s', 'screw', inDollars)).toEqual([])
      })

      it('are found by the search as the price of one unit', async () => {
        const priceFor = async (text: string, customerId: string) => {
          const call = { signal, currency: 'EUR', customerId }
          return Number((await catalog().searchProducts('s', text, call))[0]?.price)
        }
        expect(await priceFor('screw', '7')).toBe(1.9)
        expect(await priceFor('screw', '6')).toBe(2.4)
        expect(await priceFor('nut', '7')).toBe(2.2)
      })

      it('reject with the product, if a row is ambiguous or has no quantity', async () => {
        await database.run(
          'create table broken (product_id integer, price decimal(9,2), min_qty varchar(9))',
        )
        for (const row of [
          [1, '1', '5'],
          [1, '2', '5.0'],
          [2, '1', 'ten'],
          [3, '1', '-1'],
        ])
          await insert(database, dialect, 'broken', row)
        const broken = catalog({
          table: 'broken',
          group: undefined,
          groups: undefined,
          currency: undefined,
        })
        const messageOf = async (id: number) =>
          Promise.resolve(broken.findProducts('s', [id])).then(String, String)
        expect(await messageOf(1)).toMatch(
          /product the number 1 in the table broken has two prices for all customers from a quantity of 5 on, 1(\.00)? and 2(\.00)?: keep one/,
        )
        expect(await messageOf(2)).toMatch(/product the number 2 .*received the string "ten"/)
        expect(await messageOf(3)).toMatch(/product the number 3 .*received the string "-1"/)
      })
    })
  },
)
