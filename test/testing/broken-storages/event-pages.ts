import { allEvents } from '../../../src/testing/storage-suite/fixture.js'
import type { BrokenStorage } from './broken-storage.js'

const paged = 'listEvents returns pages without overlaps or gaps'
const noneMissed = 'listEvents gives a reader every event once during concurrent writes'

export const brokenEventPages: readonly BrokenStorage[] = [
  {
    defect: 'starts pages with the event at afterPosition',
    make: ({ listEvents }) => ({
      listEvents: (storeId, { afterPosition, limit, maxBytes }) =>
        listEvents(storeId, { afterPosition: Math.max(afterPosition - 1, 0), limit, maxBytes }),
    }),
    fails: [paged, noneMissed],
  },
  {
    defect: 'ignores the limit of listEvents',
    make: ({ listEvents }) => ({
      listEvents: (storeId, { afterPosition }) =>
        listEvents(storeId, { ...allEvents, afterPosition }),
    }),
    fails: [paged],
  },
  {
    defect: 'ignores maxBytes of listEvents',
    make: ({ listEvents }) => ({
      listEvents: (storeId, range) =>
        listEvents(storeId, { ...range, maxBytes: allEvents.maxBytes }),
    }),
    fails: ['listEvents ends a page with the event that reaches maxBytes'],
  },
  {
    defect: 'ends a page before the event that reaches maxBytes',
    make: ({ listEvents }) => ({
      async listEvents(storeId, range) {
        const page = await listEvents(storeId, range)
        const isFull = page.items.length === range.limit || !page.hasMore
        return isFull ? page : { items: page.items.slice(0, -1), hasMore: true }
      },
    }),
    fails: ['listEvents ends a page with the event that reaches maxBytes'],
  },
  {
    defect: 'returns hasMore: true after every full page of events',
    make: ({ listEvents }) => ({
      async listEvents(storeId, range) {
        const { items } = await listEvents(storeId, range)
        return { items, hasMore: items.length === range.limit }
      },
    }),
    fails: [paged],
  },
]
