import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { createQuoteEngine } from '../../src/quote-engine/quote-engine.js'
import { type OpenStore, openStoreKinds } from './stores/open-stores.js'
import { findInconsistencies, lostWrites } from './stores/stored-quotes.js'
import { storedValues, writeLog } from './stores/write-log.js'
import { controlledTimeouts, timeoutMs } from './support/controlled-timeouts.js'
import { type FailureName, failingCatalog, failures } from './support/failing-catalog.js'
import { runSize } from './support/run-size.js'

const commands = runSize('CATALOG_FAILURES', 300)
const seed = inject('seed')
const workers = 24
const quotes = 12
const correctId = commands + 1

/** Undefined for a correct response, to one command in six. */
const nextFailure: fc.Arbitrary<FailureName | undefined> = fc.oneof(
  { arbitrary: fc.constantFrom(...(Object.keys(failures) as FailureName[])), weight: 5 },
  { arbitrary: fc.constant(undefined), weight: 1 },
)

for (const { name, skipReason, open } of openStoreKinds) {
  describe.skipIf(skipReason !== undefined)(`on ${name} (${skipReason ?? 'available'})`, () => {
    const unhandled: unknown[] = []
    const addUnhandled = (reason: unknown) => unhandled.push(reason)
    let store: OpenStore
    beforeEach(async () => {
      process.on('unhandledRejection', addUnhandled)
      store = await open()
    })
    afterEach(async () => {
      process.off('unhandledRejection', addUnhandled)
      vi.unstubAllGlobals()
      await store.remove()
    })

    it(
      'a failing catalog rejects commands with the right code, and stores nothing of them',
      async () => {
        const plan = fc.sample(nextFailure, { seed, numRuns: commands })
        const failureOf = (id: number) => failures[plan[id - 1] as FailureName]
        const timeouts = controlledTimeouts()
        const made: string[] = []
        const engine = createQuoteEngine({
          storage: store.storage,
          catalog: failingCatalog((id) => {
            const failure = failureOf(id)
            if (failure?.code === 'timeout') timeouts.expireNext()
            return failure
          }),
          timeoutMs,
          generateId: () => {
            made.push(`quote-${made.length + 1}`)
            return made.at(-1) as string
          },
        })
        const { acknowledged, rejected, quoteIds, ...write } = writeLog(engine)
        const next = (id: number) => {
          const quoteId = quoteIds[id % quotes]
          return quoteId === undefined || id % 8 === 0
            ? write.create(id)
            : write.update(quoteId, id)
        }
        for (let id = correctId; quoteIds.length < quotes; id += 1) await write.create(id)

        const unexpected: unknown[] = []
        let id = 0
        const writeOn = async () => {
          while (id < commands) {
            id += 1
            const name = plan[id - 1]
            const expected = failureOf(id)?.code
            const error = await next(id)
            if (error?.code !== expected) unexpected.push({ name, expected, error })
          }
        }
        await Promise.all(Array.from({ length: workers }, writeOn))
        const after = `FC_SEED=${seed}`
        expect(unexpected, after).toEqual([])
        const failed = rejected.length
        const failureKinds = new Set(plan.filter((name) => name !== undefined)).size

        const recovered = quoteIds.map((quoteId, index) =>
          write.update(quoteId, correctId + quotes + index),
        )
        expect((await Promise.all(recovered)).filter((error) => error !== undefined)).toEqual([])
        expect(unhandled).toEqual([])

        const stored = await store.read(made)
        expect(stored.flatMap(findInconsistencies), after).toEqual([])
        expect(lostWrites(stored, acknowledged), after).toEqual([])
        expect(storedValues(stored).toSorted(), after).toEqual(
          acknowledged.map(({ value }) => value).toSorted(),
        )
        console.log(
          `failing catalog on ${name}: ${after}, commands: ${commands}, kinds of failure: ${failureKinds}, ` +
            `rejected: ${failed}, acknowledged writes: ${acknowledged.length}, lost: 0, rejected but stored: 0`,
        )
      },
      600_000 + commands * 2_000,
    )
  })
}
