import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { killWriterAt } from './killed-writer.js'
import { proofSize } from './run-size.js'
import { linesIn, type Moment } from './signalled-program.js'
import { faultsIn } from './stored-quotes.js'
import { type ProofStore, proofStoreKinds } from './tested-stores.js'

const kills = proofSize('CRASH_KILLS', 10)
const seed = inject('seed')
const program = 'once-writer.mjs'
const requestsOfAGroup = 6

/** What a writer was answered to a keyed request; nothing yet where it only said that it would ask. */
interface Answer {
  readonly key: string
  readonly quoteId?: string
  readonly version?: number
}

const moment: fc.Arbitrary<Moment> = fc.oneof(
  fc.record({ writes: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ milliseconds: fc.integer({ min: 0, max: 150 }) }),
)

/** The last group that each hand has begun. */
function lastGroups(said: readonly Answer[], hands: number): number[] {
  return Array.from({ length: hands }, (_, hand) =>
    Math.max(
      0,
      ...said
        .map(({ key }) => key.split('-'))
        .filter(([of]) => of === `${hand}`)
        .map(([, group]) => Number(group)),
    ),
  )
}

for (const { name, missing, create } of proofStoreKinds) {
  describe.skipIf(missing !== undefined)(`on ${name} (${missing ?? 'here'})`, () => {
    let store: ProofStore
    beforeEach(() => {
      store = create('once')
    })
    afterEach(() => store.remove())

    it(
      'requests that are repeated under their keys, after any crash, are carried out once',
      async () => {
        const said: Answer[] = []
        const next = () => JSON.stringify(lastGroups(said, 4))
        for (const killed of fc.sample(moment, { seed, numRuns: kills }))
          said.push(...(await killWriterAt<Answer>(killed, program, ...store.address, next())))
        const last = next()
        const argumentsOfTheLast = [`test/proof/${program}`, ...store.address, last, 'finish']
        const { stdout } = await promisify(execFile)(process.execPath, argumentsOfTheLast)
        said.push(...linesIn(stdout).map((line) => JSON.parse(line) as Answer))

        const answers = said.filter(({ version }) => version !== undefined)
        const firstAnswers = new Map(answers.toReversed().map((answer) => [answer.key, answer]))
        for (const answer of answers) expect(answer).toEqual(firstAnswers.get(answer.key))
        const groups = (JSON.parse(last) as number[]).reduce((sum, group) => sum + group + 1, 0)
        const stored = await store.read()
        expect(stored.flatMap(faultsIn)).toEqual([])
        expect(stored).toHaveLength(groups)
        expect(stored.map(({ entries }) => entries.length)).toEqual(
          stored.map(() => requestsOfAGroup),
        )
        const repeated = answers.length - firstAnswers.size
        console.log(
          `once proof on ${name}: FC_SEED=${seed}, kills: ${kills}, requests: ${groups * requestsOfAGroup}, ` +
            `answers repeated: ${repeated}, carried out twice: 0, lost: 0`,
        )
      },
      900_000 + kills * 50_000,
    )
  })
}
