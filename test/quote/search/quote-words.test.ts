import { describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../../src/catalog/memory.js'
import { memoryOrders } from '../../../src/orders/memory.js'
import type { Quote } from '../../../src/quote/model/quote.js'
import {
  getIdEnd,
  hasSameWords,
  parseSearchedText,
  quoteWords,
} from '../../../src/quote/search/quote-words.js'
import { createQuoteEngine } from '../../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'

const seller = { storeId: 's', actor: 'grace', role: 'seller' } as const
const id = '01929f1c-9a7e-7c11-8d2b-3a5bd1f96646'

function quoteOf(fields: Partial<Quote>): Quote {
  return { customer: {}, products: [], ...fields } as unknown as Quote
}

describe('quoteWords', () => {
  it('have no words of a UUID, which is found by its end', () => {
    expect(quoteWords(id, quoteOf({}))).toEqual([])
    expect(getIdEnd(id)).toBe('f96646')
  })

  it('have the words of another id, and of its end', () => {
    expect(quoteWords('Offer-2026-77', quoteOf({}))).toEqual(['offer', '2026', '77', '026'])
  })

  it.each([
    ['Q-00035', ['q', '00035', '35']],
    ['2026-0007', ['2026', '0007', '7']],
    ['R00120B', ['r00120b', '120']],
    ['Q35', ['q35', '35']],
    ['35', ['35']],
    ['100', ['100']],
    ['000', ['000']],
  ])('have the words and the end of the number %s', (number, expected) => {
    expect(quoteWords(id, quoteOf({ number }))).toEqual(expected)
  })
})

describe('quoteWords of references', () => {
  it('have the last digits of the reference and of the order', () => {
    const acceptance = { reference: 'PO9001' } as never
    expect(quoteWords(id, quoteOf({ acceptance, order: { id: 'SO-0420' } }))).toEqual([
      'po9001',
      '9001',
      'so',
      '0420',
      '420',
    ])
  })
})

describe('hasSameWords', () => {
  const before = quoteOf({
    number: '1',
    acceptance: { reference: 'A' } as never,
    order: { id: '7' },
  })

  it.each([
    { number: '2' },
    { customer: { name: 'Ann' } },
    { acceptance: { reference: 'B' } as never },
    { order: { id: '8' } },
    { products: [{ id: 1, name: 'Desk' }] as never },
  ])('is false with %j', (fields) => {
    expect(hasSameWords(before, { ...before, ...fields })).toBe(false)
    expect(hasSameWords(before, { ...before, status: 'sent' })).toBe(true)
  })
})

describe('parseSearchedText', () => {
  it.each([id.toUpperCase(), 'F96646'])('takes %s for an id, and for words', (named) => {
    const { words, byId } = parseSearchedText(`Zoë ${named}`)
    expect(words).toEqual(['zoe', ...named.toLowerCase().split('-')])
    expect(byId).toEqual({ idEnd: 'f96646', words: ['zoe'] })
  })

  it.each(['f9664', 'f966461', 'g96646', 'f96646 f96647'])('takes %s for words', (text) => {
    expect(parseSearchedText(text).byId).toBeUndefined()
  })
})

const line = { id: 1, qty: 1 }

function shop() {
  const engine = createQuoteEngine({
    storage: memoryStorage(),
    catalog: memoryCatalog({ s: [{ id: 1, price: '5.00' }] }),
    orders: memoryOrders(),
    numbers: { format: (count) => `Q-${String(count).padStart(5, '0')}` },
  })
  const find = async (text: string) =>
    (await engine.listQuotes(seller, { text })).items.map(({ quoteId }) => quoteId)
  return { engine, find }
}

describe('listQuotes with text', () => {
  it('finds quotes by their id, its end, the end of their number, and their references', async () => {
    const { engine, find } = shop()
    const request = { customer: { name: 'Straße AG' }, products: [{ id: 1, qty: 1 }] }
    const { quoteId } = await engine.createQuote(seller, request)
    await engine.createQuote(seller, { ...request, customer: { name: 'Zoë' } })
    for (const text of [quoteId, quoteId.toUpperCase(), quoteId.slice(-6), `strasse ${quoteId}`])
      expect(await find(text), text).toEqual([quoteId])
    for (const text of ['STRASSE', 'strasse', 'straße', 'STRAẞE', 'Strass'])
      expect(await find(text), text).toEqual([quoteId])
    const sent = await engine.sendQuote(seller, quoteId)
    const { revision = 0, seal = '' } = sent.quote
    await engine.acceptQuote(seller, quoteId, { revision, seal, reference: 'PO-9001' })
    const { quote } = await engine.orderQuote(seller, quoteId)
    const { number = '' } = quote
    const ends = [number, /[1-9]\d*$/.exec(number)?.[0] ?? '', /\d+$/.exec(number)?.[0] ?? '']
    for (const text of [...ends, 'PO-9001', '9001', quote.order?.id ?? '', quoteId])
      expect(await find(text), text).toEqual([quoteId])
  })

  it('finds no quote by less than six characters of the end of its id', async () => {
    const { engine, find } = shop()
    const { quoteId } = await engine.createQuote(seller, { customer: {}, products: [line] })
    for (let length = 1; length < 6; length += 1)
      expect(await find(quoteId.slice(-6, -6 + length)), `${length} characters`).toEqual([])
  })

  it('finds a UUID of the host where it is', async () => {
    const { engine, find } = shop()
    const [crm, sku] = [
      '0b7f3d52-9f2e-4d0b-8b61-2d7c6f1a9e03',
      '5c1e8a90-7d44-4f0e-9a35-c0ffee123456',
    ]
    const products = [{ name: 'Desk', sku, price: '1.00', qty: 1 }]
    const { quoteId } = await engine.createQuote(seller, { customer: { crm }, products })
    for (const text of [crm, sku, crm.toUpperCase(), sku.slice(0, 8)])
      expect(await find(text), text).toEqual([quoteId])
  })

  it('lists and counts a quote once that is found by its id and by its words', async () => {
    const { engine, find } = shop()
    const { quoteId } = await engine.createQuote(seller, { customer: {}, products: [line] })
    const text = quoteId.slice(-6)
    await engine.updateQuote(seller, quoteId, { customer: { name: `Ann ${text}` } })
    await engine.createQuote(seller, { customer: { name: `Bob ${text}` }, products: [line] })
    expect(await find(text)).toHaveLength(2)
    expect((await engine.countQuotes(seller, { text })).count).toBe(2)
    const first = await engine.listQuotes(seller, { text, limit: 1 })
    const second = await engine.listQuotes(seller, { text, limit: 1, after: first.next ?? '' })
    expect([first, second].flatMap(({ items }) => items)).toHaveLength(2)
    expect(second.next).toBeUndefined()
  })
})
