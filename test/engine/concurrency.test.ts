import { describe, expect, it } from 'vitest'
import type { QuoteStorage } from '../../src/ports/storage.js'
import type { UpdateQuoteRequest } from '../../src/quote/requests/update-request.js'
import { memoryStorage } from '../../src/storage/memory/index.js'
import { context, countingCatalog, countingStorage, engineWith, errorOf, request } from './ports.js'

const differentFields: readonly UpdateQuoteRequest[] = [
  { customer: { city: 'Austin' } },
  { customer: { zipcode: '78701' } },
  { tag_list: ['vip'] },
  { products: [{ id: 1, qty: 7 }] },
]

/** A storage that another process is first at, for this many commits of an update. */
function contended(times: number, between: (storage: QuoteStorage) => void = () => {}) {
  const inner = memoryStorage()
  let left = times
  let commits = 0
  const storage: QuoteStorage = {
    ...inner,
    commit(change) {
      if (change.historyEntry.operation === 'create') return inner.commit(change)
      commits += 1
      if (left === 0) return inner.commit(change)
      left -= 1
      between(inner)
      return 'conflict'
    },
  }
  return { storage, commits: () => commits }
}

describe('updates of different fields at the same time', () => {
  it.each([1, 2])('all survive with %i engine(s) on one storage', async (count) => {
    const storage = memoryStorage()
    const engines = Array.from({ length: count }, () => engineWith({ storage }))
    const { quoteId } = await engineWith({ storage }).createQuote(context, request)
    await Promise.all(
      differentFields.map((changes, index) =>
        engines[index % count]?.updateQuote(context, quoteId, changes),
      ),
    )
    const { version, quote } = await engineWith({ storage }).getQuote(context, quoteId)
    expect(version).toBe(5)
    expect(quote.customer).toEqual({ name: 'Ann', city: 'Austin', zipcode: '78701' })
    expect(quote.tags).toEqual(['vip'])
    expect(quote.products[0]).toMatchObject({ qty: 7 })
  })

  it('meet no conflict within one engine: they queue up', async () => {
    const { storage, written } = countingStorage()
    const engine = engineWith({ storage })
    const { quoteId } = await engine.createQuote(context, request)
    await Promise.all(differentFields.map((each) => engine.updateQuote(context, quoteId, each)))
    expect(written).toHaveLength(5)
  })

  it('each get a version of their own', async () => {
    const engine = engineWith()
    const { quoteId } = await engine.createQuote(context, request)
    const records = await Promise.all(
      differentFields.map((changes) => engine.updateQuote(context, quoteId, changes)),
    )
    expect(records.map(({ version }) => version)).toEqual([2, 3, 4, 5])
  })
})

describe('where another process is first', () => {
  it('the update is decided anew on what that one stored', async () => {
    const { storage } = contended(1, (inner) => {
      const record = inner.load('store-1', 'quote-1') as never as { version: number; quote: object }
      const next = { ...record, version: 2, quote: { ...record.quote, tags: ['theirs'] } }
      inner.commit({ previousVersion: 1, record: next } as never)
    })
    const engine = engineWith({ storage })
    const { quoteId } = await engine.createQuote(context, request)
    const after = await engine.updateQuote(context, quoteId, { customer: { city: 'Austin' } })
    expect(after).toMatchObject({
      version: 3,
      quote: { customer: { name: 'Ann', city: 'Austin' }, tags: ['theirs'] },
    })
  })

  it('and again and again, the update gives up after maxAttempts', async () => {
    const { storage, commits } = contended(Number.POSITIVE_INFINITY)
    const engine = engineWith({ storage, maxAttempts: 3 })
    const { quoteId } = await engine.createQuote(context, request)
    const error = await errorOf(() => engine.updateQuote(context, quoteId, { tag_list: ['a'] }))
    expect(error).toMatchObject({ code: 'conflict', details: { quoteId, attempts: 3 } })
    expect(commits()).toBe(3)
    expect((await engine.getQuote(context, quoteId)).version).toBe(1)
  })

  it('until the last attempt, the update gets through', async () => {
    const { storage, commits } = contended(2)
    const engine = engineWith({ storage, maxAttempts: 3 })
    const { quoteId } = await engine.createQuote(context, request)
    expect((await engine.updateQuote(context, quoteId, { tag_list: ['a'] })).version).toBe(2)
    expect(commits()).toBe(3)
  })

  it('an update with expectedVersion is never tried again', async () => {
    const { storage, commits } = contended(1, (inner) => {
      const record = inner.load('store-1', 'quote-1') as never as object
      inner.commit({ previousVersion: 1, record: { ...record, version: 2 } } as never)
    })
    const engine = engineWith({ storage })
    const { quoteId } = await engine.createQuote(context, request)
    const options = { expectedVersion: 1 }
    const error = await errorOf(() =>
      engine.updateQuote(context, quoteId, { tag_list: ['a'] }, options),
    )
    expect(error).toMatchObject({
      code: 'version_mismatch',
      details: { quoteId, expectedVersion: 1, currentVersion: 2 },
    })
    expect(commits()).toBe(1)
  })

  it('an update with expectedVersion is not tried again even where the version is still the same', async () => {
    const { storage, commits } = contended(1)
    const engine = engineWith({ storage })
    const { quoteId } = await engine.createQuote(context, request)
    const options = { expectedVersion: 1 }
    const error = await errorOf(() =>
      engine.updateQuote(context, quoteId, { tag_list: ['a'] }, options),
    )
    expect(error.code).toBe('version_mismatch')
    expect(commits()).toBe(1)
  })

  it('the catalog is asked once more for each new pricing', async () => {
    const { storage } = contended(1)
    const { catalog, asked } = countingCatalog()
    const engine = engineWith({ storage, catalog })
    const { quoteId } = await engine.createQuote(context, request)
    await engine.updateQuote(context, quoteId, { products: [{ id: 2, qty: 1 }] })
    expect(asked).toEqual([[1], [2], [2]])
  })
})

