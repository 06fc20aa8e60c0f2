import type { QuoteEvent } from '../quote/history.js'
import type { CallOptions } from './context.js'
import type { GuardedStorage } from './guarded-storage.js'
import type { Range } from './read-history.js'

/** Which part of a store's events to read. */
export interface EventsOptions extends CallOptions {
  /** The position to go on after; 0, the beginning, by default. */
  readonly after?: number | undefined
  /**
   * Maximum number of events, from 1 to 1,000. A page has fewer if they reach the limit `pageBytes`: go on at `next` until a
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

export async function readEvents(
  storage: GuardedStorage,
  storeId: string,
  { after, limit, signal }: Range,
): Promise<EventPage> {
  const range = { afterPosition: after, limit }
  const { items: events } = await storage.listEvents(storeId, range, signal)
  return Object.freeze({ events, next: after + events.length })
}
