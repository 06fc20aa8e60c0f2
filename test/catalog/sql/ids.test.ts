import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sqlCatalog } from '../../../src/catalog/sql/index.js'
import { insert, type OpenDatabase, testDatabases } from './databases.js'

const uuid = '0d9b7a3c-4c1e-4f55-9a51-3f1f0b9a7e10'

describe.each(testDatabases)('sqlCatalog in $name', ({ name, dialect, missing, open }) => {
  describe.skipIf(missing)(`on ${name} (${missing ?? 'here'})`, () => {
    let database: OpenDatabase
    beforeAll(async () => {
      database = await open()
    })
    afterAll(() => database.close())

    /** Creates a table of products with one id each, and a catalog of it. */
    async function catalogOf(table: string, type: string, rows: readonly (readonly unknown[])[]) {
      await database.run(`create table ${table} (id ${type}, price integer, store ${type})`)
      for (const row of rows) await insert(database, dialect, table, row)
      const columns = { id: 'id', price: 'price', store: 'store' }
      return sqlCatalog(database.client, { table, columns })
    }

    if (dialect !== 'sqlite')
      it('finds a uuid in capital letters, as requested', async () => {
        const catalog = await catalogOf('by_uuid', 'uuid', [[uuid, 1, uuid]])
        const capital = uuid.toUpperCase()
        expect(await catalog.findProducts(uuid, [capital])).toEqual([{ id: capital, price: '1' }])
        expect(await catalog.findProducts(capital, [uuid, capital])).toEqual([
          { id: uuid, price: '1' },
          { id: capital, price: '1' },
        ])
        for (const store of ['x', '', '__proto__', "'"])
          expect(await catalog.findProducts(store, [uuid])).toEqual([])
      })

    it('finds no products of a store that an integer column cannot have', async () => {
      const catalog = await catalogOf('by_number', 'integer', [[1, 5, 7]])
      expect(await catalog.findProducts('7', [1])).toEqual([{ id: 1, price: '5' }])
      for (const store of ['07', '7.0', '7 ', ' 7', '+7', '7e0', 'x', '', '9'.repeat(30)])
        expect(await catalog.findProducts(store, [1])).toEqual([])
    })

    it('compares strings exactly, whatever the collation', async () => {
      const collation = { postgres: '', mysql: '', sqlite: ' collate nocase' }[dialect]
      const rows = [
        ['Ab', 1, 'S'],
        ['é', 2, 'S'],
        ['x', 3, 's'],
      ]
      const catalog = await catalogOf('by_name', `varchar(20)${collation}`, rows)
      const ids = ['AB', 'ab', 'Ab ', 'e', 'É', 'x']
      expect(await catalog.findProducts('S', ids)).toEqual([])
      expect(await catalog.findProducts('S ', ['Ab'])).toEqual([])
      expect(await catalog.findProducts('S', ['Ab', 'é'])).toHaveLength(2)
    })

    if (dialect === 'mysql')
      it('accepts ids that the character set lacks', async () => {
        const type = 'varchar(20) character set latin1 collate latin1_general_ci'
        const catalog = await catalogOf('by_latin', type, [['é', 1, 'é']])
        const ids = ['\u{1f4a1}', '\u4e2d', '?', 'é']
        expect(await catalog.findProducts('é', ids)).toEqual([{ id: 'é', price: '1' }])
        expect(await catalog.findProducts('\u{1f4a1}', ids)).toEqual([])
      })

    if (dialect === 'postgres')
      it('finds ids of domains, enums and char(n)', async () => {
        await database.run('create domain sku as varchar(20)')
        await database.run('create domain number as integer check (value > 0)')
        await database.run("create type size as enum ('s', 'xl')")
        for (const [type, id] of [
          ['sku', 'a-1'],
          ['number', 5],
          ['size', 'xl'],
          ['char(5)', 'a-1'],
          ['numeric', 5],
        ] as const) {
          const table = `by_type_${type.replace(/\W/g, '')}`
          const catalog = await catalogOf(table, type, [[id, 1, id]])
          const products = await catalog.findProducts(String(id), [id, 'other', 99])
          expect(products).toEqual([{ id, price: '1' }])
        }
      })

    it('finds rows of a view, and of a table in a schema', async () => {
      await catalogOf('cents', 'integer', [[1, 1250, 1]])
      const decimal = dialect === 'mysql' ? 'decimal(12,2)' : 'numeric'
      const price = dialect === 'sqlite' ? 'price / 100.0' : `cast(price as ${decimal}) / 100`
      await database.run(`create view prices as select id, ${price} as price from cents`)
      const columns = { id: 'id', price: 'price' }
      const view = sqlCatalog(database.client, { table: 'prices', columns })
      const [product] = await view.findProducts('any', [1])
      expect(Number(product?.price)).toBe(12.5)
      const table = sqlCatalog(database.client, { table: `${database.schema}.cents`, columns })
      expect(await table.findProducts('any', [1])).toEqual([{ id: 1, price: '1250' }])
    })
  })
})
