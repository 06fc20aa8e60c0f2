import { describe, expect, it } from 'vitest'
import type { TaxRequest } from '../../../../src/quote/taxes/tax-request.js'
import { verifyQuote } from '../../../../src/quote/verify/verify-quote.js'
import { memoryShipping } from '../../../../src/shipping/memory.js'
import { memoryStorage } from '../../../../src/storage/memory/index.js'
import { taxTable } from '../../../../src/tax/tax-table.js'
import { context, engineWith, errorOf } from '../../ports.js'

const seller = { ...context, role: 'seller' } as const
const buyer = { ...context, role: 'buyer' } as const

const rates = taxTable([
  { name: 'VAT', rate: 19, country: 'DE', shipping: true },
  { name: 'VAT', rate: 20, country: 'FR', shipping: true },
])

/** A shop that sells to Germany and France, and what its taxes were asked for. */
function shop() {
  const asked: TaxRequest[] = []
  const engine = engineWith({
    storage: memoryStorage(),
    tax: {
      calculateTaxes(request, call) {
        asked.push(request)
        return rates.calculateTaxes(request, call)
      },
    },
    shipping: memoryShipping([
      { type: 'van', name: 'Van', price: '5.00', countries: ['DE'] },
      { type: 'van', name: 'Van', price: '9.00', countries: ['FR'] },
    ]),
  })
  return { engine, asked }
}

const paris = { company: 'Chantier', city: 'Paris', country: 'FR' }
const request = {
  customer: { name: 'Bea', country: 'DE', email: 'bea@example.com' },
  products: [{ id: 1, qty: 10 }],
  shipping: { type: 'van' },
}

describe('ship_to decides about', () => {
  it('taxes and shipping, which are those of the place of delivery', async () => {
    const { engine, asked } = shop()
    const { quoteId } = await engine.createQuote(seller, { ...request, ship_to: paris })
    const { quote } = await engine.sendQuote(seller, quoteId)
    expect(quote).toMatchObject({ ship_to: paris, amounts: { shipping: '9.00', taxes: '21.80' } })
    expect(asked[0]).toMatchObject({ to: paris, customer: request.customer })
    expect(Object.isFrozen(asked[0]?.to)).toBe(true)
    expect(verifyQuote(quote)).toEqual([])
  })

  it('no request of a quote without it', async () => {
    const { engine, asked } = shop()
    const { quoteId } = await engine.createQuote(seller, request)
    const { quote } = await engine.sendQuote(seller, quoteId)
    expect(quote.amounts).toMatchObject({ shipping: '5.00', taxes: '19.95' })
    expect(asked[0]).not.toHaveProperty('to')
  })

  it.each([
    ['is set', {}, { ship_to: paris }],
    ['is changed', { ship_to: paris }, { ship_to: { ...paris, city: 'Lyon' } }],
    ['is removed', { ship_to: paris }, { ship_to: null }],
  ])('stale taxes and shipping once it %s', async (_, set, changes) => {
    const { engine } = shop()
    const { quoteId } = await engine.createQuote(seller, { ...request, ...set })
    await engine.priceTaxes(seller, quoteId)
    const { quote } = await engine.updateQuote(seller, quoteId, changes)
    expect([quote.taxes?.stale, quote.shipping.stale]).toEqual([true, true])
    expect(quote.amounts?.taxes).toBe('0.00')
    const sent = await engine.sendQuote(seller, quoteId)
    const price = changes.ship_to === null ? '5.00' : '9.00'
    expect([sent.quote.taxes?.stale, sent.quote.amounts?.shipping]).toEqual([undefined, price])
  })

  it('the shipping option that the same update chooses', async () => {
    const { engine } = shop()
    const { quoteId } = await engine.createQuote(seller, { ...request, shipping: undefined })
    const changes = { ship_to: paris, shipping: { type: 'van' } }
    const { quote } = await engine.updateQuote(seller, quoteId, changes)
    expect(quote.shipping).toEqual({ type: 'van', product: { name: 'Van', price: '9.00' } })
  })
})

describe('ship_to of a quote', () => {
  it('is set by buyers as the address of the customer is, while the quote is new', async () => {
    const { engine } = shop()
    const { quoteId } = await engine.createQuote(buyer, { ...request, ship_to: paris })
    const there = { ship_to: { ...paris, city: 'Lyon' } }
    const { quote } = await engine.updateQuote(buyer, quoteId, there)
    expect(quote).toMatchObject(there)
    await engine.sendQuote(seller, quoteId)
    await engine.reviseQuote(seller, quoteId)
    const error = await errorOf(() => engine.updateQuote(buyer, quoteId, { ship_to: null }))
    expect(error.code).toBe('not_permitted')
  })

  it('is sealed and locked with the offer, and sent back without a change', async () => {
    const { engine } = shop()
    const { quoteId } = await engine.createQuote(seller, { ...request, ship_to: paris })
    const { version, quote } = await engine.sendQuote(seller, quoteId)
    const forged = { ...quote, ship_to: { ...paris, city: 'Nice' } }
    expect(verifyQuote(forged).map(({ path }) => path)).toEqual(['seal'])
    const error = await errorOf(() => engine.updateQuote(seller, quoteId, { ship_to: null }))
    expect(error.code).toBe('quote_locked')
    expect((await engine.updateQuote(seller, quoteId, { ...quote })).version).toBe(version)
  })

  it('is part of copies, and of no template', async () => {
    const { engine } = shop()
    const { quoteId } = await engine.createQuote(seller, { ...request, ship_to: paris })
    for (const prices of ['frozen', 'current'] as const) {
      const { quote } = await engine.copyQuote(seller, quoteId, { prices })
      expect(quote.ship_to).toEqual(paris)
    }
    const template = { name: 'Pencils', quote_id: quoteId }
    const { templateId } = await engine.createTemplate(seller, template)
    const { quote } = await engine.createQuoteFromTemplate(seller, templateId, {})
    expect(quote).not.toHaveProperty('ship_to')
  })

  it('is found by its words, is in the past version, and is erased with the quote', async () => {
    const { engine } = shop()
    const { quoteId } = await engine.createQuote(seller, { ...request, ship_to: paris })
    await engine.updateQuote(seller, quoteId, { ship_to: { city: 'Lyon' } })
    const find = async (text: string) => (await engine.listQuotes(seller, { text })).items.length
    expect([await find('Lyon'), await find('Paris')]).toEqual([1, 0])
    expect((await engine.getQuote(seller, quoteId, { version: 1 })).quote.ship_to).toEqual(paris)
    await engine.deleteQuote(seller, quoteId)
    await engine.eraseQuote(seller, quoteId)
    const left = await engine.listEvents(seller)
    expect(JSON.stringify(left.items)).not.toMatch(/Lyon|Paris|Chantier/)
    expect(await find('Lyon')).toBe(0)
  })
})
