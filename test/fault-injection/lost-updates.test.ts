import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCommit } from '../../src/testing/samples.js'
import {
  type AcknowledgedWrite,
  findInconsistencies,
  lostWrites,
  type StoredQuote,
} from './stores/stored-quotes.js'
import { type TestStore, testStoreKinds } from './stores/test-stores.js'
import { runSize } from './support/run-size.js'

const run = promisify(execFile)
const writers = ['ann', 'bob', 'cy', 'dee']
const quoteIds = ['quote-1', 'quote-2', 'quote-3']
/** Workers of `lost-updates-writer.mjs`. Each writes twice per round. */
const workers = 8
const rounds = runSize('LOST_UPDATES', 20)

async function write(store: TestStore, writer: string): Promise<AcknowledgedWrite[]> {
  const program = [
    'test/fault-injection/programs/lost-updates-writer.mjs',
    ...store.address,
    writer,
    `${rounds}`,
  ]
  const { stdout } = await run(process.execPath, [...program, ...quoteIds], { maxBuffer: 2 ** 30 })
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as AcknowledgedWrite)
}

/** Returns the final customer: the number of increments, and the last value of each other field. */
function expectedCustomer(writes: readonly AcknowledgedWrite[]): Record<string, string> {
  const increments = writes.filter(({ field }) => field === 'counter').length
  const lastRounds = new Map<string, number>()
  for (const { field, value } of writes) {
    if (field !== 'counter')
      lastRounds.set(field, Math.max(lastRounds.get(field) ?? 0, Number(value)))
  }
  const fields = [...lastRounds].map(([field, round]) => [field, String(round)])
  return { counter: String(increments), ...Object.fromEntries(fields) }
}

/** Returns how often consecutive versions have different writers, which shows concurrency. */
function countWriterChanges(stored: readonly StoredQuote[]): number {
  const writers = stored.flatMap(({ entries }) => entries.map(({ by }) => by))
  return writers.filter((writer, index) => index > 0 && writer !== writers[index - 1]).length
}

for (const { name, skipReason, create } of testStoreKinds) {
  describe.skipIf(skipReason !== undefined)(`on ${name} (${skipReason ?? 'available'})`, () => {
    let store: TestStore
    beforeEach(() => {
      store = create('lost-updates')
    })
    afterEach(() => store.remove())

    it(
      'concurrent updates of several processes are never lost',
      async () => {
        await store.commit(
          quoteIds.map((quoteId) => createCommit({ quoteId, customer: { counter: '0' } })),
        )
        const started = performance.now()
        const acknowledged = (
          await Promise.all(writers.map((writer) => write(store, writer)))
        ).flat()
        const seconds = (performance.now() - started) / 1_000
        expect(acknowledged).toHaveLength(writers.length * workers * rounds * 2)

        const stored = await store.read()
        expect(stored.map(({ quoteId }) => quoteId)).toEqual(quoteIds)
        expect(stored.flatMap(findInconsistencies)).toEqual([])
        expect(lostWrites(stored, acknowledged)).toEqual([])
        for (const { quoteId, record, entries } of stored) {
          const writes = acknowledged.filter((write) => write.quoteId === quoteId)
          expect(record?.value.customer).toEqual(expectedCustomer(writes))
          const versions = writes.map(({ version }) => version).toSorted((a, b) => a - b)
          expect([1, ...versions]).toEqual(entries.map(({ version }) => version))
        }
        console.log(
          `lost updates on ${name}: ${writers.length} processes, ${acknowledged.length} acknowledged updates ` +
            `in ${seconds.toFixed(1)} s, following another process: ${countWriterChanges(stored)}, lost: 0`,
        )
      },
      600_000 + rounds * 60_000,
    )
  })
}
