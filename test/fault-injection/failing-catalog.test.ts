import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { createQuoteEngine } from '../../src/engine/create-quote-engine.js'
import { expiringLimits, timeoutMs } from './expiring-limits.js'
import { type FaultName, faults, faultyCatalog } from './faulty-catalog.js'
import { type OpenStore, openStoreKinds } from './open-stores.js'
import { proofSize } from './run-size.js'
import { faultsIn, lostWrites } from './stored-quotes.js'
import { storedValues, writeAccount } from './write-account.js'

const commands = proofSize('CATALOG_FAULTS', 300)
const seed = inject('seed')
const hands = 24
const quotes = 12
const soundId = commands + 1

/** Undefined is a catalog that does what it should: one command in six, so that there is something to spoil. */
const nextFault: fc.Arbitrary<FaultName | undefined> = fc.oneof(
  { arbitrary: fc.constantFrom(...(Object.keys(faults) as FaultName[])), weight: 5 },
  { arbitrary: fc.constant(undefined), weight: 1 },
)

for (const { name, missing, open } of openStoreKinds) {
  describe.skipIf(missing !== undefined)(`on ${name} (${missing ?? 'here'})`, () => {
    const unhandled: unknown[] = []
    const note = (reason: unknown) => unhandled.push(reason)
    let store: OpenStore
    beforeEach(async () => {
      process.on('unhandledRejection', note)
      store = await open()
    })
    afterEach(async () => {
      process.off('unhandledRejection', note)
      vi.unstubAllGlobals()
      await store.remove()
    })

    it(
      'a catalog that fails in every way has commands refused with the right code, and nothing of them stored',
      async () => {
        const plan = fc.sample(nextFault, { seed, numRuns: commands })
        const faultOf = (id: number) => faults[plan[id - 1] as FaultName]
        const limits = expiringLimits()
        const made: string[] = []
        const engine = createQuoteEngine({
          storage: store.storage,
          catalog: faultyCatalog((id) => {
            const fault = faultOf(id)
            if (fault?.code === 'timeout') limits.expireNext()
            return fault
          }),
          timeoutMs,
          generateId: () => {
            made.push(`quote-${made.length + 1}`)
            return made.at(-1) as string
          },
        })
        const { acknowledged, refused, quoteIds, ...write } = writeAccount(engine)
        const next = (id: number) => {
          const quoteId = quoteIds[id % quotes]
          return quoteId === undefined || id % 8 === 0
            ? write.create(id)
            : write.update(quoteId, id)
        }
        for (let id = soundId; quoteIds.length < quotes; id += 1) await write.create(id)

        const unexpected: unknown[] = []
        let id = 0
        const writeOn = async () => {
          while (id < commands) {
            id += 1
            const name = plan[id - 1]
            const expected = faultOf(id)?.code
            const error = await next(id)
            if (error?.code !== expected) unexpected.push({ name, expected, error })
          }
        }
        await Promise.all(Array.from({ length: hands }, writeOn))
        const after = `FC_SEED=${seed}`
        expect(unexpected, after).toEqual([])
        const failed = refused.length
        const kindsOfFault = new Set(plan.filter((name) => name !== undefined)).size

        const recovered = quoteIds.map((quoteId, index) =>
          write.update(quoteId, soundId + quotes + index),
        )
        expect((await Promise.all(recovered)).filter((error) => error !== undefined)).toEqual([])
        expect(unhandled).toEqual([])

        const stored = await store.read(made)
        expect(stored.flatMap(faultsIn), after).toEqual([])
        expect(lostWrites(stored, acknowledged), after).toEqual([])
        expect(storedValues(stored).toSorted(), after).toEqual(
          acknowledged.map(({ value }) => value).toSorted(),
        )
        console.log(
          `failing catalog on ${name}: ${after}, commands: ${commands}, kinds of fault: ${kindsOfFault}, ` +
            `refused: ${failed}, acknowledged writes: ${acknowledged.length}, lost: 0, stored of the refused: 0`,
        )
      },
      600_000 + commands * 2_000,
    )
  })
}
