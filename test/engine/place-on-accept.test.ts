import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Libsql from 'libsql'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createHttpApp, tokenAuthenticator } from '../../src/http/index.js'
import type { OrderOptions, PlaceOrderRequest, TransactionRunner } from '../../src/ports/orders.js'
import type { StoragePort } from '../../src/ports/storage.js'
import { createQuoteEngine } from '../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../src/storage/memory/index.js'
import { mysqlStorage, mysqlTransaction } from '../../src/storage/mysql/index.js'
import { postgresStorage, postgresTransaction } from '../../src/storage/postgres/index.js'
import {
  type SqliteDatabase,
  sqliteStorage,
  sqliteTransaction,
} from '../../src/storage/sqlite/index.js'
import { fieldErrorsOf } from '../quote/samples.js'
import { borrowPglite } from '../setup/pglite.js'
import { catalog, errorOf, request } from './ports.js'

const seller = { storeId: 'store-1', actor: 'grace', role: 'seller' } as const
const buyer = { storeId: 'store-1', actor: 'ada', role: 'buyer' } as const
const system = { storeId: 'store-1', role: 'system' } as const

/** A database of the host with a table of orders. */
interface Shop {
  readonly storage: StoragePort
  readonly transaction: TransactionRunner
  /** Inserts the order on the client of a transaction. */
  insert(client: unknown, key: string): Promise<unknown>
  /** Returns the keys of the orders that were committed. */
  keys(): Promise<readonly string[]>
  close(): Promise<unknown>
}

async function openPglite(): Promise<Shop> {
  const { database, giveBack } = await borrowPglite()
  const storage = postgresStorage(database)
  await storage.migrate()
  await database.exec('create table shop_orders (order_key text primary key)')
  return {
    storage,
    transaction: postgresTransaction(database),
    insert: (client, key) =>
      (client as pg.Client).query('insert into shop_orders values ($1)', [key]),
    keys: async () =>
      (await database.query<{ order_key: string }>('select order_key from shop_orders')).rows.map(
        ({ order_key }) => order_key,
      ),
    close: giveBack,
  }
}

async function openSqlite(): Promise<Shop> {
  const folder = await mkdtemp(join(tmpdir(), 'place-on-accept-'))
  const open = () =>
    new Libsql(join(folder, 'shop.sqlite')) as unknown as SqliteDatabase & { close(): void }
  const database = open()
  const storage = sqliteStorage(database)
  database.exec('create table shop_orders (order_key text primary key)')
  const second = open()
  second.exec('pragma busy_timeout = 60000')
  return {
    storage,
    transaction: sqliteTransaction(second),
    insert: async (client, key) =>
      (client as SqliteDatabase).prepare('insert into shop_orders values (?)').run(key),
    keys: async () =>
      database
        .prepare('select order_key from shop_orders')
        .all()
        .map((row) => (row as { order_key: string }).order_key),
    async close() {
      second.close()
      database.close()
      rmSync(folder, { recursive: true })
    },
  }
}

const postgresUrl = process.env.QUOTEWRIGHT_POSTGRES_URL
const mariadbUrl = process.env.QUOTEWRIGHT_MARIADB_URL

async function openPostgres(): Promise<Shop> {
  const schema = 'place_on_accept'
  const pool = new pg.Pool({ connectionString: postgresUrl, max: 3 })
  await pool.query(`drop schema if exists ${schema} cascade`)
  const storage = postgresStorage(pool, { schema })
  await storage.migrate()
  await pool.query(`create table ${schema}.shop_orders (order_key text primary key)`)
  return {
    storage,
    transaction: postgresTransaction(pool),
    insert: (client, key) =>
      (client as pg.Client).query(`insert into ${schema}.shop_orders values ($1)`, [key]),
    keys: async () =>
      (await pool.query(`select order_key from ${schema}.shop_orders`)).rows.map(
        ({ order_key }) => order_key,
      ),
    async close() {
      await pool.query(`drop schema ${schema} cascade`)
      await pool.end()
    },
  }
}

