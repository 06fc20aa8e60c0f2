import type { QuoteView } from '../../engine/operations/quotes/get-quote.js'
import { isQuoteError } from '../../errors.js'
import type { StoreEvent } from '../../record/history/entry.js'
import { estimateJsonLength } from '../../validation/json-length.js'
import type { DeskCall } from '../desk-call.js'
import { ifPermitted } from '../parts/if-permitted.js'
import { loadNewest, maxLoadedLength } from '../parts/load-newest.js'
import { quoteName, shortId } from '../parts/quote-name.js'
import { latestPosition } from './latest-position.js'

const pageSize = 50

/** What the quote of an event is called. */
export interface EventQuote {
  readonly name: string
  readonly customer?: string | undefined
}

/** A page of what happened in the store, the latest first. */
export interface Activity {
  readonly events: readonly StoreEvent[]
  /** The position before which the next page is; 0 if there is none. */
  readonly before: number
  /** The quotes of the events that the user can open. */
  readonly quotes: ReadonlyMap<string, EventQuote>
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
  const load = (after: number, limit: number) => engine.listEvents(user, { after, limit })
  const [events, users] = await Promise.all([
    loadNewest(load, last, pageSize),
    ifPermitted(engine.listUsers(user), []),
  ])
  const oldest = events.at(-1)?.position ?? 1
  const ids = [...new Set(events.map(quoteIdOf).filter((id) => id !== undefined))]
  // After the events of an earlier page, a quote can have been restored.
  const existing = before === undefined ? ids.filter((id) => !isDeletedBy(events, id)) : ids
  return {
    events,
    before: oldest === 1 ? 0 : oldest,
    quotes: await quotesOf(call, existing),
    names: new Map(users.map(({ id, name }) => [id, name])),
  }
}

/** Returns the id of the quote that an event concerns, or undefined. */
export function quoteIdOf({ kind, id }: StoreEvent): string | undefined {
  return kind === 'quote' || kind === 'messages' ? id : undefined
}

/** As many quotes are loaded at the same time. */
const batchSize = 4

/** Returns what quotes are called. Those after large ones keep the ends of their ids. */
async function quotesOf(
  call: DeskCall,
  ids: readonly string[],
): Promise<ReadonlyMap<string, EventQuote>> {
  const quotes = new Map<string, EventQuote>(ids.map((id) => [id, { name: shortId(id) }]))
  let length = 0
  for (let start = 0; start < ids.length && length < maxLoadedLength; start += batchSize) {
    const batch = ids.slice(start, start + batchSize)
    const views = await Promise.all(batch.map((id) => openQuote(call, id)))
    for (const [index, id] of batch.entries()) {
      const view = views[index]
      if (view === undefined) quotes.delete(id)
      else quotes.set(id, eventQuote(view))
      length += estimateJsonLength(view?.quote)
    }
  }
  return quotes
}

/** Returns true if the latest of the events of a quote has deleted or erased it. */
function isDeletedBy(events: readonly StoreEvent[], quoteId: string): boolean {
  const latest = events.find(({ kind, id }) => kind === 'quote' && id === quoteId)
  return latest?.entry.operation === 'delete' || latest?.entry.operation === 'erase'
}

function eventQuote(view: QuoteView): EventQuote {
  const { name, company } = view.quote.customer
  return { name: quoteName(view), customer: name || company }
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
