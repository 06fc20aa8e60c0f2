import { describe, expect, it } from 'vitest'
import { verifyAcceptance } from '../../../../src/quote/verify/verify-quote.js'
import { memoryStorage } from '../../../../src/storage/memory/index.js'
import { context, errorOf } from '../../ports.js'
import { buyer, callOf, clockedEngine, quoteIn, rejection, seller } from './quotes-in-life.js'

describe('acceptQuote, if the offer is edited afterwards (invoiceninja/invoiceninja#9463)', () => {
  const edits = [
    { products: [{ id: 1, qty: 1 }] },
    { products: [{ id: 1, quote: '1.00' }] },
    { customer: { name: 'Bob' } },
  ]

  it.each([false, true])(
    'keeps what was accepted, with reviseOnUpdate: %s',
    async (reviseOnUpdate) => {
      const { engine } = clockedEngine({ lifecycle: { reviseOnUpdate } })
      const { quoteId, quote } = await quoteIn(engine, 'accepted')
      for (const changes of edits) {
        const [code] = await rejection(() => engine.updateQuote(context, quoteId, changes))
        expect(code).toBe('quote_locked')
      }
      expect((await rejection(() => engine.reviseQuote(context, quoteId)))[0]).toBe(
        'invalid_transition',
      )
      const stored = await engine.getQuote(context, quoteId)
      expect(stored.quote).toEqual(quote)
      expect(verifyAcceptance(stored.quote)).toEqual([])
    },
  )
})

describe('acceptQuote, if it is called twice', () => {
  it('accepts once, and returns the same quote to both', async () => {
    const { engine, written } = clockedEngine()
    const { quoteId } = await quoteIn(engine, 'sent')
    const before = written.length
    const click = () => callOf(engine, 'acceptQuote', quoteId, { as: buyer })
    const [first, second] = await Promise.all([click(), click()])
    expect(second).toEqual(first)
    expect(await click()).toEqual(first)
    expect(written).toHaveLength(before + 1)
  })

  it('accepts once in two processes', async () => {
    const storage = memoryStorage()
    const engines = [1, 2].map(() => clockedEngine({ storage }).engine)
    const [engine] = engines as [(typeof engines)[number]]
    const { quoteId, version } = await quoteIn(engine, 'sent')
    await Promise.all(engines.map((each) => callOf(each, 'acceptQuote', quoteId, { as: buyer })))
    expect((await engine.getQuote(context, quoteId)).version).toBe(version + 1)
  })
})

describe('acceptQuote, if the revision was replaced while the customer read it', () => {
  it('rejects its number and its seal', async () => {
    const { engine } = clockedEngine()
    const { quoteId, quote: seen } = await quoteIn(engine, 'sent')
    await engine.reviseQuote(seller, quoteId)
    const accept = (offer: object) => () =>
      callOf(engine, 'acceptQuote', quoteId, { as: buyer, request: offer })
    expect((await rejection(accept({ revision: 1 })))[0]).toBe('invalid_transition')
    await engine.updateQuote(seller, quoteId, { products: [{ id: 1, qty: 9 }] })
    const { quote: current } = await engine.sendQuote(seller, quoteId)
    for (const offer of [
      { revision: 1 },
      { revision: 1, seal: seen.seal },
      { revision: 2, seal: seen.seal },
    ]) {
      const { code, details } = await errorOf(accept(offer))
      expect([code, details]).toEqual([
        'offer_mismatch',
        { quoteId, currentRevision: 2, currentSeal: current.seal },
      ])
    }
    const { quote } = await accept({ revision: 2, seal: current.seal })()
    expect(quote.acceptance).toMatchObject({ revision: 2, seal: current.seal })
    const earlier = await engine.getQuote(context, quoteId, { revision: 1 })
    expect(earlier.quote).toEqual(seen)
  })
})

describe('acceptQuote, if the clock goes back', () => {
  it('uses the time of the last change', async () => {
    const { engine, clock } = clockedEngine()
    clock.now = 10_000
    const { quoteId } = await quoteIn(engine, 'sent')
    clock.now = 5_000
    const { quote, updated } = await callOf(engine, 'acceptQuote', quoteId, { as: buyer })
    expect([updated, quote.acceptance?.time]).toEqual([10_000, 10_000])
    expect(verifyAcceptance(quote)).toEqual([])
  })

  it('does not bring an offer back whose expiry was seen', async () => {
    const { engine, clock } = clockedEngine()
    const { quoteId } = await quoteIn(engine, 'new')
    await engine.sendQuote(context, quoteId, { expires: 5_000 })
    clock.now = 6_000
    await engine.recordDelivery(context, quoteId, { type: 'opened' })
    clock.now = 4_000
    const accept = () => callOf(engine, 'acceptQuote', quoteId, { as: buyer })
    expect((await rejection(accept))[0]).toBe('quote_expired')
    expect((await engine.getQuote(context, quoteId)).quote.status).toBe('expired')
  })
})
