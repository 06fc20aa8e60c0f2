import { describe, expect, it } from 'vitest'
import type { StoragePort } from '../../src/ports/storage.js'
import type { Quote } from '../../src/quote/model/quote.js'
import { quoteRef } from '../../src/quote/model/quote-record.js'
import type { UpdateQuoteRequest } from '../../src/quote/operations/requests.js'
import type { StoredRecord } from '../../src/record/record.js'
import { memoryStorage } from '../../src/storage/memory/index.js'
import { updateCommit } from '../../src/testing/samples.js'
import { context, countingCatalog, countingStorage, engineWith, errorOf, request } from './ports.js'

const differentFields: readonly UpdateQuoteRequest[] = [
  { customer: { city: 'Austin' } },
  { customer: { zipcode: '78701' } },
  { tag_list: ['vip'] },
  { products: [{ id: 1, qty: 7 }] },
]

/** Creates a storage in which another process wins this many commits of an update. */
function contended(times: number, between: (storage: StoragePort) => void = () => {}) {
  const inner = memoryStorage()
  let left = times
  let commits = 0
  const storage: StoragePort = {
    ...inner,
    commit(storeId, commit) {
      if (commit.changes[0]?.previousVersion === 0) return inner.commit(storeId, commit)
      commits += 1
      if (left === 0) return inner.commit(storeId, commit)
      left -= 1
      between(inner)
      return 'conflict'
    },
  }
  return { storage, commits: () => commits }
}

/** Updates the quote as another process does. */
function storeNextVersion(storage: StoragePort, changes: UpdateQuoteRequest): void {
  const [record] = storage.load('store-1', [quoteRef('quote-1')]) as [StoredRecord<Quote>]
  storage.commit('store-1', updateCommit(record, changes))
}

describe('concurrent updateQuote calls of different fields', () => {
  it.each([1, 2])('all succeed with %i engine(s) on one storage', async (count) => {
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

  it('meet no conflict within one engine', async () => {
    const { storage, written } = countingStorage()
    const engine = engineWith({ storage })
    const { quoteId } = await engine.createQuote(context, request)
    await Promise.all(differentFields.map((each) => engine.updateQuote(context, quoteId, each)))
    expect(written).toHaveLength(5)
  })

  it('each create a version', async () => {
    const engine = engineWith()
    const { quoteId } = await engine.createQuote(context, request)
    const records = await Promise.all(
      differentFields.map((changes) => engine.updateQuote(context, quoteId, changes)),
    )
    expect(records.map(({ version }) => version)).toEqual([2, 3, 4, 5])
  })
})

describe('updateQuote after a conflict', () => {
  it('repeats the merge on the version that another process stored', async () => {
    const { storage } = contended(1, (inner) => storeNextVersion(inner, { tag_list: ['theirs'] }))
    const engine = engineWith({ storage })
    const { quoteId } = await engine.createQuote(context, request)
    const after = await engine.updateQuote(context, quoteId, { customer: { city: 'Austin' } })
    expect(after).toMatchObject({
      version: 3,
      quote: { customer: { name: 'Ann', city: 'Austin' }, tags: ['theirs'] },
    })
  })

  it('rejects with conflict after maxAttempts', async () => {
    const { storage, commits } = contended(Number.POSITIVE_INFINITY)
    const engine = engineWith({ storage, maxAttempts: 3 })
    const { quoteId } = await engine.createQuote(context, request)
    const error = await errorOf(() => engine.updateQuote(context, quoteId, { tag_list: ['a'] }))
    expect(error).toMatchObject({
      code: 'conflict',
      details: { kind: 'quote', id: quoteId, attempts: 3 },
    })
    expect(commits()).toBe(3)
    expect((await engine.getQuote(context, quoteId)).version).toBe(1)
  })

  it('succeeds in the last attempt', async () => {
    const { storage, commits } = contended(2)
    const engine = engineWith({ storage, maxAttempts: 3 })
    const { quoteId } = await engine.createQuote(context, request)
    expect((await engine.updateQuote(context, quoteId, { tag_list: ['a'] })).version).toBe(2)
    expect(commits()).toBe(3)
  })

  it('rejects with version_mismatch if expectedVersion is outdated, without a retry', async () => {
    const { storage, commits } = contended(1, (inner) =>
      storeNextVersion(inner, { tag_list: ['theirs'] }),
    )
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

  it('never retries with expectedVersion, even if the version is unchanged', async () => {
    const { storage, commits } = contended(1)
    const engine = engineWith({ storage })
    const { quoteId } = await engine.createQuote(context, request)
    const options = { expectedVersion: 1 }
    const error = await errorOf(() =>
      engine.updateQuote(context, quoteId, { tag_list: ['a'] }, options),
    )
    expect(error).toMatchObject({
      code: 'conflict',
      details: { kind: 'quote', id: quoteId, attempts: 1 },
    })
    expect(commits()).toBe(1)
  })

  it('calls the catalog again for the version of another process', async () => {
    const { storage } = contended(1, (inner) => storeNextVersion(inner, { tag_list: ['theirs'] }))
    const { catalog, requestedIds } = countingCatalog()
    const engine = engineWith({ storage, catalog })
    const { quoteId } = await engine.createQuote(context, request)
    await engine.updateQuote(context, quoteId, { products: [{ id: 2, qty: 1 }] })
    expect(requestedIds).toEqual([[1], [2], [2]])
  })

  it('calls the catalog once for a version that it meets again', async () => {
    const { storage, commits } = contended(3)
    const { catalog, requestedIds } = countingCatalog()
    const engine = engineWith({ storage, catalog })
    const { quoteId } = await engine.createQuote(context, request)
    await engine.updateQuote(context, quoteId, { products: [{ id: 2, qty: 1 }] })
    expect(requestedIds).toEqual([[1], [2]])
    expect(commits()).toBe(4)
  })
})

describe('concurrent updateQuote calls with the same expectedVersion', () => {
  it.each([1, 2])('succeed exactly once with %i engine(s)', async (count) => {
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
