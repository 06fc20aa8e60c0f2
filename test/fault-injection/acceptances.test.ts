import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { openOrders } from './programs/open-orders.mjs'
import { currentQuotes, wrongAcceptances, wrongTransitions } from './stores/life-of-quotes.js'
import { findInconsistencies } from './stores/stored-quotes.js'
import { type TestStore, testStoreKinds } from './stores/test-stores.js'
import { killWriterAt } from './support/killed-writer.js'
import { runSize } from './support/run-size.js'
import { linesIn } from './support/signalled-program.js'

const kills = runSize('CRASH_KILLS', 10)
const seed = inject('seed')
const program = 'acceptance-writer.mjs'

/** A step of the writer, and what it had reached. */
interface Step {
  readonly step: string
  readonly quoteId?: string
  readonly orderId?: string
}

/** The writer dies between two steps that are chosen, or the test kills it at any time. */
const moment = fc.oneof(
  { weight: 2, arbitrary: fc.record({ step: fc.integer({ min: 1, max: 80 }) }) },
  { weight: 1, arbitrary: fc.record({ milliseconds: fc.integer({ min: 0, max: 150 }) }) },
)

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
        const steps: Step[] = []
        for (const [run, killedAt] of fc.sample(moment, { seed, numRuns: kills }).entries()) {
          const isChosen = 'step' in killedAt
          const at = isChosen ? { writes: Number.POSITIVE_INFINITY } : killedAt
          const lastStep = isChosen ? `${killedAt.step}` : '0'
          steps.push(...(await killWriterAt<Step>(at, program, ...store.address, lastStep)))
          const after = `after kill ${run + 1} at ${JSON.stringify(killedAt)}, FC_SEED=${seed}`
          expect(await findProblems(), after).toEqual([])
        }

        const path = `test/fault-injection/programs/${program}`
        const finish = [path, ...store.address, 'finish']
        const run = () => promisify(execFile)(process.execPath, finish, { maxBuffer: 2 ** 30 })
        for (const { stdout } of await Promise.all([run(), run()]))
          steps.push(...linesIn(stdout).map((line) => JSON.parse(line) as Step))

        expect(await findProblems()).toEqual([])
        const { stored, rows } = await readAll()
        const quotes = currentQuotes(stored)
        for (const { status, customer } of quotes)
          expect(status).toBe(customer.credit === 'none' ? 'declined' : 'ordered')
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
