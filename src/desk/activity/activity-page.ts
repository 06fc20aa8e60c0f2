import { html } from 'hono/html'
import type { StoreContext } from '../../engine/arguments.js'
import type { QuoteView } from '../../engine/operations/read-quotes.js'
import { isQuoteError } from '../../errors.js'
import type { Html } from '../../pages/layout.js'
import type { QuoteEngine } from '../../quote-engine/quote-engine.js'
import type { StoreEvent } from '../../record/history/entry.js'
import type { RecordKind } from '../../record/history/entry-operations.js'
import { estimateJsonLength } from '../../validation/json-length.js'
import type { DeskCall, DeskRoute } from '../desk-call.js'
import { entryTitle, isReport, nameOfActor, renderDateTime } from '../parts/changes.js'
import {
  ifPermitted,
  loadAllUsers,
  loadLatestNumber,
  loadNewest,
  maxLoadedLength,
} from '../parts/load.js'
import { quoteName, shortId } from '../parts/names.js'

const numbersKind: RecordKind = 'numbers'

/** Shows what happened in the store, the latest first. */
export const activityRoute: DeskRoute = {
  path: '/activity',
  async get(call) {
    const before = call.query('before')
    // Any other value shows the latest events.
    const position = /^[1-9][0-9]{0,14}$/.test(before) ? Number(before) : undefined
    const activity = await loadActivity(call, position)
    const { title } = call.strings.activity
    const main = html`<div class="head"><h1>${title}</h1></div>
    <div class="stack">
      ${shownEvents(activity).length === 0 ? noEvents(call, position) : events(call, activity)}
      ${pages(call, activity, position)}
    </div>`
    return call.page({ title, section: 'activity', main })
  },
}

function noEvents(call: DeskCall, position: number | undefined): Html {
  const strings = call.strings.activity
  if (position !== undefined)
    return html`<div class="card empty"><h2>${strings.nothingBefore}</h2>
      <p><a href="${call.url('/activity')}">${strings.showLatest}</a></p></div>`
  return html`<div class="card empty"><h2>${strings.nothing}</h2>
    <p class="muted">${strings.nothingHint}</p></div>`
}

function pages(call: DeskCall, { before }: Activity, position: number | undefined) {
  const url = call.url('/activity')
  const { activity, common } = call.strings
  return (
    (before > 0 || position !== undefined) &&
    html`<nav class="actions pages no-print" aria-label="${common.pages}">
      ${position !== undefined && html`<a class="button" href="${url}">${activity.latest}</a>`}
      ${before > 0 && html`<a class="button" rel="next" href="${url}?before=${before}">${activity.earlier}</a>`}
    </nav>`
  )
}

function events(call: DeskCall, activity: Activity): Html {
  const { caption, time, what, quote, by } = call.strings.activity
  return html`<div class="card list"><table class="rows events">
    <caption class="visually-hidden">${caption}</caption>
    <thead><tr><th scope="col">${time}</th><th scope="col">${what}</th><th scope="col">${quote}</th>
      <th scope="col">${by}</th></tr></thead>
    <tbody>${shownEvents(activity).map(
      (event) => html`<tr>
        <td class="time muted">${renderDateTime(call.formats, event.entry.time)}</td>
        <td class="what">${entryTitle(call, event.kind, event.entry)}</td>
        <td>${subject(call, event, activity)}</td>
        <td class="wrap muted">${getActor(call, event, activity)}</td>
      </tr>`,
    )}</tbody>
  </table></div>`
}

/** The number of a quote is assigned with the event of the quote itself, which is shown. */
function shownEvents({ events }: Activity): readonly StoreEvent[] {
  return events.filter(({ kind }) => kind !== numbersKind)
}

function subject(call: DeskCall, event: StoreEvent, { quotes }: Activity) {
  const id = getQuoteId(event)
  if (id === undefined) return undefined
  const quote = quotes.get(id)
  if (quote === undefined)
    return html`<span class="muted">${call.strings.activity.hidden(shortId(id))}</span>`
  const { name, customer } = quote
  return html`<a href="${call.url(`/quotes/${encodeURIComponent(id)}`)}">${name}</a>${
    customer && html` <span class="wrap">${customer}</span>`
  }`
}

