import Libsql from 'libsql'
import { describe, expect, it } from 'vitest'
import type { QuoteEngine } from '../../../../src/engine/quote-engine.js'
import { postgresStorage } from '../../../../src/storage/postgres/index.js'
import { type SqliteDatabase, sqliteStorage } from '../../../../src/storage/sqlite/index.js'
import { createPglite } from '../../../setup/pglite.js'
import { context, engineWith } from '../../ports.js'
import { quoteIn, rejection } from './quotes-in-life.js'

/** A database of the host with its own table of orders. */
interface HostDatabase {
  readonly engine: QuoteEngine
  /** Inserts an order and records it in a transaction, which commits unless it throws. */
  order(quoteId: string, orderId: string, isFailing?: boolean): Promise<void>
  orders(): Promise<readonly unknown[]>
  close(): unknown
}

async function openPglite(): Promise<HostDatabase> {
  const database = await createPglite()
  const storage = postgresStorage(database)
  await storage.migrate()
  await database.exec('create table orders (id text primary key)')
  const engine = engineWith({ storage })
  return {
    engine,
    async order(quoteId, orderId, isFailing) {
      await database.transaction(async (tx) => {
        await tx.query('insert into orders values ($1)', [orderId])
        await engine.using(tx).orderQuote(context, quoteId, { order_id: orderId })
        if (isFailing) throw new Error('the host failed')
      })
    },
    orders: async () => (await database.query<{ id: string }>('select id from orders')).rows,
    close: () => database.close(),
  }
}

async function openSqlite(): Promise<HostDatabase> {
  const database = new Libsql(':memory:') as unknown as SqliteDatabase & { close(): void }
  const engine = engineWith({ storage: sqliteStorage(database) })
  database.exec('create table orders (id text primary key)')
  return {
    engine,
    async order(quoteId, orderId, isFailing) {
      database.exec('begin immediate')
      try {
        database.prepare('insert into orders values (?)').run(orderId)
        await engine.using(database).orderQuote(context, quoteId, { order_id: orderId })
        if (isFailing) throw new Error('the host failed')
        database.exec('commit')
      } catch (error) {
        database.exec('rollback')
        throw error
      }
    },
    orders: async () => database.prepare('select id from orders').all() as unknown[],
    close: () => database.close(),
  }
}

describe.each([
  ['PGlite', openPglite],
  ['SQLite', openSqlite],
])('orderQuote in a transaction of the host on %s', (_, open) => {
  it('commits or rolls back the order of the host and the quote together', async () => {
    const { engine, order, orders, close } = await open()
    const { quoteId } = await quoteIn(engine, 'accepted')
    const quote = async () => (await engine.getQuote(context, quoteId)).quote
    const accepted = await quote()
    await expect(order(quoteId, 'order-1', true)).rejects.toThrow('the host failed')
    expect([await quote(), await orders()]).toEqual([accepted, []])
    await order(quoteId, 'order-2')
    expect(await quote()).toMatchObject({ status: 'ordered', order: { id: 'order-2' } })
    expect(await orders()).toMatchObject([{ id: 'order-2' }])
    const second = await rejection(() => order(quoteId, 'order-3'))
    expect(second[0]).toBe('invalid_transition')
    expect(await orders()).toMatchObject([{ id: 'order-2' }])
    await close()
  })
})