async function openMariadb(): Promise<Shop> {
  const { createPool } = await import('mysql2/promise')
  const place = 'place_on_accept'
  const pool = createPool({ uri: mariadbUrl as string, connectionLimit: 3 })
  await pool.query(`drop database if exists ${place}`)
  await pool.query(`create database ${place}`)
  const storage = mysqlStorage(pool, { database: place })
  await storage.migrate()
  await pool.query(`create table ${place}.shop_orders (order_key varchar(64) primary key)`)
  return {
    storage,
    transaction: mysqlTransaction(pool),
    insert: (client, key) =>
      (client as typeof pool).query(`insert into ${place}.shop_orders values (?)`, [key]),
    async keys() {
      const [rows] = await pool.query(`select order_key from ${place}.shop_orders`)
      return (rows as { order_key: string }[]).map(({ order_key }) => order_key)
    },
    async close() {
      await pool.query(`drop database ${place}`)
      await pool.end()
    },
  }
}

const shops = [
  ['PGlite', true, openPglite],
  ['SQLite', true, openSqlite],
  ['PostgreSQL', postgresUrl !== undefined, openPostgres],
  ['MariaDB', mariadbUrl !== undefined, openMariadb],
] as const

function createEngine(storage: StoragePort, orders: OrderOptions, timeoutMs = 60_000) {
  return createQuoteEngine({ storage, catalog, orders, timeoutMs })
}

async function sendOffer(engine: ReturnType<typeof createEngine>) {
  const { quoteId } = await engine.createQuote(seller, request)
  const { quote } = await engine.sendQuote(seller, quoteId)
  return { quoteId, form: { revision: 1, seal: quote.seal, name: 'Ada' } }
}

