/**
 * Quotes as PDF files.
 *
 * @module quotewright/pdf
 */
export {}
