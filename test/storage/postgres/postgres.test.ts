import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../../src/catalog/memory.js'
import { createQuoteEngine } from '../../../src/engine/create-quote-engine.js'
import { postgresStorage } from '../../../src/storage/postgres/index.js'
import { createCommit, updateCommit } from '../../../src/testing/sample-commits.js'
import { storageSuite } from '../../../src/testing/storage-suite/index.js'
import { createTestSchemas, type TestSchemas } from './schemas.js'
import { type OpenClient, postgresServers } from './servers.js'

for (const { name, missing, open, options } of postgresServers) {
  describe.skipIf(missing !== undefined)(
    `postgresStorage on ${name} (${missing ?? 'here'})`,
    () => {
      let client: OpenClient
      let schemas: TestSchemas
      beforeAll(async () => {
        client = await open()
        schemas = createTestSchemas(client, options)
      })
      afterAll(() => client.close())

      storageSuite({ describe, it }, async () => {
        const schema = schemas.next()
        const storage = postgresStorage(client, { schema, ...options })
        await storage.migrate()
        const reopen = () => postgresStorage(client, { schema, ...options })
        return { storage, reopen, dispose: () => schemas.drop(schema) }
      })

      it('every operation is one statement', async () => {
        const schema = schemas.next()
        const { storage, statementsOf } = await schemas.openCounted(schema)
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
        await schemas.drop(schema)
      })

      it('current_quotes returns quotes as JSON', async () => {
        const schema = schemas.next()
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
        await schemas.drop(schema)
      })

      it('loses no update of several engines with their own connections', async () => {
        const schema = schemas.next()
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
        await schemas.drop(schema)
      })
    },
  )
}

describe('postgresStorage with preparedStatements', () => {
  it('names each statement by its SQL', async () => {
    const sent: { readonly name: string; readonly text: string }[] = []
    const client = {
      query: async (statement: { readonly name: string; readonly text: string }) => {
        sent.push(statement)
        return { rows: [] }
      },
    }
    const storage = postgresStorage(client as never, { preparedStatements: true })
    for (const quoteId of ['a', 'b']) await storage.load('store-1', quoteId)
    await storage.listTags('store-1')
    const [first, second, third] = sent.map(({ name }) => name)
    expect(first).toMatch(/^[\w-]{43}$/)
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })
})