for (const [name, isAvailable, open] of shops) {
  describe.skipIf(!isAvailable)(`an order in the transaction of the acceptance, on ${name}`, () => {
    let shop: Shop
    let calls: PlaceOrderRequest[]
    let respond: (
      client: unknown,
      key: string,
    ) => Promise<{ orderId: string } | { rejected: string }>
    let engine: ReturnType<typeof createEngine>

    beforeEach(async () => {
      shop = await open()
      calls = []
      respond = async (client, key) => {
        await shop.insert(client, key)
        return { orderId: `order-${key.slice(0, 4)}` }
      }
      engine = createEngine(shop.storage, {
        place: 'accept',
        transaction: shop.transaction,
        placeOrder(placed, { client }) {
          calls.push(placed)
          return respond(client, placed.key)
        },
      })
    })
    afterEach(() => shop.close())

    it('is committed with it, once, however often it is accepted at once', async () => {
      const { quoteId, form } = await sendOffer(engine)
      const accept = () => engine.acceptQuote(buyer, quoteId, form)
      const records = await Promise.all([accept(), accept(), accept(), accept()])
      const keys = await shop.keys()
      expect(keys).toHaveLength(1)
      for (const { quote } of [...records, await accept()])
        expect(quote).toMatchObject({
          status: 'ordered',
          acceptance: { by: 'ada', name: 'Ada' },
          order: { key: keys[0], id: `order-${keys[0]?.slice(0, 4)}` },
        })
      expect(calls).toHaveLength(1)
    })

    it.each(['accept', 'order'] as const)(
      'asks scope with the fields of the host, with place %s',
      async (place) => {
        const asked: unknown[] = []
        const scoped = createQuoteEngine({
          storage: shop.storage,
          catalog,
          scope: ({ role, ...context }) => {
            asked.push(context)
            const { companyId } = context as { companyId?: string }
            return role === 'seller' && companyId === undefined
              ? 'none'
              : { companyId: companyId ?? '' }
          },
          orders: {
            place,
            transaction: shop.transaction,
            placeOrder: ({ key }, { client }) => respond(client, key),
          },
        })
        const ownSeller = { ...seller, companyId: 'c1' }
        const ownBuyer = { ...buyer, companyId: 'c1' }
        const { quoteId } = await scoped.createQuote(ownSeller, request)
        await scoped.sendQuote(ownSeller, quoteId)
        await scoped.acceptQuote(ownBuyer, quoteId, { revision: 1 })
        if (place === 'order') await scoped.orderQuote(ownSeller, quoteId)
        const { quote } = await scoped.getQuote(ownBuyer, quoteId)
        expect(quote).toMatchObject({ status: 'ordered', company_id: 'c1' })
        for (const context of asked) expect(context).toMatchObject({ companyId: 'c1' })
      },
    )

    it('is one order if two engines accept it at once', async () => {
      const { quoteId, form } = await sendOffer(engine)
      const orders: OrderOptions = {
        place: 'accept',
        transaction: shop.transaction,
        placeOrder: ({ key }, { client }) => respond(client, key),
      }
      const other = createEngine(shop.storage, orders)
      const records = await Promise.all(
        [engine, other].map(({ acceptQuote }) => acceptQuote(buyer, quoteId, form)),
      )
      expect(records.map(({ quote }) => quote.status)).toEqual(['ordered', 'ordered'])
      expect(await shop.keys()).toHaveLength(1)
    })

    it.each([
      ['throws', 'orders_failed', () => Promise.reject(new Error('no stock'))],
      ['is rejected', 'order_rejected', async () => ({ rejected: 'no credit' })],
      ['returns nothing', 'orders_invalid_response', async () => ({}) as { orderId: string }],
    ])('takes the acceptance back if it %s, and is placed by the same form', async (...row) => {
      const [, code, fail] = row
      const { quoteId, form } = await sendOffer(engine)
      const sent = await engine.getQuote(seller, quoteId)
      const works = respond
      respond = async (client, key) => {
        await shop.insert(client, key)
        return fail()
      }
      expect((await errorOf(() => engine.acceptQuote(buyer, quoteId, form))).code).toBe(code)
      expect(await engine.getQuote(seller, quoteId)).toEqual(sent)
      expect(await shop.keys()).toEqual([])
      respond = works
      expect((await engine.acceptQuote(buyer, quoteId, form)).quote.status).toBe('ordered')
      expect(await shop.keys()).toHaveLength(1)
    })

    it('is not called for an acceptance that is rejected, nor for a preview', async () => {
      const { quoteId, form } = await sendOffer(engine)
      const wrong = { ...form, revision: 2 }
      expect((await errorOf(() => engine.acceptQuote(buyer, quoteId, wrong))).code).toBe(
        'offer_mismatch',
      )
      const preview = await engine.acceptQuote(buyer, quoteId, form, { preview: true })
      expect(preview.quote.status).toBe('accepted')
      expect(calls).toEqual([])
    })

    it('keeps the result under the idempotency key of the acceptance', async () => {
      const { quoteId, form } = await sendOffer(engine)
      const options = { idempotencyKey: 'key-1', expectedVersion: 2 }
      const first = await engine.acceptQuote(buyer, quoteId, form, options)
      expect(await engine.acceptQuote(buyer, quoteId, form, options)).toEqual(first)
      const other = () => engine.acceptQuote(buyer, quoteId, { ...form, name: 'Bob' }, options)
      expect((await errorOf(other)).code).toBe('idempotency_key_reused')
      expect(await shop.keys()).toHaveLength(1)
    })

    it('waits for a payment with lifecycle.requirePayment, and the acceptance is kept', async () => {
      const { transaction, storage } = shop
      const orders: OrderOptions = {
        place: 'accept',
        transaction,
        placeOrder: ({ key }, { client }) => respond(client, key),
      }
      const lifecycle = { requirePayment: true }
      const holding = createQuoteEngine({ storage, catalog, orders, lifecycle, timeoutMs: 60_000 })
      const { quoteId } = await holding.createQuote(seller, {
        ...request,
        payment_plan: [{ label: 'All', type: 'rest', due: 'acceptance' }],
      })
      await holding.sendQuote(seller, quoteId)
      const { quote } = await holding.acceptQuote(buyer, quoteId, { revision: 1 })
      expect([quote.status, await shop.keys()]).toEqual(['accepted', []])
      const early = await errorOf(() => holding.orderQuote(system, quoteId))
      expect([early.code, await shop.keys()]).toEqual(['invalid_transition', []])
      const [part] = quote.payment_plan ?? []
      await holding.recordPayment(system, quoteId, { id: 'pay-1', amount: part?.amount ?? '' })
      expect((await holding.orderQuote(system, quoteId)).quote.status).toBe('ordered')
      expect(await shop.keys()).toHaveLength(1)
    })

    it('is placed by orderQuote as well, in a transaction', async () => {
      const plain = createQuoteEngine({ storage: shop.storage, catalog })
      const { quoteId, form } = await sendOffer(engine)
      await plain.acceptQuote(buyer, quoteId, form)
      const { quote } = await engine.orderQuote(system, quoteId)
      expect(quote.order?.key).toBe((await shop.keys())[0])
      expect((await engine.orderQuote(system, quoteId)).quote).toEqual(quote)
    })

    it('is part of the transaction of the host inside using', async () => {
      const { quoteId, form } = await sendOffer(engine)
      const rolledBack = shop.transaction(async (client) => {
        const { quote } = await engine.using(client).acceptQuote(buyer, quoteId, form)
        expect(quote.status).toBe('ordered')
        throw new Error('rolled back')
      })
      await expect(rolledBack).rejects.toThrow('rolled back')
      expect((await engine.getQuote(seller, quoteId)).quote.status).toBe('sent')
      expect(await shop.keys()).toEqual([])
    })

    it('is rolled back if it times out, also if its statement comes later', async () => {
      const { quoteId, form } = await sendOffer(engine)
      let goOn = () => {}
      const late = new Promise<void>((resolve) => {
        goOn = resolve
      })
      let settled: Promise<unknown> = Promise.resolve()
      const hasty = createEngine(
        shop.storage,
        {
          place: 'accept',
          transaction: (run) => {
            settled = Promise.resolve(shop.transaction(run))
            return settled
          },
          async placeOrder({ key }, { client }) {
            await late
            await shop.insert(client, key)
            return { orderId: 'late' }
          },
        },
        300,
      )
      expect((await errorOf(() => hasty.acceptQuote(buyer, quoteId, form))).code).toBe('timeout')
      goOn()
      await settled.catch(() => undefined)
      expect(await shop.keys()).toEqual([])
      expect((await engine.getQuote(seller, quoteId)).quote.status).toBe('sent')
    })
  })
}

