import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StoragePort } from '../../../../src/ports/storage.js'
import { verifyQuote } from '../../../../src/quote/verify/verify-quote.js'
import { type EngineInTransaction, type HostDatabase, hostDatabases } from '../../host-databases.js'
import { errorOf } from '../../ports.js'
import { context, pricedShop, request } from '../../priced-shop.js'

/** Ports that respond later, as those of a network do. */
function laterShop(storage: StoragePort) {
  const vat = { name: 'VAT', rate: 20, shipping: true }
  return pricedShop({
    storage,
    tax: {
      async calculateTaxes({ lines, customer }) {
        if (customer.country === undefined) return { rejected: 'no country' }
        return { rates: [{ ...vat, lines: lines.map(({ key }) => key) }] }
      },
    },
    shipping: {
      listShippingOptions: async () => [{ type: 'express', name: 'Express', price: '9.90' }],
    },
  })
}

describe.each(hostDatabases)('taxes and shipping in a transaction of the host on %s', (_, open) => {
  let host: HostDatabase
  beforeAll(async () => {
    host = await open((storage) => laterShop(storage).engine)
  })
  afterAll(() => host.close())

  const priceAndSend = async (engine: EngineInTransaction, quoteId: string) => {
    await engine.updateQuote(context, quoteId, { shipping: { type: 'express' } })
    await engine.priceTaxes(context, quoteId)
    const { record } = await engine.repriceQuote(context, quoteId)
    expect(record.quote.amounts?.taxes).toBe('61.88')
    return engine.sendQuote(context, quoteId)
  }

  it('are committed or rolled back together with the row of the host', async () => {
    const { engine, insert, rows } = host
    const { quoteId } = await engine.createQuote(context, request)
    const before = await engine.getQuote(context, quoteId)
    const failing = insert('offer-1', async (inTransaction) => {
      const { quote } = await priceAndSend(inTransaction, quoteId)
      expect(quote).toMatchObject({ status: 'sent', number: '1', total: 371.28 })
      throw new Error('the host failed')
    })
    await expect(failing).rejects.toThrow('the host failed')
    expect([await engine.getQuote(context, quoteId), await rows()]).toEqual([before, []])
    await insert('offer-2', (inTransaction) => priceAndSend(inTransaction, quoteId))
    const { quote } = await engine.getQuote(context, quoteId)
    expect(quote).toMatchObject({ status: 'sent', number: '1', total: 371.28 })
    expect([verifyQuote(quote), await rows()]).toEqual([[], [{ id: 'offer-2' }]])
  })

  it('are rolled back if the tax provider rejects the quote', async () => {
    const { engine, insert, rows } = host
    const { quoteId } = await engine.createQuote(context, { ...request, customer: {} })
    const before = await engine.getQuote(context, quoteId)
    const error = await errorOf(() =>
      insert('offer-3', async (inTransaction) => {
        await inTransaction.updateQuote(context, quoteId, { shipping: { type: 'express' } })
        await inTransaction.sendQuote(context, quoteId)
      }),
    )
    expect(error).toMatchObject({ code: 'tax_rejected', details: { reason: 'no country' } })
    expect(await engine.getQuote(context, quoteId)).toEqual(before)
    expect(await rows()).not.toContainEqual({ id: 'offer-3' })
  })

  it('are previewed without a change in the transaction', async () => {
    const { engine, insert, rows } = host
    const { quoteId } = await engine.createQuote(context, request)
    await insert('offer-4', async (inTransaction) => {
      const preview = await inTransaction.sendQuote(context, quoteId, {}, { preview: true })
      expect(preview.quote).toMatchObject({ status: 'sent', total: 359.4 })
    })
    expect((await engine.getQuote(context, quoteId)).version).toBe(1)
    expect(await rows()).toContainEqual({ id: 'offer-4' })
  })
})
