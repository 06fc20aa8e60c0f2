import { describe, expect, it } from 'vitest'
import { verifyAcceptance } from '../../../../src/quote/verify/verify-acceptance.js'
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

describe('acceptQuote with a signature', () => {
  const drawn = { type: 'drawn', strokes: [[0, 100, 600, 100]] }
  const signed = { revision: 1, signature: drawn, consent: 'I agree', address: '::1' }

  it('stores it sealed with a salt of its own, and once for a key, from any address', async () => {
    const { engine, written } = clockedEngine()
    const salts = await Promise.all(
      [1, 2].map(async () => {
        const { quoteId } = await quoteIn(engine, 'sent')
        const accept = (address: string) => {
          const request = { ...signed, address }
          const options = { idempotencyKey: quoteId }
          return callOf(engine, 'acceptQuote', quoteId, { as: buyer, request, options })
        }
        const { quote } = await accept('::1')
        expect(quote.acceptance).toMatchObject({ ...signed, by: 'ada' })
        expect(verifyAcceptance(quote)).toEqual([])
        expect((await accept('::2')).quote).toEqual(quote)
        return quote.acceptance?.salt
      }),
    )
    expect(new Set(salts).size).toBe(2)
    expect(written).toHaveLength(6)
  })

  it.each<[object, string]>([
    [{ signature: 'Ada' }, 'signature'],
    [{ signature: { type: 'typed' } }, 'signature.name'],
    [{ signature: { type: 'typed', name: ' ' } }, 'signature.name'],
    [{ signature: { type: 'typed', name: '\u200b' } }, 'signature.name'],
    [{ signature: { ...drawn, name: 'Ada' } }, 'signature.name'],
    [{ signature: { type: 'drawn' } }, 'signature.strokes'],
    [{ signature: { type: 'drawn', strokes: 'M0 0L0 0' } }, 'signature.strokes'],
    [{ signature: { type: 'svg', strokes: drawn.strokes } }, 'signature.type'],
    [{ signature: { ...drawn, svg: '<script>' } }, 'signature.svg'],
    [{ consent: '' }, 'consent'],
    [{ consent: 'x'.repeat(2_001) }, 'consent'],
    [{ address: 'x'.repeat(65) }, 'address'],
  ])('rejects %j at its field, and stores nothing', async (fields, path) => {
    const { engine, written } = clockedEngine()
    const { quoteId } = await quoteIn(engine, 'sent')
    const before = written.length
    const request = { revision: 1, ...fields }
    const { code, details } = await errorOf(() =>
      callOf(engine, 'acceptQuote', quoteId, { request }),
    )
    expect([code, Object.keys((details as { errors: object }).errors)]).toEqual([
      'invalid_request',
      [path],
    ])
    expect(written).toHaveLength(before)
  })

  it.each(['declineQuote', 'requestRevision'] as const)('is no request of %s', async (name) => {
    const { engine } = clockedEngine()
    const { quoteId } = await quoteIn(engine, 'sent')
    const request = { reason: 'no', signature: drawn }
    const [code, message] = await rejection(() => callOf(engine, name, quoteId, { request }))
    expect(code).toBe('invalid_request')
    expect(message).toContain('signature')
  })
})