describe('an order in another system, placed by the acceptance', () => {
  function setUp() {
    const placed = new Map<string, number>()
    const errors: unknown[][] = []
    let isDown = false
    const orders: OrderOptions = {
      place: 'accept',
      placeOrder({ key }) {
        if (isDown) throw new Error('the order service is down')
        placed.set(key, (placed.get(key) ?? 0) + 1)
        return { orderId: 'order-1' }
      },
      onError: (error, { quoteId }) => {
        errors.push([Object(error).code, quoteId])
        throw new Error('the log is full')
      },
    }
    const engine = createEngine(memoryStorage(), orders)
    return { engine, placed, errors, setDown: (down: boolean) => (isDown = down) }
  }

  it('is placed under the key of orderQuote', async () => {
    const { engine, placed, errors } = setUp()
    const { quoteId, form } = await sendOffer(engine)
    const { quote } = await engine.acceptQuote(buyer, quoteId, form)
    expect(quote).toMatchObject({ status: 'ordered', order: { id: 'order-1' } })
    expect(placed.size).toBe(1)
    expect(errors).toEqual([])
    const history = (await engine.listHistory(seller, quoteId)).items
    expect(history.map(({ operation, by }) => [operation, by]).slice(-3)).toEqual([
      ['accept', 'ada'],
      ['startOrder', 'ada'],
      ['order', 'ada'],
    ])
  })

  it('leaves the acceptance if it fails, tells the host, and is placed by a retry', async () => {
    const { engine, placed, errors, setDown } = setUp()
    const { quoteId, form } = await sendOffer(engine)
    setDown(true)
    const options = { idempotencyKey: 'key-1', expectedVersion: 2 }
    const accepted = await engine.acceptQuote(buyer, quoteId, form, options)
    expect(accepted.quote.status).toBe('accepted')
    expect(accepted.quote.order?.id).toBeUndefined()
    expect(errors).toEqual([['orders_failed', quoteId]])
    setDown(false)
    const { quote } = await engine.acceptQuote(buyer, quoteId, form, options)
    expect(quote).toMatchObject({ status: 'ordered', order: { id: 'order-1' } })
    const ordered = (await engine.orderQuote(system, quoteId)).quote
    expect([...placed]).toEqual([[ordered.order?.key, 1]])
  })

  it('is permitted together with the acceptance, which asks permit once', async () => {
    const asked: string[] = []
    const engine = createQuoteEngine({
      storage: memoryStorage(),
      catalog,
      permit(_, operation) {
        asked.push(operation)
        return true
      },
      orders: { place: 'accept', placeOrder: () => ({ orderId: 'order-1' }), onError() {} },
    })
    const { quoteId, form } = await sendOffer(engine as never)
    asked.length = 0
    const { quote } = await engine.acceptQuote(buyer, quoteId, form)
    expect(quote.status).toBe('ordered')
    expect(asked).toEqual(['acceptQuote'])
  })

  it('is placed over HTTP by a buyer, who cannot call orderQuote', async () => {
    const { engine, placed } = setUp()
    const { quoteId, form } = await sendOffer(engine)
    const authenticateStore = tokenAuthenticator({ 'store-1': ['token'] })
    const app = createHttpApp({
      engine,
      authenticate: (credentials) => {
        const context = authenticateStore(credentials)
        return context && { ...context, actor: 'ada', role: 'buyer' }
      },
    })
    const headers = {
      'x-auth-client': 'store-1',
      'x-auth-token': 'token',
      'content-type': 'application/json',
    }
    const path = `/v3/bc/public/quotes/${quoteId}`
    const post = (action: string, body: object) =>
      app.request(`${path}/${action}`, { method: 'POST', headers, body: JSON.stringify(body) })
    expect((await post('order', {})).status).toBe(403)
    const response = await post('accept', form)
    expect(await response.json()).toMatchObject({ status: 'ordered' })
    expect(placed.size).toBe(1)
  })

  it('is not placed inside a transaction of the host', async () => {
    const { database, giveBack } = await borrowPglite()
    const storage = postgresStorage(database)
    await storage.migrate()
    const engine = createEngine(storage, {
      place: 'accept',
      placeOrder: () => Promise.reject(new Error('not called')),
      onError() {},
    })
    const { quoteId, form } = await sendOffer(engine)
    const { quote } = await database.transaction((tx) =>
      engine.using(tx).acceptQuote(buyer, quoteId, form),
    )
    expect(quote.status).toBe('accepted')
    await giveBack()
  })
})

