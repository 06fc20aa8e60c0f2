import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { openShop } from './programs/open-shop.mjs'
import {
  currentQuotes,
  wrongAcceptances,
  wrongNumbers,
  wrongOrders,
  wrongTransitions,
} from './stores/life-of-quotes.js'
import { findInconsistencies, type StoredQuote } from './stores/stored-quotes.js'
import { type TestStore, testStoreKinds } from './stores/test-stores.js'
import { killWriterAt } from './support/killed-writer.js'
import { runSize } from './support/run-size.js'
import { linesIn } from './support/signalled-program.js'

const kills = runSize('CRASH_KILLS', 10)
const seed = inject('seed')
const program = 'order-writer.mjs'

/** A step of the writer, and what it had reached. */
interface Step {
  readonly step: string
  readonly quoteId?: string
  readonly orderId?: string
}

/** The writer dies between two steps that are chosen, or the test kills it at any time. */
const moment = fc.oneof(
  { weight: 3, arbitrary: fc.record({ step: fc.integer({ min: 1, max: 80 }) }) },
  { weight: 1, arbitrary: fc.record({ milliseconds: fc.integer({ min: 0, max: 150 }) }) },
)

for (const { name, skipReason, create } of testStoreKinds) {
  describe.skipIf(skipReason !== undefined)(`on ${name} (${skipReason ?? 'available'})`, () => {
    let store: TestStore
    beforeEach(() => {
      store = create('orders')
    })
    afterEach(() => store.remove())

    async function listOrders() {
      const shop = await openShop(...store.address)
      try {
        return await shop.list()
      } finally {
        await shop.close()
      }
    }

    function problemsOf(
      stored: readonly StoredQuote[],
      orders: Awaited<ReturnType<typeof listOrders>>,
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
        const steps: Step[] = []
        for (const [run, killedAt] of fc.sample(moment, { seed, numRuns: kills }).entries()) {
          const isChosen = 'step' in killedAt
          const at = isChosen ? { writes: Number.POSITIVE_INFINITY } : killedAt
          const lastStep = isChosen ? `${killedAt.step}` : '0'
          steps.push(...(await killWriterAt<Step>(at, program, ...store.address, lastStep)))
          const after = `after kill ${run + 1} at ${JSON.stringify(killedAt)}, FC_SEED=${seed}`
          expect(problemsOf(await store.read(), await listOrders()), after).toEqual([])
        }

        const path = `test/fault-injection/programs/${program}`
        const finish = [path, ...store.address, 'finish']
        const run = () => promisify(execFile)(process.execPath, finish, { maxBuffer: 2 ** 30 })
        for (const { stdout } of await Promise.all([run(), run()]))
          steps.push(...linesIn(stdout).map((line) => JSON.parse(line) as Step))

        const stored = await store.read()
        const orders = await listOrders()
        expect(problemsOf(stored, orders)).toEqual([])
        const quotes = currentQuotes(stored)
        for (const { status, customer } of quotes)
          expect(status).toBe(customer.credit === 'none' ? 'canceled' : 'ordered')
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
