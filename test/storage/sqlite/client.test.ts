import Database from 'libsql'
import { describe, expect, it } from 'vitest'
import { sqliteStorage } from '../../../src/storage/sqlite/index.js'
import { fieldErrorsOf } from '../../quote/samples.js'
import { sqliteDrivers } from './drivers.js'

const errorsOf = (database: unknown) =>
  fieldErrorsOf(() => sqliteStorage(database as never), 'invalid_options')

const expected =
  'must be a synchronous SQLite connection: ' +
  'pass a DatabaseSync of node:sqlite or a Database of better-sqlite3, libsql or bun:sqlite; received '

/** Behaves like a `Database` of `sqlite3`: statements return themselves, and rows by callback. */
class CallbackDatabase {
  exec = () => this
  prepare = () => {
    const statement = { run: () => statement, get: () => statement, all: () => statement }
    return statement
  }
}

/** Behaves like a `Database` of `libsql/promise`. */
class PromiseDatabase {
  exec = async () => {}
  prepare = async () => ({ run: async () => {}, get: async () => {}, all: async () => [] })
}

/** Prepares at once, and resolves to rows later. */
class LateDatabase {
  exec = () => {}
  prepare = () => ({ run: async () => {}, get: async () => ({ one: 1 }), all: async () => [] })
}

describe('sqliteStorage rejects a database', () => {
  const asynchronous = 'whose statements do not return rows directly'

  it.each([
    ['a path', 'quotes.sqlite', 'a string: pass new DatabaseSync(path)'],
    ['undefined', undefined, 'undefined'],
    ['null', null, 'null'],
    ['the class of a driver', Database, 'a function'],
    ['a pg Pool', { query() {} }, 'an object'],
    ['a client of @libsql/client', { execute() {} }, 'an object'],
    ['Drizzle', { all() {}, $client: {} }, 'a Drizzle instance: pass db.$client'],
    ['Kysely', { selectFrom() {} }, 'a Kysely instance: pass the database of its dialect'],
    ['Prisma', { $queryRawUnsafe() {} }, 'a Prisma instance'],
    ['Sequelize', { getQueryInterface() {} }, 'a Sequelize instance'],
    ['TypeORM', { createQueryRunner() {} }, 'a TypeORM instance'],
    ['Knex', Object.assign(() => {}, { batchInsert() {} }), 'a Knex instance'],
    ['sqlite3', new CallbackDatabase(), `a CallbackDatabase object ${asynchronous}`],
    ['libsql/promise', new PromiseDatabase(), `a PromiseDatabase object ${asynchronous}`],
    ['a driver of late rows', new LateDatabase(), `a LateDatabase object ${asynchronous}`],
  ])('that is %s, and says what to pass', (_, database, received) => {
    expect(errorsOf(database)).toEqual({ database: expected + received })
  })

  for (const { name, missing, open } of sqliteDrivers)
    it.skipIf(missing !== undefined)(`that ${name} (${missing ?? 'here'}) has closed`, () => {
      const database = open(':memory:')
      database.close()
      const isKnown = 'open' in database || 'isOpen' in database
      if (isKnown)
        expect(errorsOf(database)).toEqual({ database: 'must be open; received a closed one' })
      else
        expect(() => sqliteStorage(database)).toThrow(
          expect.objectContaining({ code: 'storage_failed' }),
        )
    })
})

it('sqliteStorage rejects options, naming each', () => {
  const withOptions = sqliteStorage as (...values: unknown[]) => unknown
  const construct = () => withOptions(new Database(':memory:'), { table: 'x', wal: false })
  expect(Object.keys(fieldErrorsOf(construct, 'invalid_options'))).toEqual(['table', 'wal'])
})
