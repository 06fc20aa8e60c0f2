import { inspect } from 'node:util'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { memoryCatalog } from '../../../src/catalog/memory.js'
import { createQuoteEngine } from '../../../src/quote-engine/quote-engine.js'
import { mysqlStorage } from '../../../src/storage/mysql/index.js'
import { literal } from '../../../src/storage/mysql/sql.js'
import { createCommit } from '../../../src/testing/samples.js'
import { createMariadbPool, describeOnMariadb } from './databases.js'

const catalog = memoryCatalog({ 'store-1': [{ id: 1, price: 1 }] })
const context = { storeId: 'store-1' }

describeOnMariadb('mysqlStorage', (server) => {
  it.each(['', 'NO_BACKSLASH_ESCAPES', 'ANSI', 'ANSI,NO_BACKSLASH_ESCAPES,STRICT_ALL_TABLES'])(
    'literal returns the same string from the server in the sql_mode "%s"',
    async (mode) => {
      const connection = await server.pool.getConnection()
      await connection.query(`set session sql_mode = '${mode}'`)
      const string = fc.oneof(
        fc.string({ unit: 'grapheme' }),
        fc.string({ unit: fc.constantFrom("'", '"', '\\', '`', '%', '?', ':a', '\0', '\n', 'é') }),
      )
      await fc.assert(
        fc.asyncProperty(string, async (value) => {
          const sql = `select convert(${literal(value)} using utf8mb4) as value`
          const [rows] = await connection.query(sql, [])
          expect(rows).toEqual([{ value }])
        }),
      )
      connection.destroy()
    },
  )

  it('commit and load work in the sql_mode NO_BACKSLASH_ESCAPES, and find nothing else', async () => {
    const { database } = await server.open()
    const pool = createMariadbPool({ namedPlaceholders: true })
    pool.pool.on('connection', (connection) => {
      connection.query("set session sql_mode = 'ANSI,NO_BACKSLASH_ESCAPES'")
    })
    const engine = createQuoteEngine({ storage: mysqlStorage(pool, { database }), catalog })
    const name = `\\'; drop table quotewright_records; -- :name ? "\n${'👩‍🚀'.repeat(3)}`
    const request = { customer: { name }, products: [{ id: 1, qty: 1 }] }
    const { quoteId, quote } = await engine.createQuote(context, request)
    expect((await engine.getQuote(context, quoteId)).quote).toEqual(quote)
    await expect(engine.getQuote(context, `' or ''='`)).rejects.toMatchObject({
      code: 'quote_not_found',
    })
    await pool.end()
  })

  it('keeps ids apart that collations take for the same, with 255 characters of 4 bytes', async () => {
    const { storage } = await server.open()
    const long = '👩'.repeat(255)
    const ids = ['a', 'A', 'á', 'a ', 'a\0', 'ａ', 'ß', 'ss', long, `${long.slice(2)}👨`]
    for (const id of ids)
      expect(await storage.commit(long, createCommit({ quoteId: id }))).toBe('committed')
    const loaded = await storage.load(
      long,
      ids.map((id) => ({ kind: 'quote', id })),
    )
    expect(loaded.map((record) => record?.id)).toEqual(ids)
    const filter = { kind: 'quote', deleted: false, terms: [['status:new']], words: [], times: {} }
    expect(await storage.count(long, filter, 100)).toBe(ids.length)
  })

  it('rejects a quote that is larger than max_allowed_packet, and names the setting', async () => {
    const { storage, database } = await server.open()
    const [rows] = await server.pool.query('select @@max_allowed_packet as max')
    const max = Number((rows as { max: number }[])[0]?.max)
    const commit = createCommit()
    const [change] = commit.changes
    const value = { ...change.record.value, note: 'x'.repeat(max) }
    const huge = { changes: [{ ...change, record: { ...change.record, value } }] } as never
    const outcomes = await Promise.allSettled([
      storage.commit('store-1', huge),
      storage.commit('store-1', createCommit({ quoteId: 'small' })),
    ])
    expect(outcomes[0]).toMatchObject({
      reason: { message: expect.stringContaining(`max_allowed_packet of the server is ${max}`) },
    })
    expect(outcomes[1]).toEqual({ status: 'fulfilled', value: 'committed' })
    const [stored] = await server.pool.query(
      `select convert(id using utf8mb4) as id from ${database}.quotewright_records`,
    )
    expect(stored).toEqual([{ id: 'small' }])
  })

  it('errors of the driver do not contain the statement, in which customer data is', async () => {
    const { storage, database } = await server.open()
    await server.pool.query(`alter table ${database}.quotewright_history modify entry tinytext`)
    const commit = createCommit({ customer: { name: 'Ada Lovelace' } })
    const [outcome] = await Promise.allSettled([storage.commit('store-1', commit)])
    const error = outcome.status === 'rejected' ? outcome.reason : undefined
    expect(error).toMatchObject({ code: 'ER_DATA_TOO_LONG' })
    expect(inspect(error)).not.toContain('Ada Lovelace')
  })

  it('migrate rejects a connection whose character set would lose characters', async () => {
    const pool = createMariadbPool({ charset: 'latin1' })
    const storage = mysqlStorage(pool, { database: server.nextDatabase() })
    await expect(storage.migrate()).rejects.toMatchObject({
      code: 'invalid_options',
      details: { errors: { client: expect.stringContaining('utf8mb4') } },
    })
    await pool.end()
  })
})
