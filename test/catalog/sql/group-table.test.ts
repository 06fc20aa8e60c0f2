import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cachedCatalog } from '../../../src/catalog/cached/index.js'
import { type SqlClient, type SqlGroupTable, sqlCatalog } from '../../../src/catalog/sql/index.js'
import type { CatalogPort } from '../../../src/ports/catalog.js'
import { createQuoteEngine } from '../../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { insert, type OpenDatabase, testDatabases } from './databases.js'

const { signal } = new AbortController()
const customers = 'Customer "groups"` 2026'
const uuid = '0d9b7a3c-4c1e-4f55-9a51-3f1f0b9a7e10'

/** What a call can have as an id that is none of a dealer. */
const strangers = [undefined, '', '9', '7 ', ' 7', '07', '7.0', '+7', '__proto__', "7' or '1'='1"]
const hostile = ['\0', '7\0', '\ud800', '9'.repeat(255), '\u{1f4a1}', '%', '1e0', 'null']

describe.each(testDatabases)(
  'the table groups of sqlCatalog in $name',
  ({ name, dialect, missing, open }) => {
    describe.skipIf(missing)(`on ${name} (${missing ?? 'here'})`, () => {
      let database: OpenDatabase
      const mark = dialect === 'postgres' ? '"' : '`'
      const quote = (text: string) => mark + text.replaceAll(mark, mark + mark) + mark
      const text = dialect === 'sqlite' ? 'text collate nocase' : 'varchar(40)'
      const uuidType = { postgres: 'uuid', mysql: 'uuid', sqlite: text }[dialect]
      const groups: SqlGroupTable = {
        table: customers,
        id: 'id',
        group: 'price group',
        by: 'customerId',
      }

      beforeAll(async () => {
        database = await open()
        const { run } = database
        await run('create table products (id integer primary key, price integer)')
        await run(`create table prices (product_id integer, grp ${text}, price integer)`)
        await run(`create table ${quote(customers)} (id integer, company varchar(40),
          code ${text}, guid ${uuidType}, store_id ${text}, ${quote('price group')} ${text})`)
        await run('insert into products values (1, 100), (2, 50)')
        for (const row of [
          [1, 'dealer', 80],
          [1, 'Dealer', 1],
          [1, 'club', 90],
          [1, 'vip', 60],
          [1, null, 95],
        ])
          await insert(database, dialect, 'prices', row)
        for (const row of [
          [7, 'c1', 'acme', uuid, 's', 'dealer'],
          [8, 'c1', 'ACME', null, 's', 'Dealer'],
          [10, 'c2', 'club', null, 's', 'club'],
          [10, 'c2', 'both', null, 's', 'vip'],
          [11, 'c3', 'none', null, 's', null],
          [12, null, null, null, 'S', 'dealer'],
        ])
          await insert(database, dialect, quote(customers), row)
      })
      afterAll(() => database.close())

      const create = (own: Partial<SqlGroupTable> = {}, client?: SqlClient) =>
        sqlCatalog(client ?? database.client, {
          table: 'products',
          columns: { id: 'id', price: 'price' },
          prices: {
            table: 'prices',
            product: 'product_id',
            price: 'price',
            group: 'grp',
            groups: { ...groups, ...own },
          },
        })
      const priceOf = async (catalog: CatalogPort, customerId?: string, storeId = 's') =>
        Number((await catalog.findProducts(storeId, [1], { signal, customerId }))[0]?.price)

      it('prices by the group of the customer, else for all', async () => {
        const catalog = create()
        const found = []
        for (const id of ['7', '8', '10', '11', undefined]) found.push(await priceOf(catalog, id))
        expect(found).toEqual([80, 1, 60, 95, 95])
        const both = await catalog.findProducts('s', [1, 2], { signal, customerId: '7' })
        expect(both.map(({ id, price }) => [id, Number(price)]).toSorted()).toEqual([
          [1, 80],
          [2, 50],
        ])
        expect(await catalog.findProducts('s', [1])).toHaveLength(1)
      })

      it('finds no group for ids that are not exactly those of a customer', async () => {
        for (const own of [{}, { id: 'code' }, { id: 'guid' }]) {
          const catalog = create(own)
          for (const id of [...strangers, ...hostile])
            expect([id, await priceOf(catalog, id)]).toEqual([id, 95])
        }
      })

      it('compares strings exactly, and UUIDs as such', async () => {
        const byCode = create({ id: 'code' })
        expect([await priceOf(byCode, 'acme'), await priceOf(byCode, 'ACME')]).toEqual([80, 1])
        expect([await priceOf(byCode, 'Acme'), await priceOf(byCode, 'acme ')]).toEqual([95, 95])
        const byGuid = create({ id: 'guid' })
        expect(await priceOf(byGuid, uuid)).toBe(80)
        if (dialect !== 'sqlite') expect(await priceOf(byGuid, uuid.toUpperCase())).toBe(80)
      })

      it('takes only customers of the store, with a column for it', async () => {
        const catalog = create({ store: 'store_id' })
        expect([await priceOf(catalog, '7'), await priceOf(catalog, '7', 'S')]).toEqual([80, 95])
        expect([await priceOf(catalog, '12'), await priceOf(catalog, '12', 'S')]).toEqual([95, 80])
        expect(await priceOf(catalog, '7', "x' or '1'='1")).toBe(95)
      })

      it('reads the id of the company, and neither the customer nor another id', async () => {
        const catalog = create({ id: 'company', by: 'companyId' })
        const priceFor = async (companyId?: string) => {
          const call = {
            signal,
            companyId,
            get customerId(): never {
              throw new Error('was read')
            },
            get customer(): never {
              throw new Error('was read')
            },
          }
          return Number((await catalog.findProducts('s', [1], call))[0]?.price)
        }
        expect([await priceFor('c2'), await priceFor('c4'), await priceFor()]).toEqual([60, 95, 95])
      })

      it('prices the quotes of an engine by customer_id, also behind a cache', async () => {
        const cached = cachedCatalog(create(), { priceList: ({ customerId = '' }) => customerId })
        for (const catalog of [create(), cached]) {
          const engine = createQuoteEngine({ storage: memoryStorage(), catalog })
          const products = [{ id: 1, qty: 1 }]
          const of = async (customer_id?: string) =>
            (await engine.createQuote({ storeId: 's' }, { customer: {}, products, customer_id }))
              .quote.quote_total
          expect([await of('7'), await of('8'), await of(), await of('7')]).toEqual([
            '80.00',
            '1.00',
            '95.00',
            '80.00',
          ])
        }
      })
    })
  },
)

describe('the table groups of sqlCatalog', () => {
  it('is read in the same statement as the products', async () => {
    const { open } = testDatabases[0] as (typeof testDatabases)[number]
    const database = await open()
    await database.run('create table products (id integer, price numeric)')
    await database.run('create table prices (product integer, grp text, price numeric)')
    await database.run('create table customers (id integer, grp text)')
    const statements: string[] = []
    const client = database.client as { query(text: string, values?: string[]): unknown }
    const counting = {
      query(text: string, values?: string[]) {
        statements.push(text)
        return client.query(text, values)
      },
    } as SqlClient
    const catalog = sqlCatalog(counting, {
      table: 'products',
      columns: { id: 'id', price: 'price' },
      prices: {
        table: 'prices',
        product: 'product',
        price: 'price',
        group: 'grp',
        groups: { table: 'customers', id: 'id', group: 'grp', by: 'customerId' },
      },
    })
    for (const customerId of ['1', '2', undefined])
      await catalog.findProducts('s', [1, 2, 3], { signal, customerId })
    const finding = statements.filter((sql) => !sql.includes('pg_catalog'))
    expect([statements.length, finding.length]).toEqual([5, 3])
    await database.close()
  })
})
