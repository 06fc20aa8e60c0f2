import { describe, expect, it } from 'vitest'
import { createQuoteEngine } from '../../../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../../../src/storage/memory/index.js'
import { catalog, context, countingCatalog, engineWith, errorOf, request } from '../../ports.js'

describe('createQuote', () => {
  it('stores the quote that it returns', async () => {
    const engine = engineWith()
    const record = await engine.createQuote(context, request)
    expect(record).toMatchObject({
      storeId: 'store-1',
      quoteId: 'quote-1',
      version: 1,
      updated: 1_001,
      quote: { quote_total: '20.00', created: 1_001 },
    })
    expect(await engine.getQuote(context, 'quote-1')).toEqual(record)
  })

  it("uses the prices of the caller's store", async () => {
    const record = await engineWith().createQuote({ storeId: 'store-2' }, request)
    expect(record.quote.quote_total).toBe('40.00')
  })

  it('generates UUIDs of version 7 by default, in the order of creation', async () => {
    const engine = createQuoteEngine({ storage: memoryStorage(), catalog })
    const { quoteId: first } = await engine.createQuote(context, request)
    const { quoteId: second } = await engine.createQuote(context, request)
    expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(first < second).toBe(true)
  })

  it('calls the catalog once, with each product id once', async () => {
    const { catalog, requestedIds } = countingCatalog()
    const products = [1, 2, 1, 2].map((id) => ({ id, qty: 1 }))
    await engineWith({ catalog }).createQuote(context, { customer: {}, products })
    expect(requestedIds).toEqual([[1, 2]])
  })

  it('does not call the catalog for an invalid request', async () => {
    const { catalog, requestedIds } = countingCatalog()
    await errorOf(() => engineWith({ catalog }).createQuote(context, { ...request, products: [] }))
    expect(requestedIds).toEqual([])
  })
})

describe('createQuote with tags', () => {
  it('stores them in the first version, each once, in their order', async () => {
    const engine = engineWith()
    const tagged = { ...request, tag_list: ['b', 'a', 'b'] }
    const { quoteId, version, quote } = await engine.createQuote(context, tagged)
    expect([version, quote.tags]).toEqual([1, ['b', 'a']])
    expect(Object.isFrozen(quote.tags)).toBe(true)
    const { items } = await engine.listQuotes(context, { tag: 'a' })
    expect(items).toMatchObject([{ quoteId }])
    for (const tag_list of [[], null]) {
      const { quote: other } = await engine.createQuote(context, { ...request, tag_list })
      expect(other.tags).toBeNull()
    }
  })

  it('rejects invalid ones, and those of buyers', async () => {
    const engine = engineWith()
    for (const tag_list of ['a', [''], [1], ['x'.repeat(80)]]) {
      const error = await errorOf(() =>
        engine.createQuote(context, { ...request, tag_list } as never),
      )
      expect(error).toMatchObject({ code: 'invalid_request' })
    }
    const buyer = { ...context, role: 'buyer' } as const
    const error = await errorOf(() => engine.createQuote(buyer, { ...request, tag_list: ['a'] }))
    expect(error).toMatchObject({ code: 'not_permitted' })
    expect(await engine.countQuotes(context)).toMatchObject({ count: 0 })
  })
})

describe('createQuote with generateId', () => {
  it('generates another id if the id exists, and keeps the stored quote', async () => {
    const ids = ['a', 'a', 'a', 'b']
    const engine = engineWith({ generateId: () => ids.shift() ?? 'z' })
    const first = await engine.createQuote(context, request)
    const second = await engine.createQuote(context, { ...request, customer: { name: 'Bob' } })
    expect(second.quoteId).toBe('b')
    expect(await engine.getQuote(context, 'a')).toEqual(first)
  })

  it('rejects with conflict if all generated ids exist', async () => {
    const engine = engineWith({ generateId: () => 'a', maxAttempts: 4 })
    await engine.createQuote(context, request)
    const error = await errorOf(() => engine.createQuote(context, request))
    expect(error).toMatchObject({
      code: 'conflict',
      details: { kind: 'quote', id: 'a', attempts: 4 },
    })
  })
})
