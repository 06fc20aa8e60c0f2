import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { getPayable } from '../../src/quote/lifecycle/get-payable.js'
import { currentQuotes, wrongAcceptances, wrongTransitions } from './stores/life-of-quotes.js'
import { findInconsistencies, type StoredQuote } from './stores/stored-quotes.js'
import { type TestStore, testStoreKinds } from './stores/test-stores.js'
import { killRepeatedly, kills, seed } from './support/kill-repeatedly.js'

/** Returns what is wrong with the payments of a quote, in the words of a log. */
function wrongPayments({ quoteId, record, entries }: StoredQuote): string[] {
  if (record === undefined) return []
  const { value: quote } = record
  const { payments = [], order, payment_plan: plan = [] } = quote
  const { paid, open, total, dueNow, refund } = getPayable(quote)
  const problems = [
    payments.length > 1 && `${payments.length} payments of one id`,
    payments.some(({ type }) => type === 'paid') !== (paid !== '0.00') && `${paid} is paid`,
    paid !== '0.00' && paid !== plan[0]?.amount && `${paid} is paid of ${plan[0]?.amount}`,
    Number(open) + Number(paid) !== Number(total) && `${open} is open and ${paid} paid of ${total}`,
    refund !== '0.00' && `${refund} is to be paid back`,
    order !== undefined && dueNow !== '0.00' && 'an order that is not paid',
    entries.filter(({ operation }) => operation === 'accept').length > 1 && 'two acceptances',
    entries.filter(({ operation }) => operation === 'order').length > 1 && 'two orders',
    entries.filter(({ operation }) => operation === 'recordPayment').length > 2 &&
      'more than a failed and a paid attempt',
  ]
  return problems.filter((each) => each !== false).map((problem) => `${quoteId}: ${problem}`)
}

for (const { name, skipReason, create } of testStoreKinds) {
  describe.skipIf(skipReason !== undefined)(`on ${name} (${skipReason ?? 'available'})`, () => {
    let store: TestStore
    beforeEach(() => {
      store = create('payments')
    })
    afterEach(() => store.remove())

    async function findProblems() {
      const stored = await store.read()
      const inconsistent = stored.flatMap(findInconsistencies)
      if (inconsistent.length > 0) return inconsistent
      return [
        ...wrongTransitions(stored),
        ...wrongAcceptances(stored),
        ...stored.flatMap(wrongPayments),
      ]
    }

    it(
      '20 who accept, pay and order at once do each once, however often they are killed',
      async () => {
        await killRepeatedly('payment-writer.mjs', store.address, findProblems)
        const quotes = currentQuotes(await store.read())
        expect(quotes.length).toBeGreaterThan(0)
        for (const { status, payments } of quotes) {
          expect(status).toBe('ordered')
          expect(payments?.map(({ type }) => type)).toEqual(['paid'])
        }
        console.log(
          `payments on ${name}: FC_SEED=${seed}, kills: ${kills}, quotes: ${quotes.length}, ` +
            `acceptances, payments and orders: ${quotes.length} each`,
        )
      },
      900_000 + kills * 50_000,
    )
  })
}
