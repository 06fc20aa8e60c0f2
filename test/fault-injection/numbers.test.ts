import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { currentQuotes, wrongNumbers } from './stores/life-of-quotes.js'
import { findInconsistencies } from './stores/stored-quotes.js'
import { type TestStore, testStoreKinds } from './stores/test-stores.js'
import { killWriterAt } from './support/killed-writer.js'
import { runSize } from './support/run-size.js'
import { linesIn } from './support/signalled-program.js'

const processes = 4
const sends = runSize('NUMBERED_QUOTES', 25)
const kills = runSize('CRASH_KILLS', 10)
const seed = inject('seed')
const program = 'numbers-writer.mjs'

/** A quote that was sent, with the number that the writer received. */
interface SentQuote {
  readonly quoteId: string
  readonly number: string
}

const moment = fc.oneof(
  fc.record({ writes: fc.integer({ min: 1, max: 30 }) }),
  fc.record({ milliseconds: fc.integer({ min: 0, max: 1_000 }) }),
)

for (const { name, skipReason, create } of testStoreKinds) {
  describe.skipIf(skipReason !== undefined)(`on ${name} (${skipReason ?? 'available'})`, () => {
    let store: TestStore
    beforeEach(() => {
      store = create('numbers')
    })
    afterEach(() => store.remove())

    /** Checks the numbers of the stored quotes, and returns how many there are. */
    async function checkNumbers(sent: readonly SentQuote[]): Promise<number> {
      const stored = await store.read()
      expect(stored.flatMap(findInconsistencies)).toEqual([])
      expect(wrongNumbers(stored)).toEqual([])
      const numbers = new Map(currentQuotes(stored).map(({ quoteId, number }) => [quoteId, number]))
      for (const { quoteId, number } of sent) expect(numbers.get(quoteId)).toBe(number)
      return [...numbers.values()].filter((number) => number !== undefined).length
    }

    it(
      'sendQuote assigns the numbers 1 to n without gaps when processes send at once',
      async () => {
        const path = `test/fault-injection/programs/${program}`
        const send = () =>
          promisify(execFile)(process.execPath, [path, ...store.address, `${sends}`])
        const started = performance.now()
        const outputs = await Promise.all(Array.from({ length: processes }, send))
        const seconds = (performance.now() - started) / 1_000
        const sent = outputs
          .flatMap(({ stdout }) => linesIn(stdout))
          .map((line) => JSON.parse(line) as SentQuote)
        expect(sent).toHaveLength(processes * sends)
        expect(await checkNumbers(sent)).toBe(processes * sends)
        console.log(
          `numbers on ${name}: ${processes} processes, ${sent.length} sent quotes in ` +
            `${seconds.toFixed(1)} s, gaps: 0, duplicates: 0`,
        )
      },
      600_000 + sends * 60_000,
    )

    it(
      'sendQuote assigns the numbers 1 to n without gaps when processes are killed',
      async () => {
        const sent: SentQuote[] = []
        let numbers = 0
        const moments = fc.sample(moment, { seed, numRuns: kills })
        for (let run = 0; run < kills; run += processes) {
          const writers = moments
            .slice(run, run + processes)
            .map((killedAt) => killWriterAt<SentQuote>(killedAt, program, ...store.address))
          sent.push(...(await Promise.all(writers)).flat())
          numbers = await checkNumbers(sent)
        }
        console.log(
          `numbers on ${name}: FC_SEED=${seed}, kills: ${kills}, acknowledged numbers: ` +
            `${sent.length}, stored without being acknowledged: ${numbers - sent.length}, ` +
            'gaps: 0, duplicates: 0',
        )
      },
      900_000 + kills * 50_000,
    )
  })
}
