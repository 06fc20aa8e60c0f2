import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { memoryCatalog } from '../../../../src/catalog/memory.js'
import { createQuoteEngine, type QuoteEngine } from '../../../../src/quote-engine/quote-engine.js'
import { postgresStorage } from '../../../../src/storage/postgres/index.js'
import { describeOnPostgres, rejection } from '../schemas.js'
import { citusServers } from '../servers.js'

const stores = ['store-1', 'store-2', 'store-3', 'store-4']
const request = { customer: {}, products: [{ id: 1, qty: 1 }] }

describeOnPostgres(
  'using, in a transaction of the host',
  (server) => {
    let schema: string
    let engine: QuoteEngine
    let client: pg.Client
    beforeAll(async () => {
      schema = server.schemas.next()
      const storage = postgresStorage(server.client, { schema, ...server.options })
      await storage.migrate()
      const products = [{ id: 1, price: 1 }]
      const catalog = memoryCatalog(Object.fromEntries(stores.map((store) => [store, products])))
      engine = createQuoteEngine({ storage, catalog })
      await server.client.query(
        `create table ${schema}.orders (store_id text collate "C", quote_id text)`,
      )
      await server.client.query(`select create_distributed_table('${schema}.orders', 'store_id',
          colocate_with => '${schema}.stores')`)
      await server.client.query(`create table ${schema}.notes (quote_id text)`)
      client = new pg.Client(process.env.QUOTEWRIGHT_CITUS_URL)
      await client.connect()
    })
    beforeEach(() => server.client.query(`truncate ${schema}.orders, ${schema}.notes`))
    afterAll(async () => {
      await client.end()
      await server.schemas.drop(schema)
    })

    const rowsOf = async (table: string) =>
      (await server.client.query(`select quote_id from ${schema}.${table}`)).rows.length
    const quotesOf = async (storeId: string) => engine.countQuotes({ storeId })

    /** Writes a quote of each store, and rows of the host in a distributed and a local table. */
    async function writeAll(): Promise<void> {
      for (const storeId of stores) {
        const inside = engine.using(client)
        const { quoteId } = await inside.createQuote({ storeId }, request, {
          idempotencyKey: `key ${Math.random()}`,
        })
        await client.query(`insert into ${schema}.orders values ($1, $2)`, [storeId, quoteId])
        await inside.updateQuote({ storeId }, quoteId, { tag_list: ['ordered'] })
        expect(await inside.countQuotes({ storeId })).toEqual({
          ...(await quotesOf(storeId)),
          count: (await quotesOf(storeId)).count + 1,
        })
        await client.query(`insert into ${schema}.notes values ($1)`, [quoteId])
      }
    }

    it('a rollback takes back the quotes of all stores with the rows of the host', async () => {
      const before = await Promise.all(stores.map(quotesOf))
      await client.query('begin')
      await writeAll()
      await client.query('rollback')
      expect(await Promise.all(stores.map(quotesOf))).toEqual(before)
      expect([await rowsOf('orders'), await rowsOf('notes')]).toEqual([0, 0])
    })

    it('a commit stores the quotes of all stores with the rows of the host', async () => {
      await client.query('begin')
      await writeAll()
      await client.query('commit')
      expect([await rowsOf('orders'), await rowsOf('notes')]).toEqual([4, 4])
      for (const storeId of stores) {
        const { items } = await engine.listQuotes({ storeId })
        expect(items.map(({ version }) => version)).toEqual([2])
        const events = await engine.listEvents({ storeId })
        expect(events.items.map(({ position }) => position)).toEqual([1, 2])
      }
    })

    it('rejects a commit outside of a transaction, and stores nothing', async () => {
      const before = await quotesOf('store-1')
      const outside = engine.using(client).createQuote({ storeId: 'store-1' }, request)
      expect(await rejection(outside)).toMatchObject({ code: 'invalid_options' })
      expect(await quotesOf('store-1')).toEqual(before)
    })
  },
  citusServers,
)