/** The actor of a report, which is often a program, has not delivered or opened the offer. */
function getActor(call: DeskCall, { entry }: StoreEvent, { names }: Activity) {
  const { by } = entry
  return by === undefined || isReport(entry) ? undefined : nameOfActor(call, by, names)
}

const pageSize = 50

/** What the quote of an event is called. */
interface EventQuote {
  readonly name: string
  readonly customer?: string | undefined
}

/** A page of what happened in the store, the latest first. */
interface Activity {
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
async function loadActivity(call: DeskCall, before: number | undefined): Promise<Activity> {
  const { engine, user } = call
  const latest = await latestPosition(engine, user)
  const last = Math.min(latest, (before ?? Number.MAX_SAFE_INTEGER) - 1)
  const load = (after: number, limit: number) => engine.listEvents(user, { after, limit })
  const [events, users] = await Promise.all([
    loadNewest(load, last, pageSize),
    ifPermitted(loadAllUsers(call), []),
  ])
  const oldest = events.at(-1)?.position ?? 1
  const ids = [...new Set(events.map(getQuoteId).filter((id) => id !== undefined))]
  // After the events of an earlier page, a quote can have been restored.
  const existing = before === undefined ? ids.filter((id) => !isDeletedBy(events, id)) : ids
  return {
    events,
    before: oldest === 1 ? 0 : oldest,
    quotes: await getQuotes(call, existing),
    names: new Map(users.map(({ id, name }) => [id, name])),
  }
}

/** Returns the id of the quote that an event concerns, or undefined. */
function getQuoteId({ kind, id }: StoreEvent): string | undefined {
  return kind === 'quote' || kind === 'messages' ? id : undefined
}

/** As many quotes are loaded at the same time. */
const batchSize = 4

/** Returns what quotes are called. Those after large ones keep the ends of their ids. */
async function getQuotes(
  call: DeskCall,
  ids: readonly string[],
): Promise<ReadonlyMap<string, EventQuote>> {
  const quotes = new Map<string, EventQuote>(ids.map((id) => [id, { name: shortId(id) }]))
  let length = 0
  for (let start = 0; start < ids.length && length < maxLoadedLength; start += batchSize) {
    const batch = ids.slice(start, start + batchSize)
    const views = await Promise.all(batch.map((id) => findQuote(call, id)))
    for (const [index, id] of batch.entries()) {
      const view = views[index]
      if (view === undefined) quotes.delete(id)
      else quotes.set(id, eventQuote(call, view))
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

function eventQuote(call: DeskCall, view: QuoteView): EventQuote {
  const { name, company } = view.quote.customer
  return { name: quoteName(call, view), customer: name || company }
}

/** Returns undefined for a quote that is deleted, erased, or not for this user. */
async function findQuote({ engine, user }: DeskCall, id: string): Promise<QuoteView | undefined> {
  try {
    return await ifPermitted<QuoteView | undefined>(engine.getQuote(user, id), undefined)
  } catch (error) {
    if (isQuoteError(error) && error.code === 'quote_not_found') return undefined
    throw error
  }
}

/** The latest positions that were found, so that the next search is short. */
const known = new WeakMap<QuoteEngine, Map<string, number>>()
const maxStores = 1_000

/** Returns the position of the latest event of a store, or 0. */
export async function latestPosition(engine: QuoteEngine, user: StoreContext): Promise<number> {
  const positions = getPositions(engine)
  const latest = await loadLatestNumber(
    (after, limit) => engine.listEvents(user, { after, limit }),
    positions.get(user.storeId),
  )
  if (positions.size >= maxStores) positions.clear()
  positions.set(user.storeId, latest)
  return latest
}

function getPositions(engine: QuoteEngine): Map<string, number> {
  const positions = known.get(engine) ?? new Map<string, number>()
  known.set(engine, positions)
  return positions
}
