import { createPool } from 'mysql2/promise'
import { expect, it } from 'vitest'
import { memoryCatalog } from '../../../src/catalog/memory.js'
import { createQuoteEngine } from '../../../src/quote-engine/quote-engine.js'
import { mysqlStorage } from '../../../src/storage/mysql/index.js'
import { createCommit } from '../../../src/testing/samples.js'
import { describeOnMariadb, type MariadbServer } from './databases.js'

const context = { storeId: 'store-1' }

/** Creates quotes through an engine, whose search rows `rebuildSearch` can compute. */
async function openEngine(server: MariadbServer) {
  const { storage, database } = await server.open()
  const catalog = memoryCatalog({ 'store-1': [{ id: 1, price: 1 }] })
  const engine = createQuoteEngine({ storage, catalog })
  const create = (name: string) =>
    engine.createQuote(context, { customer: { name }, products: [{ id: 1, qty: 1 }] })
  return { storage, database, engine, create }
}

describeOnMariadb('migrate', (server) => {
  it('creates the tables once for concurrent callers, and can be repeated', async () => {
    const database = server.nextDatabase()
    const storage = mysqlStorage(server.pool, { database })
    await Promise.all([1, 2, 3, 4].map(() => storage.migrate()))
    await storage.commit('store-1', createCommit())
    await storage.migrate()
    expect(await storage.load('store-1', [{ kind: 'quote', id: 'quote-1' }])).toMatchObject([
      { version: 1 },
    ])
  })

  it('completes a migration that was interrupted', async () => {
    const { storage, database } = await server.open()
    await server.pool.query(`delete from ${database}.quotewright_version`)
    await server.pool.query(`drop table ${database}.quotewright_idempotency`)
    await storage.migrate()
    expect(await storage.findIdempotencyRecord('store-1', 'key')).toBeUndefined()
  })

  it('adds the table of the state to tables of an earlier release', async () => {
    const { storage, database } = await server.open()
    await server.pool.query(`drop table ${database}.quotewright_state`)
    const write = { key: 'a', previousVersion: 0, version: 1, value: 1 }
    await expect(storage.saveState('store-1', write)).rejects.toMatchObject({
      code: 'storage_schema_mismatch',
      details: { supported: expect.stringContaining('call migrate() first') },
    })
    await Promise.all([storage.migrate(), storage.migrate()])
    expect(await storage.saveState('store-1', write)).toBe(true)
  })

  it('need not have run before a quote is erased', async () => {
    const { database, engine, create } = await openEngine(server)
    const { quoteId } = await create('Ada')
    await server.pool.query(`drop table ${database}.quotewright_state`)
    await engine.eraseQuote(context, quoteId)
    await engine.eraseQuote(context, quoteId)
    expect((await engine.countQuotes(context)).count).toBe(0)
  })

  it('migrationSql creates the same tables in the database of a connection', async () => {
    const { database: expected } = await server.open()
    const database = server.nextDatabase()
    await server.pool.query(`create database ${database}`)
    const uri = new URL(process.env.QUOTEWRIGHT_MARIADB_URL ?? '')
    uri.pathname = database
    const pool = createPool({ uri: uri.href, multipleStatements: true })
    await pool.query(mysqlStorage(pool).migrationSql)
    const columnsOf = async (schema: string) =>
      server.pool.query(
        `select table_name, column_name, column_type, collation_name, is_nullable
         from information_schema.columns where table_schema = ? order by 1, 2`,
        [schema],
      )
    expect((await columnsOf(database))[0]).toEqual((await columnsOf(expected))[0])
    const storage = mysqlStorage(pool)
    await storage.migrate()
    expect(await storage.commit('store-1', createCommit())).toBe('committed')
    await pool.end()
  })

  it.each([
    ['of another release', 'insert into quotewright_version values (99)', 'schema version 99'],
    ['of another program', 'drop table quotewright_version', 'tables of another program'],
  ])('rejects tables %s', async (_, sql, found) => {
    const { storage, database } = await server.open()
    await server.pool.query(sql.replace('quotewright_version', `${database}.quotewright_version`))
    await expect(storage.migrate()).rejects.toMatchObject({
      code: 'storage_schema_mismatch',
      details: { found: expect.stringContaining(found) },
    })
  })

  it('every method says that migrate() was not called', async () => {
    const storage = mysqlStorage(server.pool, { database: server.nextDatabase() })
    const calls = [
      storage.commit('store-1', createCommit()),
      storage.load('store-1', [{ kind: 'quote', id: 'a' }]),
      storage.findIdempotencyRecord('store-1', 'key'),
    ]
    for (const outcome of await Promise.allSettled(calls))
      expect(outcome.status === 'rejected' && outcome.reason).toMatchObject({
        code: 'storage_schema_mismatch',
        details: { supported: expect.stringContaining('call migrate() first') },
      })
  })

  it('rejects a user without privileges, and names them', async () => {
    const { database } = await server.open()
    const user = `qw_${process.pid}`
    await server.pool.query(`create or replace user ${user}@'%' identified by 'secret'`)
    const uri = new URL(process.env.QUOTEWRIGHT_MARIADB_URL ?? '')
    const pool = createPool({
      host: uri.hostname,
      port: Number(uri.port),
      user,
      password: 'secret',
    })
    await expect(
      mysqlStorage(pool, { database }).load('store-1', [{ kind: 'quote', id: 'a' }]),
    ).rejects.toMatchObject({
      code: 'storage_permission_denied',
      details: { requiredPrivileges: expect.stringContaining(`of the database ${database}`) },
    })
    await pool.end()
    await server.pool.query(`drop user ${user}@'%'`)
  })
})

