/**
 * Quotes as PDF files.
 *
 * @module quotewright/pdf
 */
export { createPdfRenderer, type PdfRenderer } from './create-pdf-renderer.js'
export type { PdfOptions, PdfRendererOptions } from './options/pdf-options.js'
export { renderPdf } from './render-pdf.js'
