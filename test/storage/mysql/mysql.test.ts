import { describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../../src/catalog/memory.js'
import { createQuoteEngine } from '../../../src/quote-engine/quote-engine.js'
import { type MysqlPool, mysqlStorage } from '../../../src/storage/mysql/index.js'
import {
  createCommit,
  createSample,
  eraseSample,
  getRecord,
  keyCommit,
  keyRecord,
  updateCommit,
  withKey,
} from '../../../src/testing/samples.js'
import { createMariadbPool, describeOnMariadb, type MariadbServer } from './databases.js'

const storeId = 'store-1'
const quoteRef = { kind: 'quote', id: 'quote-1' }

/** Opens a storage whose statements can be listed, each by its first words. */
async function openCounted(server: MariadbServer) {
  const { database } = await server.open()
  const sent: string[] = []
  const count = (sql: string) =>
    sent.push(
      sql
        .trim()
        .split(/[\s(]+/)
        .slice(0, 2)
        .join(' '),
    )
  const pool: MysqlPool = {
    query(sql, values) {
      count(sql)
      return server.pool.query(sql, values) as never
    },
    async getConnection() {
      const connection = await server.pool.getConnection()
      return {
        query(sql, values) {
          count(sql)
          return connection.query(sql, values) as never
        },
        release: () => connection.release(),
        destroy: () => connection.destroy(),
      }
    },
  }
  return {
    database,
    storage: mysqlStorage(pool, { database }),
    async statementsOf(operation: () => unknown) {
      sent.length = 0
      await operation()
      return [...sent]
    },
  }
}

describeOnMariadb('mysqlStorage', (server) => {
  it('every read is one statement, and a commit is a transaction of a few', async () => {
    const { storage, statementsOf } = await openCounted(server)
    const first = createCommit()
    const update = updateCommit(getRecord(first), { customer: { city: 'Rome' } } as never)
    const key = keyRecord('key-1', getRecord(first))
    const filter = { kind: 'quote', deleted: false, terms: [['status:new']], words: [], times: {} }
    const page = { limit: 10, maxBytes: 2 ** 30 }
    const query = { ...filter, ...page, order: 'newest', after: undefined } as const
    const asked = await statementsOf(() => storage.load(storeId, [getRecord(first)]))
    expect(asked[0]).toBe('select @@character_set_client')
    expect(asked).toHaveLength(2)
    expect(await statementsOf(() => storage.commit(storeId, first))).toEqual([
      ...['start transaction', 'insert into', 'insert into', 'insert into', 'insert into'],
      'commit',
    ])
    expect(await statementsOf(() => storage.commit(storeId, update))).toEqual([
      ...['start transaction', 'insert into', expect.stringMatching(/^update /), 'insert into'],
      ...['delete found', 'insert into', 'commit'],
    ])
    expect(await statementsOf(() => storage.commit(storeId, keyCommit(key)))).toHaveLength(4)
    const reads = [
      () => storage.load(storeId, [quoteRef]),
      () => storage.load(storeId, [quoteRef, { kind: 'tags', id: 'tags' }]),
      () => storage.find(storeId, query),
      () => storage.count(storeId, filter, 10),
      () => storage.listHistory(storeId, quoteRef, { afterVersion: 0, ...page }),
      () => storage.listEvents(storeId, { afterPosition: 0, ...page }),
      () => storage.findIdempotencyRecord(storeId, key.key),
    ]
    for (const read of reads) expect(await statementsOf(read), `${read}`).toHaveLength(1)
  })

  it('closes a connection on which a transaction may be open, and returns others', async () => {
    const { database } = await server.open()
    const ends: string[] = []
    let isFailing = false
    const pool: MysqlPool = {
      query: (sql, values) => server.pool.query(sql, values) as never,
      async getConnection() {
        const connection = await server.pool.getConnection()
        const isLost = (sql: string) => sql === 'rollback' || sql.includes('quotewright_history')
        return {
          async query(sql, values) {
            if (isFailing && isLost(sql)) throw new Error('no answer in time')
            return connection.query(sql, values) as never
          },
          release() {
            ends.push('released')
            connection.release()
          },
          destroy() {
            ends.push('closed')
            connection.destroy()
          },
        }
      },
    }
    const storage = mysqlStorage(pool, { database })
    await storage.commit(storeId, createCommit())
    isFailing = true
    const lost = createCommit({ quoteId: 'lost' })
    await expect(storage.commit(storeId, lost)).rejects.toThrow('no answer in time')
    isFailing = false
    expect(await storage.commit(storeId, createCommit({ quoteId: 'next' }))).toBe('committed')
    expect(ends).toEqual(['released', 'closed', 'released'])
    const all = { afterPosition: 0, limit: 10, maxBytes: 2 ** 20 }
    const { items } = await storage.listEvents(storeId, all)
    expect(items.map(({ id }) => id)).toEqual(['quote-1', 'next'])
  })

  it('unfreezeStore leaves the position of a store that is not frozen', async () => {
    const { storage, database } = await server.open()
    await storage.commit(storeId, createCommit())
    await server.pool.query(`update ${database}.quotewright_stores set position = 10`)
    await storage.unfreezeStore(storeId)
    await storage.commit(storeId, createCommit({ quoteId: 'next' }))
    const { items } = await storage.listEvents(storeId, { afterPosition: 1, limit: 1, maxBytes: 1 })
    expect(items).toMatchObject([{ position: 11 }])
  })

  it('says that the database of the connection does not exist', async () => {
    const uri = new URL(process.env.QUOTEWRIGHT_MARIADB_URL ?? '')
    uri.pathname = 'quotewright_nowhere'
    const pool = createMariadbPool({ uri: uri.href })
    const storage = mysqlStorage(pool)
    for (const call of [
      () => storage.load(storeId, [{ kind: 'quote', id: 'a' }]),
      () => storage.commit(storeId, createCommit()),
    ])
      await expect((async () => call())()).rejects.toThrow("Unknown database 'quotewright_nowhere'")
    await expect(storage.migrate()).rejects.toMatchObject({
      code: 'storage_failed',
      message: expect.stringContaining("Unknown database 'quotewright_nowhere'"),
    })
    await pool.end()
  })

  it('concurrent commits share a transaction, each with its own outcome', async () => {
    const { storage, database, statementsOf } = await openCounted(server)
    const first = createCommit({ quoteId: 'a' })
    await mysqlStorage(server.pool, { database }).commit(storeId, first)
    const commits = [
      createCommit({ quoteId: 'b' }),
      updateCommit(getRecord(createCommit({ quoteId: 'missing' })), { tag_list: ['x'] }),
      updateCommit(getRecord(first), { tag_list: ['x'] }),
      withKey(createCommit({ quoteId: 'c' }), 'key-1'),
    ]
    let outcomes: unknown
    const sent = await statementsOf(async () => {
      outcomes = await Promise.all(commits.map((commit) => storage.commit(storeId, commit)))
    })
    expect(outcomes).toEqual(['committed', 'conflict', 'committed', 'committed'])
    expect(
      sent.filter((statement) => statement === 'start transaction'),
      `${sent}`,
    ).toHaveLength(1)
    const { items } = await storage.listEvents(storeId, {
      ...{ afterPosition: 0, limit: 10, maxBytes: 2 ** 30 },
    })
    expect(items.map(({ position, id }) => [position, id])).toEqual([
      [1, 'a'],
      [2, 'b'],
      [3, 'a'],
      [4, 'c'],
    ])
  })

  it('concurrent loads share a statement', async () => {
    const { storage, statementsOf } = await openCounted(server)
    await storage.commit(storeId, createCommit())
    const sent = await statementsOf(() =>
      Promise.all([1, 2, 3].map(() => storage.load(storeId, [quoteRef]))),
    )
    expect(sent).toHaveLength(1)
  })

  it('erases the entries of a record in the history and in the events', async () => {
    const { storage } = await openCounted(server)
    const sample = createSample('a')
    await storage.commit(storeId, { changes: [sample] })
    await storage.commit(storeId, { changes: [eraseSample(sample.record)] })
    const range = { afterPosition: 0, limit: 10, maxBytes: 2 ** 30 }
    const { items } = await storage.listEvents(storeId, range)
    expect(items.map(({ entry }) => entry.patches)).toEqual([[], []])
  })

  it('loses no update of several engines, in every isolation level', async () => {
    const { database } = await server.open()
    const levels = ['read uncommitted', 'read committed', 'repeatable read', 'serializable']
    const pools = levels.map((level) => {
      const pool = createMariadbPool({ connectionLimit: 4 })
      pool.pool.on('connection', (connection) => {
        connection.query(`set session transaction isolation level ${level}`)
      })
      return pool
    })
    const catalog = memoryCatalog({ [storeId]: [{ id: 1, price: 1 }] })
    const engines = pools.map((pool) =>
      createQuoteEngine({ storage: mysqlStorage(pool, { database }), catalog }),
    )
    const [engine] = engines as [(typeof engines)[0]]
    const context = { storeId }
    const request = { customer: {}, products: [{ id: 1, qty: 1 }] }
    const { quoteId } = await engine.createQuote(context, request)
    const fields = Array.from({ length: 40 }, (_, index) => `field-${index}`)
    await Promise.all(
      fields.map((field, index) =>
        engines[index % engines.length]?.updateQuote(context, quoteId, {
          customer: { [field]: 'set' },
        }),
      ),
    )
    const { version, quote } = await engine.getQuote(context, quoteId)
    expect(version).toBe(41)
    expect(Object.keys(quote.customer).toSorted()).toEqual(fields.toSorted())
    for (const pool of pools) await pool.end()
  })

  it('creates quotes of many new stores at once', async () => {
    const { storage } = await server.open()
    const stores = Array.from({ length: 30 }, (_, index) => `store-${index}`)
    const outcomes = await Promise.all(stores.map((store) => storage.commit(store, createCommit())))
    expect(new Set(outcomes)).toEqual(new Set(['committed']))
  })

  it('returns conflict if another transaction holds the lock of the store for too long', async () => {
    const { storage, database } = await server.open()
    await storage.commit(storeId, createCommit())
    const holder = await server.pool.getConnection()
    await holder.beginTransaction()
    await holder.query(`select * from ${database}.quotewright_stores for update`)
    const pool = createMariadbPool()
    pool.pool.on('connection', (connection) => {
      connection.query('set session innodb_lock_wait_timeout = 0')
    })
    const impatient = mysqlStorage(pool, { database })
    const commits = ['a', 'b'].map((quoteId) => createCommit({ quoteId }))
    const outcomes = await Promise.all(commits.map((each) => impatient.commit(storeId, each)))
    expect(outcomes).toEqual(['conflict', 'conflict'])
    await holder.rollback()
    holder.release()
    expect(await impatient.commit(storeId, commits[0] as (typeof commits)[0])).toBe('committed')
    await pool.end()
  })

  /** Returns a pool whose first commits end otherwise, and are then rejected with this error. */
  function rejectingPool(
    { pool }: MariadbServer,
    end: 'commit' | 'rollback',
    error: { readonly errno: number; readonly sqlState: string },
    times: number,
  ) {
    const rejected: string[] = []
    const rejecting: MysqlPool = {
      query: (sql, values) => pool.query(sql, values) as never,
      async getConnection() {
        const connection = await pool.getConnection()
        return {
          async query(sql, values) {
            if (sql !== 'commit' || rejected.length === times)
              return connection.query(sql, values) as never
            rejected.push(sql)
            await connection.query(end)
            throw Object.assign(new Error(`the error ${error.errno}`), error)
          },
          release: () => connection.release(),
          destroy: () => connection.destroy(),
        }
      },
    }
    return { rejecting, rejected }
  }

  it('repeats a transaction that the server has rolled back in a deadlock', async () => {
    const { database } = await server.open()
    const deadlock = { errno: 1213, sqlState: '40001' }
    const { rejecting, rejected } = rejectingPool(server, 'rollback', deadlock, 3)
    const storage = mysqlStorage(rejecting, { database })
    expect(await storage.commit(storeId, createCommit())).toBe('committed')
    expect(rejected).toHaveLength(3)
    expect(await storage.load(storeId, [quoteRef])).toMatchObject([{ version: 1 }])
  })

  it('returns conflict if the server rolls back each repetition', async () => {
    const { database } = await server.open()
    const deadlock = { errno: 1213, sqlState: '40001' }
    const { rejecting, rejected } = rejectingPool(server, 'rollback', deadlock, Infinity)
    const storage = mysqlStorage(rejecting, { database })
    const commits = ['a', 'b'].map((quoteId) => createCommit({ quoteId }))
    const outcomes = await Promise.all(commits.map((each) => storage.commit(storeId, each)))
    expect(outcomes).toEqual(['conflict', 'conflict'])
    expect(rejected).toHaveLength(101)
  })

  it.each([
    ['of one commit', ['quote-1']],
    ['of several commits', ['quote-1', 'quote-2', 'quote-3']],
  ])('repeats no transaction %s that the server may have stored', async (_, quoteIds) => {
    const { database } = await server.open()
    // What a node of Galera responds that loses the others meanwhile.
    const unknownOutcome = { errno: 1180, sqlState: 'HY000' }
    const { rejecting, rejected } = rejectingPool(server, 'commit', unknownOutcome, Infinity)
    const storage = mysqlStorage(rejecting, { database })
    const outcomes = await Promise.allSettled(
      quoteIds.map((quoteId) => storage.commit(storeId, createCommit({ quoteId }))),
    )
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ status: 'rejected', reason: unknownOutcome })
    expect(rejected).toHaveLength(1)
    const stored = await storage.load(
      storeId,
      quoteIds.map((id) => ({ kind: 'quote', id })),
    )
    expect(stored.map((record) => record?.version)).toEqual(quoteIds.map(() => 1))
  })

  it('replaces an expired key, and deletes others that have expired', async () => {
    const { storage, database } = await server.open()
    const record = getRecord(createCommit())
    const keys = Array.from({ length: 70 }, (_, index) => `old-${index}`)
    for (const key of keys)
      await storage.commit(
        storeId,
        keyCommit({ ...keyRecord(key, record), created: 1_000, expires: 2_000 }),
      )
    const now = { created: 2_000, expires: 3_000 }
    const count = async () => {
      const [rows] = await server.pool.query(
        `select count(*) as count from ${database}.quotewright_idempotency`,
      )
      return Number((rows as { count: number }[])[0]?.count)
    }
    expect(
      await storage.commit(storeId, keyCommit({ ...keyRecord('old-0', record), ...now })),
    ).toBe('committed')
    expect(await storage.findIdempotencyRecord(storeId, 'old-0')).toMatchObject(now)
    expect(await count()).toBe(6)
    expect(
      await storage.commit(storeId, keyCommit({ ...keyRecord('old-0', record), ...now })),
    ).toBe('conflict')
  })
})

