import { describe, expect, it } from 'vitest'
import { createRecordCache } from '../../../src/engine/execution/record-cache.js'
import type { StoragePort } from '../../../src/ports/storage.js'
import { quoteRef } from '../../../src/quote/model/quote-record.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { createCommit, getRecord, updateCommit } from '../../../src/testing/samples.js'
import { context, engineWith, errorOf, request } from '../ports.js'

/** Creates a storage that records the ids that are loaded. */
function countingLoads() {
  const inner = memoryStorage()
  const loaded: string[] = []
  const storage: StoragePort = {
    ...inner,
    load(storeId, refs) {
      loaded.push(...refs.filter(({ kind }) => kind === 'quote').map(({ id }) => id))
      return inner.load(storeId, refs)
    },
  }
  return { storage, loaded }
}

/** Creates two engines on one storage, the first with a cache, and a quote of the first. */
async function ownAndOther() {
  const { storage, loaded } = countingLoads()
  const own = engineWith({ storage, recordCacheSize: 10 })
  const other = engineWith({ storage })
  const { quoteId } = await own.createQuote(context, request)
  return { own, other, loaded, storage, quoteId }
}

describe('updateQuote with a cached record', () => {
  it('does not load the record', async () => {
    const { own, loaded, quoteId } = await ownAndOther()
    await own.updateQuote(context, quoteId, { customer: { city: 'Rome' } })
    const { version, quote } = await own.updateQuote(context, quoteId, { tag_list: ['vip'] })
    expect([version, quote.customer.city, quote.tags]).toEqual([3, 'Rome', ['vip']])
    expect(loaded).toEqual([])
  })

  it('loads the record if another engine has updated it', async () => {
    const { own, other, loaded, quoteId } = await ownAndOther()
    await other.updateQuote(context, quoteId, { customer: { city: 'Rome' } })
    loaded.length = 0
    const { version, quote } = await own.updateQuote(context, quoteId, { tag_list: ['vip'] })
    expect([version, quote.customer.city, quote.tags]).toEqual([3, 'Rome', ['vip']])
    expect(loaded).toEqual([quoteId])
  })

  it('updates the stored record even if the cached one would not change', async () => {
    const { own, other, quoteId } = await ownAndOther()
    await other.updateQuote(context, quoteId, { customer: { name: 'Bea' } })
    const { version, quote } = await own.updateQuote(context, quoteId, {
      customer: { name: 'Ann' },
    })
    expect([version, quote.customer.name]).toEqual([3, 'Ann'])
  })

  it('accepts a request that is invalid only for the cached record', async () => {
    const { own, other, quoteId } = await ownAndOther()
    await other.updateQuote(context, quoteId, { products: [{ id: 1 }, { id: 2, qty: 1 }] })
    const { quote } = await own.updateQuote(context, quoteId, { product_order: ['2-2', '1-1'] })
    expect(quote.product_order).toEqual(['2-2', '1-1'])
  })

  it('rejects a request that is invalid for the stored record, and stores nothing', async () => {
    const { own, storage, quoteId } = await ownAndOther()
    const changes = { product_order: ['no-such-line'] }
    const error = await errorOf(() => own.updateQuote(context, quoteId, changes))
    expect(error.code).toBe('invalid_request')
    expect(await storage.load('store-1', [quoteRef(quoteId)])).toMatchObject([{ version: 1 }])
  })

  it('compares expectedVersion with the stored version', async () => {
    const { own, other, quoteId } = await ownAndOther()
    await other.updateQuote(context, quoteId, { customer: { city: 'Rome' } })
    const changes = { tag_list: ['vip'] }
    const expecting = (expectedVersion: number) =>
      own.updateQuote(context, quoteId, changes, { expectedVersion })
    expect(await errorOf(() => expecting(1))).toMatchObject({
      code: 'version_mismatch',
      details: { expectedVersion: 1, currentVersion: 2 },
    })
    expect((await expecting(2)).version).toBe(3)
  })

  it('returns the first result for a repeated idempotency key', async () => {
    const { own, loaded, quoteId } = await ownAndOther()
    const changes = { customer: { city: 'Rome' } }
    const keyed = () => own.updateQuote(context, quoteId, changes, { idempotencyKey: 'key-1' })
    const first = await keyed()
    expect(loaded).toEqual([])
    expect(JSON.stringify(await keyed())).toBe(JSON.stringify(first))
  })

  it('does not find a cached record of another store', async () => {
    const { own, quoteId } = await ownAndOther()
    const changes = { customer: { city: 'Rome' } }
    const error = await errorOf(() => own.updateQuote({ storeId: 'store-2' }, quoteId, changes))
    expect(error.code).toBe('quote_not_found')
  })

  it('rejects if the commit fails, and succeeds when it is called again', async () => {
    const { storage } = countingLoads()
    let isDown = false
    const failing: StoragePort = {
      ...storage,
      commit(...args) {
        if (isDown) throw new Error('down')
        return storage.commit(...args)
      },
    }
    const engine = engineWith({ storage: failing, recordCacheSize: 10 })
    const { quoteId } = await engine.createQuote(context, request)
    isDown = true
    const changes = { customer: { city: 'Rome' } }
    expect((await errorOf(() => engine.updateQuote(context, quoteId, changes))).code).toBe(
      'storage_failed',
    )
    isDown = false
    expect((await engine.updateQuote(context, quoteId, changes)).version).toBe(2)
  })
})

