import { renderHtml } from '../document/html/render-html.js'
import type { QuoteDocument } from '../document/model/quote-document.js'
import { attachmentHeader } from '../pages/file-name.js'
import { createUblText } from '../pages/host-function.js'
import { pdfBytes } from '../pages/pdf-bytes.js'
import { notFoundProblem, type Offer, type OfferState } from './offer.js'
import { loadView, type PageView, toText } from './offer-view.js'
import type { CustomerPageOptions } from './options.js'
import type { PageCall } from './page-call.js'

/** A program could take a canceled offer for one that stands, so there is no such file of it. */
export function hasUbl({ createUbl }: CustomerPageOptions, { state }: Offer): boolean {
  return createUbl !== undefined && state !== 'canceled'
}

/** A file that customers can save. */
export type OfferFile = 'pdf' | 'html' | 'xml'

const types: Readonly<Record<OfferFile, string>> = {
  pdf: 'application/pdf',
  html: 'text/html; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
}

/**
 * Responds with an offer as a file. Browsers save it, and never show it at this address.
 *
 * @throws HttpProblem `not_found` if the offer has no such file
 */
export async function fileResponse(call: PageCall, offer: Offer, file: OfferFile) {
  if (file === 'xml' && !hasUbl(call.options, offer)) throw notFoundProblem()
  const view = await loadView(call, offer)
  const document = withNotice(view, view.document)
  const headers = {
    'content-type': types[file],
    'content-disposition': attachmentHeader(document.title, file),
  }
  const { method } = call.c.req
  const body = method === 'HEAD' ? null : await getContent(call, { ...view, document }, file)
  return new Response(body, { headers })
}

async function getContent(
  { options }: PageCall,
  { document, documentOptions, offer }: PageView,
  file: OfferFile,
): Promise<string | Uint8Array<ArrayBuffer>> {
  if (file === 'html') return renderHtml(document)
  if (file === 'xml') return createUblText(options, offer.shown, documentOptions)
  return pdfBytes(await options.renderPdf?.(document))
}

const closedStates: readonly OfferState[] = [
  'expired',
  'declined',
  'canceled',
  'revisionRequested',
  'draft',
  'newer',
]

/** Returns a document that says first that the offer is not valid any more, if it is not. */
export function withNotice(
  { strings, offer, formats }: PageView,
  document: QuoteDocument,
): QuoteDocument {
  const { state, shown } = offer
  if (!closedStates.includes(state)) return document
  const text = toText(state, strings, shown.quote, formats)
  return { ...document, notice: `${strings[state]}\n${text}` }
}
