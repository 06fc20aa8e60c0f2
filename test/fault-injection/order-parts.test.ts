import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { getOrderParts } from '../../src/quote/lifecycle/order-parts.js'
import { verifyQuote } from '../../src/quote/verify/verify-quote.js'
import type { ShopOrder } from './programs/open-shop.mjs'
import {
  currentQuotes,
  listShopOrders,
  wrongAcceptances,
  wrongTransitions,
} from './stores/life-of-quotes.js'
import { findInconsistencies, type StoredQuote } from './stores/stored-quotes.js'
import { type TestStore, testStoreKinds } from './stores/test-stores.js'
import { killRepeatedly, kills, seed } from './support/kill-repeatedly.js'

/** Returns the contradictions between the parts of the quotes and the orders of the shop. */
function wrongParts(stored: readonly StoredQuote[], orders: readonly ShopOrder[]): string[] {
  return currentQuotes(stored).flatMap(({ quoteId, ...quote }) => {
    const placed = orders.filter(({ quote_id: id }) => id === quoteId)
    const { order, order_parts: parts = [], products } = quote
    const whole = parts.length === 0 && order?.id !== undefined ? [order] : parts
    const known = new Map(whole.map(({ key, id }) => [key, id]))
    const unknown = placed.filter(({ key, id }) => known.get(key) !== id && order?.key !== key)
    const missing = whole.filter(({ id }) => !placed.some((each) => each.id === id))
    const qty = parts.reduce((sum, { lines }) => sum + (lines[0]?.qty ?? 0), 0)
    const { ordered, open } = getOrderParts(quote)
    const all = open === undefined ? ordered : [...ordered, open]
    const total = all.reduce((sum, each) => sum + Math.round(each.total * 100), 0)
    const problems = [
      unknown.length > 0 && `orders ${unknown.map(({ id }) => id)} of which it has no part`,
      missing.length > 0 && `parts ${missing.map(({ id }) => id)} without an order`,
      qty > (products[0]?.qty ?? 0) && `${qty} are ordered of ${products[0]?.qty}`,
      all.length > 0 && total !== Math.round(quote.total * 100) && `${total} of ${quote.total}`,
      ...verifyQuote(quote).map(({ path, message }) => `${path} ${message}`),
    ]
    return problems.filter((each) => each !== false).map((problem) => `${quoteId}: ${problem}`)
  })
}

for (const { name, skipReason, create } of testStoreKinds) {
  describe.skipIf(skipReason !== undefined)(`on ${name} (${skipReason ?? 'available'})`, () => {
    let store: TestStore
    beforeEach(() => {
      store = create('parts')
    })
    afterEach(() => store.remove())

    it(
      'orderQuote orders each part once, however often processes are killed',
      async () => {
        const findProblems = async () => {
          const stored = await store.read()
          const inconsistent = stored.flatMap(findInconsistencies)
          if (inconsistent.length > 0) return inconsistent
          const wrong = [...wrongTransitions(stored), ...wrongAcceptances(stored)]
          return [...wrong, ...wrongParts(stored, await listShopOrders(store))]
        }
        await killRepeatedly('part-writer.mjs', store.address, findProblems)
        const quotes = currentQuotes(await store.read())
        const orders = await listShopOrders(store)
        const divided = quotes.filter((quote) => quote.order_parts !== undefined)
        expect(divided.length).toBeGreaterThan(0)
        expect(quotes.filter(({ status }) => status !== 'ordered')).toEqual([])
        const count = quotes.reduce((sum, quote) => sum + (quote.order_parts?.length ?? 1), 0)
        expect(orders).toHaveLength(count)
        console.log(
          `order parts on ${name}: FC_SEED=${seed}, kills: ${kills}, quotes: ${quotes.length}, ` +
            `in parts: ${divided.length}, orders: ${orders.length}`,
        )
      },
      900_000 + kills * 50_000,
    )
  })
}
