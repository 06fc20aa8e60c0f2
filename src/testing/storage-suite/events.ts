import { setImmediate } from 'node:timers/promises'
import type { StoragePort } from '../../ports/storage.js'
import type { QuoteChange } from '../../quote/model/quote-record.js'
import type { RecordCommit } from '../../record/commit.js'
import type { StoreEvent } from '../../record/history/entry.js'
import { expectEqual, expectSameJson } from '../expect.js'
import {
  commitOf,
  createCommit,
  getRecord,
  keyCommit,
  keyRecord,
  type SampleCommit,
  updateCommit,
  withKey,
} from '../samples.js'
import { confusableIds, distinctIdsRule } from './confusable-ids.js'
import {
  allEvents,
  commitAll,
  emptyPage,
  expectHistory,
  getEntries,
  maxBytes,
  type StorageArea,
  type StorageFixture,
} from './fixture.js'

const isEmpty = 'listEvents must return an empty page if the store has no commits'

type Creation = SampleCommit<QuoteChange>

/** Returns creations and updates of three quotes, ordered neither by quote nor by version. */
function mixedCommits(): readonly SampleCommit[] {
  const [c, a, b] = ['quote-c', 'quote-a', 'quote-b'].map((quoteId) =>
    createCommit({ quoteId }),
  ) as [Creation, Creation, Creation]
  const next = (commit: Creation, name: string) =>
    updateCommit(getRecord(commit), { customer: { name } })
  const [a2, c2] = [next(a, 'Second'), next(c, 'Second')]
  return [c, a, a2, next(a2, 'Third'), b, c2, next(c2, 'Third'), next(b, 'Second')]
}

/** Expects the events of these commits in this order, byte for byte, at positions from 1. */
export async function expectCommittedEvents(
  storage: StoragePort,
  commits: readonly RecordCommit[],
  rule = 'listEvents must return one event per change, in commit order, at positions from 1',
): Promise<void> {
  const { items } = await storage.listEvents('store-1', allEvents)
  const received = items.map(({ position, kind, id, entry }) => [position, kind, id, entry])
  expectSameJson(
    received,
    commits
      .flatMap(({ changes }) => changes)
      .map(({ record: { kind, id }, historyEntry }, index) => [index + 1, kind, id, historyEntry]),
    rule,
  )
}

