import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AnyCustomer } from '../../src/quote/model/quote.js'
import {
  currentQuotes,
  listShopOrders,
  wrongAcceptances,
  wrongNumbers,
  wrongOrders,
  wrongTransitions,
} from './stores/life-of-quotes.js'
import { findInconsistencies, type StoredQuote } from './stores/stored-quotes.js'
import { type TestStore, testStoreKinds } from './stores/test-stores.js'
import { killRepeatedly, kills, seed } from './support/kill-repeatedly.js'

for (const { name, skipReason, create } of testStoreKinds) {
  describe.skipIf(skipReason !== undefined)(`on ${name} (${skipReason ?? 'available'})`, () => {
    let store: TestStore
    beforeEach(() => {
      store = create('orders')
    })
    afterEach(() => store.remove())

    function problemsOf(
      stored: readonly StoredQuote[],
      orders: Awaited<ReturnType<typeof listShopOrders>>,
    ) {
      const inconsistent = stored.flatMap(findInconsistencies)
      if (inconsistent.length > 0) return inconsistent
      return [
        ...wrongTransitions(stored),
        ...wrongNumbers(stored),
        ...wrongAcceptances(stored),
        ...wrongOrders(stored, orders),
      ]
    }

    it(
      'orderQuote orders every accepted quote once, however often processes are killed',
      async () => {
        const findProblems = async () => problemsOf(await store.read(), await listShopOrders(store))
        const steps = await killRepeatedly('order-writer.mjs', store.address, findProblems)
        const stored = await store.read()
        const orders = await listShopOrders(store)
        const quotes = currentQuotes(stored)
        for (const { status, customer } of quotes)
          expect(status).toBe((customer as AnyCustomer).credit === 'none' ? 'canceled' : 'ordered')
        expect(orders).toHaveLength(quotes.filter(({ status }) => status === 'ordered').length)

        const placed = new Map(quotes.map(({ quoteId, order }) => [quoteId, order?.id]))
        for (const { quoteId = '', orderId } of steps)
          if (orderId !== undefined) expect(placed.get(quoteId)).toBe(orderId)
        const count = (wanted: string) => steps.filter(({ step }) => step === wanted).length
        console.log(
          `orders on ${name}: FC_SEED=${seed}, kills: ${kills}, quotes: ${quotes.length}, ` +
            `orders: ${orders.length}, canceled: ${quotes.length - orders.length}, ` +
            `calls of the port: ${count('port called')}, retries of orderQuote after a kill: ` +
            `${count('retry of accepted')}, ordered twice: 0, left unordered: 0`,
        )
      },
      900_000 + kills * 50_000,
    )
  })
}
