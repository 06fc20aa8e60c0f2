import { html } from 'hono/html'
import type { Html } from '../../pages/layout.js'
import type { QuoteRecord } from '../../quote/quote.js'
import type { DeskCall } from '../desk-call.js'
import { entryHeading } from './entry-title.js'
import { ifPermitted } from './if-permitted.js'
import { getTime } from './time.js'
import { loadNames } from './user-names.js'

const maxEntries = 20

/**
 * Shows who has changed a quote since a version, when, and how, with a link to the differences.
 * Those who may not read the history do without it.
 */
export async function changesSince(
  call: DeskCall,
  version: number,
  { quoteId, version: last }: Pick<QuoteRecord, 'quoteId' | 'version'>,
): Promise<Html | false> {
  const { engine, user, formats, url } = call
  const range = { after: version, limit: maxEntries }
  const [{ items, next }, nameOf] = await Promise.all([
    ifPermitted(engine.listHistory(user, quoteId, range), { items: [] }),
    loadNames(call),
  ])
  if (items.length === 0) return false
  const path = `/quotes/${encodeURIComponent(quoteId)}/differences?from=${version}&to=${last}`
  return html`<ol class="conflict-changes">${items.map(
    (entry) =>
      html`<li>${entryHeading('quote', entry, nameOf)}, ${getTime(formats, entry.timestamp)}</li>`,
  )}</ol>
    ${next !== undefined && html`<p class="muted">and later changes</p>`}
    <p><a href="${url(path)}">See what has changed</a></p>`
}
