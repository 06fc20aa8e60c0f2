import type { PoolConnection } from 'mysql2/promise'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { MysqlStorage } from '../../../src/storage/mysql/index.js'
import { createCommit, getRecord, updateCommit, withKey } from '../../../src/testing/samples.js'
import { describeOnMariadb } from './databases.js'

const quoteRef = { kind: 'quote', id: 'quote-1' }

describeOnMariadb('using', (server) => {
  let storage: MysqlStorage
  let database: string
  let connection: PoolConnection
  beforeEach(async () => {
    const opened = await server.open()
    storage = opened.storage
    database = opened.database
    connection = await server.pool.getConnection()
    await connection.query(`create table ${database}.orders (id int primary key) engine = InnoDB`)
  })
  afterEach(async () => {
    await connection.rollback()
    connection.release()
  })

  const insertOrder = () => connection.query(`insert into ${database}.orders values (1)`)
  const countOf = async (table: string) => {
    const [rows] = await server.pool.query(`select count(*) as count from ${database}.${table}`)
    return Number((rows as { count: number }[])[0]?.count)
  }
  const stored = async () => ({
    orders: await countOf('orders'),
    quotes: await countOf('quotewright_current_quotes'),
  })

  it('commits a row of the host and a quote together', async () => {
    await connection.beginTransaction()
    await insertOrder()
    const bound = storage.using(connection)
    expect(await bound.commit('store-1', createCommit())).toBe('committed')
    expect(await bound.load('store-1', [quoteRef])).toMatchObject([{ version: 1 }])
    expect(await stored()).toEqual({ orders: 0, quotes: 0 })
    await connection.commit()
    expect(await stored()).toEqual({ orders: 1, quotes: 1 })
  })

  it('rolls back a row of the host and a quote together', async () => {
    await connection.beginTransaction()
    await insertOrder()
    await storage.using(connection).commit('store-1', createCommit())
    await connection.rollback()
    expect(await stored()).toEqual({ orders: 0, quotes: 0 })
  })

  it('commit returns conflict and leaves nothing, and the transaction goes on', async () => {
    const first = withKey(createCommit(), 'key-1')
    await storage.commit('store-1', first)
    await connection.beginTransaction()
    await insertOrder()
    const bound = storage.using(connection)
    const stale = updateCommit(getRecord(updateCommit(getRecord(first), { tag_list: ['a'] })), {
      tag_list: ['b'],
    })
    const others = [createCommit(), stale, withKey(createCommit({ quoteId: 'b' }), 'key-1')]
    for (const commit of others) expect(await bound.commit('store-1', commit)).toBe('conflict')
    expect(await bound.commit('store-1', createCommit({ quoteId: 'c' }))).toBe('committed')
    await connection.commit()
    expect(await stored()).toEqual({ orders: 1, quotes: 2 })
    const range = { afterPosition: 0, limit: 10, maxBytes: 2 ** 30 }
    const { items } = await storage.listEvents('store-1', range)
    expect(items.map(({ position, id }) => [position, id])).toEqual([
      [1, 'quote-1'],
      [2, 'c'],
    ])
  })

  it('commit sees a version that was committed after the snapshot of the transaction', async () => {
    const first = createCommit()
    await storage.commit('store-1', first)
    await connection.query('set transaction isolation level repeatable read')
    await connection.beginTransaction()
    const bound = storage.using(connection)
    await bound.load('store-1', [quoteRef])
    const update = updateCommit(getRecord(first), { tag_list: ['a'] })
    await storage.commit('store-1', update)
    expect(await bound.commit('store-1', update)).toBe('conflict')
  })

  it('commit rejects a connection that is not in a transaction, and writes nothing', async () => {
    const rejection = {
      code: 'invalid_options',
      details: { errors: { client: expect.any(String) } },
    }
    const bound = storage.using(connection)
    await expect(bound.commit('store-1', createCommit())).rejects.toMatchObject(rejection)
    await connection.beginTransaction()
    await connection.commit()
    await expect(bound.commit('store-1', createCommit())).rejects.toMatchObject(rejection)
    expect(await stored()).toEqual({ orders: 0, quotes: 0 })
  })

  it('rejects with transaction_failed, also calls that wait, if the connection is closed', async () => {
    await connection.beginTransaction()
    const other = await server.pool.getConnection()
    const bound = storage.using(other)
    await other.beginTransaction()
    other.destroy()
    const calls = [1, 2].map(() => bound.commit('store-1', createCommit()))
    for (const call of calls)
      await expect(call).rejects.toMatchObject({
        code: 'transaction_failed',
        details: { operation: 'commit' },
      })
  })

  it.each([
    [() => server.pool, 'pass the connection that began one'],
    [() => undefined, 'must be a connection of mysql2/promise'],
    [() => ({ query() {}, promise() {} }), 'pass connection.promise()'],
  ])('rejects what is no connection: case %#', (client, message) => {
    expect(() => storage.using(client() as never)).toThrow(message)
  })
})
