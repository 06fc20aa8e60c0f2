import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { type AcknowledgedWrite, findInconsistencies, lostWrites } from './stores/stored-quotes.js'
import { type TestStore, testStoreKinds } from './stores/test-stores.js'
import { runSize } from './support/run-size.js'
import { type Moment, signalProgramAt } from './support/signalled-program.js'

const shutdowns = runSize('SHUTDOWNS', 4)
const seed = inject('seed')

/** The outcome of a command of `shutdown-server.mjs`. */
interface ServedCommand extends AcknowledgedWrite {
  readonly startedBefore: boolean
  readonly code: string
}

const moment: fc.Arbitrary<Moment> = fc.oneof(
  fc.record({ writes: fc.integer({ min: 1, max: 200 }) }),
  fc.record({ milliseconds: fc.integer({ min: 0, max: 150 }) }),
)

function parseLines(lines: readonly string[]): { running: number; commands: ServedCommand[] } {
  const facts = lines.map((line) => JSON.parse(line) as ServedCommand | { running: number })
  const commands = facts.filter((fact) => 'code' in fact)
  const [signalled] = facts.filter((fact) => 'running' in fact)
  if (signalled === undefined) throw new Error('expected the server to report SIGTERM')
  return { ...signalled, commands }
}

for (const { name, skipReason, create } of testStoreKinds) {
  describe.skipIf(skipReason !== undefined)(`on ${name} (${skipReason ?? 'available'})`, () => {
    let store: TestStore
    beforeEach(() => {
      store = create('shutdown')
    })
    afterEach(() => store.remove())

    it(
      'a server finishes started commands on SIGTERM, rejects new ones and exits',
      async () => {
        const acknowledged: AcknowledgedWrite[] = []
        let inFlight = 0
        let rejected = 0
        for (const [run, signalledAt] of fc
          .sample(moment, { seed, numRuns: shutdowns })
          .entries()) {
          const after = `after shutdown ${run + 1} at ${JSON.stringify(signalledAt)}, FC_SEED=${seed}`
          const { lines, ...result } = await signalProgramAt(signalledAt, 'SIGTERM', [
            'shutdown-server.mjs',
            ...store.address,
          ])
          expect(result, after).toEqual({ code: 0, signal: null, stderr: '' })
          const { running, commands } = parseLines(lines)
          const before = commands.filter(({ startedBefore }) => startedBefore)
          const late = commands.filter(({ startedBefore }) => !startedBefore)
          expect(running, after).toBeGreaterThan(0)
          expect(
            before.filter(({ code }) => code !== 'acknowledged'),
            after,
          ).toEqual([])
          expect(late, after).not.toEqual([])
          expect(
            late.filter(({ code }) => code !== 'engine_closed'),
            after,
          ).toEqual([])
          acknowledged.push(...before)
          inFlight += running
          rejected += late.length

          const stored = await store.read()
          expect(stored.flatMap(findInconsistencies), after).toEqual([])
          expect(lostWrites(stored, acknowledged), after).toEqual([])
          const versions = stored.reduce((sum, { entries }) => sum + entries.length, 0)
          expect(versions, after).toBe(acknowledged.length)
        }
        console.log(
          `shutdown on ${name}: FC_SEED=${seed}, shutdowns: ${shutdowns}, acknowledged writes: ${acknowledged.length}, ` +
            `in flight at the signal: ${inFlight}, rejected after it: ${rejected}, lost: 0`,
        )
      },
      900_000 + shutdowns * 50_000,
    )
  })
}
