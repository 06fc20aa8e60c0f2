import { describe, expect, it } from 'vitest'
import type { StoragePort } from '../../../src/ports/storage.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import {
  context,
  countingCatalog,
  countingStorage,
  engineWith,
  errorOf,
  request,
} from '../ports.js'

const once = { idempotencyKey: 'key-1' }

/** Creates a storage that throws after each commit while `isCut` is true. */
function cutStorage() {
  const inner = memoryStorage()
  const cut = { isCut: true }
  const storage: StoragePort = {
    ...inner,
    commit(storeId, commit) {
      const outcome = inner.commit(storeId, commit)
      if (cut.isCut) throw new Error('connection lost')
      return outcome
    },
  }
  return { storage, cut }
}

describe('createQuote with a key that was used before', () => {
  it('returns the first result byte for byte and creates nothing', async () => {
    const { storage, written } = countingStorage()
    const engine = engineWith({ storage })
    const first = await engine.createQuote(context, request, once)
    const again = await engine.createQuote(context, request, once)
    expect(JSON.stringify(again)).toBe(JSON.stringify(first))
    expect(written).toHaveLength(1)
  })

  it('stores an idempotency record only if there is a key', async () => {
    const { storage, written } = countingStorage()
    const engine = engineWith({ storage })
    const { quoteId } = await engine.createQuote(context, request)
    await engine.updateQuote(context, quoteId, { tag_list: ['vip'] })
    await engine.createQuote(context, request, once)
    expect(written.map((commit) => 'idempotency' in commit)).toEqual([false, false, true])
  })

  it('returns the first result after the quote was updated', async () => {
    const engine = engineWith()
    const first = await engine.createQuote(context, request, once)
    await engine.updateQuote(context, first.quoteId, { tag_list: ['later'] })
    expect(await engine.createQuote(context, request, once)).toEqual(first)
  })

  it('returns the result of a commit whose response was lost', async () => {
    const { storage, cut } = cutStorage()
    const engine = engineWith({ storage })
    expect((await errorOf(() => engine.createQuote(context, request, once))).code).toBe(
      'storage_failed',
    )
    cut.isCut = false
    const { quoteId } = await engine.createQuote(context, request, once)
    const { items: events } = await engine.listEvents(context)
    expect(events.map(({ id }) => id)).toEqual([quoteId])
  })

  it('ignores the order of fields', async () => {
    const engine = engineWith()
    const first = await engine.createQuote(
      context,
      { customer: { name: 'Ann', city: 'Austin' }, products: [{ id: 1, qty: 2 }] },
      once,
    )
    const again = await engine.createQuote(
      context,
      { products: [{ qty: 2, id: 1 }], customer: { city: 'Austin', name: 'Ann' } },
      once,
    )
    expect(again).toEqual(first)
  })

  it('does not call the catalog again', async () => {
    const { catalog, requestedIds } = countingCatalog()
    const engine = engineWith({ catalog })
    await engine.createQuote(context, request, once)
    await engine.createQuote(context, request, once)
    expect(requestedIds).toHaveLength(1)
  })

  it('creates one quote for concurrent calls in several engines', async () => {
    const storage = memoryStorage()
    let ids = 0
    const generateId = () => {
      ids += 1
      return `quote-${ids}`
    }
    const engines = [engineWith({ storage, generateId }), engineWith({ storage, generateId })]
    const records = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        engines[index % 2]?.createQuote(context, request, once),
      ),
    )
    expect(new Set(records.map((record) => JSON.stringify(record))).size).toBe(1)
    expect((await engineWith({ storage }).listEvents(context)).items).toHaveLength(1)
  })

  it('returns the first result to another actor of the store', async () => {
    const engine = engineWith()
    const first = await engine.createQuote(context, request, once)
    const again = await engine.createQuote({ ...context, actor: 'bob' }, request, once)
    expect(again).toEqual(first)
  })
})

describe('updateQuote with a key that was used before', () => {
  it('returns the first result and changes nothing after other updates', async () => {
    const engine = engineWith()
    const { quoteId } = await engine.createQuote(context, request)
    const first = await engine.updateQuote(context, quoteId, { customer: { city: 'Rome' } }, once)
    await engine.updateQuote(context, quoteId, { customer: { city: 'Oslo' } })
    const again = await engine.updateQuote(context, quoteId, { customer: { city: 'Rome' } }, once)
    expect(JSON.stringify(again)).toBe(JSON.stringify(first))
    const { version, quote } = await engine.getQuote(context, quoteId)
    expect([version, quote.customer]).toEqual([3, { name: 'Ann', city: 'Oslo' }])
  })

  it('changes nothing if the first call changed nothing', async () => {
    const { storage, written } = countingStorage()
    const engine = engineWith({ storage })
    const { quoteId } = await engine.createQuote(context, request)
    const first = await engine.updateQuote(context, quoteId, { customer: { name: 'Ann' } }, once)
    expect(first.version).toBe(1)
    expect(written.at(-1)).toMatchObject({ changes: [], idempotency: { key: 'key-1', version: 1 } })
    await engine.updateQuote(context, quoteId, { customer: { name: 'Bob' } })
    const again = await engine.updateQuote(context, quoteId, { customer: { name: 'Ann' } }, once)
    expect(again).toEqual(first)
    expect((await engine.getQuote(context, quoteId)).quote.customer).toEqual({ name: 'Bob' })
  })

  it('returns the first result although its expectedVersion is outdated', async () => {
    const { storage, cut } = cutStorage()
    cut.isCut = false
    const engine = engineWith({ storage })
    const { quoteId } = await engine.createQuote(context, request)
    const options = { ...once, expectedVersion: 1 }
    const update = () => engine.updateQuote(context, quoteId, { tag_list: ['vip'] }, options)
    cut.isCut = true
    expect((await errorOf(update)).code).toBe('storage_failed')
    cut.isCut = false
    expect((await update()).version).toBe(2)
  })

  it('returns the result of the same request that commits at the same time', async () => {
    const inner = memoryStorage()
    const twin = engineWith({ storage: inner })
    const { quoteId } = await twin.createQuote(context, request)
    const options = { ...once, expectedVersion: 1 }
    const update = (engine: typeof twin) =>
      engine.updateQuote(context, quoteId, { tag_list: ['vip'] }, options)
    let twins = 0
    const storage: StoragePort = {
      ...inner,
      async commit(storeId, commit) {
        twins += 1
        await update(twin)
        return inner.commit(storeId, commit)
      },
    }
    const record = await update(engineWith({ storage }))
    expect([record.version, twins]).toEqual([2, 1])
    expect((await twin.listHistory(context, quoteId)).items).toHaveLength(2)
  })

  it('updates the quote once for concurrent calls', async () => {
    const storage = memoryStorage()
    const engines = [engineWith({ storage }), engineWith({ storage })]
    const { quoteId } = await engineWith({ storage }).createQuote(context, request)
    const changes = { products: [{ id: 1 }, { id: 2, qty: 1 }] }
    const records = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        engines[index % 2]?.updateQuote(context, quoteId, changes, once),
      ),
    )
    expect(new Set(records.map((record) => JSON.stringify(record))).size).toBe(1)
    expect(records[0]?.version).toBe(2)
  })
})
