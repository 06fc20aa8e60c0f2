import { html } from 'hono/html'
import type { Html } from '../../pages/layout.js'
import type { QuoteRecord } from '../../quote/quote.js'
import type { DeskCall, ShowPage } from '../desk-call.js'
import { quoteHeader, quoteTitle } from '../parts/quote-header.js'
import { timeOf } from '../parts/time.js'
import { loadNames } from '../parts/user-names.js'
import { quoteContent } from './quote-content.js'
import { parseVersion } from './version-parameter.js'

/** Shows a quote as it was at a version. */
export const versionPage: ShowPage = async (call) => {
  const { engine, user, formats } = call
  const quoteId = call.param('quoteId')
  const version = parseVersion(call.param('version'), quoteId)
  const [current, past, nameOf] = await Promise.all([
    engine.getQuote(user, quoteId),
    engine.getQuote(user, quoteId, { version }),
    loadNames(call),
  ])
  const heading = `Version ${version}`
  const main = html`${quoteHeader(call, past, heading)}
    <div class="stack">
      <p class="notice">Version ${version} of ${timeOf(formats, past.updated)}.
        ${version === current.version ? 'This is the current version.' : html`The quote is at version ${current.version} now.`}</p>
      ${versionLinks(call, current, version)}
      ${quoteContent(past.quote, { formats, nameOf, desk: call })}
    </div>`
  return call.page({ title: `${heading}: ${quoteTitle(current)}`, section: 'quotes', main })
}

function versionLinks(
  { url }: DeskCall,
  { quoteId, version: last }: QuoteRecord,
  version: number,
): Html {
  const path = `/quotes/${encodeURIComponent(quoteId)}`
  const link = (address: string, text: string) =>
    html`<a class="button" href="${url(`${path}${address}`)}">${text}</a>`
  return html`<nav class="actions no-print" aria-label="Versions">
    ${version > 1 && link(`/versions/${version - 1}`, 'Version before')}
    ${version < last && link(`/versions/${version + 1}`, 'Version after')}
    ${version < last && link(`/differences?from=${version}&to=${last}`, 'Differences from now')}
    ${link('/history', 'History')}
    ${link(`/document?version=${version}`, 'Document')}
  </nav>`
}
