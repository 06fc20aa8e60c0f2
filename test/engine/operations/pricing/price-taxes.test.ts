import { describe, expect, it } from 'vitest'
import type { TaxPort } from '../../../../src/ports/tax.js'
import { verifyQuote } from '../../../../src/quote/verify/verify-quote.js'
import { memoryStorage } from '../../../../src/storage/memory/index.js'
import { errorOf } from '../../ports.js'
import { context, pricedShop, request } from '../../priced-shop.js'

describe('priceTaxes', () => {
  it('stores the taxes of the lines after discounts, and of shipping', async () => {
    const { engine, asked } = pricedShop()
    const { quoteId } = await engine.createQuote(context, {
      ...request,
      discounts: [{ type: 'amount', value: 99.5, lines: ['1-3'] }],
      shipping: { type: 'express' },
    })
    const { quote, version } = await engine.priceTaxes(context, quoteId)
    expect([version, quote.status, quote.total]).toEqual([2, 'new', 0])
    expect(asked.taxes[0]?.lines.map(({ amount }) => amount)).toEqual(['50.00', '150.00', '0.00'])
    expect(quote.amounts).toEqual({
      lines: '299.50',
      discounts: '99.50',
      shipping: '9.90',
      taxes: '41.98',
      total: '251.88',
    })
    expect(verifyQuote(quote)).toEqual([])
  })

  it('gives a cent to the line that was added first, wherever the quote lists it', async () => {
    const { engine } = pricedShop()
    const priced = { name: 'Washer', price: '0.02', qty: 1 }
    const { quoteId } = await engine.createQuote(context, { customer: {}, products: [priced] })
    const products = [priced, { ...priced, key: '1-1' }]
    await engine.updateQuote(context, quoteId, { products })
    const { quote } = await engine.priceTaxes(context, quoteId)
    expect(quote.taxes?.portions.map(({ line, amount }) => [line, amount])).toEqual([
      ['2-1', '0.00'],
      ['1-1', '0.01'],
    ])
    expect(verifyQuote(quote)).toEqual([])
  })

  it.each(['rates', 'amounts'])('takes %s of a charge that is taxed by itself', async (kind) => {
    const tax: TaxPort = {
      calculateTaxes: ({ charges = [] }) => {
        const lines = charges.map(({ key }) => key)
        if (kind === 'rates') return { rates: [{ name: 'VAT', rate: '20', lines }] }
        const amounts = lines.map((line) => ({ line, name: 'VAT', rate: '20', amount: '2.00' }))
        return { amounts, total: '2.00' }
      },
    }
    const { engine } = pricedShop({ tax })
    const { quoteId } = await engine.createQuote(context, {
      ...request,
      charges: [{ type: 'amount', value: '10', label: 'Insurance', tax_code: 'insurance' }],
    })
    const { quote } = await engine.priceTaxes(context, quoteId)
    expect(quote.taxes?.portions).toEqual([
      { line: 'charge-1', name: 'VAT', rate: '20', amount: '2.00' },
    ])
    expect(verifyQuote(quote)).toEqual([])
  })

  it.each([
    ['lines', { product_changes: [{ key: '1-1', qty: 100 }] }],
    ['discounts', { discounts: [{ type: 'percent' as const, value: 10 }] }],
    ['shipping', { shipping: { type: 'express' } }],
    ['customer', { customer: { country: 'FR' } }],
  ])('is outdated by a change of the %s, until it is called again', async (_, changes) => {
    const { engine, asked } = pricedShop()
    const { quoteId } = await engine.createQuote(context, {
      ...request,
      discounts: [{ type: 'percent', value: 1 }],
    })
    await engine.priceTaxes(context, quoteId)
    const { quote } = await engine.updateQuote(context, quoteId, changes)
    expect(quote.taxes?.stale).toBe(true)
    expect(asked.taxes).toHaveLength(1)
    const again = await engine.priceTaxes(context, quoteId)
    expect(again.quote.taxes).not.toHaveProperty('stale')
    expect(asked.taxes).toHaveLength(2)
  })

  it('calls no provider for a retry, a locked quote or an outdated version', async () => {
    const { engine, asked } = pricedShop()
    const { quoteId } = await engine.createQuote(context, request)
    const options = { idempotencyKey: 'key' }
    const first = await engine.priceTaxes(context, quoteId, {}, options)
    expect(await engine.priceTaxes(context, quoteId, {}, options)).toEqual(first)
    const outdated = () => engine.priceTaxes(context, quoteId, {}, { expectedVersion: 9 })
    expect((await errorOf(outdated)).code).toBe('version_mismatch')
    expect(asked.taxes).toHaveLength(1)
    await engine.sendQuote(context, quoteId)
    expect((await errorOf(() => engine.priceTaxes(context, quoteId))).code).toBe('quote_locked')
    expect(asked.taxes).toHaveLength(2)
  })

  it('rejects without a provider, another store, and what a provider rejects', async () => {
    const storage = memoryStorage()
    const { engine } = pricedShop({ storage })
    const { quoteId } = await engine.createQuote(context, request)
    const codeOf = async (...options: Parameters<typeof pricedShop>) => {
      const other = pricedShop({ storage, ...options[0] }).engine
      return (await errorOf(() => other.priceTaxes(context, quoteId))).code
    }
    expect(await codeOf({ tax: undefined })).toBe('invalid_options')
    expect(await codeOf({ tax: { calculateTaxes: () => ({ rejected: 'no zip code' }) } })).toBe(
      'tax_rejected',
    )
    expect(await codeOf({ tax: { calculateTaxes: () => null as never } })).toBe(
      'tax_invalid_response',
    )
    expect(await codeOf({ tax: { calculateTaxes: () => Promise.reject(new Error('down')) } })).toBe(
      'tax_failed',
    )
    const other = () => engine.priceTaxes({ storeId: 'store-2' }, quoteId)
    expect((await errorOf(other)).code).toBe('quote_not_found')
    expect((await engine.getQuote(context, quoteId)).version).toBe(1)
  })
})

