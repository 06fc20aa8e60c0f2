import { describe, expect, it } from 'vitest'
import type { QuoteStorage } from '../../src/ports/storage.js'
import { memoryStorage } from '../../src/storage/memory/index.js'
import { fieldErrorsOf } from '../quote/samples.js'
import { context, countingStorage, engineWith, errorOf, request } from './ports.js'

/** A storage whose clients are other storages. */
function storageOfStorages() {
  const clients: unknown[] = []
  const storage = {
    ...memoryStorage(),
    using(client: QuoteStorage) {
      clients.push(client)
      return client
    },
  }
  return { storage, clients }
}

describe('using', () => {
  it.each([
    ['none', {}],
    ['a string', { using: 'transaction' }],
  ])('rejects a storage whose method using is %s', (_, fields) => {
    const engine = engineWith({ storage: { ...memoryStorage(), ...fields } })
    expect(fieldErrorsOf(() => engine.using({}), 'invalid_options')).toEqual({
      storage: 'must have a method using, as postgresStorage and sqliteStorage have',
    })
  })

  it('passes the client to the storage, and runs every call on what it returns', async () => {
    const { storage, clients } = storageOfStorages()
    const engine = engineWith({ storage })
    const client = countingStorage()
    const inTransaction = engine.using(client.storage)
    expect(clients).toEqual([client.storage])
    const record = await inTransaction.createQuote(context, request)
    expect(client.written).toHaveLength(1)
    expect(await inTransaction.getQuote(context, record.quoteId)).toEqual(record)
    expect((await inTransaction.listQuotes(context)).items).toEqual([record])
    expect((await errorOf(() => engine.getQuote(context, record.quoteId))).code).toBe(
      'quote_not_found',
    )
  })

  it('keeps the options of the engine, such as permit and the limits', async () => {
    const { storage } = storageOfStorages()
    const engine = engineWith({
      storage,
      limits: { maxLines: 1 },
      permit: (_, operation) => operation !== 'listTags' || 'no tags',
    })
    const { createQuote, listTags } = engine.using(memoryStorage())
    const products = [1, 2].map((id) => ({ id, qty: 1 }))
    expect((await errorOf(() => createQuote(context, { ...request, products }))).code).toBe(
      'invalid_request',
    )
    expect((await errorOf(() => listTags(context))).code).toBe('not_permitted')
  })

  it('does not use the record cache of the engine, because the host can roll back', async () => {
    const { storage } = storageOfStorages()
    const engine = engineWith({ storage, recordCacheSize: 10 })
    const { quoteId } = await engine.createQuote(context, request)
    const rolledBack = engine.using(memoryStorage())
    await rolledBack.createQuote(context, request)
    expect((await errorOf(() => rolledBack.updateQuote(context, quoteId, {}))).code).toBe(
      'quote_not_found',
    )
    const update = { tag_list: ['rolled back'] }
    await rolledBack.updateQuote(context, 'quote-2', update)
    expect((await errorOf(() => engine.updateQuote(context, 'quote-2', update))).code).toBe(
      'quote_not_found',
    )
  })

  it('checks the responses of the storage that it returns', async () => {
    const { storage } = storageOfStorages()
    const broken = { ...memoryStorage(), load: () => [] }
    const { getQuote } = engineWith({ storage }).using(broken)
    expect((await errorOf(() => getQuote(context, 'quote-1'))).code).toBe(
      'storage_invalid_response',
    )
  })

  it('returns methods that reject once the engine is closed', async () => {
    const { storage } = storageOfStorages()
    const engine = engineWith({ storage })
    const { createQuote } = engine.using(memoryStorage())
    await engine.close()
    expect((await errorOf(() => createQuote(context, request))).code).toBe('engine_closed')
  })
})
