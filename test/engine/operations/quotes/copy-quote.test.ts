import { describe, expect, it } from 'vitest'
import { context, errorOf } from '../../ports.js'
import { callOf, clockedEngine, quoteIn, rejection, roles } from '../lifecycle/quotes-in-life.js'

const statuses = ['new', 'draft', 'sent', 'revision_requested', 'accepted', 'declined', 'ordered']

describe('copyQuote', () => {
  it.each(statuses)(
    'creates a new quote from one that is %s, which stays as it is',
    async (from) => {
      const { engine, clock } = clockedEngine()
      const source = await quoteIn(engine, from)
      clock.now = 9_000
      const copy = await engine.copyQuote(context, source.quoteId)
      expect(copy).toMatchObject({ quoteId: 'quote-2', version: 1, updated: 9_000 })
      const { customer, products, created, status, number } = copy.quote
      expect([customer, created, status, number]).toEqual([
        source.quote.customer,
        9_000,
        'new',
        undefined,
      ])
      expect(products).toHaveLength(1)
      expect(await engine.getQuote(context, source.quoteId)).toEqual(source)
      const { items } = await engine.listHistory(context, copy.quoteId)
      expect(items).toMatchObject([{ operation: 'copy', by: 'ann', version: 1 }])
    },
  )

  it('takes the prices of the lines, or those of the catalog now', async () => {
    let price = '10.00'
    const catalog = { findProducts: () => [{ id: 1, price }] }
    const { engine } = clockedEngine({ catalog })
    const { quoteId } = await quoteIn(engine, 'sent')
    price = '12.00'
    const totalOf = async (prices: 'frozen' | 'current' | undefined) =>
      (await engine.copyQuote(context, quoteId, { prices })).quote.quote_total
    expect([await totalOf(undefined), await totalOf('frozen'), await totalOf('current')]).toEqual([
      '20.00',
      '20.00',
      '24.00',
    ])
  })

  it('keeps the order of display, though the new lines have no keys', async () => {
    const { engine } = clockedEngine()
    const { quoteId } = await engine.createQuote(context, {
      customer: {},
      products: [1, 2].map((id) => ({ id, qty: 1 })),
    })
    const lines = [
      { id: 1, qty: 2 },
      { id: 2, qty: 1 },
    ]
    const { quote } = await engine.updateQuote(context, quoteId, { products: lines })
    const keys = quote.products.map(({ key }) => key as string)
    await engine.updateQuote(context, quoteId, { product_order: keys.toReversed() })
    for (const prices of ['frozen', 'current'] as const) {
      const copy = await engine.copyQuote(context, quoteId, { prices })
      expect(copy.quote.products.map(({ id, qty }) => [id, qty])).toEqual([
        [2, 1],
        [1, 2],
      ])
    }
  })

  it('is for sellers and programs', async () => {
    const { engine } = clockedEngine()
    const { quoteId } = await quoteIn(engine, 'sent')
    expect(await rejection(() => engine.copyQuote(roles.buyer, quoteId))).toEqual([
      'not_permitted',
      'copyQuote is not permitted: it needs the role seller or system',
    ])
    for (const as of [roles.seller, roles.system])
      expect((await engine.copyQuote(as, quoteId)).quote.status).toBe('new')
  })

  it('asks permit with the source and the copy', async () => {
    const calls: unknown[] = []
    const { engine } = clockedEngine({
      permit: (_, operation, record, next) => {
        calls.push([operation, record, next])
        return true
      },
    })
    const source = await quoteIn(engine, 'sent')
    const copy = await engine.copyQuote(context, source.quoteId)
    expect(calls.at(-1)).toEqual(['copyQuote', source, copy])
  })

  it('knows expectedVersion, idempotencyKey and preview', async () => {
    const { engine, written } = clockedEngine()
    const { quoteId, version } = await quoteIn(engine, 'sent')
    const stale = () => engine.copyQuote(context, quoteId, {}, { expectedVersion: version + 1 })
    expect((await rejection(stale))[0]).toBe('version_mismatch')
    const before = written.length
    const preview = await engine.copyQuote(context, quoteId, {}, { preview: true })
    expect([preview.quote.status, written.length]).toEqual(['new', before])
    const keyed = { idempotencyKey: 'key-1', expectedVersion: version }
    const first = await engine.copyQuote(context, quoteId, {}, keyed)
    await callOf(engine, 'cancelQuote', quoteId)
    expect(await engine.copyQuote(context, quoteId, {}, keyed)).toEqual(first)
    const other = () => engine.copyQuote(context, quoteId, { prices: 'current' }, keyed)
    expect((await rejection(other))[0]).toBe('idempotency_key_reused')
  })

  it('rejects a quote that the store does not have, or that is deleted', async () => {
    const { engine } = clockedEngine()
    const { quoteId } = await quoteIn(engine, 'new')
    await engine.deleteQuote(context, quoteId)
    for (const id of [quoteId, 'quote-9'])
      expect((await errorOf(() => engine.copyQuote(context, id))).code).toBe('quote_not_found')
  })
})
