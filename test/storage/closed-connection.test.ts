import Database from 'libsql'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../src/catalog/memory.js'
import type { StoragePort } from '../../src/ports/storage.js'
import { createQuoteEngine } from '../../src/quote-engine/quote-engine.js'
import { postgresStorage } from '../../src/storage/postgres/index.js'
import { sqliteStorage } from '../../src/storage/sqlite/index.js'
import { createPglite } from '../setup/pglite.js'

interface Connected {
  readonly storage: StoragePort
  close(): unknown
}

const url = process.env.QUOTEWRIGHT_POSTGRES_URL

async function openPglite(): Promise<Connected> {
  const database = await createPglite()
  const storage = postgresStorage(database)
  await storage.migrate()
  return { storage, close: () => database.close() }
}

async function openServer(): Promise<Connected> {
  const pool = new pg.Pool({ connectionString: url })
  const schema = `quotewright_closed_${process.pid}`
  const storage = postgresStorage(pool, { schema })
  await storage.migrate()
  const close = async () => {
    await pool.query(`drop schema ${schema} cascade`)
    await pool.end()
  }
  return { storage, close }
}

const databases = [
  { name: 'PGlite', missing: undefined, open: openPglite },
  {
    name: 'a PostgreSQL server',
    missing: url === undefined ? 'QUOTEWRIGHT_POSTGRES_URL is not set' : undefined,
    open: openServer,
  },
]

const context = { storeId: 'store-1' }
const request = { customer: {}, products: [{ id: 1, qty: 1 }] }

for (const { name, missing, open } of databases) {
  describe.skipIf(missing !== undefined)(`on ${name} (${missing ?? 'here'})`, () => {
    it('every operation fails with the error of the driver if the connection is closed', async () => {
      const { storage, close } = await open()
      const catalog = memoryCatalog({ 'store-1': [{ id: 1, price: 1 }] })
      const engine = createQuoteEngine({ storage, catalog })
      const { quoteId } = await engine.createQuote(context, request)
      await close()
      const tag = { backgroundColor: 'rgba(0%, 0%, 0%, 1)', color: 'rgb(0%, 0%, 0%)' }
      for (const operation of [
        () => engine.createQuote(context, request),
        () => engine.createQuote(context, request, { idempotencyKey: 'key-1' }),
        () => engine.updateQuote(context, quoteId, { tag_list: ['x'] }),
        () => engine.getQuote(context, quoteId),
        () => engine.getQuote(context, quoteId, { version: 1 }),
        () => engine.listQuotes(context),
        () => engine.countQuotes(context),
        () => engine.deleteQuote(context, quoteId),
        () => engine.restoreQuote(context, quoteId),
        () => engine.eraseQuote(context, quoteId),
        () => engine.listHistory(context, quoteId),
        () => engine.listEvents(context),
        () => engine.listTags(context),
        () => engine.setTag(context, 'x', tag),
        () => engine.removeTag(context, 'x'),
      ])
        await expect(operation()).rejects.toMatchObject({
          code: 'storage_failed',
          cause: expect.any(Error),
        })
    })
  })
}

// libsql still runs prepared statements after close(), so only transactions are sure to fail.
it('on SQLite every commit fails with the error of the driver if the connection is closed', async () => {
  const database = new Database(':memory:')
  const catalog = memoryCatalog({ 'store-1': [{ id: 1, price: 1 }] })
  const engine = createQuoteEngine({ storage: sqliteStorage(database), catalog })
  const { quoteId } = await engine.createQuote(context, request)
  database.close()
  for (const operation of [
    () => engine.createQuote(context, request),
    () => engine.updateQuote(context, quoteId, { tag_list: ['x'] }),
    () => engine.updateQuote(context, quoteId, {}, { idempotencyKey: 'key-1' }),
  ])
    await expect(operation()).rejects.toMatchObject({
      code: 'storage_failed',
      cause: expect.any(Error),
    })
})
