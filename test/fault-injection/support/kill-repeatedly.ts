import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { expect, inject } from 'vitest'
import { killWriterAt } from './killed-writer.js'
import { runSize } from './run-size.js'
import { linesIn } from './signalled-program.js'

export const kills = runSize('CRASH_KILLS', 10)
export const seed = inject('seed')

/** A step of a writer that takes quotes through their life, and what it had reached. */
export interface Step {
  readonly step: string
  readonly quoteId?: string
  readonly orderId?: string
}

/** The writer dies between two steps that are chosen, or the test kills it at any time. */
const moment = fc.oneof(
  { weight: 2, arbitrary: fc.record({ step: fc.integer({ min: 1, max: 80 }) }) },
  { weight: 1, arbitrary: fc.record({ milliseconds: fc.integer({ min: 0, max: 150 }) }) },
)

/**
 * Starts a writer and kills it, again and again, and at last lets two of them finish what is left.
 *
 * @param findProblems Returns what is wrong with what is stored. Called after each kill.
 * @returns The steps of all writers.
 */
export async function killRepeatedly(
  program: string,
  address: readonly string[],
  findProblems: () => Promise<readonly string[]>,
): Promise<readonly Step[]> {
  const steps: Step[] = []
  for (const [run, killedAt] of fc.sample(moment, { seed, numRuns: kills }).entries()) {
    const isChosen = 'step' in killedAt
    const at = isChosen ? { writes: Number.POSITIVE_INFINITY } : killedAt
    const lastStep = isChosen ? `${killedAt.step}` : '0'
    steps.push(...(await killWriterAt<Step>(at, program, ...address, lastStep)))
    const after = `after kill ${run + 1} at ${JSON.stringify(killedAt)}, FC_SEED=${seed}`
    expect(await findProblems(), after).toEqual([])
  }
  const finish = [`test/fault-injection/programs/${program}`, ...address, 'finish']
  const run = () => promisify(execFile)(process.execPath, finish, { maxBuffer: 2 ** 30 })
  for (const { stdout } of await Promise.all([run(), run()]))
    steps.push(...linesIn(stdout).map((line) => JSON.parse(line) as Step))
  expect(await findProblems()).toEqual([])
  return steps
}
