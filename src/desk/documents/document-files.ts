import { renderHtml } from '../../document/html/render-html.js'
import { HttpProblem } from '../../http/problem-details.js'
import { attachmentHeader } from '../../pages/file-name.js'
import { pdfBytes } from '../../pages/pdf-bytes.js'
import { securityHeaders } from '../../pages/security-headers.js'
import type { ShowPage } from '../desk-call.js'
import { loadDocument } from './load-document.js'

/** Responds with a quote as a PDF file, if the host has a renderer for it. */
export const pdfFile: ShowPage = async (call) => {
  const { renderPdf } = call.options
  if (renderPdf === undefined)
    throw new HttpProblem('not_found', 'There are no PDF files: print the document, or save it')
  const { document } = await loadDocument(call)
  const body = call.c.req.method === 'HEAD' ? null : pdfBytes(await renderPdf(document))
  return fileResponse(body, 'application/pdf', attachmentHeader(document.title, 'pdf'))
}

/** Responds with a quote as an HTML file that needs no others. */
export const htmlFile: ShowPage = async (call) => {
  const { document } = await loadDocument(call)
  const disposition = attachmentHeader(document.title, 'html')
  return fileResponse(renderHtml(document), 'text/html; charset=utf-8', disposition)
}

/** Browsers save the file. They never show it at this address, where its values could run code. */
function fileResponse(
  body: string | Uint8Array<ArrayBuffer> | null,
  type: string,
  disposition: string,
): Response {
  const headers = {
    ...securityHeaders,
    'content-type': type,
    'content-disposition': disposition,
    'cache-control': 'no-store',
  }
  return new Response(body, { headers })
}
