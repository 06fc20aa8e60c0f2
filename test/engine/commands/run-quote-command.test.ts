import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { createCommit } from '../../../src/testing/samples.js'
import { context, engineWith, errorOf, request } from '../ports.js'

const hanging = () => new Promise<never>(() => {})

describe('updateQuote', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('runs after an earlier update of the quote has timed out', async () => {
    let hangs = true
    const storage = memoryStorage()
    const load: typeof storage.load = (...ids) => (hangs ? hanging() : storage.load(...ids))
    const engine = engineWith({ storage: { ...storage, load } })
    await engine.createQuote(context, request)
    const first = errorOf(() => engine.updateQuote(context, 'quote-1', { tag_list: ['x'] }))
    await vi.advanceTimersByTimeAsync(1)
    const second = engine.updateQuote(context, 'quote-1', { customer: { city: 'Austin' } })
    await vi.advanceTimersByTimeAsync(29_998)
    hangs = false
    await vi.advanceTimersByTimeAsync(1)
    expect(await first).toMatchObject({ code: 'timeout' })
    expect((await second).quote.customer.city).toBe('Austin')
  })

  it.each([
    ['another quote of its store', 'ab', 'd'],
    ['the quote of the same id in another store', 'a', 'c'],
    ['a quote whose concatenated ids are the same', 'a', 'bc'],
  ])('is not blocked by a hung update of %s', async (_, storeId, quoteId) => {
    const storage = memoryStorage()
    storage.commit('ab', createCommit({ quoteId: 'c' }))
    storage.commit(storeId, createCommit({ quoteId }))
    const load: typeof storage.load = (...args) =>
      args[0] === 'ab' && args[1][0]?.id === 'c' ? hanging() : storage.load(...args)
    const engine = engineWith({ storage: { ...storage, load } })
    const ended: unknown[] = []
    const hung = errorOf(() =>
      engine.updateQuote({ storeId: 'ab' }, 'c', { tag_list: ['x'] }),
    ).then(({ code }) => ended.push(code))
    const other = engine
      .updateQuote({ storeId }, quoteId, { tag_list: ['x'] })
      .then(({ version }) => ended.push(version))
    await vi.advanceTimersByTimeAsync(30_000)
    await Promise.all([hung, other])
    expect(ended).toEqual([2, 'timeout'])
  })

  it('rejects waiting updates after their own timeout and never runs them', async () => {
    const storage = memoryStorage()
    await engineWith({ storage }).createQuote(context, request)
    let loads = 0
    const load = () => {
      loads += 1
      return hanging()
    }
    const engine = engineWith({ storage: { ...storage, load }, timeoutMs: 1_000 })
    const operations: unknown[] = []
    const updateQuote = async (city: string) => {
      const changes = { customer: { city } }
      const { code, details } = await errorOf(() => engine.updateQuote(context, 'quote-1', changes))
      if (code === 'timeout') operations.push(details.operation)
    }
    const all = Promise.all(['a', 'b', 'c', 'd'].map(updateQuote))
    await vi.advanceTimersByTimeAsync(999)
    expect(operations).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    await all
    expect(operations.toSorted()).toEqual(['load', 'updateQuote', 'updateQuote', 'updateQuote'])
    expect(loads).toBe(1)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('runs a waiting update if those before it settle or time out in time', async () => {
    const storage = memoryStorage()
    await engineWith({ storage }).createQuote(context, request)
    let loads = 0
    const load: typeof storage.load = async (...ids) => {
      loads += 1
      if (loads === 1) await new Promise((resolve) => setTimeout(resolve, 600))
      return storage.load(...ids)
    }
    const commit = vi.fn(storage.commit).mockImplementationOnce(hanging)
    const engine = engineWith({ storage: { ...storage, load, commit }, timeoutMs: 1_000 })
    const tagged = (tag: string) =>
      engine.updateQuote(context, 'quote-1', { tag_list: [tag] }).then(
        ({ quote }) => quote.tags,
        ({ details }) => details.operation,
      )
    const results = [tagged('hangs'), tagged('waits too long')]
    await vi.advanceTimersByTimeAsync(700)
    results.push(tagged('has time'))
    await vi.advanceTimersByTimeAsync(200)
    results.push(tagged('has more'))
    await vi.advanceTimersByTimeAsync(700)
    const outcomes = ['commit', 'updateQuote', ['has time'], ['has more']]
    expect(await Promise.all(results)).toEqual(outcomes)
    expect(loads).toBe(3)
    expect(vi.getTimerCount()).toBe(0)
  })
})