describe('mysqlStorage', () => {
  it.each([
    ['mysql://localhost/quotes', 'pass createPool(url)'],
    [undefined, 'must be a pool of mysql2/promise'],
    [{ query() {}, getConnection() {}, promise() {} }, 'pass pool.promise()'],
    [{ query() {} }, 'a connection cannot run calls at the same time'],
    [Promise.resolve(), 'await it'],
    [{ $client: {} }, 'pass db.$client'],
  ])('rejects %j as a pool', (pool, message) => {
    expect(() => mysqlStorage(pool as never)).toThrow(message)
  })

  it.each([
    [{ database: 'a`b' }, 'must be 1 to 64 letters, digits and underscores'],
    [{ database: '' }, 'must be 1 to 64 letters, digits and underscores'],
    [{ schema: 'a' }, 'schema'],
  ])('rejects the options %j', (options, message) => {
    const pool = { query() {}, getConnection() {} }
    expect(() => mysqlStorage(pool as never, options as never)).toThrow(message)
  })

  it('names what a client must return', async () => {
    const pool = { query: async () => ({ rows: [] }), getConnection() {} }
    await expect(
      mysqlStorage(pool as never).findIdempotencyRecord('store-1', 'key'),
    ).rejects.toThrow('client.query must resolve to [rows] or [{ affectedRows, insertId }]')
  })
})