describeOnMariadb('rebuildSearch', (server) => {
  it('finds what was found before, after the terms were lost or changed', async () => {
    const { storage, database, engine, create } = await openEngine(server)
    const quotes = await Promise.all(['Ada', 'Ben', 'Cem'].map(create))
    await engine.deleteQuote(context, quotes[2]?.quoteId ?? '')
    const list = async () => [
      (await engine.listQuotes(context, { status: 'new' })).items.length,
      (await engine.listQuotes(context, { text: 'ada' })).items.length,
      (await engine.listQuotes(context, { deleted: true, text: 'cem' })).items.length,
    ]
    expect(await list()).toEqual([2, 1, 1])
    await server.pool.query(`delete from ${database}.quotewright_terms where token like '^a%'`)
    await server.pool.query(
      `update ${database}.quotewright_terms set token = '=status:sent' where token = '=status:new'`,
    )
    await server.pool.query(`update ${database}.quotewright_records set tokens = '', expires = 1`)
    expect(await list()).not.toEqual([2, 1, 1])
    await storage.rebuildSearch()
    expect(await list()).toEqual([2, 1, 1])
    expect((await engine.listQuotes(context, { status: 'sent' })).items).toEqual([])
    const [rows] = await server.pool.query(
      `select count(*) as count from ${database}.quotewright_terms where token = '=status:sent'`,
    )
    expect(rows).toEqual([{ count: 0 }])
  })
})

describeOnMariadb('quotewright_current_quotes', (server) => {
  it('has the quotes that are not deleted, changed or not, with their status', async () => {
    const { database, engine, create } = await openEngine(server)
    const [first, second, third] = await Promise.all(['Ada', 'Ben', 'Cem'].map(create))
    await engine.sendQuote(context, second?.quoteId ?? '')
    await engine.deleteQuote(context, third?.quoteId ?? '')
    const [rows] = await server.pool.query(
      `select quote_id, version, status, json_value(quote, '$.customer.name') as name
       from ${database}.quotewright_current_quotes order by name`,
    )
    expect(rows).toEqual([
      { quote_id: first?.quoteId, version: 1, status: 'new', name: 'Ada' },
      { quote_id: second?.quoteId, version: 2, status: 'sent', name: 'Ben' },
    ])
  })
})
