import type { QuoteDocument } from '../document/model/quote-document.js'
import { createPdfRenderer, type PdfRenderer } from './create-pdf-renderer.js'
import type { PdfOptions } from './options/pdf-options.js'

let shared: PdfRenderer | undefined

/**
 * Creates the PDF file of a document, with the fonts of the system. All calls share one renderer.
 *
 * @throws QuoteError `invalid_options` if the document or an option is invalid; `pdf_failed` if
 * the compiler is not installed, cannot compile the document, or ends, the text has more than
 * 500,000 characters, or 100 files wait; `timeout` if it takes longer than 30 seconds
 *
 * @example
 * await writeFile('quote.pdf', await renderPdf(createDocument(record.quote)))
 */
export async function renderPdf(
  document: QuoteDocument,
  options?: PdfOptions,
): Promise<Uint8Array> {
  shared ??= createPdfRenderer()
  return shared.render(document, options)
}
