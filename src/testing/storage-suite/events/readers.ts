import assert from 'node:assert/strict'
import { setImmediate } from 'node:timers/promises'
import type { QuoteStorage } from '../../../ports/storage.js'
import type { QuoteCommit } from '../../../quote/commit.js'
import type { QuoteEvent } from '../../../quote/history/entry.js'
import { withKey } from '../../idempotent-commits.js'
import { createCommit, updateCommit } from '../../sample-commits.js'
import type { StorageArea, StorageFixture } from '../fixture.js'
import { allEvents, maxBytes } from '../snapshot.js'

const writers = Array.from({ length: 8 }, (_, index) => index)
const rounds = 4
const pageSize = 3

/** Creates quotes and updates them, and in each round runs against the other writers, too: for a quote, and for a key. */
async function write(storage: QuoteStorage, writer: number): Promise<readonly QuoteCommit[]> {
  const committed: QuoteCommit[] = []
  const attempt = async (change: QuoteCommit) => {
    if ((await storage.commit(change)) === 'committed') committed.push(change)
  }
  for (let round = 1; round <= rounds; round += 1) {
    const own = createCommit({ quoteId: `quote-${writer}-${round}`, lines: 1 })
    const contested = createCommit({ quoteId: `contested-${round}`, lines: 1 })
    await attempt(own)
    await attempt(contested)
    await attempt(updateCommit(contested.record, { customer: { name: `Writer ${writer}` } }))
    await attempt(withKey(updateCommit(own.record, { tag_list: ['a'] }), `key-${round}`))
  }
  return committed
}

/** Goes on after the last event that it saw, in small pages, until nothing comes any more though all is written. */
async function read(
  storage: QuoteStorage,
  isWritten: () => boolean,
  look: (read: readonly QuoteEvent[]) => unknown,
): Promise<readonly QuoteEvent[]> {
  const most = writers.length * rounds * 4
  const seen: QuoteEvent[] = []
  for (;;) {
    const wasWritten = isWritten()
    const afterPosition = seen.at(-1)?.position ?? 0
    const range = { afterPosition, limit: pageSize, maxBytes }
    const { items: page } = await storage.listEvents('store-1', range)
    seen.push(...page)
    assert.ok(seen.length <= most, 'more events than commits')
    if (page.length === 0 && wasWritten) return seen
    await look(seen)
    // Close behind the writers is where faults show, so only who has caught up leaves them their turn.
    if (page.length < pageSize) await setImmediate()
  }
}

/** What was committed, and what a reader of each adapter saw of it meanwhile. */
async function writeAndRead(
  { storage, reopen }: StorageFixture,
  look: (reader: QuoteStorage, seen: readonly QuoteEvent[]) => unknown = () => undefined,
) {
  const adapters = [storage, await reopen()]
  let isWritten = false
  const writing = Promise.all(
    writers.map((writer) => write(adapters[writer % 2] as QuoteStorage, writer)),
  ).finally(() => {
    isWritten = true
  })
  const reading = adapters.map((reader) =>
    read(
      reader,
      () => isWritten,
      (seen) => look(reader, seen),
    ),
  )
  // Nobody may still be at work when a failure has the fixture disposed of.
  await Promise.allSettled([writing, ...reading])
  const [committed, ...seen] = await Promise.all([writing, ...reading])
  return { committed: committed.flat(), seen }
}

const nameOf = (quoteId: string, version: number) => `${quoteId} at version ${version}`

export const eventReaders: StorageArea = {
  name: 'readers of events',
  cases: [
    {
      name: 'whoever goes on after the last event misses none and sees none twice, whoever is writing',
      async check(fixture) {
        const { committed, seen } = await writeAndRead(fixture)
        const names = committed.map(({ record }) => nameOf(record.quoteId, record.version))
        for (const events of seen) {
          assert.deepEqual(
            events.map(({ quoteId, entry }) => nameOf(quoteId, entry.version)).toSorted(),
            names.toSorted(),
          )
        }
      },
    },
    {
      name: 'positions are without a gap, and the versions of a quote in order, whoever is writing',
      async check(fixture) {
        const { committed } = await writeAndRead(fixture)
        const { items: events } = await fixture.storage.listEvents('store-1', allEvents)
        assert.deepEqual(
          events.map(({ position }) => position),
          committed.map((_, index) => index + 1),
        )
        const versions = new Map<string, number>()
        for (const { quoteId, entry } of events) {
          assert.equal(entry.version, (versions.get(quoteId) ?? 0) + 1, quoteId)
          versions.set(quoteId, entry.version)
        }
      },
    },
    {
      name: 'what was read once reads the same ever after, whoever is writing',
      async check(fixture) {
        await writeAndRead(fixture, async (reader, seen) => {
          if (seen.length === 0) return
          const range = { afterPosition: 0, limit: seen.length, maxBytes }
          const { items: again } = await reader.listEvents('store-1', range)
          assert.equal(JSON.stringify(again), JSON.stringify(seen))
        })
      },
    },
  ],
}
