import type { PGlite } from '@electric-sql/pglite'
import fc from 'fast-check'
import Libsql from 'libsql'
import type { Pool } from 'mysql2/promise'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { memoryCatalog } from '../../src/catalog/memory.js'
import { isQuoteError } from '../../src/errors.js'
import type { StoragePort } from '../../src/ports/storage.js'
import type { CatalogProduct } from '../../src/quote/lines/catalog-product.js'
import type { QuoteRecord } from '../../src/quote/model/quote.js'
import type { UpdateQuoteRequest } from '../../src/quote/operations/requests.js'
import { verifyQuote } from '../../src/quote/verify/verify-quote.js'
import { createQuoteEngine, type QuoteEngine } from '../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../src/storage/memory/index.js'
import { mysqlStorage } from '../../src/storage/mysql/index.js'
import { postgresStorage } from '../../src/storage/postgres/index.js'
import { type SqliteDatabase, sqliteStorage } from '../../src/storage/sqlite/index.js'
import { quoteArbitraries } from '../../src/testing/arbitraries/index.js'
import { createPglite } from '../setup/pglite.js'
import { createMariadbPool, mariadbMissing, nextDatabase } from './mysql/databases.js'

const arbitraries = quoteArbitraries(fc)

/** Creates an engine with deterministic ids and times, so that results can be compared. */
function countingEngine(
  storage: StoragePort,
  storeId: string,
  products: readonly CatalogProduct[],
): QuoteEngine {
  let ids = 0
  let time = 1_700_000_000_000
  const generateId = () => {
    ids += 1
    return `quote-${ids}`
  }
  const now = () => {
    time += 1
    return time
  }
  const catalog = memoryCatalog({ [storeId]: products })
  return createQuoteEngine({ storage, catalog, generateId, now })
}

/** Returns the result or error of a call as JSON. */
async function outcome(promise: Promise<unknown>): Promise<string> {
  return JSON.stringify(
    await promise.catch((error) => {
      if (!isQuoteError(error)) throw error
      return { code: error.code, details: error.details }
    }),
  )
}

let postgres: PGlite
/** A MariaDB server, if there is one here. */
let mariadb: Pool | undefined
const database = nextDatabase()
beforeAll(async () => {
  if (mariadbMissing === undefined) {
    mariadb = createMariadbPool()
    await mysqlStorage(mariadb, { database }).migrate()
  }
  postgres = await createPglite()
  await postgresStorage(postgres).migrate()
})
afterAll(async () => {
  await postgres.close()
  await mariadb?.query(`drop database ${database}`)
  await mariadb?.end()
})

let stores = 0

it('every storage returns identical, valid records for the same calls', async () => {
  await fc.assert(
    fc.asyncProperty(fc.gen(), async (generate) => {
      const products = generate(() => arbitraries.products)
      const file = new Libsql(':memory:')
      stores += 1
      const context = { storeId: `store-${stores}` }
      const storages = [
        memoryStorage(),
        sqliteStorage(file as unknown as SqliteDatabase),
        postgresStorage(postgres),
        ...(mariadb === undefined ? [] : [mysqlStorage(mariadb, { database })]),
      ]
      const engines = storages.map((storage) => countingEngine(storage, context.storeId, products))
      const onAll = async (call: (engine: QuoteEngine) => Promise<unknown>) => {
        const outcomes = await Promise.all(engines.map((engine) => outcome(call(engine))))
        for (const each of outcomes) expect(each).toBe(outcomes[0])
      }
      const request = generate(arbitraries.createRequest, products)
      await onAll((engine) => engine.createQuote(context, request))
      const updates = generate(fc.nat, { max: 5 })
      for (let index = 0; index < updates; index += 1) {
        // On all, because it reads the clock.
        const [first] = await Promise.all(engines.map((each) => each.getQuote(context, 'quote-1')))
        const { quote, version } = first as QuoteRecord
        expect(verifyQuote(quote)).toEqual([])
        const changes: UpdateQuoteRequest = generate(arbitraries.changes, quote, products)
        const expectedVersion = generate(fc.option, fc.constantFrom(1, version), { nil: undefined })
        await onAll((engine) =>
          engine.updateQuote(context, 'quote-1', changes, { expectedVersion }),
        )
      }
      await onAll((engine) => engine.getQuote(context, 'quote-1'))
      await onAll((engine) => engine.getQuote(context, 'quote-1', { version: 2 }))
      await onAll((engine) => engine.listHistory(context, 'quote-1'))
      await onAll((engine) => engine.listEvents(context))
      await onAll((engine) => engine.listQuotes(context, { text: 'a' }))
      await onAll((engine) => engine.deleteQuote(context, 'quote-1'))
      await onAll((engine) => engine.listQuotes(context, { deleted: true }))
      await onAll((engine) => engine.eraseQuote(context, 'quote-1'))
      await onAll((engine) => engine.listEvents(context))
      file.close()
    }),
    { endOnFailure: true },
  )
})
