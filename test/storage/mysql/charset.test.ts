import type { PoolOptions } from 'mysql2/promise'
import { expect, it } from 'vitest'
import { memoryCatalog } from '../../../src/catalog/memory.js'
import { createQuoteEngine } from '../../../src/quote-engine/quote-engine.js'
import { mysqlStorage } from '../../../src/storage/mysql/index.js'
import { literal } from '../../../src/storage/mysql/sql.js'
import { createMariadbPool, describeOnMariadb } from './databases.js'

const storeId = "store ' ħ"
const context = { storeId }
const catalog = memoryCatalog({ [storeId]: [{ id: 1, price: 1 }] })
const ref = { kind: 'quote', id: 'a' }

/** Each ends its literal, or is another character, if a client or a server encodes it otherwise. */
const hostile = [
  ...[
    'a\u0127 or 1=1 -- ',
    'a\u015c',
    "\u015c' or sleep(9) -- ",
    '\u0200',
    '\u{1f600}',
    'a\ud7ffb',
  ],
  ...["'", "''", "\\'", '\\', '"', '`', '$$', '$1', '?', ':name', '--', '/*', '#', ';', '%', '_'],
  ...[
    '\0',
    '\x1a',
    '\x7f',
    '\b',
    '\n',
    '\r\n',
    '\u00a0',
    '\u0080',
    '\u2028',
    '表',
    '縗',
    '¿',
    '~|{}[]^@',
  ],
]

/** Strings of customers have no NUL and no half of a character. */
const storable = hostile.filter((each) => !each.includes('\0') && each.isWellFormed())

const charsets = ['latin1', 'ascii', 'utf8', 'gbk', 'sjis', 'big5', 'koi8r']

/** What a `typeCast` receives. */
interface Field {
  readonly type: string
  string(): string | null
}

describeOnMariadb('mysqlStorage', (server) => {
  it.each(charsets)(
    'rejects a pool with the charset %s at its first statement',
    async (charset) => {
      const { database } = await server.open()
      const options = { charset, connectionLimit: 2 } as PoolOptions
      const pool = createMariadbPool(options)
      const storage = mysqlStorage(pool, { database })
      const rejected = {
        code: 'invalid_options',
        details: {
          errors: { client: expect.stringContaining('must use the character set utf8mb4') },
        },
      }
      const engine = createQuoteEngine({ storage, catalog })
      const request = {
        customer: { name: 'a\u0127 + sleep(9) + \u0127' },
        products: [{ id: 1, qty: 1 }],
      }
      const calls = [
        () => engine.createQuote(context, request),
        () => engine.listQuotes(context),
        () => storage.load(storeId, [ref]),
        () => storage.loadState(storeId, ['a']),
        () => storage.freezeStore(storeId),
        () => storage.migrate(),
        () => storage.rebuildSearch(),
      ]
      for (const call of calls) await expect((async () => call())()).rejects.toMatchObject(rejected)

      // A connection of the host, also if the pool of the storage is right.
      const connection = await pool.getConnection()
      await connection.beginTransaction()
      const { storage: right } = await server.open()
      const using = createQuoteEngine({ storage: right, catalog }).using(connection)
      await expect(using.createQuote(context, request)).rejects.toMatchObject(rejected)
      await connection.rollback()
      connection.release()
      await pool.end()
    },
  )

  it.each([
    ['strings', { typeCast: (field: Field) => field.string() }],
    [
      'strings of long columns',
      {
        typeCast: (field: Field, next: () => unknown) =>
          field.type.includes('BLOB') ? field.string() : next(),
      },
    ],
    [
      'strings of short columns',
      {
        typeCast: (field: Field, next: () => unknown) =>
          field.type === 'VAR_STRING' ? field.string() : next(),
      },
    ],
    ['arrays', { rowsAsArray: true }],
    ['tables', { nestTables: true }],
  ])('rejects a pool that returns %s', async (_, options) => {
    const { database } = await server.open()
    const pool = createMariadbPool({ ...options, connectionLimit: 1 } as PoolOptions)
    const storage = mysqlStorage(pool, { database })
    await expect((async () => storage.load(storeId, [ref]))()).rejects.toMatchObject({
      code: 'invalid_options',
      details: { errors: { client: expect.stringContaining('remove the options typeCast') } },
    })
    await pool.end()
  })

  it('accepts a typeCast that leaves text as it is', async () => {
    const { database } = await server.open()
    const pool = createMariadbPool({
      typeCast: (field: Field, next: () => unknown) =>
        field.type === 'TINY' ? field.string() === '1' : next(),
      connectionLimit: 1,
    } as PoolOptions)
    expect(await mysqlStorage(pool, { database }).load(storeId, [ref])).toEqual([undefined])
    await pool.end()
  })

  it('says what was received, and accepts the pool once it is right', async () => {
    const { database } = await server.open()
    let charset = 'latin1'
    const pool = createMariadbPool({ connectionLimit: 1 })
    const storage = mysqlStorage(
      {
        getConnection: () => pool.getConnection(),
        async query(sql: string, values: never[]) {
          await pool.query(`set names ${charset}`)
          return pool.query(sql, values)
        },
      },
      { database },
    )
    await expect(storage.load(storeId, [ref])).rejects.toThrow('character_set_client latin1')
    charset = 'utf8mb4'
    expect(await storage.load(storeId, [ref])).toEqual([undefined])
    await pool.end()
  })

  it.each(charsets)('a literal is the same string on a connection of %s', async (charset) => {
    const pool = createMariadbPool({ charset, connectionLimit: 1 } as PoolOptions)
    for (const value of hostile) {
      const sql = literal(value)
      expect(sql).toMatch(/^[ -~\t\r\n]*$/)
      const [rows] = await pool.query(`select cast(${sql} as binary) as value`, [])
      expect(rows).toEqual([{ value: Buffer.from(value) }])
    }
    await pool.end()
  })

  it.each([
    '',
    'NO_BACKSLASH_ESCAPES',
    'ANSI_QUOTES',
    'ANSI,NO_BACKSLASH_ESCAPES',
    'ORACLE',
    'MSSQL',
  ])(
    'keeps every string in the sql_mode "%s", also after "set names" of the host',
    async (mode) => {
      const { database } = await server.open()
      const pool = createMariadbPool({ connectionLimit: 1 })
      await pool.query(`set session sql_mode = '${mode}'`)
      const storage = mysqlStorage(pool, { database })
      await storage.migrate()
      const engine = createQuoteEngine({ storage, catalog })
      for (const charset of ['utf8mb4', 'latin1', 'gbk', 'sjis']) {
        for (const [index, text] of storable.entries()) {
          const customer = { name: text, city: text, email: 'ada@x.example' }
          const request = { customer, products: [{ id: 1, qty: 1 }] }
          const options = { idempotencyKey: `${charset} ${index} ${text}`.trim() }
          const { quoteId } = await engine.createQuote(context, request, options)
          // The host's own statements on the connection, which it gives back to the pool.
          await pool.query(`set names ${charset}`)
          const changes = { customer: { city: `${text}!` } }
          const { quote } = await engine.updateQuote(context, quoteId, changes)
          expect(quote.customer?.name?.trim()).toBe(text.trim())
          const reader = createQuoteEngine({ storage, catalog })
          expect((await reader.getQuote(context, quoteId)).quote).toEqual(quote)
        }
      }
      await pool.query(`insert into ${database}.quotewright_version values (99)`)
      await expect(storage.migrate()).rejects.toHaveProperty('code', 'storage_schema_mismatch')
      await pool.end()
    },
  )
})
