import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { csvCatalog } from '../../src/catalog/csv/index.js'
import { memoryCatalog } from '../../src/catalog/memory.js'
import { type SqlClient, sqlCatalog } from '../../src/catalog/sql/index.js'
import { parseSuggestions, suggestPrices } from '../../src/ports/product-search.js'
import type { CatalogProduct } from '../../src/quote/lines/catalog-product.js'
import { insert, type OpenDatabase, testDatabases } from './sql/databases.js'

const { signal } = new AbortController()
const image = 'https://cdn.shop.example/drill.png'
const drill: CatalogProduct = { id: '1', name: 'Drill', price: '12.00' }

describe('suggestPrices', () => {
  it.each<[string, readonly (readonly [number, number | string])[], string, string[]]>([
    [
      'the order of quantities',
      [
        [50, '9'],
        [10, 11],
      ],
      '12',
      ['10:11', '50:9'],
    ],
    [
      'breaks of one unit as the price',
      [
        [0.5, '11.50'],
        [1, '11'],
        [2, '10'],
      ],
      '11',
      ['2:10'],
    ],
    [
      'no break of one unit that raises it',
      [
        [1, '13'],
        [2, '10'],
      ],
      '12',
      ['2:10'],
    ],
    [
      'no raises, and no break that changes nothing',
      [
        [2, 12],
        [3, 11],
        [4, 11.5],
        [5, 11],
      ],
      '12',
      ['3:11'],
    ],
    ['no breaks', [], '12', []],
  ])('returns %s', (_, breaks, price, expected) => {
    const given = breaks.map(([qty, each]) => ({ qty, price: each }))
    const found = suggestPrices('12', given)
    expect(found.price).toBe(price)
    expect((found.priceBreaks ?? []).map((each) => `${each.qty}:${each.price}`)).toEqual(expected)
    expect('priceBreaks' in found).toBe(expected.length > 0)
    expect(suggestPrices(found.price, found.priceBreaks)).toEqual(found)
  })

  it.each([undefined, '', 'on request', '-1', '1e99', '12,00'])(
    'returns no breaks of the price %j',
    (price) => {
      expect(suggestPrices(price, [{ qty: 2, price: '1' }])).toEqual({ price })
    },
  )
})

describe('parseSuggestions', () => {
  it('leaves out pictures that are no strings of up to 2,048 characters', () => {
    const found = [image, 1, null, {}, '', `${image}${'x'.repeat(2_048)}`].map((each) => ({
      ...drill,
      image: each,
    }))
    const parsed = parseSuggestions(found, (expected) => new Error(expected))
    expect(parsed.map((each) => each.image ?? '')).toEqual([image, '', '', '', '', ''])
  })
})

describe('searchProducts of memoryCatalog', () => {
  it('returns the picture, and the breaks below the sale price', async () => {
    const priceBreaks = [
      { qty: 100, price: '9.00' },
      { qty: 10, price: '11.00' },
    ]
    const catalog = memoryCatalog({
      s: [
        { ...drill, salePrice: '10.00', priceBreaks, image },
        { ...drill, id: '2', priceBreaks: [], image: '' },
      ],
    })
    expect(await catalog.searchProducts('s', 'drill')).toEqual([
      {
        id: '1',
        name: 'Drill',
        price: '10.00',
        priceBreaks: [{ qty: 100, price: '9.00' }],
        image,
      },
      { id: '2', name: 'Drill', price: '12.00' },
    ])
  })
})

describe('searchProducts of csvCatalog', () => {
  it('returns the picture, and the rows of larger quantities as price breaks', async () => {
    const rows = [
      'id,name,price,image,from',
      `1,Drill,12.00,${image},`,
      '1,Drill,9.00,,50',
      '1,Drill,11.00,,10',
      '2,Drill bit,3.00,,',
    ]
    const catalog = await csvCatalog(rows.join('\n'), { columns: { minQty: 'from' } })
    expect(await catalog.searchProducts('s', 'drill')).toEqual([
      {
        ...drill,
        priceBreaks: [
          { qty: 10, price: '11.00' },
          { qty: 50, price: '9.00' },
        ],
        image,
      },
      { id: '2', name: 'Drill bit', price: '3.00' },
    ])
  })
})

