import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AnyCustomer } from '../../src/quote/model/quote.js'
import { openOrders } from './programs/open-orders.mjs'
import { currentQuotes, wrongAcceptances, wrongTransitions } from './stores/life-of-quotes.js'
import { findInconsistencies } from './stores/stored-quotes.js'
import { type TestStore, testStoreKinds } from './stores/test-stores.js'
import { killRepeatedly, kills, seed } from './support/kill-repeatedly.js'

for (const { name, skipReason, create } of testStoreKinds) {
  describe.skipIf(skipReason !== undefined)(`on ${name} (${skipReason ?? 'available'})`, () => {
    let store: TestStore
    beforeEach(() => {
      store = create('acceptances')
    })
    afterEach(() => store.remove())

    /** Reads orders and quotes until no order came between the two. */
    async function readAll() {
      // Creates the schema if the writer was killed before it had.
      await store.read()
      const orders = await openOrders(...store.address)
      try {
        for (;;) {
          const before = await orders.list()
          const stored = await store.read()
          const after = await orders.list()
          if (before.length === after.length) return { stored, rows: after }
        }
      } finally {
        await orders.close()
      }
    }

    async function findProblems() {
      const { stored, rows } = await readAll()
      const inconsistent = stored.flatMap(findInconsistencies)
      if (inconsistent.length > 0) return inconsistent
      const quotes = currentQuotes(stored)
      const ordered = quotes.filter(({ status }) => status === 'ordered')
      const ofQuotes = ordered.map(({ quoteId, order }) => `${quoteId} ${order?.key} ${order?.id}`)
      const ofRows = rows.map(({ quote_id, key, id }) => `${quote_id} ${key} ${id}`)
      return [
        ...wrongTransitions(stored),
        ...wrongAcceptances(stored),
        ...ofQuotes.filter((each) => !ofRows.includes(each)).map((each) => `no order: ${each}`),
        ...ofRows.filter((each) => !ofQuotes.includes(each)).map((each) => `no quote: ${each}`),
        ...quotes
          .filter(({ status, order }) => status === 'accepted' || (order && !order.id))
          .map(({ quoteId }) => `${quoteId}: accepted without its order`),
      ]
    }

    it(
      'acceptQuote commits the acceptance and its order or neither, however often it is killed',
      async () => {
        const steps = await killRepeatedly('acceptance-writer.mjs', store.address, findProblems)
        const { stored, rows } = await readAll()
        const quotes = currentQuotes(stored)
        for (const { status, customer } of quotes)
          expect(status).toBe((customer as AnyCustomer).credit === 'none' ? 'declined' : 'ordered')
        const ids = new Map(rows.map(({ quote_id, id }) => [quote_id, id]))
        for (const { quoteId = '', orderId } of steps)
          if (orderId !== undefined) expect(ids.get(quoteId)).toBe(orderId)
        const calls = steps.filter(({ step }) => step === 'port called').length
        console.log(
          `acceptances on ${name}: FC_SEED=${seed}, kills: ${kills}, quotes: ${quotes.length}, ` +
            `orders: ${rows.length}, calls of the port: ${calls}, accepted without an order: 0, ` +
            'orders without an acceptance: 0',
        )
      },
      900_000 + kills * 50_000,
    )
  })
}
