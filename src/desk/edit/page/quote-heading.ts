import { html } from 'hono/html'
import type { QuoteView } from '../../../engine/operations/quotes/get-quote.js'
import type { Html } from '../../../pages/layout.js'
import type { DeskCall } from '../../desk-call.js'
import { quoteTitle } from '../../parts/quote-header.js'
import { statusPill } from '../../parts/status.js'
import { tagChips } from '../../parts/tag-chips.js'
import { totalOf } from '../form/totals.js'

/** Shows what a quote is, at a glance. */
export function quoteHeading(call: DeskCall, view: QuoteView): Html {
  const { formats, url } = call
  const { quote, quoteId, visibleTags } = view
  const path = `/quotes/${encodeURIComponent(quoteId)}`
  return html`<div class="title">
    <h1>${quoteTitle(view)}</h1>
    <span>${statusPill(call, quote.status)} ${tagChips(visibleTags)}</span>
    <span class="actions no-print">
      <span class="grand number">${formats.money(totalOf(quote), quote.currency)}</span>
      <a class="button to-actions" href="#lifecycle-title">Next steps</a>
      <a class="button" href="${url(`${path}/document`)}">Document</a>
      <a class="button" href="${url(`${path}/history`)}">History</a>
    </span>
  </div>`
}

const messages: Readonly<Record<string, string>> = {
  created: 'The quote was created.',
  'created-without-tags': 'The quote was created, but its tags could not be set.',
  saved: 'Your changes were saved.',
  unchanged: 'Nothing was changed, so nothing was saved.',
}

/** Says that a form of this page was processed. Other words are for the panels of the page. */
export function doneNotice(word: string): Html | false {
  const message = Object.hasOwn(messages, word) ? messages[word] : undefined
  return message !== undefined && html`<p class="notice good" role="status">${message}</p>`
}
