import { describe, expect, it } from 'vitest'
import type { PlaceOrderRequest } from '../../../../src/ports/orders.js'
import type { SelectedAcceptance } from '../../../../src/quote/model/choice-fields.js'
import { sealAcceptance } from '../../../../src/quote/model/seal.js'
import { getAcceptedQuote } from '../../../../src/quote/selection/select-quote.js'
import type { TaxRequest } from '../../../../src/quote/taxes/tax-request.js'
import { verifyAcceptance } from '../../../../src/quote/verify/verify-acceptance.js'
import { verifyQuote } from '../../../../src/quote/verify/verify-quote.js'
import type { QuoteEngineOptions } from '../../../../src/quote-engine/quote-engine.js'
import { kitchen } from '../../../quote/selection/kitchen.js'
import { errorOf } from '../../ports.js'
import { context, pricedShop } from '../../priced-shop.js'

const selection = { selected: ['worktop', '1-1'], quantities: { '1-3': 4 } }
const discounts = [{ type: 'percent' as const, value: 10 }]

const pathsOf = (violations: readonly { readonly path: string }[]) =>
  violations.map(({ path }) => path)

async function sentKitchen(options: Partial<QuoteEngineOptions> = {}, changes: object = {}) {
  const shop = pricedShop(options)
  const { engine } = shop
  const { quoteId } = await engine.createQuote(context, { ...kitchen, discounts, ...changes })
  const { quote } = await engine.sendQuote(context, quoteId)
  return { ...shop, quoteId, quote }
}

describe('priceSelection', () => {
  it('prices a selection by the rates of the offer, and stores nothing', async () => {
    const { engine, quoteId, asked, quote } = await sentKitchen()
    expect(quote.total).toBe(756)
    const { quote: plain } = await engine.priceSelection(context, quoteId, {
      revision: 1,
      selection,
    })
    // 900 + 4 × 50 + 400, less 10 %, and 20 % of VAT.
    expect(plain.amounts).toMatchObject({ lines: '1500.00', taxes: '270.00', total: '1620.00' })
    expect([plain.total, verifyQuote(plain)]).toEqual([1_620, []])
    expect(asked.taxes).toHaveLength(1)
    expect(asked.taxes[0]?.lines).toHaveLength(5)
    expect((await engine.getQuote(context, quoteId)).version).toBe(2)
  })

  it('rejects another revision or seal, and an offer that is not open', async () => {
    const { engine, quoteId } = await sentKitchen()
    const price = (request: object) =>
      errorOf(() => engine.priceSelection(context, quoteId, { revision: 1, selection, ...request }))
    expect((await price({ revision: 2 })).code).toBe('offer_mismatch')
    expect((await price({ seal: 'a'.repeat(64) })).code).toBe('offer_mismatch')
    expect((await price({ selection: { selected: ['1-1', '1-2'] } })).code).toBe('invalid_request')
    await engine.declineQuote(context, quoteId)
    expect((await price({})).code).toBe('invalid_transition')
  })
})

