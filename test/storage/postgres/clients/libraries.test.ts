import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../../../src/catalog/memory.js'
import { createQuoteEngine } from '../../../../src/quote-engine/quote-engine.js'
import { type PostgresStorage, postgresStorage } from '../../../../src/storage/postgres/index.js'
import { storageSuite } from '../../../../src/testing/storage-suite/index.js'
import { libraries, type OpenLibrary } from './libraries.js'
import { openTransaction, withSavepoints } from './open-transaction.js'

/** A store that the suite does not use. */
const storeId = 'shop'
const context = { storeId }
const request = { customer: { name: 'Ada' }, products: [{ id: 1, qty: 2 }] }
const catalog = memoryCatalog({ [storeId]: [{ id: 1, price: '12.50' }] })

for (const { name, missing, open } of libraries) {
  describe.skipIf(missing)(`using, in a transaction of ${name} (${missing ?? 'here'})`, () => {
    let library: OpenLibrary
    let storage: PostgresStorage
    beforeAll(async () => {
      library = await open()
      storage = postgresStorage(library.outside)
      await storage.migrate()
      await library.outside.query('create table orders (id text primary key)')
    })
    afterAll(() => library.close())

    /** Writes an order and a quote of the same id in one transaction. */
    const orderQuote = (id: string, end = () => {}) =>
      library.transaction(async ({ client, insertOrder }) => {
        const engine = createQuoteEngine({ storage, catalog, generateId: () => id })
        const { createQuote, updateQuote } = engine.using(client)
        await insertOrder(id)
        await createQuote(context, request)
        await updateQuote(context, id, { tag_list: ['ordered'] })
        end()
      })

    const stored = async (id: string) => {
      const orders = await library.outside.query('select id from orders where id = $1', [id])
      const [record] = await storage.load(storeId, [{ kind: 'quote', id }])
      return { orders: orders.rows.length, quoteVersion: record?.version }
    }

    it('commits a row of the host and a quote together', async () => {
      await orderQuote('order-1')
      expect(await stored('order-1')).toEqual({ orders: 1, quoteVersion: 2 })
    })

    it('rolls back a row of the host and a quote together', async () => {
      const rollBack = new Error('roll back')
      const rolledBack = orderQuote('order-2', () => {
        throw rollBack
      })
      await expect(rolledBack).rejects.toBe(rollBack)
      expect(await stored('order-2')).toEqual({ orders: 0, quoteVersion: undefined })
    })

    it('rejects an object of the library itself, and says which function to call', async () => {
      await library.transaction(async ({ own }) => {
        if (own !== undefined) expect(() => storage.using(own as never)).toThrow(/pass \w+Client\(/)
      })
    })

    it('rejects with transaction_failed and the error of the driver', async () => {
      const failing = library.transaction(async ({ client, insertOrder }) => {
        await Promise.resolve(insertOrder('order-1')).catch(() => {})
        await storage.using(client).load(storeId, [{ kind: 'quote', id: 'order-1' }])
      })
      await expect(failing).rejects.toMatchObject({
        code: 'transaction_failed',
        details: { operation: 'load' },
        cause: { code: '25P02' },
      })
    })

    // Each test is one transaction, which is rolled back in the end.
    storageSuite({ describe, it }, async () => {
      const { client: inside, rollBack } = await openTransaction(library)
      const client = withSavepoints(inside)
      const reopen = () => storage.using(client)
      return { storage: reopen(), reopen, dispose: rollBack }
    })
  })
}
