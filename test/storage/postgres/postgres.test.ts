import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../../src/catalog/memory.js'
import { createQuoteEngine } from '../../../src/engine/create-quote-engine.js'
import type { QuoteCommit } from '../../../src/quote/commit.js'
import { type PostgresClient, postgresStorage } from '../../../src/storage/postgres/index.js'
import { type IdempotentCommit, withKey } from '../../../src/testing/idempotent-commits.js'
import { createCommit, updateCommit } from '../../../src/testing/sample-commits.js'
import { storageSuite } from '../../../src/testing/storage-suite/index.js'
import { type OpenClient, postgresServers } from './servers.js'

for (const { name, missing, open, options } of postgresServers) {
  describe.skipIf(missing !== undefined)(
    `postgresStorage on ${name} (${missing ?? 'here'})`,
    () => {
      let client: OpenClient
      let schemas = 0

      beforeAll(async () => {
        client = await open()
      })
      afterAll(() => client.close())

      /** A schema of its own, which no other run on the same server has. */
      function newSchema(): string {
        schemas += 1
        return `quotewright_test_${process.pid}_${schemas}`
      }
      const drop = async (schema: string) => {
        await client.query(`drop schema if exists ${schema} cascade`)
      }
      /** A storage, and how many statements it sends. */
      async function counted(schema: string) {
        let statements = 0
        const counting: PostgresClient = {
          query(text, values) {
            statements += 1
            return client.query(text, values)
          },
        }
        const storage = postgresStorage(counting, { schema, ...options })
        await storage.migrate()
        const statementsOf = async (operation: () => unknown) => {
          statements = 0
          await operation()
          return statements
        }
        return { storage, statementsOf }
      }
      const refusal = (promise: Promise<unknown>) =>
        promise.then(
          () => undefined,
          (error) => error,
        )

      storageSuite({ describe, it }, async () => {
        const schema = newSchema()
        const storage = postgresStorage(client, { schema, ...options })
        await storage.migrate()
        const reopen = () => postgresStorage(client, { schema, ...options })
        return { storage, reopen, dispose: () => drop(schema) }
      })

      it('may be migrated by many processes at once, and again', async () => {
        const schema = newSchema()
        const storages = Array.from({ length: 8 }, () =>
          postgresStorage(client, { schema, ...options }),
        )
        await Promise.all(storages.map((storage) => storage.migrate()))
        await storages[0]?.migrate()
        const { rows } = await client.query(`select version from ${schema}.quotewright_version`)
        expect(rows).toEqual([{ version: 2 }])
        await drop(schema)
      })

      it.each(['user', 'order'])(
        'keeps quotes in a schema that is called %s, a word of SQL',
        async (schema) => {
          await client.query(`drop schema if exists "${schema}" cascade`)
          const storage = postgresStorage(client, { schema, ...options })
          const catalog = memoryCatalog({ 'store-1': [{ id: 1, price: 1 }] })
          const engine = createQuoteEngine({ storage, catalog })
          const context = { storeId: 'store-1' }
          const unmigrated = await refusal(engine.listTags(context))
          expect(unmigrated).toMatchObject({
            details: { found: `no quotewright tables in the schema ${schema}` },
          })
          await Promise.all([storage.migrate(), storage.migrate()])

          const request = { customer: { name: 'Ada' }, products: [{ id: 1, qty: 1 }] }
          const keyed = { idempotencyKey: 'a' }
          const [{ quoteId }] = await Promise.all([
            engine.createQuote(context, request, keyed),
            engine.createQuote(context, request),
            engine.createQuote(context, request),
          ])
          expect((await engine.createQuote(context, request, keyed)).quoteId).toBe(quoteId)
          await engine.updateQuote(context, quoteId, { tag_list: ['vip'] })
          const colours = { backgroundColor: 'rgba(1%, 2%, 3%, 0.5)', color: 'rgb(1%, 2%, 3%)' }
          await engine.setTag(context, 'vip', colours)
          expect((await engine.getQuote(context, quoteId)).visibleTags).toHaveLength(1)
          expect((await engine.listHistory(context, quoteId)).items).toHaveLength(2)
          expect((await engine.listEvents(context)).items).toHaveLength(4)
          expect(await engine.removeTag(context, 'vip')).toBe(true)
          await client.query(`drop schema "${schema}" cascade`)
        },
      )

      it('says what to do where it was never migrated', async () => {
        const storage = postgresStorage(client, { schema: newSchema() })
        const engine = createQuoteEngine({ storage, catalog: memoryCatalog({}) })
        expect(await refusal(engine.getQuote({ storeId: 'store-1' }, 'x'))).toMatchObject({
          code: 'storage_schema_mismatch',
          message: expect.stringContaining('call migrate() first'),
        })
      })

      it('refuses the tables of another release, and leaves them as they are', async () => {
        const schema = newSchema()
        const storage = postgresStorage(client, { schema, ...options })
        await storage.migrate()
        await client.query(`update ${schema}.quotewright_version set version = 99`)
        expect(await refusal(storage.migrate())).toMatchObject({
          code: 'storage_schema_mismatch',
          details: { found: 'schema version 99', supported: 'schema version 2' },
        })
        await drop(schema)
      })

      it('needs one statement for every operation', async () => {
        const schema = newSchema()
        const { storage, statementsOf } = await counted(schema)
        const first = createCommit()
        const tag = { backgroundColor: 'x', color: 'y', label: 'z', value: 'tag' }
        const operations = [
          () => storage.commit(first),
          () => storage.commit(first),
          () => storage.commit(updateCommit(first.record, { tag_list: ['tag'] })),
          () => storage.load('store-1', 'quote-1'),
          () =>
            storage.listHistory('store-1', 'quote-1', {
              afterVersion: 0,
              limit: 10,
              maxBytes: 2 ** 30,
            }),
          () => storage.setTag('store-1', tag),
          () => storage.listTags('store-1'),
          () => storage.removeTag('store-1', 'tag'),
        ]
        for (const operation of operations) expect(await statementsOf(operation)).toBe(1)
        await drop(schema)
      })

      it('needs one statement for all commits, and for all loads, of one moment', async () => {
        const schema = newSchema()
        const { storage, statementsOf } = await counted(schema)
        const changes = Array.from({ length: 16 }, (_, index) =>
          createCommit({ quoteId: `quote-${index}` }),
        )
        const commitAll = () => Promise.all(changes.map((change) => storage.commit(change)))
        expect(await statementsOf(commitAll)).toBe(1)

        const records = changes.map(({ record }) => record)
        let loaded: unknown[] = []
        const loadAll = async () => {
          const ids = [...records, ...records].map(({ quoteId }) => quoteId)
          loaded = await Promise.all(ids.map((quoteId) => storage.load('store-1', quoteId)))
        }
        expect(await statementsOf(loadAll)).toBe(1)
        expect(JSON.stringify(loaded)).toBe(JSON.stringify([...records, ...records]))
        expect(loaded[0]).not.toBe(loaded[records.length])
        await drop(schema)
      })

      it('numbers what is committed of a statement without a gap, whatever conflicts in it', async () => {
        const schema = newSchema()
        const { storage, statementsOf } = await counted(schema)
        const other = postgresStorage(client, { schema, ...options })
        for (const quoteId of ['b', 'd']) await other.commit(createCommit({ quoteId }))
        let outcomes: unknown[] = []
        const ids = ['e', 'd', 'c', 'b', 'a']
        const statements = await statementsOf(async () => {
          const changes = ids.map((quoteId) => createCommit({ quoteId }))
          outcomes = await Promise.all(changes.map((change) => storage.commit(change)))
        })
        expect(statements).toBe(1)
        expect(outcomes).toEqual(['committed', 'conflict', 'committed', 'conflict', 'committed'])
        const { items: events } = await storage.listEvents('store-1', {
          afterPosition: 0,
          limit: 10,
          maxBytes: 2 ** 30,
        })
        expect(events.map(({ position, quoteId }) => `${position} ${quoteId}`)).toEqual([
          '1 b',
          '2 d',
          '3 e',
          '4 c',
          '5 a',
        ])
        await drop(schema)
      })

      it('keeps the keys of a statement, each with the outcome of its own', async () => {
        const schema = newSchema()
        const { storage, statementsOf } = await counted(schema)
        const other = postgresStorage(client, { schema, ...options })
        const ids = ['a', 'b', 'c', 'd', 'e', 'f']
        const first = ids.map((quoteId) => withKey(createCommit({ quoteId }), `key ${quoteId}`))
        const commitAll = (changes: readonly QuoteCommit[]) =>
          Promise.all(changes.map((change) => storage.commit(change)))
        expect(await statementsOf(() => commitAll(first))).toBe(1)
        for (const { idempotency } of first)
          expect(await storage.findIdempotencyRecord('store-1', idempotency.key)).toEqual(
            idempotency,
          )

        const [a, b, c] = first as [IdempotentCommit, IdempotentCommit, IdempotentCommit]
        await other.commit(updateCommit(c.record, { tag_list: ['x'] }))
        const { expiresAt: expires } = a.idempotency
        const laterKeyed = (change: QuoteCommit, key: string) => ({
          ...change,
          idempotency: { ...a.idempotency, key, createdAt: expires, expiresAt: expires + 1_000 },
        })
        const second = [
          withKey(createCommit({ quoteId: 'g' }), 'key d'),
          laterKeyed(createCommit({ quoteId: 'h' }), 'key e'),
          withKey(updateCommit(b.record, { tag_list: ['x'] }), 'update b'),
          withKey(updateCommit(c.record, { tag_list: ['y'] }), 'stale update c'),
          withKey(createCommit({ quoteId: 'a' }), 'taken id'),
          createCommit({ quoteId: 'i' }),
        ]
        let outcomes: unknown[] = []
        const statements = await statementsOf(async () => {
          outcomes = await commitAll(second)
        })
        expect(statements).toBe(1)
        expect(outcomes).toEqual([
          'conflict',
          'committed',
          'committed',
          'conflict',
          'conflict',
          'committed',
        ])
        const found = async (key: string) =>
          (await storage.findIdempotencyRecord('store-1', key)) !== undefined
        expect(await found('update b')).toBe(true)
        for (const key of ['stale update c', 'taken id']) expect(await found(key)).toBe(false)
        const replaced = await storage.findIdempotencyRecord('store-1', 'key e')
        expect(replaced?.expiresAt).toBe(expires + 1_000)
        const { items: events } = await storage.listEvents('store-1', {
          afterPosition: 6,
          limit: 10,
          maxBytes: 2 ** 30,
        })
        expect(events.map(({ position, quoteId }) => `${position} ${quoteId}`)).toEqual([
          '7 c',
          '8 h',
          '9 b',
          '10 i',
        ])
        await drop(schema)
      })

      it('lets a commit that the database refuses harm none that shares its statement', async () => {
        const schema = newSchema()
        const storage = postgresStorage(client, { schema, ...options })
        await storage.migrate()
        const changes = Array.from({ length: 5 }, (_, index) =>
          createCommit({ quoteId: `quote-${index}` }),
        )
        const { record, ...rest } = changes[2] as (typeof changes)[0]
        const results = await Promise.allSettled(
          changes
            .with(2, { ...rest, record: { ...record, updated: 2 ** 70 } })
            .map((change) => storage.commit(change)),
        )
        expect(results.map(({ status }) => status)).toEqual([
          'fulfilled',
          'fulfilled',
          'rejected',
          'fulfilled',
          'fulfilled',
        ])
        const { items: events } = await storage.listEvents('store-1', {
          afterPosition: 0,
          limit: 10,
          maxBytes: 2 ** 30,
        })
        expect(events.map(({ position }) => position)).toEqual([1, 2, 3, 4])
        await drop(schema)
      })

      it('keeps quotes as JSON that SQL can look into', async () => {
        const schema = newSchema()
        const storage = postgresStorage(client, { schema, ...options })
        await storage.migrate()
        const catalog = memoryCatalog({ 'store-1': [{ id: 1, price: '0.0875' }] })
        const engine = createQuoteEngine({ storage, catalog })
        const request = { customer: { name: 'Ada' }, products: [{ id: 1, qty: 1000 }] }
        await engine.createQuote({ storeId: 'store-1' }, request)
        const { rows } = await client.query(
          `select quote ->> 'quote_total' as total, quote #>> '{customer,name}' as name from ${schema}.current_quotes`,
        )
        expect(rows).toEqual([{ total: '90.00', name: 'Ada' }])
        await drop(schema)
      })

      it('loses no update of several engines with connections of their own', async () => {
        const schema = newSchema()
        await postgresStorage(client, { schema, ...options }).migrate()
        const catalog = memoryCatalog({ 'store-1': [{ id: 1, price: 1 }] })
        const engines = Array.from({ length: 4 }, () =>
          createQuoteEngine({ storage: postgresStorage(client, { schema, ...options }), catalog }),
        )
        const context = { storeId: 'store-1' }
        const { quoteId } = await (engines[0] as (typeof engines)[0]).createQuote(context, {
          customer: {},
          products: [{ id: 1, qty: 1 }],
        })
        const fields = Array.from({ length: 40 }, (_, index) => `field-${index}`)
        await Promise.all(
          fields.map((field, index) =>
            engines[index % engines.length]?.updateQuote(context, quoteId, {
              customer: { [field]: 'set' },
            }),
          ),
        )
        const { version, quote } = await (engines[0] as (typeof engines)[0]).getQuote(
          context,
          quoteId,
        )
        expect(version).toBe(41)
        expect(Object.keys(quote.customer).toSorted()).toEqual(fields.toSorted())
        await drop(schema)
      })
    },
  )
}

it.each([
  ...['', 'Quotes', 'a-b', 'a.b', 'a"; drop table x; --', '1a', 'x'.repeat(64)],
  ...['pg_quotes', 'pg_catalog', 'pg_', 'Pg_quotes'],
])('a schema called %j is refused', (schema) => {
  const client = { query: () => Promise.reject(new Error('must not be asked')) }
  expect(() => postgresStorage(client, { schema })).toThrow(
    expect.objectContaining({ code: 'invalid_options' }),
  )
})

describe('with prepared statements', () => {
  it('every statement comes under a name, the same text under the same one', async () => {
    const asked: { readonly name: string; readonly text: string }[] = []
    const naming = {
      query: async (statement: { readonly name: string; readonly text: string }) => {
        asked.push(statement)
        return { rows: [] }
      },
    }
    const storage = postgresStorage(naming as never, { preparedStatements: true })
    for (const quoteId of ['a', 'b']) await storage.load('store-1', quoteId)
    await storage.listTags('store-1')
    const [first, second, third] = asked.map(({ name }) => name)
    expect(first).toMatch(/^[\w-]{43}$/)
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })
})
