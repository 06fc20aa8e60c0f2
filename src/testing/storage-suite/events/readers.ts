import { setImmediate } from 'node:timers/promises'
import type { StoragePort } from '../../../ports/storage.js'
import type { StoreEvent } from '../../../record/history/entry.js'
import { expectEqual, expectSameJson } from '../../expect.js'
import { withKey } from '../../idempotent-commits.js'
import { createCommit, getRecord, type SampleCommit, updateCommit } from '../../sample-commits.js'
import type { StorageArea, StorageFixture } from '../fixture.js'
import { allEvents, maxBytes } from '../snapshot.js'

const writers = Array.from({ length: 8 }, (_, index) => index)
const rounds = 4
const pageSize = 3

/**
 * Creates and updates quotes. In each round, competes with the other writers for a quote and a key.
 */
async function write(storage: StoragePort, writer: number): Promise<readonly SampleCommit[]> {
  const committed: SampleCommit[] = []
  const tryCommit = async (commit: SampleCommit) => {
    if ((await storage.commit('store-1', commit)) === 'committed') committed.push(commit)
  }
  for (let round = 1; round <= rounds; round += 1) {
    const own = createCommit({ quoteId: `quote-${writer}-${round}`, lines: 1 })
    const contested = createCommit({ quoteId: `contested-${round}`, lines: 1 })
    await tryCommit(own)
    await tryCommit(contested)
    await tryCommit(updateCommit(getRecord(contested), { customer: { name: `Writer ${writer}` } }))
    await tryCommit(withKey(updateCommit(getRecord(own), { tag_list: ['a'] }), `key-${round}`))
  }
  return committed
}

/**
 * Reads small pages, each after the last event seen, until all writers are done and no event is
 * left.
 */
async function read(
  storage: StoragePort,
  areWritersDone: () => boolean,
  onPage: (seen: readonly StoreEvent[]) => unknown,
): Promise<readonly StoreEvent[]> {
  const maxEvents = writers.length * rounds * 4
  const seen: StoreEvent[] = []
  for (;;) {
    const isLastPage = areWritersDone()
    const afterPosition = seen.at(-1)?.position ?? 0
    const { items } = await storage.listEvents('store-1', {
      afterPosition,
      limit: pageSize,
      maxBytes,
    })
    seen.push(...items)
    const rule = 'listEvents must not return more events than there were commits'
    expectEqual(seen.length <= maxEvents, true, rule)
    if (items.length === 0 && isLastPage) return seen
    await onPage(seen)
    // Errors show right behind the writers, so yield to them only after catching up.
    if (items.length < pageSize) await setImmediate()
  }
}

/** Returns the successful commits, and the events that one reader per adapter saw meanwhile. */
async function writeAndRead(
  { storage, reopen }: StorageFixture,
  onPage: (reader: StoragePort, seen: readonly StoreEvent[]) => unknown = () => undefined,
) {
  const adapters = [storage, await reopen()]
  let areWritersDone = false
  const writing = Promise.all(
    writers.map((writer) => write(adapters[writer % 2] as StoragePort, writer)),
  ).finally(() => {
    areWritersDone = true
  })
  const reading = adapters.map((reader) =>
    read(
      reader,
      () => areWritersDone,
      (seen) => onPage(reader, seen),
    ),
  )
  // The fixture is disposed of after a failure, so wait until all writers and readers have ended.
  await Promise.allSettled([writing, ...reading])
  const [committed, ...seen] = await Promise.all([writing, ...reading])
  return { committed: committed.flat(), seen }
}

const getName = (id: string, version: number) => `${id} version ${version}`

export const eventReaders: StorageArea = {
  name: 'event readers',
  cases: [
    {
      name: 'listEvents gives a reader every event once during concurrent writes',
      async check(fixture) {
        const { committed, seen } = await writeAndRead(fixture)
        const names = committed.map(getRecord).map(({ id, version }) => getName(id, version))
        for (const events of seen) {
          expectEqual(
            events.map(({ id, entry }) => getName(id, entry.version)).toSorted(),
            names.toSorted(),
            'a reader that continues after its last position must see every event exactly once: ' +
              'make events visible in order of position',
          )
        }
      },
    },
    {
      name: 'listEvents has no gaps and keeps versions in order after concurrent writes',
      async check(fixture) {
        const { committed } = await writeAndRead(fixture)
        const { items } = await fixture.storage.listEvents('store-1', allEvents)
        expectEqual(
          items.map(({ position }) => position),
          committed.map((_, index) => index + 1),
          'positions must start at 1 and have no gaps',
        )
        const versions = new Map<string, number>()
        for (const { id, entry } of items) {
          const rule = `the events of ${id} must be in order of version`
          expectEqual(entry.version, (versions.get(id) ?? 0) + 1, rule)
          versions.set(id, entry.version)
        }
      },
    },
    {
      name: 'listEvents returns the same events again during concurrent writes',
      async check(fixture) {
        await writeAndRead(fixture, async (reader, seen) => {
          if (seen.length === 0) return
          const range = { afterPosition: 0, limit: seen.length, maxBytes }
          const { items } = await reader.listEvents('store-1', range)
          expectSameJson(items, seen, 'an event must keep its position and content')
        })
      },
    },
  ],
}
