import type { QuoteView } from '../../engine/operations/quotes/get-quote.js'
import { isQuoteError } from '../../errors.js'
import type { StoreEvent } from '../../record/history/entry.js'
import type { DeskCall } from '../desk-call.js'
import { ifPermitted } from '../parts/if-permitted.js'
import { latestPosition } from './latest-position.js'

const pageSize = 50

/** A page of what happened in the store, the latest first. */
export interface Activity {
  readonly events: readonly StoreEvent[]
  /** The position before which the next page is; 0 if there is none. */
  readonly before: number
  /** The quotes of the events that the user can open. */
  readonly quotes: ReadonlyMap<string, QuoteView>
  /** The names of the store's users by their ids. */
  readonly names: ReadonlyMap<string, string>
}

/**
 * Loads the events before a position, or the latest ones.
 *
 * @throws QuoteError `not_permitted` if the user must not see the events
 */
export async function loadActivity(call: DeskCall, before: number | undefined): Promise<Activity> {
  const { engine, user } = call
  const latest = await latestPosition(engine, user)
  const last = Math.min(latest, (before ?? Number.MAX_SAFE_INTEGER) - 1)
  const first = Math.max(0, last - pageSize)
  const [events, users] = await Promise.all([
    eventsBetween(call, first, last),
    ifPermitted(engine.listUsers(user), []),
  ])
  return {
    events: events.toReversed(),
    before: first === 0 ? 0 : first + 1,
    quotes: await quotesOf(call, events),
    names: new Map(users.map(({ id, name }) => [id, name])),
  }
}

/** A page of the engine is shorter if its events are large, so there can be several. */
async function eventsBetween(
  { engine, user }: DeskCall,
  first: number,
  last: number,
): Promise<readonly StoreEvent[]> {
  const events: StoreEvent[] = []
  let after = first
  while (after < last) {
    const { items } = await engine.listEvents(user, { after, limit: last - after })
    if (items.length === 0) break
    events.push(...items)
    after += items.length
  }
  return events
}

/** Returns the id of the quote that an event concerns, or undefined. */
export function quoteIdOf({ kind, id }: StoreEvent): string | undefined {
  return kind === 'quote' || kind === 'messages' ? id : undefined
}

async function quotesOf(
  call: DeskCall,
  events: readonly StoreEvent[],
): Promise<ReadonlyMap<string, QuoteView>> {
  const ids = new Set(events.map(quoteIdOf).filter((id) => id !== undefined))
  const quotes = await Promise.all([...ids].map((id) => openQuote(call, id)))
  return new Map(quotes.filter((view) => view !== undefined).map((view) => [view.quoteId, view]))
}

/** Returns undefined for a quote that is deleted, erased, or not for this user. */
async function openQuote({ engine, user }: DeskCall, id: string): Promise<QuoteView | undefined> {
  try {
    return await ifPermitted<QuoteView | undefined>(engine.getQuote(user, id), undefined)
  } catch (error) {
    if (isQuoteError(error) && error.code === 'quote_not_found') return undefined
    throw error
  }
}
