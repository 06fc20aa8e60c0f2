import Libsql from 'libsql'
import { createPool } from 'mysql2/promise'
import pg from 'pg'
import postgres from 'postgres'
import { afterAll, describe, expect, it } from 'vitest'
import { type SqlClient, sqlCatalog } from '../../../src/catalog/sql/index.js'
import { postgresJsClient } from '../../../src/storage/postgres/index.js'
import { fieldErrorsOf } from '../../quote/samples.js'
import { borrowPglite } from '../../setup/pglite.js'

const columns = { id: 'id', price: 'price' }
const valid = { table: 'products', columns }
const client: SqlClient = { query: async () => ({ rows: [] }) }

const create = sqlCatalog as (...parameters: readonly unknown[]) => unknown
const errorsOf = (options: unknown, ...[of]: readonly unknown[]) =>
  fieldErrorsOf(() => create(of, options), 'invalid_options')

describe('sqlCatalog accepts', () => {
  const pool = new pg.Pool()
  const mysql = createPool('mysql://root@127.0.0.1:1/none')
  const sql = postgres('postgres://127.0.0.1:1/none')
  afterAll(() => Promise.all([pool.end(), mysql.end(), sql.end()]))

  it('clients of every driver, by their types', () => {
    const clients: SqlClient[] = [
      pool,
      new pg.Client(),
      mysql,
      postgresJsClient(sql),
      new Libsql(':memory:') as unknown as SqlClient,
    ]
    for (const each of clients) expect(sqlCatalog(each, valid).findProducts).toBeTypeOf('function')
  })

  it('PGlite', async () => {
    const { database, giveBack } = await borrowPglite()
    await database.exec('create table products (id integer, price numeric)')
    expect(await sqlCatalog(database, valid).findProducts('s', [1])).toEqual([])
    await giveBack()
  })

  it('rows without { rows }, as TypeORM and the mariadb driver return them', async () => {
    const responses = [[{ name: 'id', type: 'int', category: 'N' }], [{ id: '1', price: '2' }]]
    const query = async () => responses.shift()
    const catalog = sqlCatalog({ query } as never, valid)
    expect(await catalog.findProducts('s', [1])).toEqual([{ id: 1, price: '2' }])
  })
})

describe('sqlCatalog rejects', () => {
  it.each([undefined, null, 5, 'x', [], {}])('the options %j', (options) => {
    expect(Object.keys(errorsOf(options, client)).length).toBeGreaterThan(0)
  })

  it.each(['', 'a.b.c', 'a.', '.', 'a\0', 'a\nb', 'x'.repeat(65), '\ud800', 5, null, {}, []])(
    'the table %j',
    (table) => {
      const errors = errorsOf({ ...valid, table }, client)
      expect(errors).toEqual({ table: expect.stringMatching(/^must be the name of a table/) })
    },
  )

  it.each(['id', 'price', 'name', 'store', 'priceBreaks'])('an invalid name as %s', (field) => {
    for (const name of ['', 'a\0', '\u0007', 'x'.repeat(65), 5, {}]) {
      const errors = errorsOf({ table: 't', columns: { ...columns, [field]: name } }, client)
      expect(errors).toEqual({
        [`columns.${field}`]: expect.stringMatching(/^must be the name of a column/),
      })
    }
  })

  it('unknown columns and options, naming each', () => {
    const hostile = JSON.parse('{"__proto__": "x", "id": "id", "price": "p", "cost": "c"}')
    expect(Object.keys(errorsOf({ table: 't', columns: hostile, limit: 5 }, client))).toEqual([
      'columns.__proto__',
      'columns.cost',
      'limit',
    ])
  })

  it('an unknown dialect', () => {
    expect(errorsOf({ ...valid, dialect: 'oracle' }, client)).toEqual({
      dialect: 'must be postgres, mysql or sqlite, received the string "oracle"',
    })
  })

  it.each([
    [undefined, /received undefined$/],
    [null, /received null$/],
    ['postgres://localhost', /received a string$/],
    [{}, /received an object$/],
    [{ query: 5 }, /received an object$/],
    [{ $client: {}, query() {} }, /received a Drizzle instance: pass db\.\$client$/],
    [{ createQueryRunner() {}, query() {} }, /TypeORM instance: pass the pool of its driver$/],
  ])('the client %j', (of, message) => {
    expect(errorsOf(valid, of)).toEqual({ client: expect.stringMatching(message) })
  })

  it('a client without the method of the dialect', () => {
    expect(errorsOf({ ...valid, dialect: 'mysql' }, client)).toEqual({
      client: 'must have a function execute for the dialect mysql, received an object',
    })
  })

  it('a third argument', () => {
    expect(() => create(client, valid, { ttlMs: 5 })).toThrow(/ttlMs/)
  })

  it.each([undefined, null, 5, 'x', {}, { rows: {} }])(
    'rows that are %j, when it is called',
    async (result) => {
      const catalog = sqlCatalog({ query: async () => result } as never, valid)
      await expect(catalog.findProducts('s', [1])).rejects.toThrow(
        'sqlCatalog: the client must return rows',
      )
    },
  )
})
