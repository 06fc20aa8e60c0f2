import { describe, expect, it } from 'vitest'
import { describeOnEveryStorage } from '../../../storage/every-storage.js'
import { context, countingStorage, engineWith, errorOf, request } from '../../ports.js'
import { everyProduct } from './random-quotes.js'

describeOnEveryStorage('restoreQuote', (opened) => {
  const open = (storeId: string) => ({
    engine: engineWith({ storage: opened().storage, catalog: everyProduct }),
    caller: { storeId, actor: 'ann' },
  })

  it('brings a deleted quote back byte for byte', async () => {
    const { engine, caller } = open('restores')
    const { quoteId } = await engine.createQuote(caller, request)
    const customer = { 'z-field': 'ü', email: 'zoe@example.com', a: '😀' }
    const products = [
      { id: 1, quote: '9.50' },
      { id: 2, qty: 3 },
    ]
    await engine.updateQuote(caller, quoteId, { customer, products, tag_list: ['b', 'a'] })
    const before = await engine.getQuote(caller, quoteId)
    await engine.deleteQuote(caller, quoteId)
    const restored = await engine.restoreQuote(caller, quoteId)
    expect(restored).toMatchObject({ version: 4, updated: 1_004 })
    const after = await engine.getQuote(caller, quoteId)
    expect(JSON.stringify(after.quote)).toBe(JSON.stringify(before.quote))
    expect(JSON.stringify(restored.quote)).toBe(JSON.stringify(before.quote))
    for (const filter of [{ text: 'zoe' }, { tag: 'a' }, { product: 2 }, {}]) {
      expect((await engine.listQuotes(caller, filter)).items).toEqual([after])
      expect((await engine.listQuotes(caller, { ...filter, deleted: true })).items).toEqual([])
    }
    expect((await engine.updateQuote(caller, quoteId, { tag_list: null })).version).toBe(5)
  })

  it('adds an entry to the history and an event', async () => {
    const { engine, caller } = open('entries')
    const { quoteId } = await engine.createQuote(caller, request)
    await engine.deleteQuote(caller, quoteId)
    await engine.restoreQuote({ ...caller, actor: 'bob' }, quoteId)
    const { items } = await engine.listHistory(caller, quoteId)
    expect(items.map(({ operation, by }) => [operation, by])).toEqual([
      ['create', 'ann'],
      ['delete', 'ann'],
      ['restore', 'bob'],
    ])
    const events = (await engine.listEvents(caller)).items
    expect(events.map(({ position, entry }) => [position, entry])).toEqual(
      items.map((entry, index) => [index + 1, entry]),
    )
  })
})

describe('restoreQuote', () => {
  it('returns the stored record of a quote that is not deleted, and writes nothing', async () => {
    const { storage, written } = countingStorage()
    const engine = engineWith({ storage })
    const record = await engine.createQuote(context, request)
    expect(await engine.restoreQuote(context, record.quoteId)).toEqual(record)
    const options = { expectedVersion: 1 }
    expect(await engine.restoreQuote(context, record.quoteId, options)).toEqual(record)
    expect(written).toHaveLength(1)
  })

  it('rejects a quote of another store', async () => {
    const engine = engineWith()
    const { quoteId } = await engine.createQuote(context, request)
    await engine.deleteQuote(context, quoteId)
    const error = await errorOf(() => engine.restoreQuote({ storeId: 'store-2' }, quoteId))
    expect(error.code).toBe('quote_not_found')
  })

  it('restores once if it is called twice at the same time', async () => {
    const engine = engineWith()
    const { quoteId } = await engine.createQuote(context, request)
    await engine.deleteQuote(context, quoteId)
    const results = await Promise.all([1, 2].map(() => engine.restoreQuote(context, quoteId)))
    expect(results.map(({ version }) => version)).toEqual([3, 3])
  })
})
