import { PGlite, type Transaction } from '@electric-sql/pglite'
import Database from 'libsql'
import mysql from 'mysql2/promise'
import pg from 'pg'
import { expectTypeOf, it } from 'vitest'
import { memoryCatalog } from '../../src/catalog/memory.js'
import type { TransactionRunner } from '../../src/ports/orders.js'
import { createQuoteEngine } from '../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../src/storage/memory/index.js'
import { mysqlTransaction } from '../../src/storage/mysql/index.js'
import { postgresTransaction } from '../../src/storage/postgres/index.js'
import { sqliteTransaction } from '../../src/storage/sqlite/index.js'

const ports = { storage: memoryStorage(), catalog: memoryCatalog({}) }
const result = { orderId: '1' }

/** Only compiled: the type check fails if a client has another type. */
const checks = {
  pool: () =>
    createQuoteEngine({
      ...ports,
      orders: {
        // Also before the option from which its type is inferred.
        placeOrder(_request, { client, signal }) {
          expectTypeOf(client).toEqualTypeOf<pg.PoolClient>()
          expectTypeOf(signal).toEqualTypeOf<AbortSignal>()
          return result
        },
        transaction: postgresTransaction(new pg.Pool()),
      },
    }),
  pglite: () =>
    createQuoteEngine({
      ...ports,
      fields: { quote: { region: { label: 'Region' } } },
      orders: {
        transaction: postgresTransaction(new PGlite()),
        async placeOrder(_request, { client }) {
          expectTypeOf(client).toEqualTypeOf<Transaction>()
          return result
        },
      },
    }),
  mysql: () =>
    createQuoteEngine({
      ...ports,
      orders: {
        transaction: mysqlTransaction(mysql.createPool('')),
        placeOrder(_request, { client }) {
          expectTypeOf(client).toEqualTypeOf<mysql.PoolConnection>()
          return result
        },
      },
    }),
  sqlite: () =>
    createQuoteEngine({
      ...ports,
      orders: {
        transaction: sqliteTransaction(new Database('')),
        placeOrder(_request, { client }) {
          expectTypeOf(client).toEqualTypeOf<Database.Database>()
          return result
        },
      },
    }),
  host: (transaction: TransactionRunner<{ readonly own: true }>) =>
    createQuoteEngine({
      ...ports,
      orders: {
        transaction,
        placeOrder(_request, { client }) {
          expectTypeOf(client).toEqualTypeOf<{ readonly own: true }>()
          return result
        },
      },
    }),
  none: () =>
    createQuoteEngine({
      ...ports,
      orders: {
        placeOrder(_request, { client }) {
          expectTypeOf(client).toEqualTypeOf<unknown>()
          return result
        },
      },
    }),
}

it('createQuoteEngine infers the client of placeOrder from the option transaction', () => {
  expectTypeOf(checks).not.toBeAny()
})
