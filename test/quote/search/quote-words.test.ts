import { describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../../src/catalog/memory.js'
import { createQuoteEngine } from '../../../src/engine/quote-engine.js'
import { memoryOrders } from '../../../src/orders/memory.js'
import type { Quote } from '../../../src/quote/quote.js'
import { hasSameWords, quoteWords, searchedWords } from '../../../src/quote/search/quote-words.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'

const seller = { storeId: 's', actor: 'grace', role: 'seller' } as const
const id = '01929f1c-9a7e-7c11-8d2b-3a5bd1f96646'

function quoteOf(fields: Partial<Quote>): Quote {
  return { customer: {}, products: [], ...fields } as unknown as Quote
}

describe('quoteWords', () => {
  it('have a UUID as one word that begins with its end', () => {
    expect(quoteWords(id, quoteOf({}))).toEqual(['f9664601929f1c9a7e7c118d2b3a5bd1'])
  })

  it('have the words of another id, and of its end', () => {
    expect(quoteWords('Offer-2026-77', quoteOf({}))).toEqual(['offer', '2026', '77', '026'])
  })

  it.each([
    ['Q-00035', ['q', '00035', '35']],
    ['2026-0007', ['2026', '0007', '7']],
    ['R00120B', ['r00120b', '120']],
    ['35', ['35']],
    ['100', ['100']],
    ['000', ['000']],
  ])('have the words and the end of the number %s', (number, expected) => {
    const [, ...found] = quoteWords(id, quoteOf({ number }))
    expect(found).toEqual(expected)
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

describe('searchedWords', () => {
  it('have a UUID in any case as quotes have it', () => {
    const [word = ''] = quoteWords(id, quoteOf({}))
    expect(searchedWords(`Zoë ${id.toUpperCase()}`)).toEqual(['zoe', word])
  })
})

describe('listQuotes with text', () => {
  it('finds quotes by their id, its end, the end of their number, and their references', async () => {
    const engine = createQuoteEngine({
      storage: memoryStorage(),
      catalog: memoryCatalog({ s: [{ id: 1, price: '5.00' }] }),
      orders: memoryOrders(),
      numbers: { format: (count) => `Q-${String(count).padStart(5, '0')}` },
    })
    const find = async (text: string) =>
      (await engine.listQuotes(seller, { text })).items.map(({ quoteId }) => quoteId)
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
})
