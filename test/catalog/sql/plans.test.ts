import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type SqlMysqlClient,
  type SqlPostgresClient,
  type SqlSqliteDatabase,
  sqlCatalog,
} from '../../../src/catalog/sql/index.js'
import { type OpenDatabase, testDatabases } from './databases.js'

const table = 'products'
const columns = { id: 'id', price: 'price', store: 'store' }

/** Wraps a client so that it also records the plan of each statement that finds products. */
function explaining(client: object, dialect: string) {
  const plans: string[] = []
  const record = async (sql: string, load: () => unknown) => {
    if (sql.includes(' p where ')) plans.push(JSON.stringify(await load()))
  }
  if (dialect === 'sqlite') {
    const { prepare } = client as SqlSqliteDatabase
    const wrapped: SqlSqliteDatabase = {
      prepare: (sql) => ({
        all(...parameters) {
          void record(sql, () =>
            prepare.call(client, `explain query plan ${sql}`).all(...parameters),
          )
          return prepare.call(client, sql).all(...parameters)
        },
      }),
    }
    return { wrapped, plans }
  }
  if (dialect === 'mysql') {
    const mysql = client as SqlMysqlClient
    const wrapped: SqlMysqlClient = {
      async execute(sql, values) {
        await record(sql, () => mysql.execute(`explain ${sql}`, values))
        return mysql.execute(sql, values)
      },
    }
    return { wrapped, plans }
  }
  const postgres = client as SqlPostgresClient
  const wrapped: SqlPostgresClient = {
    async query(text, values) {
      await record(text, async () => (await postgres.query(`explain ${text}`, values)).rows)
      return postgres.query(text, values)
    },
  }
  return { wrapped, plans }
}

const usesIndex: Readonly<Record<string, RegExp>> = {
  postgres: /Index (?:Only )?(?:Scan|Cond)/,
  mysql: /"type":"(?:range|ref|eq_ref|const)"/,
  sqlite: /SEARCH p USING (?:COVERING )?INDEX/,
}

/** Selects 40,000 products. */
const series = (id: (number: string) => string) =>
  `with recursive s as (select 0 as n union all select n + 1 from s where n < 199)
   select ${id('(1 + a.n + 200 * b.n)')}, 1, 'store-1' from s a cross join s b`

describe.each(testDatabases)('sqlCatalog in $name', ({ name, dialect, missing, open }) => {
  describe.skipIf(missing)(`on ${name} (${missing ?? 'here'})`, () => {
    const castType = { postgres: 'text', mysql: 'char', sqlite: 'text' }[dialect]
    const asText = (n: string) => `cast(${n} as ${castType})`
    const types = [
      { type: 'integer', id: (n: string) => n, ids: [118, 19_000], others: ['118', 'x'] },
      { type: 'bigint', id: (n: string) => n, ids: [118, 19_000], others: ['118', 'x'] },
      { type: 'varchar(40)', id: asText, ids: ['118', '19000'], others: [118] },
      ...(dialect === 'sqlite'
        ? []
        : [{ type: 'char(8)', id: asText, ids: ['118'], others: [118] }]),
    ]

    for (const { type, id, ids, others } of types) {
      describe(`with ids of type ${type}`, () => {
        let database: OpenDatabase
        beforeAll(async () => {
          database = await open()
          await database.run(
            `create table products (id ${type} not null, price integer, store varchar(40) not null)`,
          )
          await database.run(`insert into products ${series(id)}`)
          await database.run('create unique index by_id on products (id, store)')
          await database.run(dialect === 'mysql' ? 'analyze table products' : 'analyze products')
        })
        afterAll(() => database.close())

        it('looks ids up in the index, whatever their type', async () => {
          const { wrapped, plans } = explaining(database.client, dialect)
          const catalog = sqlCatalog(wrapped, { table, columns })
          const products = await catalog.findProducts('store-1', [...ids, ...others])
          expect(products).toEqual(ids.map((each) => ({ id: each, price: '1' })))
          expect(plans).toEqual([expect.stringMatching(usesIndex[dialect] as RegExp)])
        })
      })
    }
  })
})
