import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { type AcknowledgedWrite, findInconsistencies, lostWrites } from './stores/stored-quotes.js'
import { type TestStore, testStoreKinds } from './stores/test-stores.js'
import { killWriterAt } from './support/killed-writer.js'
import { runSize } from './support/run-size.js'
import type { Moment } from './support/signalled-program.js'

const kills = runSize('CRASH_KILLS', 10)
const seed = inject('seed')
/** Writes in flight in `crash-writer.mjs`: these may be stored without an acknowledgement. */
const maxUnacknowledged = 4

const moment: fc.Arbitrary<Moment> = fc.oneof(
  fc.record({ writes: fc.integer({ min: 1, max: 150 }) }),
  fc.record({ milliseconds: fc.integer({ min: 0, max: 150 }) }),
)

for (const { name, skipReason, create } of testStoreKinds) {
  describe.skipIf(skipReason !== undefined)(`on ${name} (${skipReason ?? 'available'})`, () => {
    let store: TestStore
    beforeEach(() => {
      store = create('crash')
    })
    afterEach(() => store.remove())

    it(
      'a killed writer loses no acknowledged write and leaves no partial write',
      async () => {
        const acknowledged: AcknowledgedWrite[] = []
        let versions = 0
        // The first writer acknowledges a write, however slow the machine is.
        const moments = [{ writes: 1 }, ...fc.sample(moment, { seed, numRuns: kills - 1 })]
        for (const [run, killedAt] of moments.entries()) {
          const unfinished = acknowledged.at(-1)?.quoteId
          const writes = await killWriterAt<AcknowledgedWrite>(
            killedAt,
            'crash-writer.mjs',
            ...store.address,
            `run-${run}`,
            ...(unfinished === undefined ? [] : [unfinished]),
          )
          acknowledged.push(...writes)

          const stored = await store.read()
          const after = `after kill ${run + 1} at ${JSON.stringify(killedAt)}, FC_SEED=${seed}`
          expect(stored.flatMap(findInconsistencies), after).toEqual([])
          expect(lostWrites(stored, acknowledged), after).toEqual([])
          versions = stored.reduce((sum, { entries }) => sum + entries.length, 0)
          expect(versions - acknowledged.length, after).toBeLessThanOrEqual(
            maxUnacknowledged * (run + 1),
          )
        }
        expect(acknowledged).not.toEqual([])
        console.log(
          `crash on ${name}: FC_SEED=${seed}, kills: ${kills}, acknowledged writes: ${acknowledged.length}, ` +
            `stored without being acknowledged: ${versions - acknowledged.length}, lost: 0`,
        )
      },
      900_000 + kills * 50_000,
    )
  })
}
