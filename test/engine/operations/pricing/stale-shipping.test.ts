import { describe, expect, it } from 'vitest'
import type { Quote } from '../../../../src/quote/model/quote.js'
import type { ShippingOption } from '../../../../src/quote/pricing/shipping.js'
import { explainQuote } from '../../../../src/quote/verify/explain-quote.js'
import { verifyQuote } from '../../../../src/quote/verify/verify-quote.js'
import type { QuoteEngineOptions } from '../../../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../../../src/storage/memory/index.js'
import { engineWith, errorOf } from '../../ports.js'

const seller = { storeId: 'store-1', actor: 'ann' }
const buyer = { storeId: 'store-1', actor: 'bea', role: 'buyer' } as const

/** Returns an engine of a shop whose van is free from 500.00, and what its provider was asked. */
function shop(options: Partial<QuoteEngineOptions> = {}) {
  const asked: Quote[] = []
  const offered = { van: true }
  const engine = engineWith({
    catalog: { findProducts: (_, ids) => ids.map((id) => ({ id, price: '2.00', name: 'Pencil' })) },
    shipping: {
      listShippingOptions({ quote }): ShippingOption[] {
        asked.push(quote)
        const price = Number(quote.quote_total) >= 500 ? '0.00' : '29.00'
        const express = { type: 'express', name: 'Express', price: '9.90' }
        return offered.van ? [{ type: 'van', name: 'Van', price }, express] : [express]
      },
    },
    ...options,
  })
  return { engine, asked, offered }
}

const request = {
  customer: { name: 'Bea', country: 'DE' },
  products: [{ id: 1, qty: 300 }],
  shipping: { type: 'van' },
}

/** Creates a quote with free shipping, and then reduces it to one piece. */
async function reduced(context: typeof seller | typeof buyer, from = shop()) {
  const { engine } = from
  const { quoteId } = await engine.createQuote(context, request)
  const changes = { product_changes: [{ key: '1-1', qty: 1 }] }
  const { quote } = await engine.updateQuote(context, quoteId, changes)
  return { ...from, quoteId, quote }
}