export const events: StorageArea = {
  name: 'events',
  cases: [
    {
      name: 'listEvents returns an empty page for a store without commits',
      async check({ storage }) {
        expectEqual(await storage.listEvents('store-1', allEvents), emptyPage, isEmpty)
        await commitAll(storage, [createCommit()], 'store-2')
        expectEqual(await storage.listEvents('store-1', allEvents), emptyPage, isEmpty)
      },
    },
    {
      name: 'listEvents numbers commits from 1 in commit order and returns them byte for byte',
      async check({ storage, reopen }) {
        const commits = mixedCommits()
        await commitAll(storage, commits)
        for (const reader of [storage, await reopen()]) await expectCommittedEvents(reader, commits)
      },
    },
    {
      name: 'listEvents numbers commits of several adapters in one sequence',
      async check({ storage, reopen }) {
        const adapters = [storage, await reopen()]
        const commits = mixedCommits()
        const rule = 'listEvents must include the commits of every process, in one sequence'
        for (const [index, commit] of commits.entries()) {
          await commitAll(adapters[index % 2] as StoragePort, [commit])
          for (const reader of adapters)
            await expectCommittedEvents(reader, commits.slice(0, index + 1), rule)
        }
      },
    },
    {
      name: 'listEvents returns who made each change (by), and when (time)',
      async check({ storage }) {
        const [change] = createCommit().changes
        const { historyEntry } = change
        const entry = { ...historyEntry, time: 4_000_000_000_000, by: 'Zoë 👩‍🚀' }
        const commit = commitOf({ ...change, historyEntry: entry })
        await commitAll(storage, [commit])
        const rule = 'listEvents must return by and time (in milliseconds) as committed'
        await expectCommittedEvents(storage, [commit], rule)
      },
    },
    {
      name: 'a conflict adds no event and leaves no gap',
      async check({ storage }) {
        const first = withKey(createCommit(), 'key-1')
        const second = updateCommit(getRecord(first), { customer: { name: 'Second' } })
        const late = updateCommit(getRecord(first), { customer: { name: 'Late' } })
        const third = updateCommit(getRecord(second), { customer: { name: 'Third' } })
        const other = createCommit({ quoteId: 'quote-2' })
        const conflicts = [
          createCommit({ customer: {} }),
          late,
          withKey(late, 'key-2'),
          withKey(third, 'key-1'),
          withKey(other, 'key-1'),
        ]
        const committed: RecordCommit[] = [first, second]
        await commitAll(storage, committed)
        for (const next of [third, other]) {
          for (const conflict of conflicts) {
            const rule = "commit must return 'conflict' for a used key or another stored version"
            expectEqual(await storage.commit('store-1', conflict), 'conflict', rule)
          }
          await commitAll(storage, [next])
          committed.push(next)
          await expectCommittedEvents(storage, committed, 'a conflict must not use up a position')
        }
      },
    },
    {
      name: 'a commit without changes adds no event and leaves no gap',
      async check({ storage }) {
        const first = createCommit()
        await commitAll(storage, [first])
        const unchanged = keyCommit(keyRecord('key-1', getRecord(first)))
        await storage.commit('store-1', unchanged)
        await storage.commit('store-1', unchanged)
        const second = updateCommit(getRecord(first), { tag_list: ['a'] })
        await commitAll(storage, [second])
        const rule = 'a commit without changes must not use up a position'
        await expectCommittedEvents(storage, [first, second], rule)
      },
    },
    {
      name: 'listEvents compares store ids exactly (case, accents, spaces, length)',
      async check({ storage }) {
        const stores = [...new Set(confusableIds.map(([storeId]) => storeId))]
        const creations = stores.map((_, index) =>
          createCommit({ quoteId: `quote-${index}`, lines: 1 }),
        )
        const updates = creations.map((commit) =>
          updateCommit(getRecord(commit), { customer: { name: 'Updated' } }),
        )
        for (const commits of [creations, updates])
          for (const [index, commit] of commits.entries())
            await commitAll(storage, [commit], stores[index])
        for (const [index, storeId] of stores.entries()) {
          const { items } = await storage.listEvents(storeId, allEvents)
          for (const { id } of items) {
            const origin = stores[Number(id.slice('quote-'.length))] ?? ''
            const rule = distinctIdsRule('quote id', [storeId, ''], [origin, ''])
            expectEqual(id, `quote-${index}`, rule)
          }
          expectEqual(
            items.map(({ position, entry }) => [position, entry]),
            getEntries([creations[index], updates[index]] as SampleCommit[]).map((entry, at) => [
              at + 1,
              entry,
            ]),
            'listEvents must number the events of each store from 1',
          )
        }
      },
    },
    {
      name: 'listEvents returns events whose mutation does not change the stored ones',
      async check({ storage }) {
        const commit = createCommit()
        const expected = structuredClone(commit)
        await commitAll(storage, [commit])
        const { items } = await storage.listEvents('store-1', allEvents)
        Reflect.set(Object(items[0]), 'position', 7)
        Reflect.set(Object(items[0]?.entry), 'time', 0)
        Reflect.set(items, 'length', 0)
        const rule = 'listEvents must return copies or frozen events'
        await expectCommittedEvents(storage, [expected], rule)
        await expectHistory(storage, [expected], rule)
      },
    },
  ],
}

export const eventPages: StorageArea = {
  name: 'event pages',
  cases: [
    {
      name: 'listEvents returns pages without overlaps or gaps',
      async check({ storage }) {
        await commitAll(storage, mixedCommits())
        const expectedPages = [
          [0, [1, 2, 3], true],
          [3, [4, 5, 6], true],
          [5, [6, 7, 8], false],
          [6, [7, 8], false],
          [8, [], false],
          [9, [], false],
        ] as const
        for (const [afterPosition, positions, hasMore] of expectedPages) {
          const page = await storage.listEvents('store-1', { afterPosition, limit: 3, maxBytes })
          expectEqual(
            [page.items.map(({ position }) => position), page.hasMore],
            [positions, hasMore],
            `listEvents must return at most 3 events after ${afterPosition}, and hasMore`,
          )
        }
      },
    },
    {
      name: 'listEvents ends a page with the event that reaches maxBytes',
      async check({ storage }) {
        const customer = { note: 'x'.repeat(10_000) }
        const quoteIds = ['quote-1', 'quote-2', 'quote-3', 'quote-4', 'quote-5']
        const commits = quoteIds.map((quoteId) => createCommit({ quoteId, customer, lines: 1 }))
        await commitAll(storage, commits)
        const expectedPages = [
          [1, 1, true],
          [15_000, 2, true],
          [35_000, 4, true],
          [maxBytes, 5, false],
        ] as const
        for (const [bytes, length, hasMore] of expectedPages) {
          const range = { afterPosition: 0, limit: 5, maxBytes: bytes }
          const page = await storage.listEvents('store-1', range)
          expectEqual(
            [page.items.length, page.hasMore],
            [length, hasMore],
            `listEvents must end the page with the event that reaches ${bytes} bytes of JSON`,
          )
        }
      },
    },
  ],
}

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
