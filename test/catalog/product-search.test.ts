import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cachedCatalog } from '../../src/catalog/cached/index.js'
import { csvCatalog } from '../../src/catalog/csv/index.js'
import { memoryCatalog } from '../../src/catalog/memory.js'
import { type SqlCatalogOptions, sqlCatalog } from '../../src/catalog/sql/index.js'
import type { CatalogPort } from '../../src/ports/catalog.js'
import type { ProductId } from '../../src/quote/model/product-fields.js'
import { insert, type OpenDatabase, testDatabases } from './sql/databases.js'

const storeId = 'store-1'
const { signal } = new AbortController()

/** The products of the store: id, name, SKU, price, sale price. */
const rows: readonly (readonly [
  id: number,
  name: string | null,
  sku: string | null,
  price: string,
  sale: string | null,
])[] = [
  [1, 'Oak desk', 'OD-1', '200.50', '150.25'],
  [2, 'Desk lamp, OAK foot', 'DL-2', '40.50', null],
  [3, '100% wool_rug \\ "big"', "it's-3", '80.50', null],
  [4, '100 wool rugs', 'WR-4', '81.50', null],
  [5, 'Extension for 118', 'EX-5', '10.50', null],
  [6, 'Chair like OD-1', 'CH-6', '20.50', null],
  [118, 'Chair', 'CH-118', '30.50', null],
  [7, 'Ärmel, weiß', 'ÄW-7', '5.50', null],
  [8, null, 'NO-NAME', '6.50', null],
  [9, null, null, '7.50', null],
]

const found = async (catalog: CatalogPort, text: string, store = storeId) =>
  ((await catalog.searchProducts?.(store, text, { signal })) ?? []).map(({ id }) => id)

/** The search of every catalog that has one. */
function describeSearch(
  open: () => Promise<{ catalog: CatalogPort; many: CatalogPort; close?: () => unknown }>,
): void {
  let opened: Awaited<ReturnType<typeof open>>
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(() => opened?.close?.())

  it.each<[string, readonly ProductId[]]>([
    ['desk', [1, 2]],
    ['DESK oak', [1, 2]],
    ['oak foo', [2]],
    ['esk od', [1]],
    ['  lamp\t\n ', [2]],
    ['oak zebra', []],
    ['100%', [3]],
    ['wool_rug', [3]],
    ['wool_', [3]],
    ['%', [3]],
    ['_', [3]],
    ['\\', [3]],
    ['"big"', [3]],
    ["it's", [3]],
    ['!', []],
    ["' or 1=1 --", []],
    ['ärmel WEIß', []],
    ['Ärmel weiß', [7]],
    ['no-name', [8]],
    ['9', [9]],
  ])('finds by %j', async (text, expected) => {
    const ids = await found(opened.catalog, text)
    // Some databases know more letters than ASCII.
    const isBeyondAscii = text.startsWith('ärmel')
    expect(ids.toSorted()).toEqual(isBeyondAscii && ids.length === 1 ? [7] : expected)
  })

  it('finds the product with the id or the SKU first', async () => {
    expect((await found(opened.catalog, '118'))[0]).toBe(118)
    expect((await found(opened.catalog, '118')).toSorted()).toEqual([118, 5])
    expect(await found(opened.catalog, 'od-1')).toEqual([1, 6])
    expect(await found(opened.catalog, ' CH-118 ')).toEqual([118])
  })

  it('returns what is shown: the sale price, the SKU, and for want of a name the id', async () => {
    const search = async (text: string) =>
      (await opened.catalog.searchProducts?.(storeId, text, { signal }))?.map((product) => ({
        ...product,
        price: Number(product.price),
      }))
    expect(await search('OD-1')).toEqual([
      { id: 1, name: 'Oak desk', sku: 'OD-1', price: 150.25 },
      { id: 6, name: 'Chair like OD-1', sku: 'CH-6', price: 20.5 },
    ])
    expect(await search('NO-NAME')).toEqual([
      { id: 8, name: 'NO-NAME', sku: 'NO-NAME', price: 6.5 },
    ])
    expect(await search('9')).toEqual([{ id: 9, name: '9', price: 7.5 }])
  })

  it.each(['', ' ', '\0', 'desk\0', '\ud800', '\udfff', '\u{1f4a1}', '__proto__', 'constructor'])(
    'finds nothing by %j',
    async (text) => {
      expect(await found(opened.catalog, text)).toEqual([])
    },
  )

  it('finds nothing in other stores', async () => {
    for (const store of ['store-2', 'STORE-1', '__proto__', "' or 1=1 --", ''])
      expect(await found(opened.catalog, 'desk', store)).toEqual([])
  })

  it('reads a long text in part, and finds at most 20 products', async () => {
    const { catalog, many } = opened
    expect(await found(catalog, `desk${' oak'.repeat(10_000)}`)).toHaveLength(2)
    expect(await found(catalog, `${'\u{1f4a1}'.repeat(500)}`)).toEqual([])
    expect(await found(catalog, `${'a '.repeat(99)}a\u{1f4a1}`)).toBeDefined()
    expect(await found(many, 'chair')).toHaveLength(20)
    expect((await found(many, 'C-25'))[0]).toBe(25)
  })

  it('goes through a cache, which has a search only if the catalog has', async () => {
    expect(await found(cachedCatalog(opened.catalog), 'lamp')).toEqual([2])
    expect(cachedCatalog({ findProducts: () => [] }).searchProducts).toBeUndefined()
  })
}

