import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { killWriterAt } from './killed-writer.js'
import { proofSize } from './run-size.js'
import type { Moment } from './signalled-program.js'
import { type AcknowledgedWrite, faultsIn, lostWrites } from './stored-quotes.js'
import { type ProofStore, proofStoreKinds } from './tested-stores.js'

const kills = proofSize('CRASH_KILLS', 10)
const seed = inject('seed')
/** As many as `crash-writer.mjs` has in flight: what may be stored though its writer could not say so any more. */
const mostUnsaid = 4

const moment: fc.Arbitrary<Moment> = fc.oneof(
  fc.record({ writes: fc.integer({ min: 1, max: 150 }) }),
  fc.record({ milliseconds: fc.integer({ min: 0, max: 150 }) }),
)

for (const { name, missing, create } of proofStoreKinds) {
  describe.skipIf(missing !== undefined)(`on ${name} (${missing ?? 'here'})`, () => {
    let store: ProofStore
    beforeEach(() => {
      store = create('crash')
    })
    afterEach(() => store.remove())

    it(
      'a writer that is killed at any moment loses no acknowledged write, and leaves none half there',
      async () => {
        const acknowledged: AcknowledgedWrite[] = []
        let versions = 0
        for (const [life, killed] of fc.sample(moment, { seed, numRuns: kills }).entries()) {
          const unfinished = acknowledged.at(-1)?.quoteId
          const writes = await killWriterAt<AcknowledgedWrite>(
            killed,
            'crash-writer.mjs',
            ...store.address,
            `life-${life}`,
            ...(unfinished === undefined ? [] : [unfinished]),
          )
          acknowledged.push(...writes)

          const stored = await store.read()
          const after = `after kill ${life + 1} at ${JSON.stringify(killed)}, FC_SEED=${seed}`
          expect(stored.flatMap(faultsIn), after).toEqual([])
          expect(lostWrites(stored, acknowledged), after).toEqual([])
          versions = stored.reduce((sum, { entries }) => sum + entries.length, 0)
          expect(versions - acknowledged.length, after).toBeLessThanOrEqual(mostUnsaid * (life + 1))
        }
        expect(acknowledged).not.toEqual([])
        console.log(
          `crash proof on ${name}: FC_SEED=${seed}, kills: ${kills}, acknowledged writes: ${acknowledged.length}, ` +
            `stored without being acknowledged: ${versions - acknowledged.length}, lost: 0`,
        )
      },
      900_000 + kills * 50_000,
    )
  })
}
