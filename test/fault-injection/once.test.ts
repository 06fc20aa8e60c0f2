import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { findInconsistencies } from './stores/stored-quotes.js'
import { type TestStore, testStoreKinds } from './stores/test-stores.js'
import { killWriterAt } from './support/killed-writer.js'
import { runSize } from './support/run-size.js'
import { linesIn, type Moment } from './support/signalled-program.js'

const kills = runSize('CRASH_KILLS', 10)
const seed = inject('seed')
const program = 'once-writer.mjs'
const requestsPerGroup = 6

/** A writer's report: before a request without, and after it with its result. */
interface Report {
  readonly key: string
  readonly quoteId?: string
  readonly version?: number
}

const moment: fc.Arbitrary<Moment> = fc.oneof(
  fc.record({ writes: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ milliseconds: fc.integer({ min: 0, max: 150 }) }),
)

/** Returns the last group that each worker has started. */
function lastGroups(reports: readonly Report[], workers: number): number[] {
  return Array.from({ length: workers }, (_, worker) =>
    Math.max(
      0,
      ...reports
        .map(({ key }) => key.split('-'))
        .filter(([of]) => of === `${worker}`)
        .map(([, group]) => Number(group)),
    ),
  )
}

for (const { name, skipReason, create } of testStoreKinds) {
  describe.skipIf(skipReason !== undefined)(`on ${name} (${skipReason ?? 'available'})`, () => {
    let store: TestStore
    beforeEach(() => {
      store = create('once')
    })
    afterEach(() => store.remove())

    it(
      'idempotent requests are applied once, however often the writer crashes',
      async () => {
        const reports: Report[] = []
        const next = () => JSON.stringify(lastGroups(reports, 4))
        for (const killedAt of fc.sample(moment, { seed, numRuns: kills }))
          reports.push(...(await killWriterAt<Report>(killedAt, program, ...store.address, next())))
        const last = next()
        const lastArguments = [
          `test/fault-injection/programs/${program}`,
          ...store.address,
          last,
          'finish',
        ]
        const { stdout } = await promisify(execFile)(process.execPath, lastArguments)
        reports.push(...linesIn(stdout).map((line) => JSON.parse(line) as Report))

        const results = reports.filter(({ version }) => version !== undefined)
        const firstResults = new Map(results.toReversed().map((result) => [result.key, result]))
        for (const result of results) expect(result).toEqual(firstResults.get(result.key))
        const groups = (JSON.parse(last) as number[]).reduce((sum, group) => sum + group + 1, 0)
        const stored = await store.read()
        expect(stored.flatMap(findInconsistencies)).toEqual([])
        expect(stored).toHaveLength(groups)
        expect(stored.map(({ entries }) => entries.length)).toEqual(
          stored.map(() => requestsPerGroup),
        )
        const repeated = results.length - firstResults.size
        console.log(
          `idempotency after crashes on ${name}: FC_SEED=${seed}, kills: ${kills}, requests: ${groups * requestsPerGroup}, ` +
            `results returned again: ${repeated}, applied twice: 0, lost: 0`,
        )
      },
      900_000 + kills * 50_000,
    )
  })
}
