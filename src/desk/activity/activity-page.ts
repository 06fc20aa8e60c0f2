import { html } from 'hono/html'
import type { Html } from '../../pages/layout.js'
import type { StoreEvent } from '../../record/history/entry.js'
import type { DeskCall, DeskRoute } from '../desk-call.js'
import { quoteName, shortId } from '../parts/quote-name.js'
import { timeOf } from '../parts/time.js'
import { eventWords } from './event-words.js'
import { type Activity, loadActivity, quoteIdOf } from './load-activity.js'

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
      ${activity.events.length === 0 ? noEvents(call, position) : events(call, activity)}
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
    <tbody>${activity.events.map(
      (event) => html`<tr>
        <td class="time muted">${timeOf(call.formats, event.entry.timestamp)}</td>
        <td class="what">${eventWords(event)}</td>
        <td>${subject(call, event, activity)}</td>
        <td class="wrap muted">${actorOf(event, activity)}</td>
      </tr>`,
    )}</tbody>
  </table></div>`
}

function subject(call: DeskCall, event: StoreEvent, { quotes }: Activity) {
  const id = quoteIdOf(event)
  if (id === undefined) return undefined
  const view = quotes.get(id)
  if (view === undefined) return html`<span class="muted">${shortId(id)}, deleted or hidden</span>`
  const { name, company } = view.quote.customer
  const customer = name || company
  return html`<a href="${call.url(`/quotes/${encodeURIComponent(id)}`)}">${quoteName(view)}</a>${
    customer && html` <span class="wrap">${customer}</span>`
  }`
}

function actorOf({ entry: { actor } }: StoreEvent, { names }: Activity) {
  return actor === undefined ? undefined : (names.get(actor) ?? actor)
}