describe('acceptQuote with a selection', () => {
  it('accepts what was seen, and keeps the offer as it was sent', async () => {
    const { engine, quoteId, quote: offer } = await sentKitchen()
    const accepted = { revision: 1, selection, total: 1_620, name: 'Ann' }
    const { quote } = await engine.acceptQuote(context, quoteId, accepted)
    expect([quote.total, quote.seal, quote.quote_total]).toEqual([1_620, offer.seal, '700.00'])
    expect(quote.acceptance).toMatchObject({ selection, amounts: { total: '1620.00' } })
    expect([verifyQuote(quote), verifyAcceptance(quote)]).toEqual([[], []])
    const plain = getAcceptedQuote(quote)
    expect([verifyQuote(plain), verifyAcceptance(plain)]).toEqual([[], []])
    const read = await engine.getQuote(context, quoteId, { accepted: true })
    expect(read.quote).toEqual(plain)
    expect((await engine.getQuote(context, quoteId, { version: 2, accepted: true })).quote).toEqual(
      offer,
    )
    expect(plain.products.map(({ key, qty }) => [key, qty])).toEqual([
      ['1-1', 1],
      ['1-3', 4],
      ['1-4', 1],
    ])
    expect((await engine.acceptQuote(context, quoteId, accepted)).quote).toEqual(quote)
    const other = { ...accepted, selection: { selected: ['1-2'] } }
    expect((await errorOf(() => engine.acceptQuote(context, quoteId, other))).code).toBe(
      'invalid_transition',
    )
  })

  it('accepts the proposal without one, and needs the total with one', async () => {
    const { engine, quoteId } = await sentKitchen()
    const missing = await errorOf(() =>
      engine.acceptQuote(context, quoteId, { revision: 1, selection }),
    )
    expect(missing.details).toEqual({
      errors: { total: 'is required with a selection: the total that the customer has seen' },
    })
    const other = { revision: 1, selection, total: '1619.99' }
    const changed = await errorOf(() => engine.acceptQuote(context, quoteId, other))
    expect(changed).toMatchObject({ code: 'total_changed', details: { total: '1620.00' } })
    const { quote } = await engine.acceptQuote(context, quoteId, { revision: 1 })
    expect(quote.acceptance?.selection).toEqual({ selected: ['1-2'], quantities: { '1-3': 2 } })
    expect([quote.total, verifyAcceptance(quote)]).toEqual([756, []])
  })

  it('is one acceptance if 20 with different selections come at once', async () => {
    const { engine, quoteId } = await sentKitchen()
    const totals = new Map<number, number>()
    for (let qty = 1; qty <= 6; qty += 1) totals.set(qty, (600 + qty * 50) * 0.9 * 1.2)
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => {
        const qty = (index % 6) + 1
        const chosen = { selected: ['1-2'], quantities: { '1-3': qty } }
        const request = { revision: 1, selection: chosen, total: totals.get(qty) as number }
        return engine.acceptQuote({ ...context, actor: `actor-${index}` }, quoteId, request)
      }),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { quote } = await engine.getQuote(context, quoteId)
    expect([quote.status, verifyAcceptance(quote)]).toEqual(['accepted', []])
  })

  it('orders exactly what was chosen through a port that knows no choices', async () => {
    const placed: PlaceOrderRequest[] = []
    const { engine, quoteId } = await sentKitchen({
      orders: {
        placeOrder: (request) => {
          placed.push(request)
          return { orderId: 'order-1' }
        },
      },
    })
    await engine.acceptQuote(context, quoteId, { revision: 1, selection, total: 1_620 })
    await engine.orderQuote(context, quoteId)
    const { quote } = placed[0]?.record ?? {}
    expect(quote?.products.map(({ name, qty }) => [name, qty])).toEqual([
      ['Oak', 1],
      ['Lamp', 4],
      ['Stone', 1],
    ])
    expect([quote?.total, quote && verifyQuote(quote)]).toEqual([1_620, []])
  })

  it('asks providers of amounts and of shipping for the selection, and stores their answers', async () => {
    const asked: TaxRequest[] = []
    let price = '9.90'
    const {
      engine,
      quoteId,
      quote: offer,
    } = await sentKitchen(
      {
        tax: {
          calculateTaxes(request) {
            asked.push(request)
            const amounts = request.lines.map(({ key }) => ({ line: key, name: 'VAT', amount: 1 }))
            return { amounts, total: amounts.length }
          },
        },
        shipping: { listShippingOptions: () => [{ type: 'express', name: 'Express', price }] },
      },
      { shipping: { type: 'express' } },
    )
    expect([offer.total, offer.amounts?.taxes]).toEqual([641.9, '2.00'])
    price = '19.90'
    const priced = await engine.priceSelection(context, quoteId, { revision: 1, selection })
    expect(priced.quote.amounts).toMatchObject({
      shipping: '19.90',
      taxes: '3.00',
      total: '1372.90',
    })
    expect(asked[1]).toMatchObject({ date: asked[0]?.date })
    expect(asked[1]?.lines.map(({ key }) => key)).toEqual(['1-1', '1-3', '1-4'])
    price = '29.90'
    const request = { revision: 1, selection, total: priced.quote.total }
    const changed = await errorOf(() => engine.acceptQuote(context, quoteId, request))
    expect(changed).toMatchObject({ code: 'total_changed', details: { total: '1382.90' } })
    const { quote } = await engine.acceptQuote(context, quoteId, { ...request, total: 1382.9 })
    expect(quote.acceptance?.shipping?.product?.price).toBe('29.90')
    expect([verifyQuote(quote), verifyAcceptance(quote)]).toEqual([[], []])
    expect(verifyQuote(getAcceptedQuote(quote))).toEqual([])
    const acceptance = quote.acceptance as SelectedAcceptance
    const responses = { shipping: acceptance.shipping, taxes: acceptance.taxes }
    const [portion, ...portions] = responses.taxes?.portions ?? []
    const forged = { ...responses.taxes, portions: [{ ...portion, amount: '9.00' }, ...portions] }
    for (const [changes, path] of [
      [{ taxes: forged }, 'acceptance.taxes.rates[0].amount'],
      [{ shipping: { ...responses.shipping, type: 'other' } }, 'acceptance.shipping.type'],
      [{ shipping: { ...responses.shipping, product: null } }, 'acceptance.amounts'],
      [{ taxes: undefined }, 'acceptance.selection'],
    ] as const) {
      const { taxes, ...rest } = { ...acceptance, ...changes } as SelectedAcceptance
      const altered = sealAcceptance({ ...rest, ...(taxes && { taxes }) }, 'e'.repeat(32))
      expect(pathsOf(verifyQuote({ ...quote, acceptance: altered }))).toContain(path)
    }
  })

  it('is found if it has answers that the offer does not need', async () => {
    const { engine, quoteId } = await sentKitchen()
    const accepted = { revision: 1, selection, total: 1_620 }
    const { quote } = await engine.acceptQuote(context, quoteId, accepted)
    const { table: _, ...taxes } = quote.taxes ?? { table: undefined }
    const untaxed = { ...taxes, rates: [], portions: [] } as never
    const acceptance = { ...(quote.acceptance as SelectedAcceptance), taxes: untaxed }
    const plain = getAcceptedQuote({ ...quote, acceptance: { ...acceptance } })
    const { amounts } = plain
    const forged = sealAcceptance({ ...acceptance, ...(amounts && { amounts }) }, 'e'.repeat(32))
    const resealed = { ...quote, total: plain.total, acceptance: forged }
    expect(plain.total).toBe(1_350)
    for (const verify of [verifyQuote, verifyAcceptance])
      expect(pathsOf(verify(resealed))).toEqual(['acceptance.taxes'])
  })

  it('is found if what was selected, or what it adds up to, is altered', async () => {
    const { engine, quoteId } = await sentKitchen()
    const request = { revision: 1, selection, total: 1_620 }
    const { quote } = await engine.acceptQuote(context, quoteId, request)
    const { acceptance } = quote
    const altered = (changes: object) =>
      verifyAcceptance({ ...quote, acceptance: { ...acceptance, ...changes } }).map(
        ({ path }) => path,
      )
    expect(altered({ selection: { selected: ['1-2'], quantities: { '1-3': 4 } } })).toContain(
      'acceptance.amounts',
    )
    expect(altered({ amounts: { ...acceptance?.amounts, total: '1.00' } })).toContain(
      'acceptance.amounts',
    )
    expect(altered({ selection: { selected: ['1-9'] } })).toContain('acceptance.selection')
    expect(verifyAcceptance({ ...quote, total: 1 }).map(({ path }) => path)).toContain('total')
  })
})
