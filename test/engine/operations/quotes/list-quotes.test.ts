import { describe, expect, it } from 'vitest'
import { describeOnEveryStorage } from '../../../storage/every-storage.js'
import { context, engineWith, errorOf, request } from '../../ports.js'
import { everyProduct } from './random-quotes.js'

/** Customers by the id of their quote. */
const customers = {
  muller: { name: 'Zoë MÜLLER-Lüdenscheidt', email: 'zoe.m@shop.example' },
  strasse: { name: 'Ann Lee', address: 'Hauptstraße 5', city: 'İstanbul' },
  wide: { name: 'Ｆｕｌｌ Ｗｉｄｔｈ', note: 'x'.repeat(40) },
  arabic: { name: 'مُحَمَّد علي' },
  chinese: { name: '李小龍', city: '東京都' },
  greek: { name: 'Οδυσσεύς' },
  symbols: { name: '100% "a_b*" \'c\':d & e | !f (g) 😀' },
}

describeOnEveryStorage('listQuotes by text', (opened) => {
  async function find(text: string) {
    let id = ''
    const engine = engineWith({
      storage: opened().storage,
      catalog: everyProduct,
      generateId: () => id,
    })
    const caller = { storeId: 'text' }
    if ((await engine.countQuotes(caller)).count === 0)
      for (id of Object.keys(customers)) {
        const customer = customers[id as keyof typeof customers] as Record<string, string>
        await engine.createQuote(caller, { ...request, customer })
      }
    const { items } = await engine.listQuotes(caller, { text })
    return items.map(({ quoteId }) => quoteId)
  }

  it.each([
    ['mull', ['muller']],
    ['MÜLLER zoe', ['muller']],
    ['lüdenscheidt MULLER', ['muller']],
    ['uller', []],
    ['zoe.m@shop.example', ['muller']],
    ['example shop', ['muller']],
    ['zoe lee', []],
    ['le', ['strasse']],
    ['hauptstraße', ['strasse']],
    ['HAUPTSTRAẞE', ['strasse']],
    ['hauptstrasse', ['strasse']],
    ['istanbul', ['strasse']],
    ['İSTANBUL', ['strasse']],
    ['full width', ['wide']],
    ['ＦＵＬＬ', ['wide']],
    ['x'.repeat(32), ['wide']],
    ['x'.repeat(200), ['wide']],
    ['محمد', ['arabic']],
    ['عَلِي', ['arabic']],
    ['李', ['chinese']],
    ['東京 李小', ['chinese']],
    ['小龍', []],
    ['ΟΔΥΣ', ['greek']],
    ['οδυσσευς', ['greek']],
    ['100%', ['symbols']],
    ['%', undefined],
    ['a_b', ['symbols']],
    ['a%b', ['symbols']],
    ['"a" \'b', ['symbols']],
    ['a*', ['arabic', 'strasse', 'symbols']],
    ['c & e', ['symbols']],
    ['c | zzz', []],
    ['!f', ['symbols', 'wide']],
    ['(g) a:*', ['symbols']],
    ['d NEAR', []],
    ['😀', undefined],
    ["'; drop table quotes; --", []],
  ] as const)('finds for %j', async (text, expected) => {
    if (expected === undefined)
      expect(await errorOf(() => find(text))).toMatchObject({
        code: 'invalid_request',
        details: { errors: { text: 'must have at least one letter or digit' } },
      })
    else expect((await find(text)).toSorted()).toEqual(expected)
  })
})

describe('listQuotes', () => {
  async function withQuotes(count: number, limits = {}) {
    const engine = engineWith({ limits })
    for (let created = 0; created < count; created += 1) await engine.createQuote(context, request)
    return engine
  }

  it('returns 50 quotes by default, the newest first, and no more than the limit', async () => {
    const engine = await withQuotes(51)
    const { items, next } = await engine.listQuotes(context)
    expect(items).toHaveLength(50)
    expect(items[0]?.quoteId).toBe('quote-51')
    const last = await engine.listQuotes(context, { after: next })
    expect(last).toEqual({ items: [expect.objectContaining({ quoteId: 'quote-1' })] })
    expect((await engine.listQuotes(context, { limit: 200 })).items).toHaveLength(51)
  })

  it('has no next if the last page is full', async () => {
    const engine = await withQuotes(2)
    expect(Object.keys(await engine.listQuotes(context, { limit: 2 }))).toEqual(['items'])
  })

  it('ends a page with the quote that reaches maxPageBytes', async () => {
    const engine = await withQuotes(3, { maxPageBytes: 1 })
    const { items, next } = await engine.listQuotes(context)
    expect(items).toHaveLength(1)
    expect(next).toBeTypeOf('string')
    const ids: string[] = []
    for await (const { quoteId } of engine.listQuotes(context)) ids.push(quoteId)
    expect(ids).toEqual(['quote-3', 'quote-2', 'quote-1'])
  })

  it('lists a quote that changes first by updated, and in its place by newest', async () => {
    const engine = await withQuotes(3)
    await engine.updateQuote(context, 'quote-1', { tag_list: ['a'] })
    const idsBy = async (order: 'newest' | 'oldest' | 'updated') =>
      (await engine.listQuotes(context, { order })).items.map(({ quoteId }) => quoteId)
    expect(await idsBy('updated')).toEqual(['quote-1', 'quote-3', 'quote-2'])
    expect(await idsBy('newest')).toEqual(['quote-3', 'quote-2', 'quote-1'])
    expect(await idsBy('oldest')).toEqual(['quote-1', 'quote-2', 'quote-3'])
  })

  it('has the tags to display', async () => {
    const engine = await withQuotes(2)
    const colors = { backgroundColor: 'rgba(1%, 2%, 3%, 0.5)', color: 'rgb(1%, 2%, 3%)' }
    const tag = await engine.setTag(context, 'vip', colors)
    await engine.updateQuote(context, 'quote-1', { tag_list: ['unknown', 'vip'] })
    const { items } = await engine.listQuotes(context)
    expect(items.map(({ visibleTags }) => visibleTags)).toEqual([undefined, [tag]])
    expect(Object.isFrozen(items)).toBe(true)
  })

  it('says of an expired offer what getQuote says, if the clock has gone back', async () => {
    let now = 1_000
    const engine = engineWith({ now: () => now })
    const { quoteId } = await engine.createQuote(context, request)
    await engine.sendQuote(context, quoteId, { expires: 2_000 })
    now = 3_000
    await engine.updateQuote(context, quoteId, { tag_list: ['late'] })
    now = 1_500
    const { items } = await engine.listQuotes(context)
    expect(items[0]).toEqual(await engine.getQuote(context, quoteId))
    expect(items[0]?.quote.status).toBe('expired')
  })

  it('is empty for a store without quotes', async () => {
    const engine = await withQuotes(1)
    expect(await engine.listQuotes({ storeId: 'store-9' })).toEqual({ items: [] })
  })

  it('requests nothing before it is awaited', async () => {
    const engine = engineWith()
    const result = engine.listQuotes(context)
    await engine.createQuote(context, request)
    expect((await result).items).toHaveLength(1)
  })
})
