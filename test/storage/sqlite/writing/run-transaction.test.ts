import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../../../src/catalog/memory.js'
import { createQuoteEngine } from '../../../../src/quote-engine/quote-engine.js'
import {
  type SqliteDatabase,
  sqliteStorage,
  sqliteTransaction,
} from '../../../../src/storage/sqlite/index.js'
import { type OpenDatabase, type SqliteDriver, sqliteDrivers } from '../drivers.js'

const seller = { storeId: 's', role: 'seller' } as const
const buyer = { storeId: 's', role: 'buyer', actor: 'ada' } as const
const request = { customer: { name: 'Ada' }, products: [{ id: 1, qty: 1 }] }

function createGate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

for (const { name, missing, open } of sqliteDrivers)
  describe.skipIf(missing !== undefined)(`sqliteTransaction on ${missing ?? name}`, () => {
    let folder: string
    let connections: OpenDatabase[]

    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'quotewright-'))
      connections = []
    })
    afterEach(() => {
      for (const each of connections) each.close()
      rmSync(folder, { recursive: true })
    })

    function connect(): ReturnType<SqliteDriver['open']> {
      const database = open(join(folder, 'shop.sqlite'))
      connections.push(database)
      return database
    }

    /** Creates two engines, each of which places orders once the other waits for the write lock. */
    function openShops() {
      const [first, second] = [createGate(), createGate()]
      return [openShop(first.open, second.opened), openShop(second.open, first.opened)] as const
    }

    /**
     * Creates an engine with connections of its own, as another process does.
     *
     * @param begun Called once a transaction has tried to take the write lock.
     * @param othersWait Resolves once the other engine has called its own.
     */
    function openShop(begun: () => void, othersWait: Promise<void>) {
      const database = connect()
      const storage = sqliteStorage(database)
      database.exec('create table if not exists orders (id integer primary key, key text unique)')
      const runInTransaction = sqliteTransaction<SqliteDatabase>(connect())
      const engine = createQuoteEngine({
        storage,
        catalog: memoryCatalog({ s: [{ id: 1, price: '10.00' }] }),
        orders: {
          place: 'accept',
          transaction(run: (client: SqliteDatabase) => Promise<void>) {
            const result = runInTransaction(run)
            setImmediate(begun)
            return result
          },
          async placeOrder({ key }, { client }) {
            const insert = client.prepare('insert into orders (key) values (?)')
            const { lastInsertRowid } = insert.run(key)
            await othersWait
            return { orderId: lastInsertRowid }
          },
        },
      })
      const countOrders = () =>
        Number((database.prepare('select count(*) as n from orders').get() as { n: number }).n)
      return { engine, countOrders }
    }

    async function sendOffer({ engine }: ReturnType<typeof openShop>) {
      const { quoteId } = await engine.createQuote(seller, request)
      const { quote } = await engine.sendQuote(seller, quoteId)
      return { quoteId, form: { revision: 1, seal: quote.seal, name: 'Ada' } }
    }

    const outcomes = async (calls: readonly Promise<{ readonly quote: { status: string } }>[]) =>
      (await Promise.allSettled(calls)).map((result) =>
        result.status === 'fulfilled' ? result.value.quote.status : String(result.reason),
      )

    it('waits for another engine: different offers accepted at once are all ordered', async () => {
      const shops = openShops()
      const offers = await Promise.all(Array.from({ length: 12 }, () => sendOffer(shops[0])))
      const calls = offers.map(({ quoteId, form }, index) =>
        shops[(index % 2) as 0 | 1].engine.acceptQuote(buyer, quoteId, form),
      )
      expect(await outcomes(calls)).toEqual(offers.map(() => 'ordered'))
      expect(shops[0].countOrders()).toBe(12)
    })

    it('waits for another engine: one offer accepted often at once is one order', async () => {
      const shops = openShops()
      const { quoteId, form } = await sendOffer(shops[0])
      const calls = Array.from({ length: 20 }, (_, index) =>
        shops[(index % 2) as 0 | 1].engine.acceptQuote(buyer, quoteId, form),
      )
      expect(await outcomes(calls)).toEqual(calls.map(() => 'ordered'))
      expect(shops[1].countOrders()).toBe(1)
    })

    it('says that a connection is to another file than the storage', async () => {
      const storage = connect()
      sqliteStorage(storage)
      const other = open(':memory:')
      const transaction = sqliteTransaction(other)
      await expect(transaction(async () => {})).rejects.toThrow(
        'must be a connection to the file of the storage; its file has no quotes',
      )
      other.close()
    })

    it('configures its connection as the storage does, and keeps a timeout of the host', () => {
      const read = (database: SqliteDatabase, pragma: string) =>
        Number(Object.values(database.prepare(`pragma ${pragma}`).get() as object)[0])
      const pragmas = ['synchronous', 'secure_delete'] as const
      const storage = connect()
      sqliteStorage(storage)
      const database = connect()
      database.exec('pragma synchronous = normal; pragma busy_timeout = 0')
      sqliteTransaction(database)
      expect(pragmas.map((pragma) => read(database, pragma))).toEqual([2, 1])
      expect(read(database, 'busy_timeout')).toBe(read(storage, 'busy_timeout'))
      database.exec('pragma busy_timeout = 70')
      sqliteTransaction(database)
      expect(read(database, 'busy_timeout')).toBe(70)
    })
  })
