import Libsql from 'libsql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { QuoteEngine } from '../../../../src/engine/quote-engine.js'
import type { QuoteStorage } from '../../../../src/ports/storage.js'
import { verifyQuote } from '../../../../src/quote/verify-quote.js'
import { postgresStorage } from '../../../../src/storage/postgres/index.js'
import { type SqliteDatabase, sqliteStorage } from '../../../../src/storage/sqlite/index.js'
import { createPglite } from '../../../setup/pglite.js'
import { errorOf } from '../../ports.js'
import { context, pricedShop, request } from '../../priced-shop.js'

type EngineInTransaction = ReturnType<QuoteEngine['using']>

/** What the host does in its transaction, on an engine of that transaction. */
type Task = (engine: EngineInTransaction) => Promise<unknown>

/** A database of the host with its own table of offers. */
interface HostDatabase {
  readonly engine: QuoteEngine
  /** Inserts an offer and runs a task in one transaction, which commits unless the task throws. */
  offer(id: string, task: Task): Promise<void>
  offers(): Promise<readonly unknown[]>
  close(): unknown
}

/** Ports that respond later, as those of a network do. */
function laterShop(storage: QuoteStorage) {
  const vat = { name: 'VAT', rate: 20, shipping: true }
  return pricedShop({
    storage,
    tax: {
      async calculate({ lines, customer }) {
        if (customer.country === undefined) return { rejected: 'no country' }
        return { rates: [{ ...vat, lines: lines.map(({ key }) => key) }] }
      },
    },
    shipping: { listOptions: async () => [{ type: 'express', name: 'Express', price: '9.90' }] },
  })
}

async function openPglite(): Promise<HostDatabase> {
  const database = await createPglite()
  const storage = postgresStorage(database)
  await storage.migrate()
  await database.exec('create table offers (id text primary key)')
  const { engine } = laterShop(storage)
  return {
    engine,
    async offer(id, task) {
      await database.transaction(async (tx) => {
        await tx.query('insert into offers values ($1)', [id])
        await task(engine.using(tx))
      })
    },
    offers: async () => (await database.query('select id from offers order by id')).rows,
    close: () => database.close(),
  }
}

async function openSqlite(): Promise<HostDatabase> {
  const database = new Libsql(':memory:') as unknown as SqliteDatabase & { close(): void }
  const { engine } = laterShop(sqliteStorage(database))
  database.exec('create table offers (id text primary key)')
  return {
    engine,
    async offer(id, task) {
      database.exec('begin immediate')
      try {
        database.prepare('insert into offers values (?)').run(id)
        await task(engine.using(database))
        database.exec('commit')
      } catch (error) {
        database.exec('rollback')
        throw error
      }
    },
    offers: async () => database.prepare('select id from offers order by id').all() as unknown[],
    close: () => database.close(),
  }
}

describe.each([
  ['PGlite', openPglite],
  ['SQLite', openSqlite],
])('taxes and shipping in a transaction of the host on %s', (_, open) => {
  let host: HostDatabase
  beforeAll(async () => {
    host = await open()
  })
  afterAll(() => host.close())

  const priceAndSend = async (engine: EngineInTransaction, quoteId: string) => {
    await engine.updateQuote(context, quoteId, { shipping: { type: 'express' } })
    await engine.priceTaxes(context, quoteId)
    const { record } = await engine.repriceQuote(context, quoteId)
    expect(record.quote.amounts?.taxes).toBe('61.88')
    return engine.sendQuote(context, quoteId)
  }

  it('are committed or rolled back together with the row of the host', async () => {
    const { engine, offer, offers } = host
    const { quoteId } = await engine.createQuote(context, request)
    const before = await engine.getQuote(context, quoteId)
    const failing = offer('offer-1', async (inTransaction) => {
      const { quote } = await priceAndSend(inTransaction, quoteId)
      expect(quote).toMatchObject({ status: 'sent', number: '1', total: 371.28 })
      throw new Error('the host failed')
    })
    await expect(failing).rejects.toThrow('the host failed')
    expect([await engine.getQuote(context, quoteId), await offers()]).toEqual([before, []])
    await offer('offer-2', (inTransaction) => priceAndSend(inTransaction, quoteId))
    const { quote } = await engine.getQuote(context, quoteId)
    expect(quote).toMatchObject({ status: 'sent', number: '1', total: 371.28 })
    expect([verifyQuote(quote), await offers()]).toEqual([[], [{ id: 'offer-2' }]])
  })

  it('are rolled back if the tax provider rejects the quote', async () => {
    const { engine, offer, offers } = host
    const { quoteId } = await engine.createQuote(context, { ...request, customer: {} })
    const before = await engine.getQuote(context, quoteId)
    const error = await errorOf(() =>
      offer('offer-3', async (inTransaction) => {
        await inTransaction.updateQuote(context, quoteId, { shipping: { type: 'express' } })
        await inTransaction.sendQuote(context, quoteId)
      }),
    )
    expect(error).toMatchObject({ code: 'tax_rejected', details: { reason: 'no country' } })
    expect(await engine.getQuote(context, quoteId)).toEqual(before)
    expect(await offers()).not.toContainEqual({ id: 'offer-3' })
  })

  it('are previewed without a change in the transaction', async () => {
    const { engine, offer, offers } = host
    const { quoteId } = await engine.createQuote(context, request)
    await offer('offer-4', async (inTransaction) => {
      const preview = await inTransaction.sendQuote(context, quoteId, {}, { preview: true })
      expect(preview.quote).toMatchObject({ status: 'sent', total: 359.4 })
    })
    expect((await engine.getQuote(context, quoteId)).version).toBe(1)
    expect(await offers()).toContainEqual({ id: 'offer-4' })
  })
})
