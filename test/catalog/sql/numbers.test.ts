import { createPool } from 'mysql2/promise'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sqlCatalog } from '../../../src/catalog/sql/index.js'
import { insert, type OpenDatabase, testDatabases } from './databases.js'

const signal = new AbortController().signal

describe.each(testDatabases)(
  'numbers of sqlCatalog in $name',
  ({ name, dialect, missing, open }) => {
    describe.skipIf(missing)(`on ${name} (${missing ?? 'here'})`, () => {
      let database: OpenDatabase
      beforeAll(async () => {
        database = await open()
      })
      afterAll(() => database.close())

      let tables = 0
      /** Creates a catalog whose prices are of a type. */
      async function catalogOf(
        type: string,
        values: readonly (string | null)[],
        options: object = {},
      ) {
        tables += 1
        const table = `numbers_${tables}`
        const create = `create table ${table} (id integer primary key, Price ${type}, sale ${type})`
        await database.run(create)
        for (const [index, value] of values.entries())
          await insert(database, dialect, table, [index + 1, value, value])
        const price = dialect === 'postgres' ? 'price' : 'Price'
        const columns = { id: 'id', price, salePrice: 'sale', fields: { cost: price } }
        return sqlCatalog(database.client, { table, columns, ...options })
      }

      const single = { postgres: 'real', mysql: 'float', sqlite: undefined }[dialect]
      const double = { postgres: 'double precision', mysql: 'double', sqlite: 'real' }[dialect]

      const itHas = (has: boolean) => (has ? it : (): void => undefined)
      itHas(single !== undefined)(
        `reads numbers of single precision with up to six digits, and rejects others`,
        async () => {
          const good = ['10.1', '0.015', '1234.56', '123456', '1000000', '0.1', '0', '99999.9']
          const bad = ['1234567.89', '12345.67', '16777217', '0.1234567']
          const catalog = await catalogOf(single as string, [...good, ...bad])
          const ids = good.map((_, index) => index + 1)
          const found = await catalog.findProducts('s', ids)
          expect(found.map(({ price }) => price)).toEqual(good)
          expect(found.map(({ fields }) => fields)).toEqual(good.map((cost) => ({ cost })))
          for (const [index] of bad.entries())
            await expect(catalog.findProducts('s', [good.length + index + 1])).rejects.toThrow(
              /^sqlCatalog: product the number \d+ has in the column [pP]rice the number .* six digits/,
            )
          const [suggestion] = await catalog.searchProducts('s', '1')
          expect(suggestion).toMatchObject({ id: 1, price: '10.1' })
          const [lost] = await catalog.searchProducts('s', String(good.length + 1))
          expect(lost).toMatchObject({ id: good.length + 1, price: undefined })
        },
      )

      itHas(single !== undefined)('reads single precision in tables of prices alike', async () => {
        await database.run(`create table listed (product integer, price ${single}, qty ${single})`)
        for (const row of [
          [1, '1234.56', '1'],
          [1, '0.1', '2.5'],
          [2, '1234567.89', '1'],
        ])
          await insert(database, dialect, 'listed', row)
        await catalogOf('integer', ['9', '9'])
        const prices = { table: 'listed', product: 'product', price: 'price', minQty: 'qty' }
        const columns = { id: 'id', price: 'sale' }
        const options = { table: `numbers_${tables}`, columns, prices }
        const catalog = sqlCatalog(database.client, options)
        expect(await catalog.findProducts('s', [1])).toEqual([
          { id: 1, price: '1234.56', priceBreaks: [{ qty: 2.5, price: '0.1' }] },
        ])
        await expect(catalog.findProducts('s', [2])).rejects.toThrow(/six digits/)
        // The table of products can be that of prices as well.
        const same = sqlCatalog(database.client, {
          table: 'listed',
          columns: { id: 'product', price: 'qty' },
          prices,
        })
        await expect(same.findProducts('s', [2])).rejects.toThrow(/six digits/)
      })

      it('reads numbers of double precision exactly, also those with an exponent', async () => {
        const values = ['1234567.89', '0.00005', '0.0000000001', '10000000000', '12345678901.1234']
        const catalog = await catalogOf(double, values)
        const found = await catalog.findProducts('s', [1, 2, 3, 4, 5])
        const shown = (price: unknown) => String(price).replace(/\.0$/, '')
        expect(found.map(({ price }) => shown(price))).toEqual(values)
      })

      it('reads decimals of 15 digits exactly', async () => {
        const type = dialect === 'sqlite' ? 'text' : 'decimal(20,4)'
        const catalog = await catalogOf(type, ['99999999999.9999', '12345678901.1234'])
        const found = await catalog.findProducts('s', [1, 2])
        expect(found.map(({ price }) => price)).toEqual(['99999999999.9999', '12345678901.1234'])
      })

      it('takes a sale price of 0 for none, unless an option says otherwise', async () => {
        const type = dialect === 'sqlite' ? 'numeric' : 'decimal(12,2)'
        const types = [type, double, ...(single === undefined ? [] : [single])]
        for (const each of types) {
          const table = `sales_${each.replace(/\W/g, '_')}`
          await database.run(`create table ${table} (id integer, price ${each}, sale ${each})`)
          await insert(database, dialect, table, [1, '180', '0'])
          await insert(database, dialect, table, [2, '180', '150'])
          const options = { table, columns: { id: 'id', price: 'price', salePrice: 'sale' } }
          const pricesOf = async (zeroSalePrice?: 'free' | 'none') => {
            const catalog = sqlCatalog(database.client, { ...options, zeroSalePrice })
            const found = await catalog.findProducts('s', [1, 2])
            const searched = [
              ...(await catalog.searchProducts('s', '1')),
              ...(await catalog.searchProducts('s', '2')),
            ]
            return [
              found.map(({ salePrice }) => salePrice && Number(salePrice)),
              searched.map(({ price }) => Number(price)),
            ]
          }
          expect(await pricesOf()).toEqual([
            [undefined, 150],
            [180, 150],
          ])
          expect(await pricesOf('none')).toEqual(await pricesOf())
          expect(await pricesOf('free')).toEqual([
            [0, 150],
            [0, 150],
          ])
        }
      })

      itHas(dialect === 'postgres')('reads money as a decimal', async () => {
        const catalog = await catalogOf('money', ['1234.50', '0', '-1'])
        const [first, second, third] = await catalog.findProducts('s', [1, 2, 3])
        expect(first).toMatchObject({ price: '1234.50', salePrice: '1234.50' })
        expect([second?.price, third?.price]).toEqual(['0.00', '-1.00'])
      })

      itHas(dialect === 'mysql')('depends on no option of the driver', async () => {
        const table = `${database.schema}.driver`
        await database.run(`create table ${table} (id bigint, price decimal(20,4), breaks json)`)
        const breaks = '[{"qty":10,"price":"1.10"}]'
        await insert(database, dialect, table, ['9007199254740991', '99999999999.9999', breaks])
        const url = new URL(process.env.QUOTEWRIGHT_MARIADB_URL ?? '')
        const pool = createPool({
          uri: url.href,
          decimalNumbers: true,
          supportBigNumbers: true,
          bigNumberStrings: true,
          rowsAsArray: false,
        })
        const options = { table, columns: { id: 'id', price: 'price', priceBreaks: 'breaks' } }
        const id = Number.MAX_SAFE_INTEGER
        expect(await sqlCatalog(pool, options).findProducts('s', [id], { signal })).toEqual([
          { id, price: '99999999999.9999', priceBreaks: [{ qty: 10, price: '1.10' }] },
        ])
        await pool.end()
      })

      itHas(dialect === 'sqlite')('finds products beside ids above 2^53', async () => {
        await database.run('create table large (id integer, price numeric, name text)')
        await insert(database, dialect, 'large', ['9007199254740993', '1', 'Large'])
        await insert(database, dialect, 'large', [7, '2', 'Large, too'])
        const catalog = sqlCatalog(database.client, {
          table: 'large',
          columns: { id: 'id', price: 'price', name: 'name' },
        })
        expect(await catalog.findProducts('s', [7])).toHaveLength(1)
        const found = await catalog.searchProducts('s', 'large')
        expect(found.map(({ id }) => id)).toContain(7)
      })
    })
  },
)