describe('shipping.stale', () => {
  it.each([seller, buyer])(
    'is set by a change of the lines, and priced again on send',
    async (who) => {
      const { engine, asked, quoteId, quote } = await reduced(who)
      expect(quote.shipping).toEqual({
        type: 'van',
        product: { name: 'Van', price: '0.00' },
        stale: true,
      })
      expect(verifyQuote(quote)).toEqual([])
      expect(explainQuote(quote).shipping_is_stale).toBe(true)
      expect(asked).toHaveLength(1)
      const sent = await engine.sendQuote(seller, quoteId)
      expect(asked).toHaveLength(2)
      expect(asked[1]?.quote_total).toBe('2.00')
      expect(sent.quote.shipping).toEqual({ type: 'van', product: { name: 'Van', price: '29.00' } })
      expect(sent.quote.amounts).toMatchObject({ shipping: '29.00', total: '31.00' })
      expect(sent.quote.total).toBe(31)
      expect(verifyQuote(sent.quote)).toEqual([])
      expect(explainQuote(sent.quote)).not.toHaveProperty('shipping_is_stale')
    },
  )

  it.each([
    ['lines', { product_changes: [{ id: 2, qty: 1 }] }, true],
    ['discounts', { discounts: [{ type: 'percent', value: 50 }] }, true],
    ['the address', { customer: { country: 'FR' } }, true],
    ['lines, of the same content', { product_changes: [{ key: '1-1', qty: 300 }] }, false],
    ['a note', { product_changes: [{ key: '1-1', note: 'Red' }] }, false],
    ['the tags', { tag_list: ['vip'] }, false],
    ['the shipping itself', { shipping: { type: 'express' } }, false],
    [
      'the lines and the shipping',
      { products: [{ id: 2, qty: 1 }], shipping: { type: 'van' } },
      false,
    ],
    [
      'the lines, without shipping',
      { products: [{ id: 2, qty: 1 }], shipping: { type: 'no_additional' } },
      false,
    ],
  ])('after an update of %s', async (_, changes, isStale) => {
    const { engine } = shop()
    const { quoteId } = await engine.createQuote(seller, request)
    const { quote } = await engine.updateQuote(seller, quoteId, changes as object)
    expect(quote.shipping.stale).toBe(isStale ? true : undefined)
    expect('stale' in quote.shipping).toBe(isStale)
    expect(verifyQuote(quote)).toEqual([])
  })

  it('is set by repriceQuote', async () => {
    const prices = { price: '2.00' }
    const { engine } = shop({
      catalog: { findProducts: (_, ids) => ids.map((id) => ({ id, name: 'Pencil', ...prices })) },
    })
    const { quoteId } = await engine.createQuote(seller, request)
    prices.price = '1.00'
    const { record } = await engine.repriceQuote(seller, quoteId)
    expect(record.quote.shipping.stale).toBe(true)
    expect((await engine.sendQuote(seller, quoteId)).quote.amounts?.shipping).toBe('29.00')
  })

  it('is never set on custom shipping, and asks no provider on send', async () => {
    const { engine, asked } = shop()
    const shipping = { type: 'custom', product: { name: 'Courier', price: '5.00' } }
    const { quoteId } = await engine.createQuote(seller, { ...request, shipping })
    const changes = { product_changes: [{ key: '1-1', qty: 1 }] }
    const { quote } = await engine.updateQuote(seller, quoteId, changes)
    expect(quote.shipping).not.toHaveProperty('stale')
    await engine.sendQuote(seller, quoteId)
    expect(asked).toHaveLength(0)
  })

  it('is cleared by choosing the option again, and not by sending it back as it was read', async () => {
    const { engine, asked, quoteId, quote } = await reduced(buyer)
    const same = await engine.updateQuote(buyer, quoteId, { shipping: quote.shipping })
    expect(same.quote.shipping.stale).toBe(true)
    const { stale: _, ...before } = quote.shipping
    const known = await engine.updateQuote(buyer, quoteId, { shipping: before })
    expect(known.quote.shipping.stale).toBe(true)
    expect(asked).toHaveLength(1)
    const chosen = await engine.updateQuote(buyer, quoteId, { shipping: { type: 'van' } })
    expect(chosen.quote.shipping).toEqual({ type: 'van', product: { name: 'Van', price: '29.00' } })
    await engine.sendQuote(seller, quoteId)
    expect(asked).toHaveLength(2)
  })

  it('cannot be set', async () => {
    const { engine } = shop()
    const stale = { type: 'van', stale: true } as const
    const error = await errorOf(() => engine.createQuote(seller, { ...request, shipping: stale }))
    expect(error.details).toMatchObject({ errors: { 'shipping.stale': expect.any(String) } })
    const odd = { type: 'van', stale: false as never }
    const other = await errorOf(() => engine.createQuote(seller, { ...request, shipping: odd }))
    expect(Object.keys((other.details as { errors: object }).errors)).toEqual(['shipping.stale'])
  })

  it('rejects sendQuote if the option is not offered any more, and stores nothing', async () => {
    const { engine, offered, quoteId } = await reduced(seller)
    offered.van = false
    for (const send of [
      () => engine.sendQuote(seller, quoteId),
      () => engine.updateQuote(seller, quoteId, { status: 'sent' }),
    ]) {
      const error = await errorOf(send)
      expect(error).toMatchObject({
        code: 'invalid_request',
        details: {
          errors: { 'shipping.type': 'is not offered for this quote; offered: express' },
        },
      })
    }
    expect((await engine.getQuote(seller, quoteId)).version).toBe(2)
  })

  it('rejects sendQuote by an engine without a provider', async () => {
    const storage = memoryStorage()
    const { quoteId } = await reduced(seller, shop({ storage }))
    const { engine } = shop({ storage, shipping: undefined })
    const error = await errorOf(() => engine.sendQuote(seller, quoteId))
    expect(error.details).toMatchObject({
      errors: { shipping: expect.stringContaining('no option shipping') },
    })
  })

  it('stores nothing if the provider fails', async () => {
    const shipping = { listShippingOptions: () => Promise.reject(new Error('down')) }
    const storage = memoryStorage()
    const { quoteId } = await reduced(seller, shop({ storage }))
    const { engine } = shop({ storage, shipping })
    expect((await errorOf(() => engine.sendQuote(seller, quoteId))).code).toBe('shipping_failed')
    expect((await engine.getQuote(seller, quoteId)).version).toBe(2)
  })

  it('is priced by an update that changes and sends the quote, and its taxes with it', async () => {
    const taxed: unknown[] = []
    const tax = {
      calculateTaxes({
        lines,
        shipping,
      }: {
        lines: readonly { key: string }[]
        shipping?: unknown
      }) {
        taxed.push(shipping)
        const keys = lines.map(({ key }) => key)
        return { rates: [{ name: 'VAT', rate: 10, lines: keys, shipping: true }] }
      },
    }
    const { engine, asked } = shop({ tax })
    const { quoteId } = await engine.createQuote(seller, request)
    const changes = { product_changes: [{ key: '1-1', qty: 1 }], status: 'sent' }
    const { quote } = await engine.updateQuote(seller, quoteId, changes)
    expect(quote.shipping).toEqual({ type: 'van', product: { name: 'Van', price: '29.00' } })
    expect(quote.amounts).toMatchObject({ shipping: '29.00', taxes: '3.10', total: '34.10' })
    expect(taxed).toEqual([{ type: 'van', name: 'Van', amount: '29.00' }])
    expect(asked).toHaveLength(2)
    expect(verifyQuote(quote)).toEqual([])
  })

  it('is seen by a preview and by permit as it will be sent', async () => {
    const seen: unknown[] = []
    const { engine, quoteId } = await reduced(
      seller,
      shop({
        permit: (_, operation, __, next) => {
          if (operation === 'sendQuote') seen.push(next?.quote.shipping)
          return true
        },
      }),
    )
    const preview = await engine.sendQuote(seller, quoteId, {}, { preview: true })
    const sent = await engine.sendQuote(seller, quoteId)
    expect(sent.quote.shipping).toEqual(preview.quote.shipping)
    expect(seen).toEqual([preview.quote.shipping, preview.quote.shipping])
    expect(preview.quote.shipping).toEqual({
      type: 'van',
      product: { name: 'Van', price: '29.00' },
    })
  })

  it('asks no provider for a retry with the same key', async () => {
    const { engine, asked, quoteId } = await reduced(seller)
    const options = { idempotencyKey: 'send' }
    const first = await engine.sendQuote(seller, quoteId, {}, options)
    expect(await engine.sendQuote(seller, quoteId, {}, options)).toEqual(first)
    expect(asked).toHaveLength(2)
  })

  it('goes with a copy, and not with one at current prices', async () => {
    const { engine, quoteId } = await reduced(seller)
    const frozen = await engine.copyQuote(seller, quoteId)
    expect(frozen.quote.shipping.stale).toBe(true)
    expect(verifyQuote(frozen.quote)).toEqual([])
    const current = await engine.copyQuote(seller, quoteId, { prices: 'current' })
    expect(current.quote.shipping).toEqual({ type: 'no_additional', product: null })
  })

  it('leaves shipping as it is if nothing has changed since it was chosen', async () => {
    const { engine, asked, offered } = shop()
    const { quoteId } = await engine.createQuote(seller, request)
    offered.van = false
    const { quote } = await engine.sendQuote(seller, quoteId)
    expect(quote.shipping).toEqual({ type: 'van', product: { name: 'Van', price: '0.00' } })
    expect(asked).toHaveLength(1)
    await engine.reviseQuote(seller, quoteId)
    expect((await engine.sendQuote(seller, quoteId)).quote.revision).toBe(2)
  })
})
