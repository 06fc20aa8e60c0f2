import { html } from 'hono/html'
import type { Html } from '../../pages/layout.js'
import type { StoreEvent } from '../../record/history/entry.js'
import type { RecordKind } from '../../record/history/entry-operations.js'
import type { DeskCall, DeskRoute } from '../desk-call.js'
import { entryTitle, isReport } from '../parts/entry-title.js'
import { shortId } from '../parts/quote-name.js'
import { timeOf } from '../parts/time.js'
import { nameOfActor } from '../parts/user-names.js'
import { type Activity, loadActivity, quoteIdOf } from './load-activity.js'

const numbersKind: RecordKind = 'numbers'

/** Shows what happened in the store, the latest first. */
export const activityPage: DeskRoute = {
  path: '/activity',
  async get(call) {
    const before = call.query('before')
    // Any other value shows the latest events.
    const position = /^[1-9][0-9]{0,14}$/.test(before) ? Number(before) : undefined
    const activity = await loadActivity(call, position)
    const main = html`<div class="title"><h1>Activity</h1></div>
    <div class="stack">
      ${shownEvents(activity).length === 0 ? noEvents(call, position) : events(call, activity)}
      ${pages(call, activity, position)}
    </div>`
    return call.page({ title: 'Activity', section: 'activity', main })
  },
}

function noEvents(call: DeskCall, position: number | undefined): Html {
  if (position !== undefined)
    return html`<div class="card empty"><h2>Nothing before this</h2>
      <p><a href="${call.url('/activity')}">Show the latest activity</a></p></div>`
  return html`<div class="card empty"><h2>Nothing has happened yet</h2>
    <p class="muted">Every change of a quote, a template, a tag or a user is listed here.</p></div>`
}

function pages(call: DeskCall, { before }: Activity, position: number | undefined) {
  const url = call.url('/activity')
  return (
    (before > 0 || position !== undefined) &&
    html`<nav class="actions pages no-print" aria-label="Pages">
      ${position !== undefined && html`<a class="button" href="${url}">Latest</a>`}
      ${before > 0 && html`<a class="button" rel="next" href="${url}?before=${before}">Earlier</a>`}
    </nav>`
  )
}

function events(call: DeskCall, activity: Activity): Html {
  return html`<div class="card list"><table class="rows events">
    <caption class="visually-hidden">Events of the store, the latest first</caption>
    <thead><tr><th scope="col">Time</th><th scope="col">What</th><th scope="col">Quote</th>
      <th scope="col">By</th></tr></thead>
    <tbody>${shownEvents(activity).map(
      (event) => html`<tr>
        <td class="time muted">${timeOf(call.formats, event.entry.timestamp)}</td>
        <td class="what">${entryTitle(event.kind, event.entry)}</td>
        <td>${subject(call, event, activity)}</td>
        <td class="wrap muted">${actorOf(event, activity)}</td>
      </tr>`,
    )}</tbody>
  </table></div>`
}

/** The number of a quote is assigned with the event of the quote itself, which is shown. */
function shownEvents({ events }: Activity): readonly StoreEvent[] {
  return events.filter(({ kind }) => kind !== numbersKind)
}

function subject(call: DeskCall, event: StoreEvent, { quotes }: Activity) {
  const id = quoteIdOf(event)
  if (id === undefined) return undefined
  const quote = quotes.get(id)
  if (quote === undefined) return html`<span class="muted">${shortId(id)}, deleted or hidden</span>`
  const { name, customer } = quote
  return html`<a href="${call.url(`/quotes/${encodeURIComponent(id)}`)}">${name}</a>${
    customer && html` <span class="wrap">${customer}</span>`
  }`
}

/** The actor of a report, which is often a program, has not delivered or opened the offer. */
function actorOf({ entry }: StoreEvent, { names }: Activity) {
  const { actor } = entry
  return actor === undefined || isReport(entry) ? undefined : nameOfActor(actor, names)
}
