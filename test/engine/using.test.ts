import { describe, expect, it, vi } from 'vitest'
import type { PortCallOptions } from '../../src/ports/call-options.js'
import type { StoragePort } from '../../src/ports/storage.js'
import type { OperationMethods } from '../../src/quote-engine/operations.js'
import { memoryStorage } from '../../src/storage/memory/index.js'
import { fieldErrorsOf } from '../quote/samples.js'
import { catalog, context, countingStorage, engineWith, errorOf, request } from './ports.js'

/** A storage whose clients are other storages. */
function storageOfStorages() {
  const clients: unknown[] = []
  const storage = {
    ...memoryStorage(),
    using(client: StoragePort) {
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

describe('the ports and permit inside using', () => {
  const taxed = { customer: { name: 'Ann', country: 'DE' }, products: [{ id: 1, qty: 1 }] }

  it('receive the client of the transaction, and outside of one none', async () => {
    const clients: Record<string, unknown[]> = {}
    const note = (port: string, call: PortCallOptions | undefined) => {
      clients[port] = [...(clients[port] ?? []), call?.client]
      expect(call?.signal).toBeInstanceOf(AbortSignal)
    }
    const { storage } = storageOfStorages()
    const engine = engineWith({
      storage,
      catalog: {
        findProducts(storeId, ids, call) {
          note('catalog', call)
          return catalog.findProducts(storeId, ids, call)
        },
      },
      shipping: {
        listShippingOptions(_, call) {
          note('shipping', call)
          return [{ type: 'van', name: 'Van', price: 5 }]
        },
      },
      tax: {
        calculateTaxes({ lines }, call) {
          note('tax', call)
          return { rates: [{ name: 'VAT', rate: '19', lines: lines.map(({ key }) => key) }] }
        },
      },
      permit(_, __, ___, ____, call) {
        note('permit', call)
        return true
      },
    })
    const client = memoryStorage()
    for (const [methods, expected] of [
      [engine.using(client), client],
      [engine, undefined],
    ] as const) {
      for (const port of Object.keys(clients)) delete clients[port]
      const { quoteId } = await methods.createQuote(context, taxed)
      await methods.listShippingOptions(context, quoteId)
      await methods.updateQuote(context, quoteId, { products: [{ id: 2, qty: 1 }] })
      await methods.repriceQuote(context, quoteId)
      await methods.priceTaxes(context, quoteId)
      await methods.copyQuote(context, quoteId, { prices: 'current' })
      await methods.sendQuote(context, quoteId)
      await methods.getQuote(context, quoteId)
      expect(Object.keys(clients).sort()).toEqual(['catalog', 'permit', 'shipping', 'tax'])
      for (const received of Object.values(clients))
        expect(received.every((each) => each === expected)).toBe(true)
    }
  })

  it.each(['catalog', 'permit'] as const)('of a %s that hangs names the cause', async (port) => {
    vi.useFakeTimers()
    try {
      const { storage } = storageOfStorages()
      const hangs = () => new Promise<never>(() => {})
      const ports = port === 'permit' ? { permit: hangs } : { catalog: { findProducts: hangs } }
      const engine = engineWith({ storage, timeoutMs: 500, ...ports })
      const create = async (methods: OperationMethods) => {
        const rejected = errorOf(() => methods.createQuote(context, request))
        await vi.advanceTimersByTimeAsync(500)
        return rejected
      }
      const operation = port === 'permit' ? 'permit' : 'findProducts'
      const inside = await create(engine.using(memoryStorage()))
      expect(inside.details).toEqual({ operation, timeoutMs: 500, inTransaction: true })
      expect(inside.message).toContain('run its queries on call.client, or on another pool')
      expect((await create(engine)).details).toEqual({ operation, timeoutMs: 500 })
    } finally {
      vi.useRealTimers()
    }
  })

  it('says which call waits if the engine itself is called inside the transaction', async () => {
    vi.useFakeTimers()
    try {
      const { storage } = storageOfStorages()
      let isLocked = false
      const locking: StoragePort = {
        ...storage,
        commit: (...args) => (isLocked ? new Promise(() => {}) : storage.commit(...args)),
      }
      const engine = engineWith({ storage: { ...storage, ...locking }, timeoutMs: 500 })
      const other = { ...context, storeId: 'store-2' }
      await engine.using(memoryStorage()).createQuote(context, request)
      isLocked = true
      const rejected = [context, other].map((each) =>
        errorOf(() => engine.createQuote(each, request)),
      )
      await vi.advanceTimersByTimeAsync(500)
      const [sameStore, otherStore] = await Promise.all(rejected)
      const details = { operation: 'commit', timeoutMs: 500 }
      expect(sameStore?.details).toEqual({ ...details, lockedByHost: true })
      expect(sameStore?.message).toContain('inside it, call engine.using(client) only')
      expect(otherStore?.details).toEqual(details)
    } finally {
      vi.useRealTimers()
    }
  })
})
