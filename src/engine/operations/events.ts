import type { QuoteEvent } from '../../quote/history/entry.js'
import type { CallOptions } from '../context.js'
import type { CheckedStorage } from '../ports/checked-storage.js'
import type { PageRequest } from './history.js'

/** Which part of a store's events to read. */
export interface ListEventsOptions extends CallOptions {
  /** The position to go on after; 0, the beginning, by default. */
  readonly after?: number | undefined
  /**
   * Maximum number of events, from 1 to 1,000. A page has fewer if they reach the limit `maxPageBytes`: go on at `next` until a
   * page is empty.
   *
   * @default 100
   */
  readonly limit?: number | undefined
}

/** Events in order of position. Pages neither overlap nor leave gaps, whatever is committed meanwhile. */
export interface EventPage {
  readonly events: readonly QuoteEvent[]
  /** What to pass as `after` to go on: the position of the last event so far. */
  readonly next: number
}

export async function listEventPage(
  storage: CheckedStorage,
  storeId: string,
  { after, limit, signal }: PageRequest,
): Promise<EventPage> {
  const range = { afterPosition: after, limit }
  const { items: events } = await storage.listEvents(storeId, range, signal)
  return Object.freeze({ events, next: after + events.length })
}