const manyRows = Array.from(
  { length: 25 },
  (_, index) => [index + 1, `Chair ${index + 1}`, `C-${index + 1}`, '1.00', null] as const,
)

describe('searchProducts of memoryCatalog', () => {
  const toProducts = (table: typeof rows) =>
    table.map(([id, name, sku, price, salePrice]) => ({ id, name, sku, price, salePrice }))
  describeSearch(async () => ({
    catalog: memoryCatalog({ [storeId]: toProducts(rows) }),
    many: memoryCatalog({ [storeId]: toProducts(manyRows) }),
  }))
})

describe('searchProducts of csvCatalog', () => {
  const cell = (value: unknown) => `"${String(value ?? '').replaceAll('"', '""')}"`
  const toCsv = (table: typeof rows) =>
    ['id,name,sku,price,sale_price', ...table.map((row) => row.map(cell).join(','))].join('\n')
  const options = { idType: 'integer', store: storeId, currency: 'EUR' } as const
  describeSearch(async () => ({
    catalog: await csvCatalog(toCsv(rows), options),
    many: await csvCatalog(toCsv(manyRows), options),
  }))

  it('finds nothing for quotes in another currency', async () => {
    const catalog = await csvCatalog(toCsv(rows), options)
    const search = (currency: string) =>
      catalog.searchProducts(storeId, 'desk', { signal, currency })
    expect([await search('USD'), (await search('EUR')).length]).toEqual([[], 2])
  })
})

