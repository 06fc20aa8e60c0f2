import type { DeskRoute } from '../desk-call.js'
import { htmlFile, pdfFile } from './document-files.js'
import { documentPage } from './document-page.js'

/** A quote as the customer reads it: a page, and files. */
export const documentRoutes: readonly DeskRoute[] = [
  { path: '/quotes/:quoteId/document', get: documentPage },
  { path: '/quotes/:quoteId/document.pdf', get: pdfFile },
  { path: '/quotes/:quoteId/document.html', get: htmlFile },
]
