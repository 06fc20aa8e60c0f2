import type { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  type PostgresClient,
  type PostgresStorage,
  postgresStorage,
} from '../../../../src/storage/postgres/index.js'
import { createCommit } from '../../../../src/testing/samples.js'
import { borrowPglite } from '../../../setup/pglite.js'

describe('postgresStorage.using', () => {
  let database: PGlite
  let storage: PostgresStorage
  beforeAll(async () => {
    const borrowed = await borrowPglite()
    database = borrowed.database
    storage = postgresStorage(database)
    await storage.migrate()
    return borrowed.giveBack
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