describe('the option orders', () => {
  const placeOrder = () => ({ orderId: '1' })

  it('rejects invalid fields', () => {
    const orders = { placeOrder, place: 'later', transaction: 1, onError: 'log' }
    const create = () =>
      createQuoteEngine({ storage: memoryStorage(), catalog, orders: orders as never })
    expect(Object.keys(fieldErrorsOf(create, 'invalid_options'))).toEqual([
      'orders.place',
      'orders.transaction',
      'orders.onError',
    ])
  })

  it.each([
    ['neither transaction nor onError', {}, false],
    ['undefined for both', { transaction: undefined, onError: undefined }, false],
    ['transaction', { transaction: async () => {} }, true],
    ['onError', { onError: () => {} }, true],
  ])("takes place: 'accept' with %s only if no order can fail in silence", (_, others, isValid) => {
    const orders = { placeOrder, place: 'accept', ...others } as never
    const create = () => createQuoteEngine({ storage: memoryStorage(), catalog, orders })
    if (isValid) return void create()
    const { 'orders.onError': message, ...rest } = fieldErrorsOf(create, 'invalid_options')
    expect(message).toMatch(/^is required with place: 'accept' and no transaction/)
    expect(rest).toEqual({})
  })

  it.each([
    [{ plase: 'accept' }, 'plase', 'place'],
    [{ Place: 'accept' }, 'Place', 'place'],
    [{ onerror: () => {} }, 'onerror', 'onError'],
    [{ transactoin: async () => {} }, 'transactoin', 'transaction'],
  ])('rejects the misspelled %j', (others, field, meant) => {
    const orders = { placeOrder, ...others } as never
    const create = () => createQuoteEngine({ storage: memoryStorage(), catalog, orders })
    expect(fieldErrorsOf(create, 'invalid_options')).toEqual({
      [`orders.${field}`]: `is not a known field; did you mean ${meant}?`,
    })
  })

  it.each(['place', 'placeOrder', 'transaction'])('is where %s belongs', (name) => {
    const options = { storage: memoryStorage(), catalog, [name]: placeOrder } as never
    expect(fieldErrorsOf(() => createQuoteEngine(options), 'invalid_options')).toEqual({
      [name]: `is not a known field here; did you mean orders.${name}?`,
    })
  })

  it('can have members of its own, and any in a class', () => {
    class Orders {
      readonly _place = 'north'
      placeOrder = placeOrder
    }
    for (const orders of [new Orders(), { placeOrder, replace: () => {}, placeOrderUrl: '/' }])
      createQuoteEngine({ storage: memoryStorage(), catalog, orders })
  })

  it('can be extended and implemented, and placed when a setting says', () => {
    const settings: { readonly place: 'order' | 'accept' } = { place: 'order' }
    interface ShopOrders extends OrderOptions {
      readonly warehouse: string
    }
    class Orders implements OrderOptions {
      readonly place = settings.place
      readonly warehouse = 'north'
      placeOrder = placeOrder
    }
    const ofClass: ShopOrders = new Orders()
    for (const orders of [ofClass, { placeOrder, place: settings.place }])
      createQuoteEngine({ storage: memoryStorage(), catalog, orders })
  })

  it.each([
    [() => Promise.reject(new Error('no order service')), 'no order service'],
    [() => undefined, 'must return { orderId } or { rejected }, received undefined'],
    [() => '4711', 'must return { orderId } or { rejected }, received the string "4711"'],
    [() => ({ id: 'x' }), 'id is not a known field; known: orderId, rejected'],
    [() => ({ orderId: 0 }), 'or an integer of at least 1, received the number 0'],
    [() => ({ orderId: 1.5 }), 'received the number 1.5'],
    [() => ({ orderId: { id: 1 } }), 'received an object'],
    [() => ({ rejected: '' }), 'rejected must be a reason'],
  ])('hands %o of placeOrder to onError', async (respond, message) => {
    const errors: [string, string][] = []
    const engine = createEngine(memoryStorage(), {
      place: 'accept',
      placeOrder: respond as never,
      onError: (error, { quoteId }) => void errors.push([String(error), quoteId]),
    })
    const { quoteId, form } = await sendOffer(engine)
    const { quote } = await engine.acceptQuote(buyer, quoteId, form)
    expect(quote.status).toBe('accepted')
    expect(errors).toEqual([[expect.stringContaining(message), quoteId]])
  })

  it.each([7, 7n, '7'])(
    'takes the integer %o for an id, from the port and from orderQuote',
    async (orderId) => {
      const orders: OrderOptions = {
        place: 'accept',
        placeOrder: () => ({ orderId }),
        onError() {},
      }
      const engine = createEngine(memoryStorage(), orders)
      const { quoteId, form } = await sendOffer(engine)
      const { quote } = await engine.acceptQuote(buyer, quoteId, form)
      expect(quote.order?.id).toBe('7')
      const again = { order_id: orderId }
      expect((await engine.orderQuote(seller, quoteId, again)).quote.order?.id).toBe('7')
    },
  )

  it('does not wait longer than timeoutMs for onError', async () => {
    const orders: OrderOptions = {
      place: 'accept',
      placeOrder: () => Promise.reject(new Error('down')),
      onError: () => new Promise(() => {}),
    }
    const engine = createEngine(memoryStorage(), orders, 20)
    const { quoteId, form } = await sendOffer(engine)
    expect((await engine.acceptQuote(buyer, quoteId, form)).quote.status).toBe('accepted')
  })

  it('rejects with transaction_failed if transaction does not call its argument', async () => {
    const orders: OrderOptions = { placeOrder, place: 'accept', transaction: async () => {} }
    const engine = createEngine(memoryStorage(), orders)
    const { quoteId, form } = await sendOffer(engine)
    const error = await errorOf(() => engine.acceptQuote(buyer, quoteId, form))
    expect(error.code).toBe('transaction_failed')
    expect((await engine.getQuote(seller, quoteId)).quote.status).toBe('sent')
  })

  it('rejects the connection of the SQLite storage itself', async () => {
    const database = new Libsql(':memory:') as unknown as SqliteDatabase
    const orders = {
      placeOrder,
      place: 'accept',
      transaction: sqliteTransaction(database),
    } as const
    const engine = createEngine(sqliteStorage(database), orders)
    const { quoteId, form } = await sendOffer(engine)
    const error = await errorOf(() => engine.acceptQuote(buyer, quoteId, form))
    expect(error.message).toContain('a connection of its own')
  })
})