it('updateQuote with a cached record calls a failing catalog only once', async () => {
  const { storage } = await ownAndOther()
  let calls = 0
  const findProducts = () => {
    calls += 1
    throw new Error('down')
  }
  const engine = engineWith({ storage, catalog: { findProducts }, recordCacheSize: 10 })
  await engine.getQuote(context, 'quote-1')
  const changes = { products: [{ id: 1 }, { id: 2, qty: 1 }] }
  expect((await errorOf(() => engine.updateQuote(context, 'quote-1', changes))).code).toBe(
    'catalog_failed',
  )
  expect(calls).toBe(1)
})

it('getQuote caches the record for updateQuote', async () => {
  const { other, storage, loaded, quoteId } = await ownAndOther()
  const reader = engineWith({ storage, recordCacheSize: 10 })
  await reader.getQuote(context, quoteId)
  await reader.updateQuote(context, quoteId, { tag_list: ['vip'] })
  expect(loaded).toEqual([quoteId])
  await other.updateQuote(context, quoteId, { tag_list: ['other'] })
  expect((await reader.getQuote(context, quoteId)).quote.tags).toEqual(['other'])
})

describe('createRecordCache', () => {
  const records = ['a', 'b', 'c'].map((quoteId) => getRecord(createCommit({ quoteId })))
  const found = (cache: ReturnType<typeof createRecordCache>) =>
    ['a', 'b', 'c'].filter((quoteId) => cache.get('store-1', quoteId) !== undefined)

  it('keeps the most recently used records up to its size', () => {
    const cache = createRecordCache(2)
    const [a, b, c] = records as [(typeof records)[0], (typeof records)[0], (typeof records)[0]]
    cache.set('store-1', a)
    cache.set('store-1', b)
    cache.get('store-1', 'a')
    cache.set('store-1', c)
    expect(found(cache)).toEqual(['a', 'c'])
  })

  it('removes a record that is erased', () => {
    const cache = createRecordCache(2)
    const [a] = records as [(typeof records)[0]]
    cache.set('store-1', a)
    cache.set('store-1', { ...a, version: 2, value: null })
    expect(found(cache)).toEqual([])
  })

  it('never replaces a later version by an earlier one', () => {
    const cache = createRecordCache(2)
    const record = getRecord(createCommit({ quoteId: 'a' }))
    const later = getRecord(updateCommit(record, { tag_list: ['vip'] }))
    cache.set('store-1', later)
    cache.set('store-1', record)
    expect(cache.get('store-1', 'a')).toBe(later)
  })

  it('separates stores, whatever their ids', () => {
    const cache = createRecordCache(9)
    const [a, b] = records as [(typeof records)[0], (typeof records)[0]]
    cache.set('a', { ...a, id: 'b c' })
    cache.set('__proto__', { ...b, id: '__proto__' })
    expect(cache.get('a b', 'c')).toBeUndefined()
    expect(cache.get('__proto__', '__proto__')?.id).toBe('__proto__')
    expect(cache.get('constructor', 'constructor')).toBeUndefined()
  })
})
