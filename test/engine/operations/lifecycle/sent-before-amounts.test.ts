import { describe, expect, it } from 'vitest'
import type { QuoteEngineOptions } from '../../../../src/engine/options.js'
import type { QuoteStorage } from '../../../../src/ports/storage.js'
import { quoteChange } from '../../../../src/quote/lifecycle/change-status.js'
import { sealOf } from '../../../../src/quote/lifecycle/seal.js'
import { verifyAcceptance } from '../../../../src/quote/lifecycle/verify-acceptance.js'
import type { Quote } from '../../../../src/quote/quote.js'
import { quoteRef } from '../../../../src/quote/quote-record.js'
import { quoteSearchRow } from '../../../../src/quote/search/search-row.js'
import { verifyQuote } from '../../../../src/quote/verify-quote.js'
import { createChange } from '../../../../src/record/change.js'
import { deepFreeze } from '../../../../src/validation/deep-freeze.js'
import { describeOnEveryStorage } from '../../../storage/every-storage.js'
import { engineWith, errorOf } from '../../ports.js'
import { sampleTax } from '../quotes/every-status.js'

const call = { signal: new AbortController().signal }

/** The quote before it was sent. */
const draft: Quote = {
  customer: { name: 'Ann' },
  products: [
    {
      id: 2,
      qty: 3,
      price: 12.3456,
      price_total: 37.0368,
      quote: '11.99',
      quote_total: '35.97',
      discount: 0.3556,
      discount_total: 1.0668,
      calculated_price: 11.99,
      key: null,
    },
  ],
  product_order: null,
  quote_total: '35.97',
  price_total: '37.04',
  shipping: { type: 'no_additional', product: null },
  created: 900,
  status: 'new',
  tags: ['vip'],
  total: 0,
}

/** A quote that was sent when offers had a total, but no amounts, with the seal that it got. */
const seal = '4e3207dabdb68d356ada33072dd4cf07e6635946bf3b2aeea8b1dfb190619d00'
const offer = { status: 'sent', total: 35.97, number: '1', revision: 1, sent: 950, seal } as const
const oldQuote: Quote = deepFreeze({ ...draft, ...offer })

let stores = 0

/** Stores the quote, and returns an engine of today. */
async function withOldQuote(storage: QuoteStorage, options: Partial<QuoteEngineOptions> = {}) {
  stores += 1
  const context = { storeId: `before-amounts-${stores}`, actor: 'ann' }
  const created = createChange(
    quoteRef('old'),
    deepFreeze(draft),
    { operation: 'create', now: 900 },
    quoteSearchRow,
  )
  const sent = quoteChange(created.record, oldQuote, 'send', { now: 950 })
  if (sent === undefined) return expect.fail('the quote must change')
  for (const change of [created, sent])
    await storage.commit(context.storeId, { changes: [change] }, call)
  const engine = engineWith({ storage, generateId: () => crypto.randomUUID(), ...options })
  return { engine, context }
}

describe('sealOf', () => {
  it('returns the seal that an offer without amounts has had', () => {
    expect(sealOf(oldQuote)).toBe(seal)
    expect(verifyQuote(oldQuote)).toEqual([])
  })
})

describeOnEveryStorage('a quote that was sent before there were amounts', (opened) => {
  it('is loaded, listed and found as it is, and changed by no update of itself', async () => {
    const { engine, context } = await withOldQuote(opened().storage)
    const { quote, version } = await engine.getQuote(context, 'old')
    expect([quote, version]).toEqual([oldQuote, 2])
    const { items } = await engine.listQuotes(context, { status: 'sent', product: 2 })
    expect(items.map((item) => item.quote)).toEqual([oldQuote])
    const sent = JSON.parse(JSON.stringify(quote))
    expect((await engine.updateQuote(context, 'old', sent)).version).toBe(2)
    const tagged = await engine.updateQuote(context, 'old', { tag_list: ['late'] })
    expect(tagged.quote).toEqual({ ...oldQuote, tags: ['late'] })
    const edit = () => engine.updateQuote(context, 'old', { customer: { name: 'Eve' } })
    expect((await errorOf(edit)).code).toBe('quote_locked')
    for (const amounts of [{ total: '35.97' }, null])
      expect(
        await errorOf(() => engine.updateQuote(context, 'old', { amounts } as never)),
      ).toMatchObject({ code: 'invalid_request', details: { errors: { amounts: /./ } } })
  })

  it('is accepted and ordered with the seal that it has', async () => {
    const { engine, context } = await withOldQuote(opened().storage, { tax: sampleTax })
    const accepted = await engine.acceptQuote(context, 'old', { revision: 1, seal, name: 'Ada' })
    expect(accepted.quote).toMatchObject({ seal, total: 35.97, acceptance: { seal } })
    expect(verifyAcceptance(accepted.quote)).toEqual([])
    const { quote } = await engine.orderQuote(context, 'old', { order_id: 'order-1' })
    expect(quote).not.toHaveProperty('amounts')
    expect([quote.status, verifyQuote(quote), verifyAcceptance(quote)]).toEqual(['ordered', [], []])
    expect(verifyAcceptance({ ...quote, total: 1 })).not.toEqual([])
  })

  it('is revised, and sent again with amounts', async () => {
    const { engine, context } = await withOldQuote(opened().storage, { tax: sampleTax })
    const revised = await engine.reviseQuote(context, 'old')
    expect(revised.quote).toMatchObject({ status: 'draft', total: 0, revision: 1, number: '1' })
    for (const field of ['amounts', 'seal', 'sent']) expect(revised.quote).not.toHaveProperty(field)
    expect(verifyQuote(revised.quote)).toEqual([])
    const { quote } = await engine.sendQuote(context, 'old')
    expect(quote).toMatchObject({
      revision: 2,
      number: '1',
      total: 43.16,
      amounts: {
        lines: '35.97',
        discounts: '0.00',
        shipping: '0.00',
        taxes: '7.19',
        total: '43.16',
      },
    })
    expect(verifyQuote(quote)).toEqual([])
    const first = await engine.getQuote(context, 'old', { revision: 1 })
    expect(first.quote).toEqual(oldQuote)
  })

  it('gets its next revision by an update with reviseOnUpdate', async () => {
    const { engine, context } = await withOldQuote(opened().storage, { reviseOnUpdate: true })
    const discounts = [{ type: 'percent' as const, value: 10 }]
    const edited = await engine.updateQuote(context, 'old', { discounts })
    expect(edited.quote).toMatchObject({ status: 'draft', total: 0, amounts: { total: '32.37' } })
    const { quote } = await engine.sendQuote(context, 'old')
    expect([quote.revision, quote.total, verifyQuote(quote)]).toEqual([2, 32.37, []])
  })

  it('is copied at its prices', async () => {
    const { engine, context } = await withOldQuote(opened().storage)
    const { quoteId, quote } = await engine.copyQuote(context, 'old')
    expect(quote.products).toEqual(oldQuote.products)
    expect(quote).toMatchObject({ status: 'new', total: 0 })
    for (const field of ['amounts', 'number', 'seal', 'revision'])
      expect(quote).not.toHaveProperty(field)
    const sent = await engine.sendQuote(context, quoteId)
    expect(sent.quote).toMatchObject({ total: 35.97, amounts: { total: '35.97' } })
  })
})
