/**
 * Quotes to files and back, as JSON Lines and CSV, and the verification of all that a store has.
 *
 * @module quotewright/files
 */
export type { ExportColumn } from './columns.js'
export {
  type ExportProgress,
  type ExportQuotesOptions,
  exportQuotes,
  type FileFormat,
} from './export-quotes.js'
export {
  type ImportCounts,
  type ImportError,
  type ImportQuotesOptions,
  type ImportReport,
  type ImportRow,
  type ImportSource,
  importQuotes,
} from './import-quotes.js'
export type { ImportRequest } from './to-request.js'
export {
  type StoreFinding,
  type VerifyProgress,
  type VerifyReport,
  type VerifyStoreOptions,
  verifyStore,
} from './verify-store.js'
