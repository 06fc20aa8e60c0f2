import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCommit } from '../../src/testing/sample-commits.js'
import { proofSize } from './run-size.js'
import { type AcknowledgedWrite, faultsIn, lostWrites, type StoredQuote } from './stored-quotes.js'
import { type ProofStore, proofStoreKinds } from './tested-stores.js'

const run = promisify(execFile)
const writers = ['ann', 'bob', 'cy', 'dee']
const quoteIds = ['quote-1', 'quote-2', 'quote-3']
/** As many as `lost-updates-writer.mjs` has in flight; each of them writes twice in a round. */
const hands = 8
const rounds = proofSize('LOST_UPDATES', 20)

async function write(store: ProofStore, writer: string): Promise<AcknowledgedWrite[]> {
  const program = [
    'test/fault-injection/lost-updates-writer.mjs',
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

/** What the customer of a quote must be when all is written: every count so far, and the last value of every other field. */
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

/** How often a process wrote what followed on the write of another: what shows that they were at it at once. */
function turns(stored: readonly StoredQuote[]): number {
  const actors = stored.flatMap(({ entries }) => entries.map(({ actor }) => actor))
  return actors.filter((actor, index) => index > 0 && actor !== actors[index - 1]).length
}

for (const { name, missing, create } of proofStoreKinds) {
  describe.skipIf(missing !== undefined)(`on ${name} (${missing ?? 'here'})`, () => {
    let store: ProofStore
    beforeEach(() => {
      store = create('lost-updates')
    })
    afterEach(() => store.remove())

    it(
      'processes that update the same quotes at once lose no update',
      async () => {
        await store.commit(
          quoteIds.map((quoteId) => createCommit({ quoteId, customer: { counter: '0' } })),
        )
        const started = performance.now()
        const acknowledged = (
          await Promise.all(writers.map((writer) => write(store, writer)))
        ).flat()
        const seconds = (performance.now() - started) / 1_000
        expect(acknowledged).toHaveLength(writers.length * hands * rounds * 2)

        const stored = await store.read()
        expect(stored.map(({ quoteId }) => quoteId)).toEqual(quoteIds)
        expect(stored.flatMap(faultsIn)).toEqual([])
        expect(lostWrites(stored, acknowledged)).toEqual([])
        for (const { quoteId, record, entries } of stored) {
          const writes = acknowledged.filter((write) => write.quoteId === quoteId)
          expect(record?.quote.customer).toEqual(expectedCustomer(writes))
          const versions = writes.map(({ version }) => version).toSorted((a, b) => a - b)
          expect([1, ...versions]).toEqual(entries.map(({ version }) => version))
        }
        console.log(
          `lost updates on ${name}: ${writers.length} processes, ${acknowledged.length} acknowledged updates ` +
            `in ${seconds.toFixed(1)} s, after another process's: ${turns(stored)}, lost: 0`,
        )
      },
      600_000 + rounds * 60_000,
    )
  })
}