describe('sendQuote with a tax provider', () => {
  it('lets two quotes overlap in the provider, and numbers both', async () => {
    let resolve = () => {}
    const bothAsked = new Promise<void>((resolved) => {
      resolve = resolved
    })
    let count = 0
    const { engine } = pricedShop({
      tax: {
        async calculateTaxes() {
          count += 1
          if (count === 2) resolve()
          await bothAsked
          return { rates: [] }
        },
      },
    })
    const ids = [
      await engine.createQuote(context, request),
      await engine.createQuote(context, request),
    ]
    const sent = await Promise.all(ids.map(({ quoteId }) => engine.sendQuote(context, quoteId)))
    expect(sent.map(({ quote }) => quote.number).sort()).toEqual(['1', '2'])
  })

  it('prices the taxes of the version that another process commits meanwhile', async () => {
    const storage = memoryStorage()
    const { engine: other } = pricedShop({ storage })
    const taxed: string[] = []
    const { engine } = pricedShop({
      storage,
      tax: {
        async calculateTaxes({ quoteId, lines }) {
          taxed.push(lines[0]?.amount ?? '')
          if (taxed.length === 1)
            await other.updateQuote(context, quoteId, {
              product_changes: [{ id: 'SCREW', qty: 1 }],
            })
          return { rates: [] }
        },
      },
    })
    const { quoteId } = await engine.createQuote(context, request)
    const { quote, version } = await engine.sendQuote(context, quoteId)
    expect([version, taxed]).toEqual([3, ['50.00', '1.00']])
    expect(quote.amounts?.lines).toBe('250.50')
  })

  it.each([
    ['sendQuote', 'key'],
    ['updateQuote', 'key'],
  ] as const)('prices taxes once for %s and its retry', async (name, idempotencyKey) => {
    const { engine, asked } = pricedShop()
    const { quoteId } = await engine.createQuote(context, request)
    const send = () =>
      name === 'sendQuote'
        ? engine.sendQuote(context, quoteId, {}, { idempotencyKey })
        : engine.updateQuote(context, quoteId, { status: 'sent' }, { idempotencyKey })
    const first = await send()
    expect(first.quote.total).toBe(359.4)
    expect(await send()).toEqual(first)
    expect(asked.taxes).toHaveLength(1)
  })
})
