import { renderHtml } from '../../document/html/render-html.js'
import type { QuoteDocument } from '../../document/model/quote-document.js'
import { pdfBytes } from '../../pages/pdf-bytes.js'
import type { Offer } from '../offer/load-offer.js'
import type { PageCall } from '../page-call.js'
import { viewOf } from './page-view.js'

/** A file that customers can save. */
export type OfferFile = 'pdf' | 'html'

const types: Readonly<Record<OfferFile, string>> = {
  pdf: 'application/pdf',
  html: 'text/html; charset=utf-8',
}

/** Responds with an offer as a file. Browsers save it, and never show it at this address. */
export async function fileResponse(call: PageCall, offer: Offer, file: OfferFile) {
  const { document } = viewOf(call, offer)
  const headers = {
    'content-type': types[file],
    'content-disposition': `attachment; filename="${fileName(document)}.${file}"`,
  }
  const { method } = call.c.req
  const body = method === 'HEAD' ? null : await contentOf(call, document, file)
  return new Response(body, { headers })
}

async function contentOf(
  { options }: PageCall,
  document: QuoteDocument,
  file: OfferFile,
): Promise<string | Uint8Array<ArrayBuffer>> {
  if (file === 'html') return renderHtml(document)
  return pdfBytes(await options.renderPdf?.(document))
}

/** Numbers are made by the host, and can have any character. */
function fileName({ identity: { number = '' } }: QuoteDocument): string {
  const safe = number.replaceAll(/[^\w-]+/g, '-').slice(0, 64)
  return safe === '' ? 'offer' : `offer-${safe}`
}
