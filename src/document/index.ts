/**
 * Quotes as documents: what the customer reads, as a model of strings, and as HTML; and what the
 * customer's programs read, as UBL.
 *
 * @module quotewright/document
 */
export { renderFragment } from './html/render-fragment.js'
export { renderHtml } from './html/render-html.js'
export { renderStylesheet } from './html/styles.js'
export type { ContactPerson } from './model/contact.js'
export { createDocument, createPartDocument } from './model/create-document.js'
export type { DocumentOptions, QrCodeOptions, TransformDocument } from './model/document-options.js'
export type { DocumentStrings } from './model/document-strings.js'
export type {
  AddressWindow,
  DocumentAcceptance,
  DocumentAddressWindow,
  DocumentCertificate,
  DocumentColumns,
  DocumentComponent,
  DocumentFact,
  DocumentIdentity,
  DocumentLabels,
  DocumentLine,
  DocumentLogo,
  DocumentParty,
  DocumentQrCode,
  DocumentSection,
  DocumentSignature,
  DocumentText,
  DocumentTotal,
  Paper,
  QuoteDocument,
} from './model/quote-document.js'
export type { UnitForms } from './model/units.js'
export { createUblQuotation } from './ubl/create-ubl-quotation.js'
export type { UblParty, UblQuotationOptions } from './ubl/ubl-options.js'