describe('of several updates with the same expectedVersion', () => {
  it.each([1, 2])('exactly one wins, with %i engine(s)', async (count) => {
    const storage = memoryStorage()
    const engines = Array.from({ length: count }, () => engineWith({ storage }))
    const { quoteId } = await engineWith({ storage }).createQuote(context, request)
    const outcomes = await Promise.allSettled(
      ['a', 'b', 'c', 'd'].map((tag, index) =>
        engines[index % count]?.updateQuote(
          context,
          quoteId,
          { tag_list: [tag] },
          { expectedVersion: 1 },
        ),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason.code).toBe('version_mismatch')
  })
})

describe('generateId', () => {
  it('is asked again where it gives an id that is taken, and the stored quote stays', async () => {
    const ids = ['a', 'a', 'a', 'b']
    const engine = engineWith({ generateId: () => ids.shift() ?? 'z' })
    const first = await engine.createQuote(context, request)
    const second = await engine.createQuote(context, { ...request, customer: { name: 'Bob' } })
    expect(second.quoteId).toBe('b')
    expect(await engine.getQuote(context, 'a')).toEqual(first)
  })

  it('that gives nothing but taken ids ends in conflict', async () => {
    const engine = engineWith({ generateId: () => 'a', maxAttempts: 4 })
    await engine.createQuote(context, request)
    const error = await errorOf(() => engine.createQuote(context, request))
    expect(error).toMatchObject({
      code: 'conflict',
      details: { quoteId: 'a', attempts: 4 },
    })
  })
})

describe('what a caller does with a request after the call', () => {
  it('does not reach the quote that is created', async () => {
    const sent = { customer: { name: 'Ann' }, products: [{ id: 1, qty: 2 }] }
    const creation = engineWith().createQuote(context, sent)
    sent.customer.name = 'Mallory'
    sent.products[0] = { id: 2, qty: 9 }
    expect((await creation).quote).toMatchObject({
      customer: { name: 'Ann' },
      products: [{ id: 1, qty: 2 }],
    })
  })

  it('does not reach the update, nor what comes back with it', async () => {
    const engine = engineWith()
    const { quoteId, quote } = await engine.createQuote(context, request)
    const caller = { storeId: 'store-1' }
    const sent = {
      customer: { city: 'Austin' },
      tag_list: ['vip'],
      products: [{ id: 1, qty: 5 }],
      shipping: { ...quote.shipping },
    }
    const update = engine.updateQuote(caller, quoteId, sent)
    caller.storeId = 'store-2'
    sent.customer.city = 'Paris'
    sent.tag_list.push('late')
    Object.assign(sent.products[0] ?? {}, { qty: 99 })
    Object.assign(sent.shipping, { type: 'pickup' })
    expect((await update).quote).toMatchObject({
      customer: { city: 'Austin' },
      tags: ['vip'],
      products: [{ qty: 5 }],
    })
  })
})
