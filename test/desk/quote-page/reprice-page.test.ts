import { describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../../src/catalog/memory.js'
import { inputValue, request, sampleDesk, sampleEngine, seller, textOf } from '../sample-desk.js'

const before = [
  { id: 118, price: '200.00', salePrice: '149.95', name: 'Oak chair <b>', sku: 'OC-118' },
  { id: 204, price: '12.50', name: 'Felt pad' },
]
const after = [{ ...before[0], salePrice: '160.00' } as (typeof before)[0], before[1] as object]

async function repriced() {
  let products: object[] = before
  const catalog = {
    findProducts: (storeId: string, ids: readonly never[]) =>
      memoryCatalog({ 'store-1': products as never }).findProducts(storeId, ids, {} as never),
  }
  const engine = sampleEngine({ catalog: catalog as never })
  const { quoteId } = await engine.createQuote(seller, request)
  return {
    engine,
    quoteId,
    desk: sampleDesk({ engine }),
    change: (next: object[]) => {
      products = next
    },
  }
}

describe('repricePage', () => {
  it('shows what would change, and changes nothing', async () => {
    const { engine, quoteId, desk, change } = await repriced()
    change(after)
    const response = await desk.get(`/quotes/${quoteId}/reprice`)
    expect(response.status).toBe(200)
    expect(textOf(response.html)).toContain('Oak chair <b> (OC-118) 149.95 160.00 299.90 320.00')
    expect(textOf(response.html)).toContain('All lines 449.40 469.50')
    expect(response.html).not.toContain('<b>')
    expect((await engine.getQuote(seller, quoteId)).version).toBe(1)
  })

  it('takes the prices once that is confirmed', async () => {
    const { engine, quoteId, desk, change } = await repriced()
    change(after)
    const response = await desk.post(`/quotes/${quoteId}/reprice`, {
      expectedVersion: '1',
      key: 'k',
    })
    expect(response.location).toBe(`/quotes/${quoteId}?done=repriced`)
    expect((await engine.getQuote(seller, quoteId)).quote.quote_total).toBe('469.50')
    const again = await desk.post(`/quotes/${quoteId}/reprice`, { expectedVersion: '2', key: 'l' })
    expect(again.location).toBe(`/quotes/${quoteId}?done=prices-kept`)
  })

  it('takes the prices of the other lines if a product has left the catalog', async () => {
    const { engine, quoteId, desk, change } = await repriced()
    change([{ id: 204, price: '11.00', name: 'Felt pad' }])
    const path = `/quotes/${quoteId}/reprice`
    const { html } = await desk.get(path)
    expect(textOf(html)).toContain('Felt pad 12.50 11.00 50.00 44.00')
    const names = ['expectedVersion', 'key', 'reprice.lines']
    const fields = Object.fromEntries(names.map((name) => [name, inputValue(html, name) as string]))
    expect((await desk.post(path, fields)).location).toBe(`/quotes/${quoteId}?done=repriced`)
    const { products } = (await engine.getQuote(seller, quoteId)).quote
    expect(products.map(({ quote }) => quote)).toEqual(['149.95', '11.00', '99.50'])
  })

  it('says that nothing would change', async () => {
    const { quoteId, desk } = await repriced()
    const response = await desk.get(`/quotes/${quoteId}/reprice`)
    expect(textOf(response.html)).toContain('No price has changed.')
    expect(response.html).not.toContain('<form')
  })

  it('explains a product that has left the catalog, and a locked quote', async () => {
    const { engine, quoteId, desk, change } = await repriced()
    change(before.slice(1))
    const gone = await desk.get(`/quotes/${quoteId}/reprice`)
    expect(gone.status).toBe(200)
    expect(textOf(gone.html)).toContain('keep their prices: Line 1, Oak chair <b> (OC-118)')
    change([])
    const all = await desk.get(`/quotes/${quoteId}/reprice`)
    expect(textOf(all.html)).toContain('Line 2, Felt pad')
    expect(all.html).not.toContain('Take these prices')
    change(before)
    await engine.sendQuote(seller, quoteId)
    const locked = await desk.get(`/quotes/${quoteId}/reprice`)
    expect(locked.status).toBe(409)
    expect(textOf(locked.html)).toContain('Revise it first')
  })
})
