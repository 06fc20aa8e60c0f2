import { renderHtml } from '../../document/html/render-html.js'
import type { QuoteDocument } from '../../document/model/quote-document.js'
import { attachmentHeader } from '../../pages/file-name.js'
import { pdfBytes } from '../../pages/pdf-bytes.js'
import type { Offer } from '../offer/load-offer.js'
import type { PageCall } from '../page-call.js'
import { loadView } from './page-view.js'
import { fileNotice } from './state-banner.js'

/** A file that customers can save. */
export type OfferFile = 'pdf' | 'html'

const types: Readonly<Record<OfferFile, string>> = {
  pdf: 'application/pdf',
  html: 'text/html; charset=utf-8',
}

/** Responds with an offer as a file. Browsers save it, and never show it at this address. */
export async function fileResponse(call: PageCall, offer: Offer, file: OfferFile) {
  const view = await loadView(call, offer)
  const notice = fileNotice(view)
  const document = notice === undefined ? view.document : { ...view.document, notice }
  const headers = {
    'content-type': types[file],
    'content-disposition': attachmentHeader(document.title, file),
  }
  const { method } = call.c.req
  const body = method === 'HEAD' ? null : await getContent(call, document, file)
  return new Response(body, { headers })
}

async function getContent(
  { options }: PageCall,
  document: QuoteDocument,
  file: OfferFile,
): Promise<string | Uint8Array<ArrayBuffer>> {
  if (file === 'html') return renderHtml(document)
  return pdfBytes(await options.renderPdf?.(document))
}
