import type { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sqlCatalog } from '../../../src/catalog/sql/index.js'
import { createQuoteEngine } from '../../../src/quote-engine/quote-engine.js'
import {
  type PostgresClient,
  type PostgresStorage,
  postgresStorage,
} from '../../../src/storage/postgres/index.js'
import { createCommit } from '../../../src/testing/samples.js'
import { errorOf } from '../../engine/ports.js'
import { borrowPglite } from '../../setup/pglite.js'

const noTransaction = {
  code: 'invalid_options',
  details: {
    errors: {
      client:
        'must be inside a transaction, but there is none: run begin on this client first, and ' +
        'call the engine before commit or rollback',
    },
  },
}

describe('commitsInTransaction', () => {
  let database: PGlite
  let storage: PostgresStorage
  const statements: string[] = []
  const client: PostgresClient = {
    query(text, values) {
      statements.push(text)
      return database.query(text, values)
    },
  }
  beforeAll(async () => {
    const borrowed = await borrowPglite()
    database = borrowed.database
    storage = postgresStorage(database)
    await storage.migrate()
    return borrowed.giveBack
  })

  const write = (inside: ReturnType<PostgresStorage['using']>, quoteId: string) =>
    errorOf(async () => {
      await inside.commit('store-1', createCommit({ quoteId }))
    })
  const ids = async () => {
    const { rows } = await database.query<{ id: string }>('select id from quotewright.records')
    return rows.map(({ id }) => id)
  }

  it('rejects without begin, and writes nothing', async () => {
    expect(await write(storage.using(client), 'without')).toMatchObject(noTransaction)
    expect(await ids()).toEqual([])
  })

  it('rejects after commit and after rollback, and writes nothing', async () => {
    for (const end of ['commit', 'rollback']) {
      const inside = storage.using(client)
      await database.query('begin')
      await inside.commit('store-1', createCommit({ quoteId: `in ${end}` }))
      await database.query(end)
      expect(await write(inside, 'too late')).toMatchObject(noTransaction)
      expect(await write(storage.using(client), 'too late')).toMatchObject(noTransaction)
    }
    expect(await ids()).toEqual(['in commit'])
  })

  it('writes in the next transaction of the same client, and after a savepoint ends', async () => {
    const inside = storage.using(client)
    await database.query('begin')
    await database.query('savepoint first')
    await inside.commit('store-1', createCommit({ quoteId: 'undone' }))
    await database.query('rollback to savepoint first')
    await inside.commit('store-1', createCommit({ quoteId: 'kept' }))
    await database.query('commit')
    await database.query('begin')
    await inside.commit('store-1', createCommit({ quoteId: 'next' }))
    await database.query('commit')
    expect(await ids()).toEqual(['in commit', 'kept', 'next'])
  })

  it('lets several storages write at the same time in one transaction', async () => {
    await database.query('begin')
    const numbers = Array.from({ length: 8 }, (_, index) => index)
    // Each has a client of its own on the connection, so that their statements take no turns.
    const outcomes = numbers.map((number) =>
      storage.using({ ...client }).commit(`store-${number}`, createCommit({ quoteId: 'same' })),
    )
    expect(await Promise.all(outcomes)).toEqual(numbers.map(() => 'committed'))
    await database.query('rollback')
  })

  it('costs two statements for the first write, one for each later one, and none to read', async () => {
    const inside = storage.using(client)
    await database.query('begin')
    const counts: number[] = []
    for (const quoteId of ['first', 'second', 'third']) {
      statements.length = 0
      await inside.commit('store-1', createCommit({ quoteId }))
      counts.push(statements.length)
    }
    statements.length = 0
    await inside.load('store-1', [{ kind: 'quote', id: 'first' }])
    await database.query('rollback')
    expect([...counts, statements.length]).toEqual([3, 2, 2, 1])
  })
})

describe('sqlCatalog inside using, on a database with one connection', () => {
  it('reads what the transaction has written, on its client', async () => {
    const { database, giveBack } = await borrowPglite()
    const storage = postgresStorage(database)
    await storage.migrate()
    await database.query('create table products (id int primary key, price numeric)')
    const options = { table: 'products', columns: { id: 'id', price: 'price' } }
    const catalog = sqlCatalog(database, { ...options, inTransaction: true })
    const engine = createQuoteEngine({ storage, catalog })
    const request = { customer: {}, products: [{ id: 1, qty: 1 }] }
    const { quote } = await database.transaction(async (tx) => {
      await tx.query('insert into products values (1, 12.5)')
      return engine.using(tx).createQuote({ storeId: 's' }, request)
    })
    expect(quote.quote_total).toBe('12.50')
    await giveBack()
  })
})

const url = process.env.QUOTEWRIGHT_POSTGRES_URL
const reason = url === undefined ? 'QUOTEWRIGHT_POSTGRES_URL is not set' : 'available'

describe.skipIf(url === undefined)(`transactions on a PostgreSQL server (${reason})`, () => {
  const size = 3
  const schema = 'shared_pool'
  let pool: pg.Pool
  beforeAll(async () => {
    pool = new pg.Pool({ connectionString: url, max: size })
    await pool.query(`drop schema if exists ${schema} cascade`)
    await postgresStorage(pool, { schema }).migrate()
    await pool.query(`create table ${schema}.products (id int primary key, price numeric)`)
    await pool.query(`insert into ${schema}.products values (1, 10)`)
  })
  afterAll(async () => {
    await pool.query(`drop schema ${schema} cascade`)
    await pool.end()
  })

  it('finish if they hold all connections of the pool that catalog and permit read', async () => {
    const options = { table: `${schema}.products`, columns: { id: 'id', price: 'price' } }
    const engine = createQuoteEngine({
      storage: postgresStorage(pool, { schema }),
      catalog: sqlCatalog(pool, options),
      async permit(_, __, ___, ____, { client }) {
        const { rows } = await ((client ?? pool) as pg.Pool).query('select 1 as one')
        return rows.length === 1 || 'no row'
      },
      timeoutMs: 5_000,
    })
    const clients = await Promise.all(Array.from({ length: size }, () => pool.connect()))
    for (const client of clients) await client.query('begin')
    const created = await Promise.allSettled(
      clients.map((client, index) =>
        engine
          .using(client)
          .createQuote(
            { storeId: `store-${index}` },
            { customer: {}, products: [{ id: 1, qty: 1 }] },
          ),
      ),
    )
    for (const client of clients) {
      await client.query('commit')
      client.release()
    }
    expect(created.map(({ status }) => status)).toEqual(clients.map(() => 'fulfilled'))
  })
})
