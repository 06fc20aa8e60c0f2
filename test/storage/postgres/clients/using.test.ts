import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type PostgresClient,
  type PostgresStorage,
  postgresStorage,
} from '../../../../src/storage/postgres/index.js'
import { createCommit } from '../../../../src/testing/sample-commits.js'
import { storageSuite } from '../../../../src/testing/storage-suite/index.js'

const rollBack = new Error('roll back')

describe('postgresStorage.using', () => {
  let database: PGlite
  let storage: PostgresStorage
  beforeAll(async () => {
    database = await PGlite.create()
    storage = postgresStorage(database)
    await storage.migrate()
    await database.exec('create table orders (id text primary key)')
  })
  afterAll(() => database.close())

  const ordersAndQuotes = async (id: string) => {
    const { rows } = await database.query('select from orders where id = $1', [id])
    const [record] = await storage.load('store-1', [{ kind: 'quote', id }])
    return [rows.length, record === undefined ? 0 : 1]
  }

  it('commits a row of the host together with a quote, or neither', async () => {
    const write = async (client: PostgresClient, id: string) => {
      await client.query('insert into orders values ($1)', [id])
      const commit = createCommit({ quoteId: id })
      expect(await storage.using(client).commit('store-1', commit)).toBe('committed')
    }
    await database.transaction((tx) => write(tx, 'both'))
    expect(await ordersAndQuotes('both')).toEqual([1, 1])
    const failing = database.transaction(async (tx) => {
      await write(tx, 'none')
      throw rollBack
    })
    await expect(failing).rejects.toBe(rollBack)
    expect(await ordersAndQuotes('none')).toEqual([0, 0])
  })

  it('reads what the transaction has written', async () => {
    await database.transaction(async (tx) => {
      const inside = storage.using(tx)
      await inside.commit('store-1', createCommit({ quoteId: 'seen' }))
      const [record] = await inside.load('store-1', [{ kind: 'quote', id: 'seen' }])
      expect(record?.version).toBe(1)
      await tx.rollback()
    })
  })

  it('rejects if the database rejects a statement, and does not retry it', async () => {
    let statements = 0
    const failing: PostgresClient = {
      async query() {
        statements += 1
        throw Object.assign(new Error('could not serialize access'), { code: '40001' })
      },
    }
    const inside = storage.using(failing)
    const outcome = Promise.resolve(inside.commit('store-1', createCommit()))
    await expect(outcome).rejects.toMatchObject({
      code: 'transaction_failed',
      details: { operation: 'commit' },
      cause: { code: '40001' },
    })
    expect(statements).toBe(1)
  })

  it('sends one statement for each call, and no prepared one', async () => {
    const sent: unknown[] = []
    const client: PostgresClient = {
      query: (text, values) => {
        sent.push(text)
        return database.query(text, values)
      },
    }
    const prepared = postgresStorage(
      { query: async () => ({ rows: [] }) },
      { preparedStatements: true },
    )
    const inside = prepared.using(client)
    await Promise.all(
      [1, 2, 3].map((id) => inside.load('store-1', [{ kind: 'quote', id: `${id}` }])),
    )
    expect(sent).toHaveLength(3)
    expect(sent.every((text) => typeof text === 'string')).toBe(true)
  })

  it.each([
    ['a pg Pool', new pg.Pool(), 'received a pg Pool: pass the client on which begin ran'],
    ['Kysely', { selectFrom() {} }, 'a Kysely instance: pass kyselyClient(trx)'],
    ['Drizzle', { $client: {} }, 'a Drizzle instance: pass drizzleClient(tx)'],
  ])('rejects %s, and says what to pass', (_, client, message) => {
    expect(() => storage.using(client as never)).toThrow(message)
  })
})

describe('postgresStorage.using, in a transaction of PGlite', () => {
  let database: PGlite
  let schemas = 0
  beforeAll(async () => {
    database = await PGlite.create()
  })
  afterAll(() => database.close())

  // PGlite has one connection, so each statement of the suite can be its own transaction.
  storageSuite({ describe, it }, async () => {
    schemas += 1
    const schema = `using_${schemas}`
    const storage = postgresStorage(database, { schema })
    await storage.migrate()
    const inTransaction: PostgresClient = {
      query: (text, values) => database.transaction((tx) => tx.query(text, values)),
    }
    const reopen = () => storage.using(inTransaction)
    const dispose = async () => {
      await database.exec(`drop schema ${schema} cascade`)
    }
    return { storage: reopen(), reopen, dispose }
  })
})

const url = process.env.QUOTEWRIGHT_POSTGRES_URL
const missing = url === undefined ? 'QUOTEWRIGHT_POSTGRES_URL is not set' : undefined

describe.skipIf(missing)(`postgresStorage.using on a server (${missing ?? 'here'})`, () => {
  it('makes other writers of the store wait for the transaction, and not those of others', async () => {
    const schema = `quotewright_using_${process.pid}`
    const pool = new pg.Pool({ connectionString: url, max: 4 })
    const storage = postgresStorage(pool, { schema })
    await storage.migrate()
    const host = await pool.connect()
    try {
      await host.query('begin')
      await storage.using(host).commit('store-1', createCommit({ quoteId: 'a' }))
      const order: string[] = []
      const sameStore = Promise.resolve(
        storage.commit('store-1', createCommit({ quoteId: 'b' })),
      ).then(() => order.push('same store'))
      await storage.commit('store-2', createCommit({ quoteId: 'b' }))
      order.push('other store')
      await untilOneWaits(pool, schema)
      order.push('host')
      await host.query('commit')
      await sameStore
      expect(order).toEqual(['other store', 'host', 'same store'])
    } finally {
      host.release()
      await pool.query(`drop schema ${schema} cascade`)
      await pool.end()
    }
  })
})

/** Waits until a statement on the schema waits for a lock. */
async function untilOneWaits(pool: pg.Pool, schema: string): Promise<void> {
  for (let waiting = 0; waiting === 0; ) {
    const { rows } = await pool.query(
      `select from pg_stat_activity
       where wait_event_type = 'Lock' and query like '%insert into "' || $1 || '"%'`,
      [schema],
    )
    waiting = rows.length
  }
}
