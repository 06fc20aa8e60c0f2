import { describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../../src/catalog/memory.js'
import {
  buyer,
  request,
  sampleDesk,
  sampleEngine,
  seller,
  stranger,
  textOf,
} from '../sample-desk.js'
import { statusEngine } from './quotes-in-every-status.js'

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
    const answer = await desk.get(`/quotes/${quoteId}/reprice`)
    expect(answer.status).toBe(200)
    expect(textOf(answer.html)).toContain('Oak chair <b> (OC-118) 149.95 160.00 299.90 320.00')
    expect(textOf(answer.html)).toContain('All lines 449.40 469.50')
    expect(answer.html).not.toContain('<b>')
    expect((await engine.getQuote(seller, quoteId)).version).toBe(1)
  })

  it('takes the prices once that is confirmed', async () => {
    const { engine, quoteId, desk, change } = await repriced()
    change(after)
    const answer = await desk.post(`/quotes/${quoteId}/reprice`, { expectedVersion: '1', key: 'k' })
    expect(answer.location).toBe(`/quotes/${quoteId}?done=repriced`)
    expect((await engine.getQuote(seller, quoteId)).quote.quote_total).toBe('469.50')
    const again = await desk.post(`/quotes/${quoteId}/reprice`, { expectedVersion: '2', key: 'l' })
    expect(again.location).toBe(`/quotes/${quoteId}?done=prices-kept`)
  })

  it('says that nothing would change', async () => {
    const { quoteId, desk } = await repriced()
    const answer = await desk.get(`/quotes/${quoteId}/reprice`)
    expect(textOf(answer.html)).toContain('No price has changed.')
    expect(answer.html).not.toContain('<form')
  })

  it('explains a product that has left the catalog, and a locked quote', async () => {
    const { engine, quoteId, desk, change } = await repriced()
    change(before.slice(1))
    const gone = await desk.get(`/quotes/${quoteId}/reprice`)
    expect(gone.status).toBe(422)
    expect(textOf(gone.html)).toContain('Line 1, Oak chair <b> (OC-118):')
    change(before)
    await engine.sendQuote(seller, quoteId)
    const locked = await desk.get(`/quotes/${quoteId}/reprice`)
    expect(locked.status).toBe(409)
    expect(textOf(locked.html)).toContain('Revise it first')
  })
})

describe('deletePage', () => {
  it('asks before a quote is deleted', async () => {
    const { engine, createIn } = statusEngine()
    const desk = sampleDesk({ engine })
    const quoteId = await createIn('sent')
    const answer = await desk.get(`/quotes/${quoteId}/delete`)
    expect(answer.status).toBe(200)
    expect(textOf(answer.html)).toContain('Delete this quote?')
    expect((await engine.getQuote(seller, quoteId)).quote.status).toBe('sent')
  })

  it('explains why a quote cannot be deleted', async () => {
    const { engine, createIn } = statusEngine()
    const desk = sampleDesk({ engine })
    const pending = await desk.get(`/quotes/${await createIn('pending order')}/delete`)
    expect(pending.status).toBe(409)
    expect(textOf(pending.html)).toContain('Finish the order first')
    desk.user = buyer
    const forbidden = await desk.get(`/quotes/${await createIn('sent')}/delete`)
    expect(forbidden.status).toBe(403)
  })

  it('finds no quote of another store', async () => {
    const { engine, createIn } = statusEngine()
    const desk = sampleDesk({ engine })
    const quoteId = await createIn('sent')
    desk.user = stranger
    for (const page of ['delete', 'reprice'])
      expect((await desk.get(`/quotes/${quoteId}/${page}`)).status).toBe(404)
  })
})