describe.each(testDatabases)(
  'searchProducts of sqlCatalog in $name',
  ({ name, dialect, missing, open }) => {
    describe.skipIf(missing)(`on ${name} (${missing ?? 'here'})`, () => {
      const mark = dialect === 'postgres' ? '"' : '`'
      const decimal = dialect === 'sqlite' ? 'text' : 'decimal(20,2)'
      const text = dialect === 'sqlite' ? 'text collate nocase' : 'varchar(100)'
      const columns = {
        id: 'id',
        name: 'the name',
        sku: 'sku',
        price: 'price',
        salePrice: 'sale',
        store: 'store_id',
      }
      let database: OpenDatabase

      async function fill(table: string, contents: typeof rows, type = 'integer') {
        const theName = `${mark}the name${mark}`
        await database.run(`create table ${table} (id ${type}, ${theName} ${text}, sku ${text},
          price ${decimal}, sale ${decimal}, store_id ${text}, note ${text})`)
        for (const row of contents)
          await insert(database, dialect, table, [...row, storeId, `note of ${row[0]}`])
      }
      const catalogOf = (table: string, own: Partial<SqlCatalogOptions> = {}) =>
        sqlCatalog(database.client, { table, columns, ...own })

      describeSearch(async () => {
        database = await open()
        await fill('products', rows)
        await fill('many', manyRows)
        return {
          catalog: catalogOf('products'),
          many: catalogOf('many'),
          close: () => database.close(),
        }
      })

      it('searches the columns of the option search', async () => {
        const catalog = catalogOf('products', { search: ['note', 'the name'] })
        expect(await found(catalog, 'oak note 2')).toEqual([2])
        expect(await found(catalog, 'CH-6')).toEqual([6])
        expect(await found(catalog, 'DL')).toEqual([])
      })

      it('finds exact ids only, without columns to search', async () => {
        const plain = { id: 'id', price: 'price', store: 'store_id' }
        const catalog = catalogOf('products', { columns: plain })
        expect([await found(catalog, '118'), await found(catalog, 'desk')]).toEqual([[118], []])
        expect(await found(catalogOf('products', { columns: plain, search: [] }), '1')).toEqual([1])
      })

      it('returns strings as the ids of a column of strings', async () => {
        await fill('articles', [[20, 'Oak desk', null, '1', null]], 'varchar(40)')
        const catalog = catalogOf('articles')
        expect(await found(catalog, 'oak')).toEqual(['20'])
        expect(await found(catalog, '20')).toEqual(['20'])
      })

      it('reads with the prices of the quote, and only products that it can have', async () => {
        await database.run(`create table prices (product integer, grp ${text}, currency ${text},
          price ${decimal})`)
        for (const row of [
          [1, 'dealer', 'USD', '99.25'],
          [1, null, 'EUR', '88.25'],
          [2, 'Dealer', 'EUR', '77.25'],
        ])
          await insert(database, dialect, 'prices', row)
        const catalog = catalogOf('products', {
          prices: {
            table: 'prices',
            product: 'product',
            price: 'price',
            group: 'grp',
            groupOf: (_, { customerId }) => customerId,
            currency: 'currency',
            listCurrency: 'USD',
          },
        })
        const search = async (call: { currency?: string; customerId?: string }) =>
          (await catalog.searchProducts(storeId, 'desk', { signal, ...call })).map(
            ({ id, price }) => [id, Number(price)],
          )
        expect(await search({ currency: 'USD' })).toEqual([
          [2, 40.5],
          [1, 150.25],
        ])
        expect(await search({ customerId: 'dealer' })).toEqual([
          [2, 40.5],
          [1, 99.25],
        ])
        expect(await search({ currency: 'EUR', customerId: 'dealer' })).toEqual([[1, 88.25]])
        expect(await search({ currency: 'EUR', customerId: 'Dealer' })).toEqual([
          [2, 77.25],
          [1, 88.25],
        ])
        expect(await search({ currency: 'JPY' })).toEqual([])
      })

      it('finds only rows in the currency of the quote, if they have one', async () => {
        await database.run(
          `create table offers (id integer, name ${text}, cur ${text}, p ${decimal})`,
        )
        for (const row of [
          [1, 'Desk', 'EUR', '1'],
          [2, 'Desk', 'eur', '2'],
          [3, 'Desk', null, '3'],
        ])
          await insert(database, dialect, 'offers', row)
        const catalog = catalogOf('offers', {
          columns: { id: 'id', name: 'name', price: 'p', currency: 'cur' },
        })
        const search = async (currency?: string) =>
          (await catalog.searchProducts('any', 'desk', { signal, currency })).map(({ id }) => id)
        expect([await search('EUR'), await search(), await search('USD')]).toEqual([[1], [3], []])
      })
    })
  },
)
