/**
 * The page on which a customer reads and accepts a quote, behind a signed link.
 *
 * @module quotewright/customer-page
 */
export {}
