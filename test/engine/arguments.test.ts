import { describe, expect, it } from 'vitest'
import { context, engineWith, request } from './ports.js'

describe('arguments that change after the call', () => {
  it('do not affect createQuote', async () => {
    const sent = { customer: { name: 'Ann' }, products: [{ id: 1, qty: 2 }] }
    const creation = engineWith().createQuote(context, sent)
    sent.customer.name = 'Mallory'
    sent.products[0] = { id: 2, qty: 9 }
    expect((await creation).quote).toMatchObject({
      customer: { name: 'Ann' },
      products: [{ id: 1, qty: 2 }],
    })
  })

  it('do not affect updateQuote or its result', async () => {
    const engine = engineWith()
    const { quoteId, quote } = await engine.createQuote(context, request)
    const caller = { storeId: 'store-1' }
    const sent = {
      customer: { city: 'Austin' },
      tag_list: ['vip'],
      products: [{ id: 1, qty: 5 }],
      shipping: { ...quote.shipping },
    }
    const update = engine.updateQuote(caller, quoteId, sent)
    caller.storeId = 'store-2'
    sent.customer.city = 'Paris'
    sent.tag_list.push('late')
    Object.assign(sent.products[0] ?? {}, { qty: 99 })
    Object.assign(sent.shipping, { type: 'pickup' })
    expect((await update).quote).toMatchObject({
      customer: { city: 'Austin' },
      tags: ['vip'],
      products: [{ qty: 5 }],
    })
  })
})
