import { expect, it } from 'vitest'
import { memoryCatalog } from '../../../src/catalog/memory.js'
import { eraseCustomer } from '../../../src/quote-engine/customers.js'
import { createQuoteEngine } from '../../../src/quote-engine/quote-engine.js'
import { postgresStorage } from '../../../src/storage/postgres/index.js'
import { describeOnPostgres, rejection } from './schemas.js'

describeOnPostgres('postgresStorage', (server) => {
  it('migrate creates the tables once if many processes call it, and can be repeated', async () => {
    const schema = server.schemas.next()
    const storages = Array.from({ length: 8 }, () =>
      postgresStorage(server.client, { schema, ...server.options }),
    )
    await Promise.all(storages.map((storage) => storage.migrate()))
    await storages[0]?.migrate()
    const { rows } = await server.client.query(`select version from ${schema}.quotewright_version`)
    expect(rows).toEqual([{ version: 4 }])
    await server.schemas.drop(schema)
  })

  it('erases quotes in tables of an earlier release, which had none of state', async () => {
    const schema = server.schemas.next()
    const storage = postgresStorage(server.client, { schema, ...server.options })
    await storage.migrate()
    await server.client.query(`drop table ${schema}.state`)
    const catalog = memoryCatalog({ 'store-1': [{ id: 1, price: 1 }] })
    const engine = createQuoteEngine({ storage, catalog })
    const context = { storeId: 'store-1' }
    const request = { customer: { name: 'Ada' }, products: [{ id: 1, qty: 1 }], customer_id: '7' }
    for (let index = 0; index < 3; index += 1) await engine.createQuote(context, request)
    const { quoteIds } = await eraseCustomer(engine, context, { customerId: '7' })
    expect(quoteIds).toHaveLength(3)
    await engine.eraseQuote(context, quoteIds[0] as string)
    await server.schemas.drop(schema)
  })

  it.each(['user', 'order'])(
    'works in a schema named %s, which is an SQL keyword',
    async (schema) => {
      await server.client.query(`drop schema if exists "${schema}" cascade`)
      const storage = postgresStorage(server.client, { schema, ...server.options })
      const catalog = memoryCatalog({ 'store-1': [{ id: 1, price: 1 }] })
      const engine = createQuoteEngine({ storage, catalog })
      const context = { storeId: 'store-1' }
      const unmigrated = await rejection(engine.listTags(context))
      expect(unmigrated).toMatchObject({
        details: { found: `no quotewright tables in the schema ${schema}` },
      })
      await Promise.all([storage.migrate(), storage.migrate()])

      const request = { customer: { name: 'Ada' }, products: [{ id: 1, qty: 1 }] }
      const withKey = { idempotencyKey: 'a' }
      const [{ quoteId }] = await Promise.all([
        engine.createQuote(context, request, withKey),
        engine.createQuote(context, request),
        engine.createQuote(context, request),
      ])
      expect((await engine.createQuote(context, request, withKey)).quoteId).toBe(quoteId)
      await engine.updateQuote(context, quoteId, { tag_list: ['vip'] })
      const colors = { backgroundColor: 'rgba(1%, 2%, 3%, 0.5)', color: 'rgb(1%, 2%, 3%)' }
      await engine.setTag(context, 'vip', colors)
      expect((await engine.getQuote(context, quoteId)).visibleTags).toHaveLength(1)
      expect((await engine.listHistory(context, quoteId)).items).toHaveLength(2)
      expect((await engine.listEvents(context)).items).toHaveLength(5)
      await engine.removeTag(context, 'vip')
      expect(await engine.listTags(context)).toEqual({})
      await server.client.query(`drop schema "${schema}" cascade`)
    },
  )

  it('operations ask for migrate() if the tables do not exist', async () => {
    const storage = postgresStorage(server.client, { schema: server.schemas.next() })
    const engine = createQuoteEngine({ storage, catalog: memoryCatalog({}) })
    expect(await rejection(engine.getQuote({ storeId: 'store-1' }, 'x'))).toMatchObject({
      code: 'storage_schema_mismatch',
      message: expect.stringContaining('call migrate() first'),
    })
  })

  it('migrate rejects the tables of another release, and does not change them', async () => {
    const schema = server.schemas.next()
    const storage = postgresStorage(server.client, { schema, ...server.options })
    await storage.migrate()
    await server.client.query(`update ${schema}.quotewright_version set version = 99`)
    expect(await rejection(storage.migrate())).toMatchObject({
      code: 'storage_schema_mismatch',
      details: { found: 'schema version 99', supported: 'schema version 4' },
    })
    await server.schemas.drop(schema)
  })
})

it.each([
  ...['', 'Quotes', 'a-b', 'a.b', 'a"; drop table x; --', '1a', 'x'.repeat(64)],
  ...['pg_quotes', 'pg_catalog', 'pg_', 'Pg_quotes'],
])('postgresStorage rejects the schema %j', (schema) => {
  const client = { query: () => Promise.reject(new Error('must not be called')) }
  expect(() => postgresStorage(client, { schema })).toThrow(
    expect.objectContaining({ code: 'invalid_options' }),
  )
})