describe.each(testDatabases)(
  'searchProducts of sqlCatalog in $name',
  ({ name, dialect, missing, open }) => {
    describe.skipIf(missing)(`on ${name} (${missing ?? 'here'})`, () => {
      const own = {
        id: 'id',
        name: 'name',
        price: 'price',
        image: 'picture',
        priceBreaks: 'breaks',
      }
      let database: OpenDatabase

      beforeAll(async () => {
        database = await open()
        await database.run(`create table products (id varchar(9), name varchar(99),
          price varchar(20), picture varchar(99), breaks varchar(999))`)
        await database.run(`create table prices (product varchar(9), grp varchar(9),
          price varchar(20), qty varchar(9))`)
        const breaks = (...of: number[]) =>
          JSON.stringify(of.map((qty) => ({ qty, price: `${12 - qty / 10}.00` })))
        for (const row of [
          ['1', 'Drill', '12.00', image, breaks(20, 10)],
          ['2', 'Drill bit', '3.00', null, null],
          ['3', 'Drill of no valid breaks', '5.00', '', 'from 10: 4.00'],
          ['4', 'Drill of odd breaks', '5.00', null, '{"qty":1}'],
        ])
          await insert(database, dialect, 'products', row)
        for (const row of [
          ['1', 'dealer', '11.25', '5'],
          ['2', 'dealer', '2.50', null],
          ['2', 'dealer', '2.25', '100'],
        ])
          await insert(database, dialect, 'prices', row)
      })
      afterAll(() => database?.close())

      it('returns the columns with the picture and the price breaks', async () => {
        const catalog = sqlCatalog(database.client, { table: 'products', columns: own })
        expect(await catalog.searchProducts('s', 'drill')).toEqual([
          {
            ...drill,
            priceBreaks: [
              { qty: 10, price: '11.00' },
              { qty: 20, price: '10.00' },
            ],
            image,
          },
          { id: '2', name: 'Drill bit', price: '3.00' },
          // As a quote rejects its prices.
          { id: '3', name: 'Drill of no valid breaks', price: undefined },
          { id: '4', name: 'Drill of odd breaks', price: '5.00' },
        ])
      })

      it('returns the price breaks of the customer', async () => {
        const catalog = sqlCatalog(database.client, {
          table: 'products',
          columns: own,
          prices: {
            table: 'prices',
            product: 'product',
            price: 'price',
            minQty: 'qty',
            group: 'grp',
            groupOf: (_, { customerId }) => customerId,
          },
        })
        const search = (text: string, customerId?: string) =>
          catalog.searchProducts('s', text, { signal, customerId })
        expect(await search('bit', 'dealer')).toEqual([
          { id: '2', name: 'Drill bit', price: '2.50', priceBreaks: [{ qty: 100, price: '2.25' }] },
        ])
        expect(await search('bit')).toEqual([{ id: '2', name: 'Drill bit', price: '3.00' }])
        const [first] = await search('1', 'dealer')
        expect(first?.priceBreaks).toEqual([{ qty: 5, price: '11.25' }])
      })
    })
  },
)

describe('searchProducts of sqlCatalog', () => {
  it('sends one statement, which reads pictures and price breaks if there are columns', async () => {
    const { open } = testDatabases[0] as (typeof testDatabases)[number]
    const database = await open()
    await database.run('create table products (id text, price text, picture text, breaks json)')
    await database.run('create table prices (product text, price text, qty text)')
    const statements: string[] = []
    const client = database.client as { query(text: string, values?: string[]): unknown }
    const counting = {
      query(text: string, values?: string[]) {
        statements.push(text)
        return client.query(text, values)
      },
    } as SqlClient
    const columns = { id: 'id', price: 'price' }
    const prices = { table: 'prices', product: 'product', price: 'price', minQty: 'qty' }
    for (const more of [{}, { image: 'picture', priceBreaks: 'breaks' }]) {
      const options = { table: 'products', columns: { ...columns, ...more }, prices }
      await sqlCatalog(counting, options).searchProducts('s', '1')
    }
    const searching = statements.filter((sql) => !sql.includes('pg_catalog'))
    expect(searching.map((sql) => /picture/.test(sql) && /breaks/.test(sql))).toEqual([false, true])
    await database.close()
  })
})
