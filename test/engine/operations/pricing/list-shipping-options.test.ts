import { describe, expect, it } from 'vitest'
import { memoryStorage } from '../../../../src/storage/memory/index.js'
import { errorOf } from '../../ports.js'
import { context, pricedShop, request } from '../../priced-shop.js'

describe('listShippingOptions', () => {
  it('returns the options, of which a buyer can choose one at its price now', async () => {
    const { engine, asked } = pricedShop()
    const { quoteId } = await engine.createQuote(context, request)
    const options = await engine.listShippingOptions(context, quoteId)
    expect(options).toEqual([{ type: 'express', name: 'Express', price: '9.90' }])
    const buyer = { ...context, role: 'buyer' as const }
    const { quote } = await engine.updateQuote(buyer, quoteId, { shipping: { type: 'express' } })
    expect(quote.shipping).toEqual({
      type: 'express',
      product: { name: 'Express', price: '9.90' },
    })
    expect(quote.amounts?.shipping).toBe('9.90')
    expect(asked.shipping).toBe(2)
  })

  it('is not asked if the stored shipping is sent back', async () => {
    const { engine, asked } = pricedShop()
    const { quoteId, quote } = await engine.createQuote(context, {
      ...request,
      shipping: { type: 'express' },
    })
    const { version } = await engine.updateQuote(context, quoteId, { shipping: quote.shipping })
    expect([version, asked.shipping]).toEqual([1, 1])
  })

  it('rejects without a provider, another store, and invalid options', async () => {
    const storage = memoryStorage()
    const { engine } = pricedShop({ storage })
    const { quoteId } = await engine.createQuote(context, request)
    const codeOf = async (options: Parameters<typeof pricedShop>[0]) => {
      const other = pricedShop({ storage, ...options }).engine
      return (await errorOf(() => other.listShippingOptions(context, quoteId))).code
    }
    expect(await codeOf({ shipping: undefined })).toBe('invalid_options')
    for (const response of [null, {}, [null], [{ type: 'custom', name: 'x', price: 1 }]])
      expect(await codeOf({ shipping: { listShippingOptions: () => response as never } })).toBe(
        'shipping_invalid_response',
      )
    const down = { listShippingOptions: () => Promise.reject(new Error('down')) }
    expect(await codeOf({ shipping: down })).toBe('shipping_failed')
    const other = () => engine.listShippingOptions({ storeId: 'store-2' }, quoteId)
    expect((await errorOf(other)).code).toBe('quote_not_found')
  })
})
