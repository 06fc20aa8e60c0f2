/**
 * Quotes as documents: what the customer reads, as a model of strings, and as HTML.
 *
 * @module quotewright/document
 */
export type { DocumentOptions } from './model/document-options.js'
export type { DocumentTexts } from './model/document-texts.js'
export type {
  DocumentColumns,
  DocumentFact,
  DocumentIdentity,
  DocumentLine,
  DocumentLogo,
  DocumentParty,
  DocumentSection,
  DocumentTotal,
  QuoteDocument,
} from './model/quote-document.js'
