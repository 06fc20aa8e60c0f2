import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { postgresStorage } from '../../../src/storage/postgres/index.js'
import { fieldErrorsOf } from '../../quote/samples.js'
import { borrowPglite, createPglite } from '../../setup/pglite.js'

const errorsOf = (client: unknown, options?: unknown) =>
  fieldErrorsOf(() => postgresStorage(client as never, options as never), 'invalid_options')

const expected =
  'must have a query(text, values) function: ' +
  'pass a pg Pool, a pg Client or a PGlite instance; received '

describe('postgresStorage rejects a client', () => {
  it.each([
    ['a connection string', 'postgres://x', 'a string: pass new Pool({ connectionString })'],
    ['undefined', undefined, 'undefined'],
    ['null', null, 'null'],
    ['connection options', { host: 'x' }, 'an object'],
    ['an object of a class', new Map(), 'a Map object'],
    ['an object whose query is no function', { query: {} }, 'an object'],
    ['an array', [], 'an array'],
    [
      'an object with a connection string',
      { connectionString: 'postgres://x' },
      'an object: pass new Pool({ connectionString })',
    ],
    ['a promise', Promise.resolve(), 'a Promise object: await it'],
    ['the Pool class', pg.Pool, 'a function: pass an instance, new Pool(…)'],
    ['a function', () => {}, 'a function'],
    ['Drizzle', { query: {}, $client: {} }, 'a Drizzle instance: pass db.$client'],
    ['Kysely', { selectFrom() {} }, 'a Kysely instance: pass the Pool of its dialect'],
    ['Prisma', { $queryRawUnsafe() {} }, 'a Prisma instance: pass a pg Pool'],
    ['Sequelize', { query() {}, getQueryInterface() {} }, 'a Sequelize instance: pass a pg Pool'],
    [
      'TypeORM',
      { query() {}, createQueryRunner() {} },
      'a TypeORM instance: pass dataSource.driver.master, its Pool',
    ],
    [
      'Knex',
      Object.assign(() => {}, { batchInsert() {} }),
      'a Knex instance: pass a pg Pool, or knexClient(knex)',
    ],
    [
      'postgres.js',
      Object.assign(() => {}, { unsafe() {} }),
      'a postgres.js instance: pass postgresJsClient(sql)',
    ],
  ])('that is %s, and says what to pass', (_, client, received) => {
    expect(errorsOf(client)).toEqual({ client: expected + received })
  })

  it('that throws when its properties are read', () => {
    const client = {
      get query() {
        throw new Error('unreadable')
      },
    }
    expect(errorsOf(client)).toEqual({ '': 'cannot be read' })
  })

  const closed = { client: 'must be open; received a client that was closed' }

  it('that is an ended Pool', async () => {
    const pool = new pg.Pool()
    await pool.end()
    expect(errorsOf(pool)).toEqual(closed)
  })

  it('that is a closed PGlite instance', async () => {
    const database = await createPglite()
    await database.close()
    expect(errorsOf(database)).toEqual(closed)
  })

  it('that is a pg Client before connect(), and one after end()', async () => {
    const client = new pg.Client()
    expect(errorsOf(client)).toEqual({
      client: 'must be connected; received a pg Client that is not: await client.connect() first',
    })
    await client.end()
    expect(errorsOf(client)).toEqual(closed)
  })
})

describe('postgresStorage rejects options', () => {
  const client = { query: vi.fn() }

  it.each([
    [{ shema: 'x', prepare: true }, ['shema', 'prepare']],
    [{ schema: 1 }, ['schema']],
    [{ preparedStatements: 'yes' }, ['preparedStatements']],
    [null, ['']],
    ['quotes', ['']],
  ])('%j, naming each', (options, names) => {
    expect(Object.keys(errorsOf(client, options))).toEqual(names)
  })

  it('preparedStatements with PGlite', async () => {
    const { database, giveBack } = await borrowPglite()
    expect(errorsOf(database, { preparedStatements: true })).toEqual({
      preparedStatements: 'requires a pg Pool or Client, received a PGlite instance',
    })
    expect(() => postgresStorage(database)).not.toThrow()
    await giveBack()
  })

  it.each([undefined, {}, { schema: undefined, preparedStatements: undefined }])(
    'but not %j',
    (options) => {
      expect(() => postgresStorage(client, options)).not.toThrow()
    },
  )
})

it.each([
  ['an array of rows', [{ version: 1 }], 'an array'],
  ['nothing', undefined, 'undefined'],
  ['rows that are no array', { rows: 3 }, 'an object'],
])('load fails if query resolves to %s', async (_, result, received) => {
  const storage = postgresStorage({ query: async () => result as never })
  await expect(storage.load('store-1', [{ kind: 'quote', id: 'quote-1' }])).rejects.toThrow(
    `client.query must resolve to { rows: […] }; received ${received}`,
  )
})
