import { describe, expect, it } from 'vitest'
import { cachedCatalog } from '../../src/catalog/cached/index.js'
import { convertedCatalog } from '../../src/catalog/converted.js'
import { memoryCatalog } from '../../src/catalog/memory.js'
import type { CatalogPort } from '../../src/ports/catalog.js'
import { createQuoteEngine } from '../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../src/storage/memory/index.js'

const products = [
  { id: 1, price: '10.00', name: 'Leg' },
  {
    id: 9,
    price: 0,
    name: 'Table',
    components: [{ id: 1, qty: 4 }],
    componentPrices: 'summed',
    componentPercent: '90',
  },
] as const

async function lineOf(catalog: CatalogPort, currency: string) {
  const engine = createQuoteEngine({ storage: memoryStorage(), catalog, currency })
  const request = { customer: {}, products: [{ id: 9, qty: 1 }] }
  const { quote } = await engine.createQuote({ storeId: 's' }, request)
  return quote.products[0]
}

describe('catalogs on other catalogs and components', () => {
  it('cachedCatalog returns them, and asks for each product once', async () => {
    const asked: unknown[] = []
    const memory = memoryCatalog({ s: products })
    const catalog = cachedCatalog({
      findProducts(storeId, ids, call) {
        asked.push([...ids])
        return memory.findProducts(storeId, ids, call)
      },
    })
    for (const _ of [1, 2])
      expect(await lineOf(catalog, 'EUR')).toMatchObject({ price: 40, quote_total: '36.00' })
    expect(asked).toEqual([[9], [1]])
  })

  it('convertedCatalog converts the prices of components, whose sum follows', async () => {
    const catalog = convertedCatalog(memoryCatalog({ s: products }, { currency: 'USD' }), {
      currency: 'USD',
      rates: () => ({ rate: '0.5', date: '2026-11-28', source: 'ECB' }),
    })
    expect(await lineOf(catalog, 'EUR')).toMatchObject({
      price: 20,
      quote_total: '18.00',
      components: [{ id: 1, qty: 4, name: 'Leg', price: 5 }],
    })
  })
})
