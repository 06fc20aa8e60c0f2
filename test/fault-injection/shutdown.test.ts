import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { proofSize } from './run-size.js'
import { type Moment, signalProgramAt } from './signalled-program.js'
import { type AcknowledgedWrite, faultsIn, lostWrites } from './stored-quotes.js'
import { type ProofStore, proofStoreKinds } from './tested-stores.js'

const shutdowns = proofSize('SHUTDOWNS', 4)
const seed = inject('seed')

/** What a command of `shutdown-server.mjs` came to. */
interface ServedCommand extends AcknowledgedWrite {
  readonly startedBefore: boolean
  readonly code: string
}

const moment: fc.Arbitrary<Moment> = fc.oneof(
  fc.record({ writes: fc.integer({ min: 1, max: 200 }) }),
  fc.record({ milliseconds: fc.integer({ min: 0, max: 150 }) }),
)

function read(lines: readonly string[]): { running: number; commands: ServedCommand[] } {
  const facts = lines.map((line) => JSON.parse(line) as ServedCommand | { running: number })
  const commands = facts.filter((fact) => 'code' in fact)
  const [signalled] = facts.filter((fact) => 'running' in fact)
  if (signalled === undefined) throw new Error('the server was never told to end')
  return { ...signalled, commands }
}

for (const { name, missing, create } of proofStoreKinds) {
  describe.skipIf(missing !== undefined)(`on ${name} (${missing ?? 'here'})`, () => {
    let store: ProofStore
    beforeEach(() => {
      store = create('shutdown')
    })
    afterEach(() => store.remove())

    it(
      'a server that is told to end finishes every command that it has started, refuses every other, and ends by itself',
      async () => {
        const acknowledged: AcknowledgedWrite[] = []
        let inFlight = 0
        let refused = 0
        for (const [life, signalled] of fc.sample(moment, { seed, numRuns: shutdowns }).entries()) {
          const after = `at end ${life + 1} at ${JSON.stringify(signalled)}, FC_SEED=${seed}`
          const { lines, ...ending } = await signalProgramAt(signalled, 'SIGTERM', [
            'shutdown-server.mjs',
            ...store.address,
          ])
          expect(ending, after).toEqual({ code: 0, signal: null, complaints: '' })
          const { running, commands } = read(lines)
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
          refused += late.length

          const stored = await store.read()
          expect(stored.flatMap(faultsIn), after).toEqual([])
          expect(lostWrites(stored, acknowledged), after).toEqual([])
          const versions = stored.reduce((sum, { entries }) => sum + entries.length, 0)
          expect(versions, after).toBe(acknowledged.length)
        }
        console.log(
          `shutdown on ${name}: FC_SEED=${seed}, shutdowns: ${shutdowns}, acknowledged writes: ${acknowledged.length}, ` +
            `in flight at the signal: ${inFlight}, refused after it: ${refused}, lost: 0`,
        )
      },
      900_000 + shutdowns * 50_000,
    )
  })
}
