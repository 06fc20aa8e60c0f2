import { setImmediate } from 'node:timers/promises'
import { takePage } from '../../../src/ports/pages.js'
import type { StoragePort } from '../../../src/ports/storage.js'
import type { StoreEvent } from '../../../src/record/history/entry.js'
import { allEvents, emptyPage } from '../../../src/testing/storage-suite/fixture.js'
import type { BrokenStorage } from './broken-storage.js'
import { plainStorage } from './plain-storage.js'

const numbered = 'listEvents numbers commits from 1 in commit order and returns them byte for byte'
const paged = 'listEvents returns pages without overlaps or gaps'
const noneMissed = 'listEvents gives a reader every event once during concurrent writes'
const inOrder = 'listEvents has no gaps and keeps versions in order after concurrent writes'
const readsTheSame = 'listEvents returns the same events again during concurrent writes'

/** Returns a storage that changes the list of a store's events. */
function listsAs(change: (events: readonly StoreEvent[]) => readonly StoreEvent[]) {
  return ({ listEvents }: StoragePort): Partial<StoragePort> => ({
    async listEvents(storeId, range) {
      const events = change((await listEvents(storeId, allEvents)).items)
      return takePage(
        events.filter(({ position }) => position > range.afterPosition),
        range,
      )
    },
  })
}

const renumbered = (events: readonly StoreEvent[]) =>
  events.map((event, index) => ({ ...event, position: index + 1 }))

/** Returns a storage that uses up a position for conflicts or for unchanged requests. */
function leavesGapsFor(counted: 'conflicts' | 'requests that changed nothing') {
  return (correct: StoragePort): Partial<StoragePort> => {
    let counter = 0
    const positions = new Map<unknown, number>()
    return {
      commit(storeId, commit) {
        const outcome = correct.commit(storeId, commit)
        if (outcome === 'conflict' && counted === 'conflicts') counter += 1
        if (commit.changes.length === 0 && counted !== 'conflicts') counter += 1
        if (outcome === 'conflict') return outcome
        for (const { historyEntry } of commit.changes) {
          counter += 1
          positions.set(historyEntry, counter)
        }
        return outcome
      },
      ...listsAs((events) =>
        events.map((event) => ({ ...event, position: positions.get(event.entry) ?? 0 })),
      )(correct),
    }
  }
}

export const brokenEvents: readonly BrokenStorage[] = [
  {
    defect: 'has no events',
    make: () => ({ listEvents: () => emptyPage }),
    fails: [numbered, paged, noneMissed],
  },
  {
    defect: 'has events of creations only',
    make: listsAs((events) =>
      renumbered(events.filter(({ entry }) => entry.operation === 'create')),
    ),
    fails: [numbered, noneMissed],
  },
  {
    defect: 'has one list of events for all stores',
    make: () => plainStorage({ storeKey: () => '' }),
    fails: [
      'listEvents returns an empty page for a store without commits',
      'listEvents compares store ids exactly (case, accents, spaces, length)',
    ],
  },
  {
    defect: 'ignores case in store ids of events',
    make: () => plainStorage({ storeKey: (storeId) => storeId.toLowerCase() }),
    fails: ['listEvents compares store ids exactly (case, accents, spaces, length)'],
  },
  {
    defect: 'lists events of its own adapter only',
    isPerAdapter: true,
    make({ commit, listEvents }) {
      let own = 0
      return {
        async commit(storeId, change) {
          const outcome = await commit(storeId, change)
          if (outcome === 'committed') own += change.changes.length
          return outcome
        },
        async listEvents(...args) {
          const { items, hasMore } = await listEvents(...args)
          return { items: items.slice(0, own), hasMore: hasMore && items.length <= own }
        },
      }
    },
    fails: ['listEvents numbers commits of several adapters in one sequence'],
  },
  {
    defect: 'stores times as seconds in 31 bits',
    make: listsAs((events) =>
      events.map((event) => {
        const time = Math.min(event.entry.time, 2 ** 31 * 1_000)
        return { ...event, entry: { ...event.entry, time } }
      }),
    ),
    fails: ['listEvents returns who made each change (by), and when (time)'],
  },
  {
    defect: 'leaves a gap after a conflict',
    make: leavesGapsFor('conflicts'),
    fails: ['a conflict adds no event and leaves no gap', inOrder],
  },
  {
    defect: 'leaves a gap after a request that changed nothing',
    make: leavesGapsFor('requests that changed nothing'),
    fails: ['a commit without changes adds no event and leaves no gap'],
  },
  {
    defect: 'sorts positions as strings',
    make: listsAs((events) =>
      events.toSorted((left, right) => (`${left.position}` < `${right.position}` ? -1 : 1)),
    ),
    fails: [noneMissed, inOrder],
  },
  {
    defect: 'numbers events when they are read, sorted by quote',
    make: listsAs((events) =>
      renumbered(events.toSorted((left, right) => left.id.localeCompare(right.id))),
    ),
    fails: [numbered, noneMissed, readsTheSame],
  },
  {
    defect: 'lists later versions of quotes first',
    make: listsAs((events) =>
      renumbered(events.toSorted((left, right) => right.entry.version - left.entry.version)),
    ),
    fails: [numbered, noneMissed, inOrder, readsTheSame],
  },
  {
    defect: 'assigns a position before the event becomes visible',
    make({ commit }) {
      const stores = new Map<string, StoreEvent[]>()
      const counters = new Map<string, number>()
      return {
        async commit(storeId, { changes, ...rest }) {
          const outcome = await commit(storeId, { changes, ...rest })
          if (outcome === 'conflict') return outcome
          for (const { record, historyEntry: entry } of changes) {
            const { kind, id } = record
            const position = (counters.get(storeId) ?? 0) + 1
            counters.set(storeId, position)
            if (position % 2 === 0) await setImmediate()
            const event = Object.freeze({ position, kind, id, entry })
            stores.set(storeId, [...(stores.get(storeId) ?? []), event])
          }
          return outcome
        },
        listEvents: (storeId, range) =>
          takePage(
            (stores.get(storeId) ?? [])
              .filter(({ position }) => position > range.afterPosition)
              .sort((left, right) => left.position - right.position),
            range,
          ),
      }
    },
    fails: [noneMissed, readsTheSame],
  },
]
