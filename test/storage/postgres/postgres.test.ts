import { describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../../src/catalog/memory.js'
import { createQuoteEngine } from '../../../src/quote-engine/quote-engine.js'
import { postgresStorage } from '../../../src/storage/postgres/index.js'
import {
  createCommit,
  createSample,
  eraseSample,
  getRecord,
  keyCommit,
  keyRecord,
  updateCommit,
} from '../../../src/testing/samples.js'
import { describeOnPostgres } from './schemas.js'

const storeId = 'store-1'
const quoteRef = { kind: 'quote', id: 'quote-1' }

describeOnPostgres('postgresStorage', (server) => {
  it('every operation is one statement', async () => {
    const schema = server.schemas.next()
    const { storage, statementsOf } = await server.schemas.openCounted(schema)
    const first = createCommit()
    const update = updateCommit(getRecord(first), { tag_list: ['tag'] })
    const samples = ['a', 'b'].map((id) => createSample(id))
    const key = keyRecord('key-1', getRecord(first))
    const filter = { kind: 'quote', deleted: false, terms: [['tag:tag']], words: [], times: {} }
    const page = { limit: 10, maxBytes: 2 ** 30 }
    const query = { ...filter, ...page, order: 'newest', after: undefined } as const
    const operations = [
      () => storage.commit(storeId, first),
      () => storage.commit(storeId, first),
      () => storage.commit(storeId, update),
      () => storage.commit(storeId, { changes: samples }),
      () => storage.commit(storeId, keyCommit(key)),
      () => storage.commit(storeId, { changes: samples.map(({ record }) => eraseSample(record)) }),
      () => storage.load(storeId, [quoteRef]),
      () => storage.load(storeId, [quoteRef, ...samples.map(({ record }) => record)]),
      () => storage.find(storeId, query),
      () => storage.count(storeId, filter, 10),
      () => storage.listHistory(storeId, quoteRef, { afterVersion: 0, ...page }),
      () => storage.listEvents(storeId, { afterPosition: 0, ...page }),
      () => storage.findIdempotencyRecord(storeId, key.key),
    ]
    for (const operation of operations)
      expect(await statementsOf(operation), `${operation}`).toBe(1)
    await server.schemas.drop(schema)
  })

  it('loses no update of several engines with their own connections', async () => {
    const schema = server.schemas.next()
    await postgresStorage(server.client, { schema, ...server.options }).migrate()
    const catalog = memoryCatalog({ [storeId]: [{ id: 1, price: 1 }] })
    const engines = Array.from({ length: 4 }, () =>
      createQuoteEngine({
        storage: postgresStorage(server.client, { schema, ...server.options }),
        catalog,
      }),
    )
    const context = { storeId }
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
    const { version, quote } = await (engines[0] as (typeof engines)[0]).getQuote(context, quoteId)
    expect(version).toBe(41)
    expect(Object.keys(quote.customer).toSorted()).toEqual(fields.toSorted())
    await server.schemas.drop(schema)
  })
})

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
    for (const id of ['a', 'b']) await storage.load(storeId, [{ kind: 'quote', id }])
    await storage.findIdempotencyRecord(storeId, 'a')
    const [first, second, third] = sent.map(({ name }) => name)
    expect(first).toMatch(/^[\w-]{43}$/)
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })
})
