import { html } from 'hono/html'
import { renderFragment } from '../../document/html/render-fragment.js'
import { documentStylesPath } from '../../pages/document-stylesheet.js'
import type { Html } from '../../pages/layout.js'
import type { DeskCall, ShowPage } from '../desk-call.js'
import { quoteTitle } from '../parts/quote-header.js'
import { type LoadedDocument, loadDocument } from './load-document.js'

/** Shows a quote as the customer reads it, to be printed or saved. */
export const documentPage: ShowPage = async (call) => {
  const loaded = await loadDocument(call)
  const { document } = loaded
  const main = html`<div class="document-page">${documentHeader(call, loaded)}
    <div class="document-sheet">${renderFragment(document)}</div></div>`
  return call.page({
    title: document.title,
    section: 'quotes',
    styles: [call.url(documentStylesPath(document.color))],
    main,
  })
}

function documentHeader(call: DeskCall, { current, record }: LoadedDocument): Html {
  const { options, url } = call
  const path = `/quotes/${encodeURIComponent(current.quoteId)}`
  const isPast = record.version !== current.version
  const query = isPast ? `?version=${record.version}` : ''
  return html`<div class="no-print">
    <p class="back-link"><a href="${url(path)}">← ${quoteTitle(current)}</a></p>
    <div class="title">
      <span>${isPast ? `Document of version ${record.version}` : 'Document'}</span>
      <span class="actions">
        ${
          options.renderPdf !== undefined &&
          html`<a class="button primary" href="${url(`${path}/document.pdf${query}`)}">Download PDF</a>`
        }
        <a class="button" href="${url(`${path}/document.html${query}`)}">Download HTML</a>
      </span>
    </div>
    ${revisionLinks(call, { current, record })}
    <p class="hint">To print it, use the print command of your browser: it prints the document only.</p>
  </div>`
}

/** So many earlier offers have links. */
const maxRevisions = 10

/** Shows links to the offers that were sent, the latest first. */
function revisionLinks(
  { url }: DeskCall,
  { current }: Pick<LoadedDocument, 'current' | 'record'>,
): Html | false {
  const { revision = 0 } = current.quote
  if (revision === 0) return false
  const path = `/quotes/${encodeURIComponent(current.quoteId)}/document`
  const count = Math.min(revision, maxRevisions)
  const revisions = Array.from({ length: count }, (_, index) => revision - index)
  return html`<nav class="actions" aria-label="Versions of the document">
    <a href="${url(path)}">As it is now</a>
    ${revisions.map(
      (each) => html`<a href="${url(`${path}?revision=${each}`)}">Revision ${each} as sent</a>`,
    )}
  </nav>`
}
