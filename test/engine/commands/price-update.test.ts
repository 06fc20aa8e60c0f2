import { describe, expect, it } from 'vitest'
import { context, pricedShop, request } from '../priced-shop.js'

const express = { type: 'express' }

describe('updateQuote with what is priced for it', () => {
  it('merges the customer once, also if it asks for shipping and taxes', async () => {
    const resolved: (string | undefined)[] = []
    const resolveRegion = (country: string | undefined, state: string) => {
      resolved.push(country)
      return state
    }
    const { engine, asked } = pricedShop({ resolveRegion })
    const { quoteId } = await engine.createQuote(context, request)
    const changes = { customer: { state: 'BE' }, shipping: express, status: 'sent' }
    const { quote } = await engine.updateQuote(context, quoteId, changes)
    expect(quote).toMatchObject({ status: 'sent', shipping: express, customer: { state: 'BE' } })
    expect(resolved).toEqual(['DE'])
    expect([asked.shipping, asked.taxes.length]).toEqual([1, 1])
  })

  it('withdraws an offer with the status draft, also if it chooses a shipping option', async () => {
    const { engine, asked } = pricedShop()
    const { quoteId } = await engine.createQuote(context, request)
    await engine.sendQuote(context, quoteId)
    const changes = { customer: { city: 'Bonn' }, shipping: express, status: 'draft' }
    const { quote } = await engine.updateQuote(context, quoteId, changes)
    expect(quote).toMatchObject({ status: 'draft', shipping: express, customer: { city: 'Bonn' } })
    expect(quote.seal).toBeUndefined()
    expect(asked.shipping).toBe(1)
  })

  it('changes and sends a quote that has its maximum of versions, with taxes', async () => {
    const { engine } = pricedShop({ limits: { maxVersions: 1 } })
    const { quoteId } = await engine.createQuote(context, request)
    const changes = { customer: { city: 'Bonn' }, status: 'sent' }
    const { quote, version } = await engine.updateQuote(context, quoteId, changes)
    expect([quote.status, version]).toEqual(['sent', 2])
  })

  it('asks the catalog once for an update that is rejected, also if the quote is cached', async () => {
    const { engine, asked } = pricedShop({ recordCacheSize: 10 })
    const { quoteId } = await engine.createQuote(context, request)
    const before = asked.catalog.length
    const changes = { product_changes: [{ id: 'GONE', qty: 1 }] }
    const rejected = engine.updateQuote(context, quoteId, changes)
    await expect(rejected).rejects.toMatchObject({ code: 'invalid_request' })
    expect(asked.catalog).toHaveLength(before + 1)
  })
})
