import { setImmediate } from 'node:timers/promises'
import { takePage } from '../../../src/ports/pages.js'
import type { QuoteStorage } from '../../../src/ports/storage.js'
import type { QuoteEvent } from '../../../src/quote/history/entry.js'
import { allEvents, emptyPage } from '../../../src/testing/storage-suite/snapshot.js'
import type { BrokenStorage } from './broken-storage.js'
import { plainStorage } from './plain-storage.js'

const numbered =
  'creations and updates are numbered from 1 in the order of their commits, to the byte'
const paged = 'they are read in pages that neither overlap nor leave gaps'
const noneMissed =
  'whoever goes on after the last event misses none and sees none twice, whoever is writing'
const inOrder =
  'positions are without a gap, and the versions of a quote in order, whoever is writing'
const readsTheSame = 'what was read once reads the same ever after, whoever is writing'

/** Lists a store's events as this makes them of the sound ones. */
function listsAs(change: (events: readonly QuoteEvent[]) => readonly QuoteEvent[]) {
  return ({ listEvents }: QuoteStorage): Partial<QuoteStorage> => ({
    async listEvents(storeId, range) {
      const events = change((await listEvents(storeId, allEvents)).items)
      return takePage(
        events.filter(({ position }) => position > range.afterPosition),
        range,
      )
    },
  })
}

const renumbered = (events: readonly QuoteEvent[]) =>
  events.map((event, index) => ({ ...event, position: index + 1 }))

/** Counts a position for each commit, and for each of these, too. */
function countsToo(counted: 'conflicts' | 'requests that changed nothing') {
  return (sound: QuoteStorage): Partial<QuoteStorage> => {
    let counter = 0
    const positions = new Map<unknown, number>()
    return {
      commit(change) {
        const outcome = sound.commit(change)
        if (outcome === 'committed' || counted === 'conflicts') counter += 1
        if (outcome === 'committed') positions.set(change.historyEntry, counter)
        return outcome
      },
      addIdempotencyRecord(...asked) {
        if (counted === 'requests that changed nothing') counter += 1
        return sound.addIdempotencyRecord(...asked)
      },
      ...listsAs((events) =>
        events.map((event) => ({ ...event, position: positions.get(event.entry) ?? 0 })),
      )(sound),
    }
  }
}

export const brokenEvents: readonly BrokenStorage[] = [
  {
    fault: 'has no events',
    make: () => ({ listEvents: () => emptyPage }),
    fails: [numbered, paged, noneMissed],
  },
  {
    fault: 'has events of creations only',
    make: listsAs((events) =>
      renumbered(events.filter(({ entry }) => entry.operation === 'create')),
    ),
    fails: [numbered, noneMissed],
  },
  {
    fault: 'has one list of events for all stores',
    make: () => plainStorage({ storeKey: () => '' }),
    fails: [
      'a store without commits has none',
      'each store has events and positions of its own, whatever its id',
    ],
  },
  {
    fault: 'folds the case of stores that have events',
    make: () => plainStorage({ storeKey: (storeId) => storeId.toLowerCase() }),
    fails: ['each store has events and positions of its own, whatever its id'],
  },
  {
    fault: 'numbers the events of all adapters by itself',
    isPerAdapter: true,
    make({ commit, listEvents }) {
      let own = 0
      return {
        async commit(change) {
          const outcome = await commit(change)
          if (outcome === 'committed') own += 1
          return outcome
        },
        async listEvents(...asked) {
          const { items, hasMore } = await listEvents(...asked)
          return { items: items.slice(0, own), hasMore: hasMore && items.length <= own }
        },
      }
    },
    fails: ['commits through several adapters are numbered on'],
  },
  {
    fault: 'counts seconds in 32 bits',
    make: listsAs((events) =>
      events.map((event) => {
        const time = Math.min(event.entry.timestamp, 2 ** 31 * 1_000)
        return { ...event, entry: { ...event.entry, time } }
      }),
    ),
    fails: ['who made a change, and when, is part of its event'],
  },
  {
    fault: 'leaves a gap after a conflict',
    make: countsToo('conflicts'),
    fails: ['a conflict adds none, and leaves no gap', inOrder],
  },
  {
    fault: 'leaves a gap after a request that changed nothing',
    make: countsToo('requests that changed nothing'),
    fails: ['a request that changed nothing is none, and leaves no gap'],
  },
  {
    fault: 'begins pages with the event that was the last',
    make: ({ listEvents }) => ({
      listEvents: (storeId, { afterPosition, limit, maxBytes }) =>
        listEvents(storeId, { afterPosition: Math.max(afterPosition - 1, 0), limit, maxBytes }),
    }),
    fails: [paged, noneMissed],
  },
  {
    fault: 'lists all events that follow, however few are asked for',
    make: ({ listEvents }) => ({
      listEvents: (storeId, { afterPosition }) =>
        listEvents(storeId, { ...allEvents, afterPosition }),
    }),
    fails: [paged],
  },
  {
    fault: 'fills pages of events however long they are',
    make: ({ listEvents }) => ({
      listEvents: (storeId, range) =>
        listEvents(storeId, { ...range, maxBytes: allEvents.maxBytes }),
    }),
    fails: ['a page ends with the event that brings it to maxBytes'],
  },
  {
    fault: 'ends a page before the event that would bring it to maxBytes',
    make: ({ listEvents }) => ({
      async listEvents(storeId, range) {
        const page = await listEvents(storeId, range)
        const isFull = page.items.length === range.limit || !page.hasMore
        return isFull ? page : { items: page.items.slice(0, -1), hasMore: true }
      },
    }),
    fails: ['a page ends with the event that brings it to maxBytes'],
  },
  {
    fault: 'says that there are more events after every full page',
    make: ({ listEvents }) => ({
      async listEvents(storeId, range) {
        const { items } = await listEvents(storeId, range)
        return { items, hasMore: items.length === range.limit }
      },
    }),
    fails: [paged],
  },
  {
    fault: 'sorts positions as texts',
    make: listsAs((events) =>
      events.toSorted((left, right) => (`${left.position}` < `${right.position}` ? -1 : 1)),
    ),
    fails: [noneMissed, inOrder],
  },
  {
    fault: 'numbers its events when they are read, quote by quote',
    make: listsAs((events) =>
      renumbered(events.toSorted((left, right) => left.quoteId.localeCompare(right.quoteId))),
    ),
    fails: [numbered, noneMissed, readsTheSame],
  },
  {
    fault: 'lists the later versions of quotes first',
    make: listsAs((events) =>
      renumbered(events.toSorted((left, right) => right.entry.version - left.entry.version)),
    ),
    fails: [numbered, noneMissed, inOrder, readsTheSame],
  },
  {
    fault: 'gives a position before others commit, and shows the event after them',
    make({ commit }) {
      const stores = new Map<string, QuoteEvent[]>()
      const counters = new Map<string, number>()
      return {
        async commit(change) {
          const outcome = await commit(change)
          if (outcome === 'conflict') return outcome
          const { storeId, quoteId } = change.record
          const position = (counters.get(storeId) ?? 0) + 1
          counters.set(storeId, position)
          if (position % 2 === 0) await setImmediate()
          const event = Object.freeze({ position, quoteId, entry: change.historyEntry })
          stores.set(storeId, [...(stores.get(storeId) ?? []), event])
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
