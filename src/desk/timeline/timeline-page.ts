import { html } from 'hono/html'
import type { QuoteView } from '../../engine/operations/read-quotes.js'
import type { Html } from '../../pages/layout.js'
import type { DeskCall, DeskRoute } from '../desk-call.js'
import { quoteHeader, quoteTitle } from '../parts/names.js'
import { loadTimeline, type Timeline, timelineList } from './timeline.js'

/** How many changes the page of a quote loads, and how many events it shows. */
const maxBeside = 20

const pageSize = 50

/** Shows the latest of what happened to a quote, with the forms that add to it. */
export async function timelinePanel(call: DeskCall, view: QuoteView): Promise<Awaited<Html>> {
  const { events, earlier, forms } = await loadTimeline(call, view, { limit: maxBeside })
  const strings = call.strings.timeline
  const hasMore = earlier !== undefined || events.length > maxBeside
  return html`<section class="card" aria-labelledby="timeline-title">
    <h2 id="timeline-title">${strings.title}</h2>
    ${forms}
    ${timelineList(call, events.slice(0, maxBeside))}
    ${hasMore && html`<p><a href="${call.url(timelinePath(view.quoteId))}">${strings.all}</a></p>`}
  </section>`
}

function timelinePath(quoteId: string): string {
  return `/quotes/${encodeURIComponent(quoteId)}/timeline`
}

/** All that happened to a quote, the latest first. */
export const timelineRoute: DeskRoute = {
  path: '/quotes/:quoteId/timeline',
  async get(call) {
    const view = await call.engine.getQuote(call.user, call.param('quoteId'))
    return showTimeline(call, view)
  },
}

/** How the page of a timeline is shown. */
export interface TimelinePage {
  /** A form with its errors, instead of those of the timeline. */
  readonly form?: Html
  /** @default 200 */
  readonly status?: number
}

/** Shows the timeline of a quote on a page of its own. */
export async function showTimeline(
  call: DeskCall,
  view: QuoteView,
  { form, status }: TimelinePage = {},
): Promise<Response> {
  const query = call.query('before')
  // Any other value shows the latest events.
  const before = /^[1-9][0-9]{0,14}$/.test(query) ? Number(query) : undefined
  const timeline = await loadTimeline(call, view, { limit: pageSize, before })
  const { title } = call.strings.timeline
  const main = html`${quoteHeader(call, view, title)}
    <div class="narrow-page stack">
      ${form ?? (before === undefined && timeline.forms)}
      <section class="card" aria-label="${title}">${timelineList(call, timeline.events)}</section>
      ${pageLinks(call, view.quoteId, before, timeline)}
    </div>`
  return call.page(
    { title: `${title}: ${quoteTitle(call, view)}`, section: 'quotes', main },
    status,
  )
}

function pageLinks(
  { url, strings: { activity, common } }: DeskCall,
  quoteId: string,
  before: number | undefined,
  { earlier }: Timeline,
): Html | false {
  if (before === undefined && earlier === undefined) return false
  const path = url(timelinePath(quoteId))
  return html`<nav class="actions pages no-print" aria-label="${common.pages}">
    ${before !== undefined && html`<a class="button" href="${path}">${activity.latest}</a>`}
    ${earlier !== undefined && html`<a class="button" rel="next" href="${path}?before=${earlier}">${activity.earlier}</a>`}
  </nav>`
}
