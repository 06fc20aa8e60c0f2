import { expect, it } from 'vitest'
import type { CatalogPort } from '../../../../src/ports/catalog.js'
import type { StoragePort } from '../../../../src/ports/storage.js'
import { hideNewKeys, withoutKeys } from '../../../../src/quote/model/line-keys.js'
import type { Quote } from '../../../../src/quote/model/quote.js'
import { quoteRef, replayQuote } from '../../../../src/quote/model/quote-record.js'
import { verifyAcceptance } from '../../../../src/quote/verify/verify-acceptance.js'
import { verifyQuote } from '../../../../src/quote/verify/verify-quote.js'
import { describeOnEveryStorage } from '../../../storage/every-storage.js'
import { context, engineWith } from '../../ports.js'

const request = {
  customer: { name: 'Ann' },
  products: [
    { id: 2, qty: 1 },
    { id: 2, qty: 1 },
    { id: 2, qty: 5, note: 'For the shop' },
  ],
}
const catalog: CatalogPort = {
  findProducts: (_, ids) => ids.map((id) => ({ id, price: '10.00' })),
}
const shopOf = ({ storage }: { readonly storage: StoragePort }) => engineWith({ storage, catalog })
const keysOf = ({ products }: Quote) => products.map(({ key }) => key)
const copyOf = (quote: Quote): Quote => JSON.parse(JSON.stringify(quote))

describeOnEveryStorage('keys of lines', (opened) => {
  it('are those of the positions from the creation on, and are stored with the first change', async () => {
    const { storage } = opened()
    const engine = shopOf({ storage })
    const stored = async (quoteId: string) =>
      (await storage.load(context.storeId, [quoteRef(quoteId)]))[0]?.value as Quote
    const { quoteId, quote } = await engine.createQuote(context, request)
    expect(keysOf(quote)).toEqual(['1-1', '1-2', '1-3'])
    expect(keysOf(await stored(quoteId))).toEqual([null, null, null])
    const tagged = await engine.updateQuote(context, quoteId, { follow_up: '2026-12-01' })
    expect(keysOf(tagged.quote)).toEqual(['1-1', '1-2', '1-3'])
    expect(keysOf(await stored(quoteId))).toEqual([null, null, null])
    expect((await engine.getQuote(context, quoteId)).quote).toEqual(tagged.quote)
    expect((await engine.listQuotes(context)).items.map((item) => item.quote)).toEqual([
      tagged.quote,
    ])
    const change = {
      product_changes: [
        { key: '1-2', remove: true },
        { id: 2, qty: 7, add: true },
      ],
    }
    const changed = await engine.updateQuote(context, quoteId, change)
    expect(keysOf(changed.quote)).toEqual(['1-1', '1-3', '3-3'])
    expect(await stored(quoteId)).toEqual(changed.quote)
    const { items } = await engine.listHistory(context, quoteId)
    for (const [index, expected] of [quote, tagged.quote, changed.quote].entries()) {
      const version = index + 1
      expect((await engine.getQuote(context, quoteId, { version })).quote).toEqual(expected)
      expect(replayQuote(items.slice(0, version))).toEqual(expected)
    }
  })

  it('are sent back, or null in their place, without a change', async () => {
    const engine = shopOf(opened())
    const { quoteId, quote } = await engine.createQuote(context, request)
    const shown = withoutKeys(quote)
    const { products } = shown
    const requests = [
      shown,
      quote,
      { products },
      { product_changes: products },
      ...products.map((line) => ({ product_changes: [line] })),
      ...quote.products.map((line) => ({ product_changes: [line] })),
    ]
    for (const each of requests)
      expect((await engine.updateQuote(context, quoteId, each)).version).toBe(1)
  })

  it('leave the seal of an offer valid, with keys and with null in their place', async () => {
    const engine = shopOf(opened())
    const { quoteId } = await engine.createQuote(context, request)
    await engine.sendQuote(context, quoteId)
    const { quote } = await engine.acceptQuote(context, quoteId, { revision: 1 })
    expect(keysOf(quote)).toEqual(['1-1', '1-2', '1-3'])
    for (const each of [quote, copyOf(quote), withoutKeys(quote), hideNewKeys(quote)]) {
      expect(verifyQuote(each)).toEqual([])
      expect(verifyAcceptance(each)).toEqual([])
    }
    const [first, second, third] = copyOf(quote).products
    const altered = [
      { products: [second, first, third] },
      { products: [first, second] },
      { products: [first, second, { ...third, key: '2-3' }] },
      { products: [first, second, { ...third, note: 'For the house' }] },
    ]
    for (const change of altered)
      expect(verifyQuote({ ...quote, ...change }).map(({ path }) => path)).toContain('seal')
  })

  it('are covered by the seal once a change has stored them', async () => {
    const engine = shopOf(opened())
    const { quoteId } = await engine.createQuote(context, request)
    await engine.updateQuote(context, quoteId, { product_changes: [{ key: '1-1', qty: 9 }] })
    const { quote } = await engine.sendQuote(context, quoteId)
    expect(verifyQuote(copyOf(quote))).toEqual([])
    expect(hideNewKeys(quote)).toBe(quote)
    expect(verifyQuote(withoutKeys(quote)).map(({ path }) => path)).toEqual(['seal'])
  })
})
