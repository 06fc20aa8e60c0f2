import { describe, expect, it } from 'vitest'
import type { QuoteEngineOptions } from '../../../../src/engine/quote-engine.js'
import { explainQuote } from '../../../../src/quote/explain/explain-quote.js'
import { sealOf } from '../../../../src/quote/lifecycle/seal.js'
import { verifyQuote } from '../../../../src/quote/verify-quote.js'
import { taxTable } from '../../../../src/tax/tax-table.js'
import { engineWith, errorOf } from '../../ports.js'

const seller = { storeId: 's', actor: 'ann', role: 'seller' as const }
const buyer = { storeId: 's', actor: 'bob', role: 'buyer' as const }
const one = { customer: {}, products: [{ id: 1, qty: 1 }] }

/** An engine whose product 1 costs 100.00, or 80.00 from ten on. */
function shop(options: Partial<QuoteEngineOptions> = {}) {
  return engineWith({
    catalog: {
      findProducts: (_, ids) =>
        ids.map((id) => ({ id, price: '100.00', priceBreaks: [{ qty: 10, price: '80.00' }] })),
    },
    ...options,
  })
}

const vat = taxTable([{ name: 'VAT', rate: 19 }])

describe('mistakes of pricing', () => {
  it('a canceled quote that is changed and sent in one update has taxes', async () => {
    const engine = shop({ reviseOnUpdate: true, tax: vat })
    const { quoteId } = await engine.createQuote(seller, one)
    await engine.cancelQuote(seller, quoteId)
    const changes = { status: 'sent', products: [{ id: 1, qty: 2 }] }
    const { quote } = await engine.updateQuote(seller, quoteId, changes)
    expect(quote.amounts?.total).toBe('238.00')
  })

  it('taxes with more digits than a quote can hold are rejected', async () => {
    const amount = '9'.repeat(38)
    const amounts = [{ line: '1-1', name: 'VAT', amount }]
    const engine = shop({ tax: { calculate: () => ({ amounts, total: amount }) } })
    const { quoteId } = await engine.createQuote(seller, one)
    expect(await errorOf(() => engine.priceTaxes(seller, quoteId))).toMatchObject({
      code: 'tax_invalid_response',
    })
    expect((await engine.getQuote(seller, quoteId)).version).toBe(1)
  })

  it('a line without a product does not get the price of another one', async () => {
    const engine = shop()
    const assembly = { name: 'Assembly', price: '45.00', quote: '40.00', qty: 1, note: 'Tuesday' }
    const { quoteId } = await engine.createQuote(seller, { customer: {}, products: [assembly] })
    const van = { id: 0, name: 'Van', price: '20.00', qty: 1 }
    const { quote } = await engine.updateQuote(seller, quoteId, { products: [van] })
    expect(quote.products[0]).toMatchObject({ name: 'Van', price: 20, quote: '20.00' })
    expect(quote.products[0]?.note).toBeUndefined()
  })

  it('a target for two lines ends if one of them is removed', async () => {
    const engine = shop()
    const { quoteId } = await engine.createQuote(seller, {
      customer: {},
      products: [
        { id: 1, qty: 1 },
        { id: 2, qty: 1 },
      ],
      discounts: [{ type: 'target', value: '150.00', lines: ['1-1', '1-2'] }],
    })
    const changes = { product_changes: [{ key: '1-2', remove: true }] }
    const { quote } = await engine.updateQuote(seller, quoteId, changes)
    expect(quote.discounts).toBeUndefined()
    expect(quote.quote_total).toBe('100.00')
  })

  it('taxes that are stale are part of no total', async () => {
    const engine = shop({ tax: vat })
    const { quoteId } = await engine.createQuote(seller, one)
    await engine.priceTaxes(seller, quoteId)
    const noted = await engine.updateQuote(seller, quoteId, {
      product_changes: [{ id: 1, note: 'Blue' }],
    })
    expect(noted.quote.taxes?.stale).toBeUndefined()
    const { quote } = await engine.updateQuote(seller, quoteId, {
      product_changes: [{ id: 1, qty: 2 }],
    })
    expect(quote.taxes?.stale).toBe(true)
    expect(quote.amounts).toMatchObject({ taxes: '0.00', total: '200.00' })
    expect(explainQuote(quote).total).toBe('200.00')
    expect(verifyQuote(quote)).toEqual([])
  })

  it('a change of a tax code alone is reported by repriceQuote', async () => {
    let taxCode = 'book'
    const engine = shop({
      catalog: { findProducts: (_, ids) => ids.map((id) => ({ id, price: 100, taxCode })) },
    })
    const { quoteId } = await engine.createQuote(seller, one)
    taxCode = 'standard'
    const { changes } = await engine.repriceQuote(seller, quoteId)
    expect(changes).toMatchObject([
      { key: '1-1', before: { tax_code: 'book' }, after: { tax_code: 'standard' } },
    ])
  })

  it('an offer with stale taxes is a forgery, even with its own seal', async () => {
    const engine = shop({ tax: vat })
    const { quoteId } = await engine.createQuote(seller, one)
    const { quote } = await engine.sendQuote(seller, quoteId)
    const { taxes, amounts } = quote
    if (taxes === undefined || amounts === undefined) throw new Error('must have taxes')
    const forged = {
      ...quote,
      taxes: { ...taxes, stale: true as const },
      amounts: { ...amounts, taxes: '0.00', total: '100.00' },
      total: 100,
    }
    const paths = verifyQuote({ ...forged, seal: sealOf(forged) }).map(({ path }) => path)
    expect(paths).toEqual(['taxes.stale'])
  })
})

describe('buyers cannot', () => {
  const rejected = async (call: Promise<unknown>) =>
    expect(await errorOf(() => call)).toMatchObject({ code: 'not_permitted' })

  it('choose another currency than that of the store', async () => {
    const engine = shop({ currency: 'EUR' })
    await rejected(engine.createQuote(buyer, { ...one, currency: 'VND' }))
    expect((await engine.createQuote(buyer, { ...one, currency: 'EUR' })).version).toBe(1)
  })

  it('take the price of a larger quantity for one piece', async () => {
    const engine = shop()
    const many = { customer: {}, products: [{ id: 1, qty: 10 }] }
    const { quoteId } = await engine.createQuote(buyer, many)
    const products = [{ id: 1, qty: 1, quote: '80.00' }]
    await rejected(engine.updateQuote(buyer, quoteId, { products }))
  })

  it('undo a price that a seller has set', async () => {
    const engine = shop()
    const { quoteId } = await engine.createQuote(buyer, one)
    const marked = { product_changes: [{ id: 1, quote: '120.00' }] }
    await engine.updateQuote(seller, quoteId, marked)
    const undone = { product_changes: [{ id: 1, quote: '100.00' }] }
    await rejected(engine.updateQuote(buyer, quoteId, undone))
  })

  it('change what a line without a product is', async () => {
    const engine = shop()
    const products = [{ name: 'Assembly', price: '45.00', qty: 1 }]
    const { quoteId } = await engine.createQuote(seller, { customer: {}, products })
    for (const change of [{ tax_code: 'food' }, { unit: 'week' }, { description: 'warranty' }])
      await rejected(
        engine.updateQuote(buyer, quoteId, { product_changes: [{ key: '1-1', ...change }] }),
      )
  })
})
